// iCalendar files imported into a real store.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { contextWithSettings } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import { Invalid } from '../src/core/problem.js';
import { loadDemo } from '../src/demo/load.js';
import { type IcalOptions, openCalendar, siteOptions } from '../src/imports/ical/read.js';
import { similarIn } from '../src/imports/ical/similar.js';
import type { ReadSource } from '../src/imports/incoming.js';
import { incomingPages } from '../src/imports/readable-file.js';
import { type ImportRequest, runImport } from '../src/imports/run.js';
import { onOneEngine } from './harness/engines.js';
import { cleanUp, newFolder, run } from './harness/program.js';
import { type Answered, useWorld, type World } from './harness/world.js';

const folder = new URL('fixtures/ical/', import.meta.url);

async function importInto(
  world: World,
  bytes: Buffer | string,
  source: string,
  more: Partial<ImportRequest & { readonly given: Partial<IcalOptions> }> = {},
) {
  const { store, config, clock } = world;
  const opened = await contextWithSettings(config, store, operator, 'calendar.example');
  const context = { ...opened, call: { ...opened.call, now: clock.now } };
  const { given = {}, ...request } = more;
  const options = { ...siteOptions(context.call), ...given };
  const { pages } = openCalendar(Buffer.from(bytes), options);
  const read: ReadSource = (position) => incomingPages(pages(position), similarIn(store, source));
  return runImport(context, store, { kind: 'ical', name: 'x.ics', source, options: {}, ...request }, read);
}

