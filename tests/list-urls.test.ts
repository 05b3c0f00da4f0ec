// `rest_url` of event lists, generated from the filters of the shape: it names every filter of the request, and requesting it
// returns the same list.
import { describe, expect, test } from 'vitest';
import { facadesOf } from '../src/endpoints/facades.js';
import { listParams } from '../src/facades/parse.js';
import { event } from '../src/models/event/event.js';
import { mounts } from './harness/client.js';
import { engines } from './harness/engines.js';
import { baseUrl, useWorld } from './harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

describe('rest_url of an event list', () => {
  const world = useWorld(engine);

  test('names every filter, and leads to the same list', async () => {
    const category = await world.category();
    const tag = await world.tag();
    const venue = await world.venue({ city: 'Oakton' });
    const organizer = await world.organizer();
    const series = await world.event({ recurrence: { rule: 'FREQ=DAILY;COUNT=2' } });
    const made = await world.event({
      ...{ venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id], featured: true },
      ...{ source: 'box', external_id: 'one', cost: '5' },
    });
    const ids = { venue: venue.id, organizer: organizer.id, categories: category.id, tags: tag.id, include: made.id };
    const own: Readonly<Record<string, unknown>> = {
      ...ids,
      occurrence_of: series.id,
      post_parent: made.id,
      city: 'Oakton',
      source: 'box',
      external_id: 'one',
      geoloc_lat: '1&geoloc_lng=1',
      geoloc_lng: '1&geoloc_lat=1',
      featured: 'true',
      status: 'publish',
      geoloc_radius: '25&geoloc_lat=1&geoloc_lng=1',
    };
    const faults: string[] = [];
    for (const [at, facade] of facadesOf(world.config).slice(0, 2).entries()) {
      const shape = facade.shapes.find(({ model }) => model === event);
      for (const [name, { example }] of Object.entries(shape ? listParams(shape) : {})) {
        const query = `${name}=${own[name] ?? encodeURIComponent(String(example ?? 'true'))}`;
        const reply = await world.ask(`GET /events?${query}`, { as: 'editor', on: mounts[at] });
        const { rest_url: url = '', events } = reply.body ?? {};
        const isNamed = url !== '' && new URL(url).searchParams.has(name);
        const again = await world.ask(`GET /${String(url).slice(baseUrl.length)}`, { as: 'editor' });
        if (reply.statusCode !== 200 || !isNamed || JSON.stringify(again.body?.events) !== JSON.stringify(events))
          faults.push(`${facade.name} ${query}: ${reply.statusCode} ${url} ${reply.text.slice(0, 120)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
