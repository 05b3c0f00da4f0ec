// Search of events by the names of linked records, on the native mount and the pages, as far as the caller may read them.
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import { linkedTables } from '../src/core/change.js';
import { standard } from '../src/core/site.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { searchedEvents } from '../src/facades/events/event-search.js';
import { event } from '../src/models/event/event.js';
import { registry } from '../src/models/registry.js';
import type { Ask, Who } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, startOfWorld, useWorld } from './harness/world.js';

const window = 'start_date=2027-01-01&end_date=2028-12-31&per_page=50';

test('a cached search depends on the tables of the names that it looks at', () => {
  const [facade] = facadesOf({ apiNamespace: 'cal', dropin: true, maxPerPage: 100, recurrence: true });
  const site = {
    ...standard,
    name: 'Almanac',
    baseUrl: '',
    uidHost: 'calendar.example',
    zone: 'UTC',
    perPage: 10,
    version: '',
  };
  const call: Call = { actor: anonymous, facade, site, now: startOfWorld };
  for (const text of ['word', '-word', 'a "b c"']) {
    const tables = linkedTables(searchedEvents(text, call), event, registry);
    expect([...tables].toSorted()).toEqual(['categories', 'organizers', 'tags', 'venues']);
  }
});

forEachEngine((engine) => {
  describe('in one language', () => {
    const world = useWorld(engine);
    const records: Record<string, Answered> = {};

    const found = async (text: string, ask: Ask = {}): Promise<readonly string[]> => {
      const list = await world.get(`/events?${window}&search=${encodeURIComponent(text)}`, ask);
      expect(list.total).toBe(list.events.length);
      return list.events.map(({ title }: Answered) => title).toSorted();
    };

    beforeAll(async () => {
      const [hall, barn, hidden] = [
        await world.venue({
          venue: 'Queen’s Hall',
          city: 'Édinburgh',
          address: 'Clerk Street',
          description: 'gaslight',
        }),
        await world.venue({ venue: 'Old Barn', city: 'Oakton' }),
        await world.venue({ venue: 'Secretroom', city: 'Hiddentown', status: 'private' }),
      ];
      const [guild, quiet] = [
        await world.organizer({ organizer: 'Mill Guild', email: 'post@millmail.example' }),
        await world.organizer({ organizer: 'Quietpeople', status: 'draft' }),
      ];
      const music = await world.category({ name: 'Live Music' });
      const jazz = await world.category({ name: 'Bebop', parent: music.id, description: 'syncopated' });
      const free = await world.tag({ name: 'No Fee' });
      Object.assign(records, { hall, music, free, guild });
      const make = (title: string, more: object) => world.event({ title, ...more });
      await make('One', { venue: hall.id, organizer: guild.id, categories: [music.id], description: 'Brass band' });
      await make('Two', { venue: hall.id, categories: [jazz.id], tags: [free.id] });
      await make('Three', {
        venue: [barn.id, hall.id],
        organizer: guild.id,
        tags: [free.id],
        description: 'Brass duo',
      });
      await make('Four', { venue: barn.id });
      await make('Five', { venue: hidden.id, organizer: quiet.id });
      await make('Shut', { venue: hall.id, organizer: guild.id, tags: [free.id], password: 'open sesame' });
      await make('Draft', { venue: hall.id, status: 'draft' });
    });

    const table: readonly (readonly [string, readonly string[]])[] = [
      ['edinburgh', ['One', 'Three', 'Two']],
      ['ÉDINB', ['One', 'Three', 'Two']],
      ['oakton', ['Four', 'Three']],
      ['queen', ['One', 'Three', 'Two']],
      ['guild', ['One', 'Three']],
      ['music', ['One']],
      ['bebop', ['Two']],
      ['fee', ['Three', 'Two']],
      // Every word may be in another place, but none may be missing.
      ['brass edinburgh', ['One', 'Three']],
      ['brass oakton', ['Three']],
      ['oakton edinburgh', ['Three']],
      ['guild fee hall', ['Three']],
      ['one edinburgh live', ['One']],
      ['two guild', []],
      ['edinburgh nowhere', []],
      // Short words are in no index.
      ['no', ['Three', 'Two']],
      ['no ed', ['Three', 'Two']],
      ['no brass', ['Three']],
      // Phrases are within one text.
      ['"queen’s hall"', ['One', 'Three', 'Two']],
      ['"brass band" "live music"', ['One']],
      ['"hall edinburgh"', []],
      // An excluded word is in none of these texts.
      ['edinburgh -oakton', ['One', 'Two']],
      ['hall -fee', ['One']],
      ['brass -"mill guild"', []],
      ['edinburgh -brass', ['Two']],
      ['-edinburgh -secretroom', ['Five', 'Four']],
      ['-no -oakton', ['Five', 'One']],
      // Other texts of linked records do not count.
      ['clerk', []],
      ['gaslight', []],
      ['millmail', []],
      ['syncopated', []],
    ];

    test.each(table)('%s finds %j', async (text, wanted) => {
      expect(await found(text)).toEqual(wanted);
    });

    test('a search has at most 16 words, 8 of them excluded', async () => {
      const words = (count: number, sign = '') => Array.from({ length: count }, (_, at) => `${sign}w${at}`).join(' ');
      for (const on of ['native', 'dropin'] as const) {
        const statusOf = async (path: string, text: string) =>
          (await world.ask(`GET ${path}?search=${encodeURIComponent(text)}`, { on })).statusCode;
        for (const path of ['/events', '/venues', '/events.ics'].slice(0, on === 'native' ? 3 : 2)) {
          expect(await statusOf(path, `${words(8)} ${words(8, '-')}`)).toBe(200);
          expect(await statusOf(path, words(17))).toBe(400);
          expect(await statusOf(path, words(9, '-'))).toBe(400);
        }
      }
      const page = await fetch(`${world.address}/calendar/list?search=${encodeURIComponent(words(17))}`);
      expect(page.status).toBe(400);
    });

    test('the drop-in mount searches title and texts only', async () => {
      expect(await found('edinburgh', { on: 'dropin' })).toEqual([]);
      expect(await found('brass guild', { on: 'dropin' })).toEqual([]);
      expect(await found('brass', { on: 'dropin' })).toEqual(['One', 'Three']);
      expect(await found('brass -edinburgh', { on: 'dropin' })).toEqual(['One', 'Three']);
    });

    test('linked records count only for callers who may read them', async () => {
      for (const text of ['secretroom', 'hiddentown', 'quietpeople']) {
        for (const as of ['anonymous', 'author'] as const) expect(await found(text, { as })).toEqual([]);
        expect(await found(text, { as: 'editor' })).toEqual(['Five']);
        // Exclusion does not reveal them either.
        expect(await found(`five -${text}`)).toEqual(['Five']);
        expect(await found(`five -${text}`, { as: 'editor' })).toEqual([]);
      }
    });

    test('a protected event is found by none of these names, unless its editor asks with context=edit', async () => {
      const asks = async (as: Who, context: string) => {
        const list = await world.get(`/events?${window}&search=edinburgh&context=${context}`, { as });
        return list.events.map(({ title }: Answered) => title).toSorted();
      };
      expect(await asks('editor', 'view')).toEqual(['Draft', 'One', 'Three', 'Two']);
      expect(await asks('editor', 'edit')).toEqual(['Draft', 'One', 'Shut', 'Three', 'Two']);
      expect(await asks('author', 'edit')).toEqual(['One', 'Three', 'Two']);
      // An exclusion does not reveal its venue either.
      expect(await found('shut -edinburgh')).toEqual([]);
    });

    test('pages and other filters combine with it', async () => {
      const { hall, free } = records as Record<string, Answered>;
      const page = await world.ask('GET //calendar/list?search=edinburgh', { headers: { accept: 'text/html' } });
      for (const title of ['One', 'Two', 'Three']) expect(page.text).toContain(`>${title}<`);
      expect(page.text).not.toContain('>Four<');
      const one = await world.get(`/events?${window}&search=edinburgh&per_page=1&page=2`);
      expect([one.total, one.events.length]).toEqual([3, 1]);
      const both = await world.get(`/events?${window}&search=fee&venue=${hall?.id}&tags=${free?.id}&orderby=title`);
      expect(both.events.map(({ title }: Answered) => title)).toEqual(['Three', 'Two']);
    });

    test('accepts many words', async () => {
      const words = Array.from({ length: 16 }, (_, at) => `w${String.fromCharCode(97 + at)}q`);
      expect(await found(words.join(' '))).toEqual([]);
      expect(await found(`edinburgh ${'brass '.repeat(20)}`)).toEqual(['One', 'Three']);
    });

    test('a cached search is invalidated by changed names and links', async () => {
      const venue = await world.venue({ venue: 'Firstname' });
      const tag = await world.tag({ name: 'Tagname' });
      const event = await world.event({ title: 'Moving', venue: venue.id, tags: [tag.id] });
      // Anonymous responses may be up to a second stale on PostgreSQL, signed-in ones never.
      const as = 'author';
      const seen = async () => [
        await found('firstname', { as }),
        await found('secondname', { as }),
        await found('tagname', { as }),
      ];
      expect(await seen()).toEqual([['Moving'], [], ['Moving']]);
      await world.send(`PATCH /venues/${venue.id}`, { venue: 'Secondname' });
      expect(await seen()).toEqual([[], ['Moving'], ['Moving']]);
      await world.send(`PATCH /tags/${tag.id}`, { name: 'Othername' });
      expect(await seen()).toEqual([[], ['Moving'], []]);
      await world.send(`PATCH /events/${event.id}`, { venue: [] });
      expect(await seen()).toEqual([[], [], []]);
      await world.send(`PATCH /events/${event.id}`, { venue: venue.id });
      await world.send(`PATCH /venues/${venue.id}`, { status: 'private' });
      expect(await seen()).toEqual([[], [], []]);
    });
  });

  describe('in several languages', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });

    test('searches linked records in the requested language', async () => {
      const venue = await world.venue({ venue: 'Townhall', city: 'Lyons' });
      await world.send(`POST /venues/${venue.id}`, { venue: 'Mairie', i18n_language: 'fr' });
      const category = await world.category({ name: 'Dancing' });
      await world.send(`POST /categories/${category.id}`, { name: 'Danser', i18n_language: 'fr' });
      const plain = await world.tag({ name: 'Unspoken' });
      const event = await world.event({ title: 'Ball', venue: venue.id, categories: [category.id], tags: [plain.id] });
      await world.send(`POST /events/${event.id}`, { title: 'Bal', i18n_language: 'fr' });
      const found = async (text: string, language: string) =>
        (await world.get(`/events?${window}&search=${encodeURIComponent(text)}&i18n_language=${language}`)).total;
      for (const [text, english, french] of [
        ['townhall', 1, 0],
        ['mairie', 0, 1],
        ['lyons', 1, 1],
        ['dancing', 1, 0],
        ['danser', 0, 1],
        ['unspoken', 1, 1],
        ['ball townhall', 1, 0],
        ['bal mairie', 0, 1],
        ['bal -mairie', 1, 0],
        ['unspoken -townhall', 0, 1],
        ['un', 1, 1],
      ] as const) {
        expect([text, await found(text, 'en'), await found(text, 'fr')]).toEqual([text, english, french]);
      }
    });
  });
});