const calendar = (...events: readonly (readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
const vevent = (uid: string, ...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  ...lines,
  'END:VEVENT',
];
const start = 'DTSTART;TZID=Europe/Paris:20270901T100000';
const end = 'DTEND;TZID=Europe/Paris:20270901T120000';

afterAll(cleanUp);

const everything = 'status=any&start_date=1900-01-01&end_date=9999-12-31&per_page=50';

async function listAll(world: World, filter: string): Promise<readonly Answered[]> {
  const found: Answered[] = [];
  for (let page = 1; ; page++) {
    const body = await world.get(`/events?${everything}&${filter}&page=${page}`, { as: 'editor' });
    found.push(...(body.events as Answered[]));
    if (page >= Number(body.total_pages)) return found;
  }
}
const eventsOf = (world: World, source: string) => listAll(world, `source=${source}`);

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('importing a calendar', () => {
    test('imports the whole corpus without a crash, and nothing changes the second time', async () => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.ics'))) {
        const bytes = readFileSync(new URL(name, folder));
        const source = `corpus:${name.slice(0, -4)}`;
        const expected = JSON.parse(readFileSync(new URL(name.replace('.ics', '.json'), folder), 'utf8'));
        const { report } = await importInto(world, bytes, source);
        const again = await importInto(world, bytes, source);
        const count = (expected.records as readonly object[]).filter((record) => 'event' in record).length;
        const { created = 0, failed = 0 } = report.counts.event ?? {};
        expect({ name, created, failed, warnings: report.warnings.invalid }).toEqual({
          name,
          created: count,
          failed: 0,
          warnings: undefined,
        });
        for (const counts of Object.values(again.report.counts))
          expect({ name, ...counts }).toMatchObject({ name, created: 0, updated: 0, failed: 0, skipped: 0 });
      }
    });

    test('refuses a file that is no calendar before anything is written', async () => {
      const before = await world.get('/events?status=any', { as: 'editor' });
      await expect(importInto(world, '<html></html>', 'html')).rejects.toThrow(Invalid);
      expect((await world.get('/events?status=any', { as: 'editor' })).total).toBe(before.total);
    });

    test('writes a series with an exception, a moved date and a cancelled date, and follows later changes', async () => {
      const rule = ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE;TZID=Europe/Paris:20270904T100000'];
      const date = (day: string, ...lines: readonly string[]) =>
        vevent('series@x', `RECURRENCE-ID;TZID=Europe/Paris:${day}T100000`, ...lines);
      const moved = date(
        '20270902',
        'DTSTART;TZID=Europe/Paris:20270902T150000',
        'DTEND;TZID=Europe/Paris:20270902T170000',
        'SUMMARY:Late class',
        'LOCATION:Annex',
      );
      const cancelled = date(
        '20270903',
        'DTSTART;TZID=Europe/Paris:20270903T100000',
        'DTEND;TZID=Europe/Paris:20270903T120000',
        'SUMMARY:Class',
        'LOCATION:Hall',
        'STATUS:CANCELLED',
      );
      const series = vevent('series@x', start, end, 'SUMMARY:Class', 'LOCATION:Hall', ...rule);
      await importInto(world, calendar(series, moved, cancelled), 'series');
      const shown = async () =>
        (await listAll(world, 'start_date=2027-09-01&end_date=2027-09-30'))
          .filter(({ title }) => /class/i.test(title))
          .map((one) => [one.title, one.start_date, one.event_status, one.venue.venue]);
      expect(await shown()).toEqual([
        ['Class', '2027-09-01 10:00:00', 'scheduled', 'Hall'],
        ['Late class', '2027-09-02 15:00:00', 'scheduled', 'Annex'],
        ['Class', '2027-09-03 10:00:00', 'cancelled', 'Hall'],
      ]);
      const same = await importInto(world, calendar(series, moved, cancelled), 'series');
      expect(same.report.counts.event).toMatchObject({ same: 1, updated: 0 });
      await importInto(world, calendar(series, cancelled), 'series');
      expect(await shown()).toEqual([
        ['Class', '2027-09-01 10:00:00', 'scheduled', 'Hall'],
        ['Class', '2027-09-02 10:00:00', 'scheduled', 'Hall'],
        ['Class', '2027-09-03 10:00:00', 'cancelled', 'Hall'],
      ]);
      const weekly = vevent('series@x', start, end, 'SUMMARY:Class', 'LOCATION:Hall', 'RRULE:FREQ=WEEKLY;COUNT=2');
      await importInto(world, calendar(weekly), 'series');
      expect(await shown()).toEqual([
        ['Class', '2027-09-01 10:00:00', 'scheduled', 'Hall'],
        ['Class', '2027-09-08 10:00:00', 'scheduled', 'Hall'],
      ]);
      await importInto(world, calendar(vevent('series@x', start, end, 'SUMMARY:Class')), 'series');
      expect(await shown()).toEqual([['Class', '2027-09-01 10:00:00', 'scheduled', undefined]]);
    });

    test('finds an event by its UID and never lowers its sequence', async () => {
      await importInto(world, calendar(vevent('u1@x', start, end, 'SUMMARY:One', 'SEQUENCE:4')), 'uid');
      const [{ id } = { id: 0 }] = await eventsOf(world, 'uid');
      const feed = async () => (await world.ask(`GET /events.ics?include=${id}`)).text;
      expect(await feed()).toMatch(/UID:u1@x[\s\S]*SEQUENCE:4/);
      await importInto(world, calendar(vevent('u1@x', start, end, 'SUMMARY:Two', 'SEQUENCE:1')), 'uid');
      const events = await eventsOf(world, 'uid');
      expect(events.map(({ title }) => title)).toEqual(['Two']);
      expect(await feed()).toMatch(/UID:u1@x[\s\S]*SEQUENCE:[4-9]/);
    });

    test('reports an event with the title and start of another one, and imports it as its own', async () => {
      await world.event({
        title: 'Twin',
        start_date: '2027-09-01 10:00',
        end_date: '2027-09-01 12:00',
        timezone: 'Europe/Paris',
      });
      const { report } = await importInto(world, calendar(vevent('twin@x', start, end, 'SUMMARY:Twin')), 'twin');
      expect(report.warnings['possible duplicate']?.count).toBe(1);
      expect(report.counts.event).toMatchObject({ created: 1 });
      expect(await listAll(world, 'search=Twin')).toHaveLength(2);
    });

    test('uses the given status, categories and venue, and leaves the status alone afterwards', async () => {
      const { id: venue } = await world.venue({ venue: 'Default hall' });
      const given = { status: 'pending', categories: ['Town'], categoryNames: { Konzert: 'Music', Intern: '' }, venue };
      const lines = [start, end, 'CATEGORIES:Konzert,Intern,Family'];
      await importInto(world, calendar(vevent('g@x', ...lines, 'SUMMARY:Given')), 'given', { given });
      const [event] = await eventsOf(world, 'given');
      expect(event).toMatchObject({ status: 'pending', venue: { venue: 'Default hall' } });
      expect(event?.categories.map(({ name }: { name: string }) => name).sort()).toEqual(['Family', 'Music', 'Town']);
      await world.send(`PATCH /events/${event?.id}`, { status: 'publish' }, { as: 'editor' });
      await importInto(world, calendar(vevent('g@x', ...lines, 'SUMMARY:Changed')), 'given', { given });
      expect(await eventsOf(world, 'given')).toMatchObject([{ status: 'publish', title: 'Changed' }]);
    });

    test('does not change an existing venue of the same name', async () => {
      const { id } = await world.venue({ venue: 'Old mill', address: '', phone: '555-1', description: 'Ours' });
      await importInto(world, calendar(vevent('m@x', start, end, 'SUMMARY:Milling', 'LOCATION:Old mill')), 'mill');
      const [event] = await eventsOf(world, 'mill');
      expect(event?.venue).toMatchObject({ id, venue: 'Old mill', phone: '555-1' });
    });
  });
});

