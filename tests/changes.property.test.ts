// A follower's copy equals the list of the same filters, for every role and after every random change of what decides which
// list a record is in: status, password, links, trees, places, trash and series.
import { describe, expect, test } from 'vitest';
import { type Followed, openFollower } from './harness/changes/follower.js';
import { type Calendar, changesOf } from './harness/changes/random-change.js';
import { forEachEngine, seedsOn } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { randomFrom } from './harness/random.js';
import { startWorld, type World } from './harness/world.js';

/** With a new calendar for each seed, so that it stays small. */
const changesPerSeed = 40;
const timeoutMs = 3_600_000;

async function makeCalendar(world: World): Promise<Calendar> {
  const ids = async (count: number, make: () => Promise<{ readonly id: number }>) => {
    const made: number[] = [];
    while (made.length < count) made.push((await make()).id);
    return made;
  };
  let width = 40;
  const upload = async () => {
    const file = `data:image/png;base64,${(await png(width++, 30)).toString('base64')}`;
    return world.send('POST /media', { file, title: 'Image' });
  };
  return {
    events: [],
    series: [],
    venues: await ids(3, () => world.venue()),
    organizers: await ids(2, () => world.organizer()),
    categories: await ids(4, () => world.category()),
    tags: await ids(3, () => world.tag()),
    images: await ids(2, upload),
  };
}

const followedIn = ({ venues, categories, organizers }: Calendar): readonly Followed[] => {
  const events = { resource: 'events', key: 'event' };
  return [
    { ...events, as: 'anonymous', filter: '' },
    { ...events, as: 'anonymous', filter: `categories=${categories[0]}` },
    { ...events, as: 'anonymous', filter: `venue=${venues[0]}` },
    { ...events, as: 'anonymous', filter: 'search=alpha' },
    { ...events, as: 'anonymous', filter: 'search=-beta' },
    { ...events, as: 'anonymous', filter: 'recurring=true' },
    { ...events, as: 'subscriber', filter: `categories=${categories[1]},${categories[2]}&featured=false` },
    { ...events, as: 'author', filter: '' },
    { ...events, as: 'editor', filter: '' },
    { ...events, as: 'editor', filter: 'status=draft,pending' },
    { ...events, as: 'editor', filter: `organizer=${organizers[0]}&status=any` },
    { as: 'anonymous', resource: 'media', key: 'media', filter: '' },
    { as: 'anonymous', resource: 'venues', key: 'venue', filter: '' },
    { as: 'anonymous', resource: 'organizers', key: 'organizer', filter: '' },
    { as: 'editor', resource: 'categories', key: 'category', filter: '' },
    { as: 'anonymous', resource: 'tags', key: 'tag', filter: '' },
  ];
};

forEachEngine((engine) => {
  describe.each(seedsOn(engine))('random changes of seed %i', (seed) => {
    test('the copies of all followers equal their lists', { timeout: timeoutMs }, async () => {
      await play(seed);
    });
  });

  async function play(seed: number): Promise<void> {
    const world = await startWorld(engine);
    const calendar = await makeCalendar(world);
    const random = randomFrom(seed);
    const change = changesOf(world, calendar, random);
    const followers = followedIn(calendar).map((one) => openFollower(world, one));
    for (let count = 0; count < changesPerSeed; count++) {
      const made = await change();
      // A third of them, so that followers also catch up with several changes; at the end all.
      const isLast = count === changesPerSeed - 1;
      for (const { name, compare } of followers.filter(() => isLast || random() < 0.3)) {
        const { copy, list } = await compare();
        expect(copy, `${name}, after change ${count} (${made}) of seed ${seed}`).toEqual(list);
      }
    }
    await world.stop();
  }
});
