// The demo calendar: dated around the day it is loaded, and loaded into an empty calendar only.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { contextOf, openDatabase, openFiles } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { operator } from '../src/core/actor.js';
import { everything } from '../src/core/condition.js';
import { shapeOf } from '../src/core/facade.js';
import { forModel, type Given } from '../src/core/field.js';
import { inLanguage, isTranslated, slugsOf } from '../src/core/language.js';
import { fileName, fileNames, type Picture } from '../src/core/picture.js';
import type { Row } from '../src/core/store.js';
import { slugify } from '../src/core/text/slug.js';
import { plusSeconds } from '../src/core/time/clock.js';
import { french, frenchEvents } from '../src/demo/french/french.js';
import { demoEvents, loadDemo } from '../src/demo/load.js';
import { readingRoom } from '../src/demo/organizers.js';
import { type DemoCategory, demoCategories } from '../src/demo/terms.js';
import { tideHall } from '../src/demo/venues.js';
import { datesOf } from '../src/demo/when.js';
import { variantsOf } from '../src/media/sizes.js';
import type { CategoryRow } from '../src/models/category/columns.js';
import type { EventRow } from '../src/models/event/columns.js';
import { isMaster, occurrencesOf } from '../src/models/event/series/rows.js';
import { writesOf } from '../src/operations/write.js';
import { onOneEngine, type Place } from './harness/engines.js';
import { cleanUp, eventsOf, newFolder, run, serve, serveHere } from './harness/program.js';
import { templateFolder } from './harness/template-folder.js';

afterEach(cleanUp);

const long = 600_000;
const day = 86_400;

async function emptyStore(languages = '', place: Place['settings'] = {}) {
  const config = readConfig({ ALMANAC_DATA: templateFolder('schema'), ALMANAC_LANGUAGES: languages, ...place });
  const store = await openDatabase(config);
  const context = contextOf(config, store, operator);
  /** Without the dates of series, which read their texts from it. */
  const rows = async (name: string) =>
    (await store.list({ table: context.registry.named(name), where: everything, order: [], limit: 1_000 })).filter(
      ({ series }) => !series,
    );
  return { store, context, config, rows };
}

async function loaded(...where: Parameters<typeof emptyStore>) {
  const { store, context, rows } = await emptyStore(...where);
  await loadDemo(store, context, false);
  const events = (await rows('event')) as unknown as readonly EventRow[];
  return { store, context, now: context.call.now, events, rows };
}

