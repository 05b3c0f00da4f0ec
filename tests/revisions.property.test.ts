// After any number of random edits, restoring a revision gives the record as it was after that revision, in all languages.
import { describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { randomFrom } from './harness/random.js';
import { seeds } from './harness/repetitions.js';
import { type Answered, type Body, startWorld, type World } from './harness/world.js';

const edits = 12;
const records = 2;
const timeoutMs = 3_600_000;
const languages = ['en', 'fr'];

interface Targets {
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly categories: readonly number[];
  readonly images: readonly number[];
  readonly authors: readonly number[];
}

type Pick = <Item>(items: readonly Item[]) => Item;
type Edits = Readonly<Record<string, (pick: Pick, targets: Targets) => Body>>;

const texts = ['Alpha', 'Beta & <b>', 'Été', '“Gamma”', '0', 'x'.repeat(300)];
const htmlTexts = [
  '',
  '<p>One</p>',
  '<p>Two <strong>words</strong></p>',
  'plain\n\ntext',
  `<p>${'long '.repeat(400)}</p>`,
];

let names = 0;
const named = (field: string): Edits => ({
  [field]: (pick) => ({ [field]: `${pick(texts)} ${++names}` }),
  description: (pick) => ({ description: pick(htmlTexts) }),
});

const posts: Edits = {
  status: (pick) => ({ status: pick(['publish', 'draft', 'pending', 'private']) }),
  date: (pick) => ({ date: pick(['2026-01-02 03:04:05', '2031-01-01 10:00:00', '2027-06-15 10:00:00']) }),
  author: (pick, { authors }) => ({ author: pick(authors) }),
  image: (pick, { images }) => ({ image: pick([...images, '']) }),
};

const days = ['2027-07-01', '2027-11-07', '2028-03-26'];

const editsOf: Readonly<Record<string, Edits>> = {
  events: {
    ...named('title'),
    ...posts,
    excerpt: (pick) => ({ excerpt: pick(htmlTexts) }),
    slug: (pick) => ({ slug: pick(['one', 'two', 'three', '']) }),
    dates: (pick) => {
      const day = pick(days);
      return { start_date: `${day} 10:00:00`, end_date: `${day} ${pick(['11:00:00', '23:30:00'])}` };
    },
    timezone: (pick) => ({ timezone: pick(['Europe/Paris', 'America/New_York', 'UTC+5:30', '']) }),
    all_day: (pick) => ({ all_day: pick([true, false]) }),
    cost: (pick) => ({ cost: pick(['', '5', '€5 – €12', 'free for members', '1,234.50 USD']) }),
    website: (pick) => ({ website: pick(['', 'https://one.example/', 'https://two.example/a?b=c']) }),
    flags: (pick) => ({ featured: pick([true, false]), sticky: pick([true, false]), show_map: pick([true, false]) }),
    hidden: (pick) => ({ hide_from_listings: pick([true, false]) }),
    event_status: (pick) => ({
      event_status: pick(['scheduled', 'cancelled', 'postponed']),
      event_status_note: pick(['', 'Moved indoors']),
    }),
    online: (pick) => ({
      online_url: pick(['', 'https://meet.example/a']),
      online_url_from: pick(['', '2027-06-30 09:00:00']),
      attendance: pick(['in_person', 'online', 'mixed']),
    }),
    venue: (pick, { venues }) => ({ venue: pick([[], [venues[0]], [...venues], [...venues].reverse()]) }),
    organizer: (pick, { organizers }) => ({ organizer: pick([[], [organizers[0]], [...organizers].reverse()]) }),
    categories: (pick, { categories }) => ({ categories: pick([[], [categories[0]], [...categories]]) }),
    tags: (pick) => ({ tags: pick([[], ['red'], ['red', 'blue'], ['green']]) }),
    tickets: (pick) => ({
      tickets: pick([
        [],
        [{ name: 'Entry', price: '5', currency: 'EUR' }],
        [
          { name: 'A', price: '1' },
          { name: 'B', price: '2' },
        ],
      ]),
    }),
  },
  venues: {
    ...named('venue'),
    ...posts,
    address: (pick) => ({ address: pick(['', '1 Mill Rd']), city: pick(['', 'Oakton']), zip: pick(['', '05001']) }),
    region: (pick) =>
      pick<Body>([
        { state: 'VT', country: 'United States' },
        { province: 'Ain', country: 'France' },
      ]),
    coordinates: (pick) =>
      pick<Body>([
        { geo_lat: 44.5, geo_lng: -72.25 },
        { geo_lat: 1, geo_lng: 2 },
      ]),
    maps: (pick) => ({ show_map: pick([true, false]), show_map_link: pick([true, false]) }),
  },
  organizers: {
    ...named('organizer'),
    ...posts,
    contact: (pick) => ({ phone: pick(['', '1']), email: pick(['', 'a@b.example']) }),
  },
  categories: {
    ...named('name'),
    slug: (pick) => ({ slug: pick(['one', 'two', 'three']) }),
    parent: (pick, { categories }) => ({ parent: pick([0, ...categories]) }),
  },
  media: {
    title: (pick) => ({ title: pick(texts) }),
    alt_text: (pick) => ({ alt_text: pick(['', 'A barn']) }),
    caption: (pick) => ({ caption: pick(['', 'At dusk']) }),
  },
  tags: { ...named('name'), slug: (pick) => ({ slug: pick(['one', 'two', 'three']) }) },
};

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const nameField: Readonly<Record<string, string>> = { events: 'title', venues: 'venue', organizers: 'organizer' };

const picture = async (width: number): Promise<string> =>
  `data:image/png;base64,${(await png(width, 30)).toString('base64')}`;

onOneEngine((engine) => {
  describe.each(seeds)('random edits of seed %i', (seed) => {
    test.each(Object.keys(editsOf))('%s are restored to any revision', { timeout: timeoutMs }, async (path) => {
      const world = await startWorld(engine, { settings: { ALMANAC_LANGUAGES: languages.join(',') } });
      try {
        const targets = await makeTargets(world);
        for (let at = 0; at < records; at++) await play(world, path, targets, randomFrom(seed + at));
      } finally {
        await world.stop();
      }
    });
  });

  async function makeTargets(world: World): Promise<Targets> {
    const idsOf = (made: readonly Answered[]) => made.map(({ id }) => id);
    const upload = async (width: number) => world.send('POST /media', { file: await picture(width), title: 'Image' });
    return {
      venues: idsOf([await world.venue(), await world.venue()]),
      organizers: idsOf([await world.organizer(), await world.organizer()]),
      categories: idsOf([await world.category(), await world.category()]),
      images: idsOf([await upload(41), await upload(42)]),
      authors: [world.people.administrator.id, world.people.author.id],
    };
  }

  async function play(world: World, path: string, targets: Targets, random: () => number): Promise<void> {
    const pick: Pick = (items) => items[Math.floor(random() * items.length)] as never;
    const kinds = editsOf[path] ?? {};
    const made = await world.send(`POST /${path}`, {
      [nameField[path] ?? 'name']: `Start ${random()}`,
      ...(path === 'events' && times),
      ...(path === 'media' && { file: await picture(43) }),
      i18n_language: pick(languages),
    });
    /** Without the time of the last change. Counters of terms follow other records. */
    const shown = async (): Promise<readonly unknown[]> =>
      Promise.all(
        languages.map(async (language) => {
          const {
            modified: _,
            modified_utc: __,
            ...body
          } = await world.get(`/${path}/${made.id}?context=edit&i18n_language=${language}`, { as: 'administrator' });
          return body;
        }),
      );
    const newest = async (): Promise<number> =>
      (await world.get(`/revisions?resource=${path}&record=${made.id}&per_page=1`, { as: 'administrator' }))
        .revisions[0].id;
    const states = new Map<number, readonly unknown[]>([[await newest(), await shown()]]);
    const log: Body[] = [];
    for (let n = 0; n < edits; n++) {
      const chosen = [pick(Object.keys(kinds)), pick(Object.keys(kinds))];
      const body = Object.assign(
        { i18n_language: pick(languages) },
        ...chosen.map((name) => kinds[name]?.(pick, targets)),
      );
      if (path in nameField && random() < 0.1) {
        await world.send(`DELETE /${path}/${made.id}`, {});
        log.push({ DELETE: made.id });
        body.status = 'publish';
      }
      const reply = await world.askAgain(`PATCH /${path}/${made.id}`, { as: 'administrator', body });
      expect([200, 400], reply.text).toContain(reply.statusCode);
      log.push(body);
      states.set(await newest(), await shown());
    }
    const known = [...states];
    for (let n = 0; n < 6; n++) {
      const [revision, state] = pick(known);
      const reply = await world.askAgain(`POST /revisions/${revision}/restore`, { as: 'administrator', body: {} });
      expect(reply.statusCode, `${reply.text} ${JSON.stringify(log)}`).toBe(200);
      expect(await shown(), `restoring ${revision} of ${JSON.stringify(log)}`).toEqual(state);
      known.push([await newest(), state]);
    }
  }
});