onOneEngine((engine) => {
  const from = useWorld(engine);
  const to = useWorld(engine);

  /** All that the format carries. Tags and categories are one property of it; the URL is the page of the event. */
  const comparable = (event: Answered) => ({
    title: event.title,
    start: event.start_date,
    end: event.end_date,
    // Dates of all-day events have no zone in the format: they are in that of the site.
    ...(!event.all_day && { zone: event.timezone, utc: [event.utc_start_date, event.utc_end_date] }),
    allDay: event.all_day,
    description: event.description.replace(/\s+/g, ' ').trim(),
    status: event.event_status === 'rescheduled' ? 'scheduled' : event.event_status,
    note: event.event_status_note,
    online: event.online_url,
    venue: event.venue?.venue,
    organizers: (event.organizer as readonly { organizer: string }[]).map(({ organizer }) => organizer),
    topics: [
      ...new Set([...event.categories, ...event.tags].map(({ name }: { name: string }) => name.toLowerCase())),
    ].sort(),
  });

  test('our own feed with series and changed dates imported into an empty store gives the same list', async () => {
    const context = await contextWithSettings(from.config, from.store, operator);
    const demo = await loadDemo(from.store, { ...context, call: { ...context.call, now: from.clock.now } }, true);
    const secret = new Set(demo?.protectedEvents.map(({ title }) => title));
    const series = await from.event({
      title: 'Weekly market',
      start_date: '2027-03-06 09:00',
      end_date: '2027-03-06 13:00',
      timezone: 'Europe/Paris',
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=8', dates: ['2027-07-01 09:00'], except: ['2027-03-13'] },
      venue: { venue: 'Town barn', city: 'Oakton' },
    });
    const moving = { start_date: '2027-03-21 10:00', end_date: '2027-03-21 12:00', title: 'Moved market' };
    await from.send(`PATCH /events/${series.id}/occurrences/2027-03-20`, moving, { as: 'editor' });
    await from.send(
      `PATCH /events/${series.id}/occurrences/2027-03-27`,
      { event_status: 'cancelled' },
      { as: 'editor' },
    );
    const range = 'start_date=2000-01-01&end_date=9999-12-31';
    const { text } = await from.ask(`GET /events.ics?starts_after=2000-01-01&series=rule&html=true`);
    expect(text).toContain('RRULE:');
    const { report } = await importInto(to, text, 'other');
    expect(report.warnings.invalid).toBeUndefined();
    const listOf = async (world: World) => {
      const found: Answered[] = [];
      for (let page = 1; ; page++) {
        const body = await world.get(`/events?${range}&per_page=50&page=${page}`);
        found.push(...(body.events as Answered[]));
        if (page >= Number(body.total_pages)) break;
      }
      // The feed has only the title and the dates of a protected event.
      const open = found.filter(({ title }) => !secret.has(title));
      return open.map(comparable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    };
    const [theirs, ours] = [await listOf(from), await listOf(to)];
    expect(ours.length).toBeGreaterThan(30);
    expect(ours).toEqual(theirs);
  });
});

describe('almanac import ical', () => {
  const file = (name: string): string => fileURLToPath(new URL(`${name}.ics`, folder));

  test('prints the report, and exits with 3 for warnings and 1 for a file that is no calendar', async () => {
    const data = newFolder();
    const tried = await run(['import', 'ical', file('recurrence-id-moved'), '--dry-run'], { data });
    expect(tried).toMatchObject({ code: 0, stdout: expect.stringMatching(/event +1/) });
    const first = await run(['import', 'ical', file('recurrence-id-moved'), '--source', 'town', '--json'], { data });
    expect(JSON.parse(first.stdout)).toMatchObject({ id: 1, counts: { event: { created: 1 } } });
    const again = await run(['import', 'ical', file('recurrence-id-moved'), '--source', 'town', '--json'], { data });
    expect(JSON.parse(again.stdout)).toMatchObject({ counts: { event: { created: 0, same: 1 } } });
    const odd = await run(['import', 'ical', file('unknown-zone')], { data });
    expect(odd).toMatchObject({ code: 3, stdout: expect.stringContaining('time zone unknown: 1') });
    const wrong = await run(['import', 'ical', fileURLToPath(import.meta.url)], { data });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('This is not a calendar') });
    const unreachable = await run(['import', 'ical', 'http://127.0.0.1:1/secret-key.ics'], { data });
    expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be fetched') });
    expect(unreachable.stderr).not.toContain('secret-key');
  });
});