describe('the demo calendar', () => {
  it('has every kind of record, dated around today', async () => {
    const { events, now, rows } = await loaded();
    const count = (test: (event: EventRow) => boolean) => events.filter(test).length;
    const future = (event: EventRow) => event.utc_start_date > now;
    expect(events.length).toBeGreaterThanOrEqual(40);
    expect(count((event) => event.utc_end_date < now)).toBeGreaterThanOrEqual(4);
    expect(count((event) => event.utc_start_date <= now && event.utc_end_date >= now)).toBeGreaterThanOrEqual(2);
    expect(count((event) => future(event) && event.utc_start_date < plusSeconds(now, 60 * day))).toBeGreaterThan(25);
    expect(count((event) => event.utc_start_date > plusSeconds(now, 75 * day))).toBeGreaterThanOrEqual(3);
    expect(count((event) => event.status === 'draft')).toBe(1);
    expect(count((event) => event.password !== '')).toBe(1);
    expect(count((event) => event.all_day)).toBeGreaterThanOrEqual(5);
    expect(count((event) => event.featured)).toBeGreaterThanOrEqual(5);
    expect(count((event) => event.sticky)).toBe(2);
    expect(count((event) => event.parent !== 0)).toBe(3);
    expect(new Set(events.map((event) => event.timezone)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(events.map((event) => event.title)).size).toBe(events.length);
    expect(count((event) => event.image_id !== 0)).toBeGreaterThanOrEqual(10);
    expect((await rows('media')).length).toBe(8);
    expect((await rows('venue')).length).toBe(8);
    expect((await rows('organizer')).length).toBe(7);
    expect((await rows('tag')).length).toBeGreaterThanOrEqual(12);
    const categories = (await rows('category')) as unknown as readonly CategoryRow[];
    expect(categories.map(({ path }) => path)).toEqual(expect.arrayContaining(['music/jazz', 'arts/film']));
  });

  it('has three series, one with a skipped and a moved date', async () => {
    const { store, events } = await loaded('en,fr');
    const series = events.filter(isMaster);
    expect(series.map(({ title }) => title)).toEqual([
      'Tuesday Choir',
      'Board Games after Work',
      'Shared Supper by the River',
    ]);
    const [choir] = series;
    const dates = await occurrencesOf({ store }, choir?.id ?? 0);
    expect(dates).toHaveLength(11);
    expect(dates.filter(({ start_date, original_start }) => start_date !== original_start)).toMatchObject([
      { own: ['end_date', 'start_date'], content_id: choir?.id },
    ]);
    expect(dates.every(({ content_id }) => content_id === choir?.id)).toBe(true);
    expect(choir?.translations.fr?.title).toBe('Le chœur du mardi');
  });

  it('has single events only where recurrence is switched off', async () => {
    const place = { ALMANAC_RECURRENCE: 'off' };
    const { events } = await loaded('', place);
    expect(events.length).toBe(demoEvents.length);
    expect(events.some(isMaster)).toBe(false);
  });

  it('ships its images in every size without encoding', async () => {
    const { store, context, config, rows } = await emptyStore();
    const make = () => Promise.reject(new Error('a picture was encoded'));
    await loadDemo(store, { ...context, pictures: { ...context.pictures, make } }, false);
    const kept: string[] = [];
    for await (const { name } of openFiles(config).list()) kept.push(name);
    const pictures = (await rows('media')) as unknown as readonly (Row & Picture)[];
    expect(kept.sort()).toEqual(pictures.flatMap(fileNames).sort());
    for (const picture of pictures) {
      const wanted = variantsOf(picture).map(({ name, width, height }) => [name, { width, height }]);
      expect(picture.sizes).toMatchObject(Object.fromEntries(wanted));
      expect(Object.keys(picture.sizes)).toHaveLength(wanted.length);
      for (const size of [undefined, ...Object.values(picture.sizes)]) {
        const file = await openFiles(config).get(fileName(picture, size));
        const bytes = file ? await buffer(file.stream) : Buffer.of();
        const { width, height, filesize } = size ?? picture;
        expect(bytes.length).toBe(filesize);
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
      }
    }
  });

  it('is loaded in one transaction', async () => {
    const config = readConfig({ ALMANAC_DATA: templateFolder('schema') });
    const store = await openDatabase(config);
    const context = contextOf(config, store, { ...operator, role: 'contributor' });
    // Every database has settings.
    const tables = context.registry.models.filter(({ name }) => name !== 'settings');
    const counts = () => Promise.all(tables.map((table) => store.count({ table, where: everything })));
    // A contributor may not make the tags of the first event, after its categories were made.
    await expect(loadDemo(store, context, false)).rejects.toThrow();
    expect(new Set(await counts())).toEqual(new Set([0]));
  });

  it('is not loaded into a calendar with events unless forced', async () => {
    const { store, context, events, rows } = await loaded();
    expect(await loadDemo(store, context, false)).toBeUndefined();
    await loadDemo(store, context, true);
    const again = await rows('event');
    expect(again.length).toBe(2 * events.length);
    expect(new Set(again.map((row: Row) => row.slug)).size).toBeGreaterThan(again.length - 2);
    expect((await rows('media')).length).toBe(8);
    expect((await rows('venue')).length).toBe(8);
  });

  it('keeps its weekdays on every date', () => {
    for (const today of ['2027-02-28', '2027-03-01', '2027-03-03', '2027-12-31']) {
      const { start_date } = datesOf({ day: 'sat', week: 1, from: '09:00', to: '10:00' }, `${today} 12:00:00`);
      expect(new Date(`${start_date.slice(0, 10)}T00:00:00Z`).getUTCDay()).toBe(6);
      expect(start_date > today).toBe(true);
    }
  });
});

const flat = (categories: readonly DemoCategory[]): readonly DemoCategory[] =>
  categories.flatMap((category) => [category, ...flat(category.children ?? [])]);

/** Number of parts of a text, and of items of each list. */
const outlineOf = (story: readonly (string | readonly string[])[]) =>
  story.map((part) => (typeof part === 'string' ? 'paragraph' : part.length));

describe('the French texts', () => {
  const named: Readonly<Record<string, readonly unknown[]>> = {
    event: demoEvents.map(({ title }) => title),
    category: flat(demoCategories).map(({ name }) => name),
    tag: demoEvents.flatMap(({ tags }) => tags),
    venue: demoEvents.flatMap(({ at }) => (at ? [at.record.venue] : [])),
    organizer: demoEvents.flatMap(({ by }) => by.map(({ organizer }) => organizer)),
  };

  it('translate every English text and nothing else', () => {
    expect(Object.keys(french).sort()).toEqual(Object.keys(named).sort());
    for (const [resource, names] of Object.entries(named)) {
      expect(Object.keys(french[resource] ?? {}).sort()).toEqual([...new Set(names)].sort());
    }
  });

  it('have every field of the English texts', () => {
    for (const { title, story } of demoEvents) {
      const said = frenchEvents[title];
      expect(said?.title, title).toMatch(/\S/);
      expect(said?.title).not.toBe(title);
      expect(said?.excerpt, title).toMatch(/\S/);
      expect(outlineOf(said?.story ?? []), title).toEqual(outlineOf(story));
    }
    for (const { description } of Object.values(french.category ?? {})) expect(description).toMatch(/\S/);
    for (const { name } of Object.values(french.tag ?? {})) expect(name).toMatch(/\S/);
    for (const resource of ['venue', 'organizer']) {
      for (const { description } of Object.values(french[resource] ?? {})) expect(description).toMatch(/^<p>.+<\/p>$/);
    }
  });

  it('follow French typography', () => {
    const texts = Object.values(french)
      .flatMap((records) => Object.values(records).flatMap(Object.values))
      .map(String);
    for (const text of texts) {
      expect(text).not.toMatch(/['"“”]|\.\.\./);
      expect(text).not.toMatch(/[^\u00a0][:;!?»]|«[^\u00a0]/);
    }
  });

  onOneEngine((engine) => {
    it.each(['', 'en,fr', 'fr,en', 'fr', 'de'])('are stored as translations on a site with “%s”', async (set) => {
      const place = await engine.prepare('schema');
      const { store, context, rows } = await loaded(set, place.settings);
      const read = (row: Row, language: string): Row => inLanguage(row, language, context.call.site.languages);
      for (const [resource, texts] of Object.entries(french)) {
        const [title = ''] = context.registry.named(resource).translated;
        const { fields } = shapeOf(context.call.facade, resource);
        const field = Object.keys(fields).find((name) => (fields[name]?.sets ?? name) === title) ?? '';
        const all = await rows(resource);
        expect(all.map((row) => read(row, 'en')[title]).sort()).toEqual([...new Set(named[resource])].sort());
        for (const row of all) {
          const english = String(read(row, 'en')[title]);
          const own = texts[english]?.[field];
          if (own !== undefined) expect(read(row, 'fr')[title]).toBe(own);
          const names = own === undefined ? [english] : [english, String(own)];
          expect([...slugsOf(row)].sort()).toEqual(row.status === 'draft' ? [''] : names.map(slugify).sort());
        }
      }
      await store.close();
      await place.clean();
    });
  });

  it('use the language codes of the site', async () => {
    const { events } = await loaded('en-GB,fr-CA');
    for (const { language, translations } of events) {
      expect([language, Object.keys(translations)]).toEqual(['en-GB', ['fr-CA']]);
    }
  });

  it.each(['', 'fr,en'])('change no earlier record on a site with “%s”', async (languages) => {
    const { store, context, rows } = await emptyStore(languages);
    const there: Readonly<Record<string, Given>> = {
      category: { name: 'Music', description: 'Ours' },
      tag: { name: 'weekend' },
      venue: { ...tideHall.record, ...tideHall.coordinates },
      organizer: readingRoom,
    };
    await store.transact(async (writer) => {
      for (const [name, given] of Object.entries(there)) {
        const { model, fields } = shapeOf(context.call.facade, name);
        await writesOf(model).create({ ...context, store: writer }, model, forModel(fields, given));
      }
    });
    for (const again of [false, true]) {
      await loadDemo(store, context, again);
      for (const name of Object.keys(there)) {
        const all = await rows(name);
        expect(all.length).toBe(new Set(named[name]).size);
        expect(all.filter((row) => !isTranslated(row))).toMatchObject([{ version: 1 }]);
      }
      expect((await rows('event')).every(isTranslated)).toBe(true);
    }
  });
});

describe('serve', () => {
  it('loads no demo without --demo', { timeout: long }, async () => {
    const server = await serve([], { data: templateFolder('schema') });
    expect(await (await fetch(eventsOf(server.url))).json()).toMatchObject({ total: 0 });
    expect(server.output.stderr).not.toContain('curl');
  });

  it('loads the demo calendar once, and prints a request that works', { timeout: long }, async () => {
    const data = newFolder();
    const server = await serve(['--demo'], { data });
    const total = async (url: string) =>
      Number((await fetch(`${eventsOf(url)}?start_date=2000-01-01&end_date=2100-01-01`)).headers.get('x-tec-total'));
    const before = await total(server.url);
    expect(before).toBeGreaterThanOrEqual(40);
    const { stdout, stderr } = await server.stop();
    expect(stdout).toBe(`Almanac is ready at ${server.url}/\n`);
    expect(stderr).toMatch(/Members’ Preview.+“lantern”/);

    const again = await serve(['--demo'], { data });
    expect(await total(again.url)).toBe(before);
    const [, address = ''] = /^ {2}curl '(\S+)'$/m.exec(again.output.stderr) ?? [];
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { events: unknown[] }).events).toHaveLength(3);
    const refused = await run(['demo'], { data });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('There are events already. Use --force');
  });
});

describe('demo', () => {
  it('fills an empty store and creates an administrator as owner', { timeout: long }, async () => {
    const data = newFolder();
    const ran = await run(['demo'], { data });
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toContain('application password');
    const server = await serveHere({ data });
    const { events } = (await (await fetch(eventsOf(server.url))).json()) as { events: { author: string }[] };
    expect(events[0]?.author).toBe('1');
  });
});

interface Told {
  readonly total: number;
  readonly events: readonly { readonly title: string; readonly venue: { readonly venue?: string } }[];
}

describe('in the languages of the site', () => {
  const asked = async (url: string, query: string): Promise<Told> =>
    (await (
      await fetch(`${eventsOf(url)}?start_date=2000-01-01&end_date=2100-01-01&per_page=100&${query}`)
    ).json()) as Told;
  const found = async (url: string, query: string) => (await asked(url, query)).total;

  /** The language of all titles of a list, by what the demo calendar says. */
  async function languageIn(url: string, query = ''): Promise<string> {
    const titles = new Set((await asked(url, query)).events.map(({ title }) => title));
    const shown = demoEvents.filter(({ also }) => also?.status !== 'draft').map(({ title }) => title);
    if (shown.every((title) => titles.has(title))) return 'en';
    return shown.every((title) => titles.has(frenchEvents[title]?.title ?? '')) ? 'fr' : 'neither';
  }

  async function expectBoth(url: string, standard: 'en' | 'fr'): Promise<void> {
    expect(await languageIn(url)).toBe(standard);
    for (const language of ['en', 'fr']) expect(await languageIn(url, `i18n_language=${language}`)).toBe(language);
    const totals = (text: string) =>
      Promise.all(['en', 'fr'].map((language) => found(url, `search=${text}&i18n_language=${language}`)));
    expect(await totals('violoncelles')).toEqual([0, 1]);
    expect(await totals('cellos')).toEqual([1, 0]);
    const { events } = await asked(url, 'search=violoncelles+dimanche&i18n_language=fr&categories=classique');
    expect(events).toMatchObject([{ venue: { venue: 'Alte Papiermühle' } }]);
    const sorted = (await asked(url, 'orderby=title&order=asc&i18n_language=fr')).events.map(({ title }) => title);
    expect(sorted).toEqual([...sorted].sort(new Intl.Collator('fr', { ignorePunctuation: false }).compare));
  }

  async function expectSound(data: string): Promise<void> {
    expect(await run(['doctor'], { data })).toMatchObject({ code: 0 });
  }

  it.each([
    ['en,fr', 'en'],
    ['fr,en', 'fr'],
  ] as const)('serve --demo speaks both where they are %s', { timeout: long }, async (languages, standard) => {
    const data = templateFolder('schema');
    const server = await serve(['--demo'], { data, environment: { ALMANAC_LANGUAGES: languages } });
    await expectBoth(server.url, standard);
    await expectSound(data);
  });

  it('is English on a site without languages, and in both once they are configured', { timeout: long }, async () => {
    const data = templateFolder('schema');
    expect(await run(['demo'], { data })).toMatchObject({ code: 0 });
    const plain = await serveHere({ data });
    expect(await languageIn(plain.url)).toBe('en');
    expect(await languageIn(plain.url, 'i18n_language=fr')).toBe('en');
    expect(await found(plain.url, 'search=violoncelles')).toBe(0);
    expect(await found(plain.url, 'search=cellos')).toBe(1);
    await plain.stop();
    for (const standard of ['en', 'fr'] as const) {
      const environment = { ALMANAC_LANGUAGES: standard === 'en' ? 'en,fr' : 'fr,en' };
      const server = await serveHere({ data, environment });
      await expectBoth(server.url, standard);
      await server.stop();
    }
    await expectSound(data);
  });

  it.each([
    ['en,fr', 'en', 'en,fr'],
    ['fr,en', 'fr', 'fr,en'],
    ['fr,en', 'fr', ''],
  ] as const)(
    'demo fills a server that runs in %s, default %s, when it is told “%s” itself',
    {
      timeout: long,
    },
    async (languages, standard, told) => {
      const data = templateFolder('schema');
      const server = await serveHere({ data, environment: { ALMANAC_LANGUAGES: languages } });
      expect(await run(['demo'], { data, environment: { ALMANAC_LANGUAGES: told } })).toMatchObject({ code: 0 });
      await expectBoth(server.url, standard);
      await expectSound(data);
    },
  );
});
