// The filter of event lists by city.
import { beforeAll, describe, expect, test } from 'vitest';
import { forEachEngine } from './harness/engines.js';
import { type Answered, useWorld } from './harness/world.js';

forEachEngine((engine) => {
  describe('the filter by city', () => {
    const world = useWorld(engine);
    const ids: Record<string, number> = {};

    const listed = async (query: string, ask = {}) => {
      const { events } = (await world.get(`/events?per_page=50&${query}`, ask)) as Answered & { events: Answered[] };
      return events.map(({ id }) => id).toSorted((a, b) => a - b);
    };

    beforeAll(async () => {
      const at = async (name: string, city: string, more = {}, status = 'publish') => {
        const venue = await world.venue({ city, status });
        const event = await world.event({ title: name, venue: venue.id, ...more });
        ids[name] = event.id;
      };
      await at('first', 'Besançon');
      await at('second', 'BESANCON');
      await at('longer', 'Besançon-les-Bains');
      await at('protected', 'Besançon', { password: 'sesame' });
      await at('elsewhere', 'Oakton');
      await at('hidden venue', 'Besançon', {}, 'draft');
    });

    test('finds every spelling of the city and no other city', async () => {
      for (const city of ['Besançon', 'besancon', ' BESANÇON'])
        expect(await listed(`city=${encodeURIComponent(city)}`)).toEqual([ids.first, ids.second]);
    });

    test('finds nothing in an unknown city', async () => {
      expect(await listed('city=Nowhere')).toEqual([]);
      expect(await listed(`city=${encodeURIComponent('"')}`)).toEqual([]);
    });

    test('does not reveal the venue of a protected event, nor an unpublished venue', async () => {
      const found = await listed('city=besancon');
      expect(found).not.toContain(ids.protected);
      expect(found).not.toContain(ids['hidden venue']);
    });

    test('does not exist on the drop-in API, which ignores it', async () => {
      expect(await listed('city=Nowhere', { on: 'dropin' })).toEqual(await listed('', { on: 'dropin' }));
    });
  });
});
