// Events as entries of feeds: every value, protected events, UIDs, the default window, and the cells of tables.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, operator } from '../src/core/actor.js';
import type { CalendarEntry } from '../src/core/calendar-entry.js';
import { onOneEngine } from './harness/engines.js';
import { feedContext, readFeed } from './harness/feed.js';
import { stored } from './harness/pictures.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, baseUrl, useWorld, word } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine);

  /** The entry of one event as the public sees it. */
  async function entryOf(id: number, more: Readonly<Record<string, string>> = {}): Promise<CalendarEntry> {
    const { entries } = await readFeed(feedContext(world, anonymous), { include: String(id), ...more });
    expect(entries).toHaveLength(1);
    return entries[0] as CalendarEntry;
  }

  describe('an entry', () => {
    test('has every value of the event', async () => {
      const picture = await stored(world);
      const made = await world.event({
        title: 'Harvest Fair',
        description:
          '<p>Stalls &amp; <a href="https://fair.example/?a=1&amp;b=2">music</a>.</p><ul><li>One<li>Two</ul>',
        excerpt: 'Come <b>along</b>.',
        timezone: 'Europe/Paris',
        cost: '€5',
        website: 'https://fair.example/',
        image: picture.id,
        categories: ['Music'],
        tags: ['free'],
        venue: { venue: 'Barn', address: '1 Mill Rd', city: 'Oakton', geo_lat: 1.5, geo_lng: 2.25 },
        organizer: [{ organizer: 'Guild', email: 'guild@mill.example', website: 'https://guild.example/' }],
        event_status: 'postponed',
        event_status_note: 'Rain',
        attendance: 'mixed',
        online_url: 'https://meet.example/fair',
      });
      const entry = await entryOf(made.id);
      expect({ ...entry, when: entry.when() }).toEqual({
        uid: `event-${made.id}@calendar.example`,
        sequence: 0,
        title: 'Harvest Fair',
        text: 'Stalls & music (https://fair.example/?a=1&b=2).\n\nOne\nTwo',
        html: made.description,
        summary: 'Come along.',
        url: `${baseUrl}/event/harvest-fair/`,
        allDay: false,
        start: '2027-07-01 10:00:00',
        end: '2027-07-01 12:00:00',
        utcStart: '2027-07-01 08:00:00',
        utcEnd: '2027-07-01 10:00:00',
        timezone: 'Europe/Paris',
        when: 'Thu, 1 Jul 2027, 10:00 – 12:00',
        created: '2027-06-15 15:30:00',
        modified: '2027-06-15 15:30:00',
        published: '2027-06-15 15:30:00',
        status: 'postponed',
        statusLabel: 'Postponed',
        statusNote: 'Rain',
        onlineUrl: 'https://meet.example/fair',
        place: {
          name: 'Barn',
          address: '1 Mill Rd, Oakton',
          latitude: 1.5,
          longitude: 2.25,
          url: `${baseUrl}/venue/barn/`,
        },
        contacts: [{ name: 'Guild', email: 'guild@mill.example', url: 'https://guild.example/' }],
        topics: ['Music'],
        keywords: ['free'],
        image: { url: picture.url, mediaType: 'image/png', bytes: picture.filesize },
        cost: '€5',
        website: 'https://fair.example/',
      });
    });

    test('of a series has the first date of the rule and the UID of the series, changed dates too', async () => {
      const series = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=4' });
      const { events } = await world.get(`/events/${series.id}/occurrences`);
      const [first, second, third] = events as readonly Answered[];
      await world.send(`DELETE /events/${first?.id}`, {});
      await world.send(`PATCH /events/${second?.id}`, { event_status: 'cancelled' });
      const uid = `event-${series.id}@calendar.example`;
      const entry = await entryOf(series.id, { series: 'rule' });
      expect(entry).toMatchObject({
        uid,
        start: '2027-07-01 10:00:00',
        end: '2027-07-01 12:00:00',
        status: 'scheduled',
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=4', dates: [], except: ['2027-07-01 10:00:00'] },
      });
      expect(entry.recurrence?.changed).toHaveLength(1);
      expect(entry.recurrence?.changed[0]).toMatchObject({
        uid,
        status: 'cancelled',
        originalStart: '2027-07-08 10:00:00',
      });
      expect(await entryOf(third?.id as number)).toMatchObject({ uid: `event-${third?.id}@calendar.example` });
    });

    test('of a protected event has none of its texts, links and names', async () => {
      const marker = word('hidden');
      const secret = (name: string) => `${marker} ${name}`;
      const url = (name: string) => `https://${marker}.example/${name}`;
      const texts = fc.record(
        {
          description: fc.constantFrom(`<p>${secret('text')}</p>`, `<a href="${url('a')}">x</a>`),
          excerpt: fc.constant(secret('excerpt')),
          cost: fc.constant(secret('cost')),
          website: fc.constant(url('website')),
          categories: fc.constant([secret('category')]),
          tags: fc.constant([secret('tag')]),
          venue: fc.constant({ venue: secret('venue'), city: secret('city') }),
          organizer: fc.constant([{ organizer: secret('organizer'), email: `${marker}@mill.example` }]),
          event_status_note: fc.constant(secret('note')),
          online_url: fc.constant(url('online')),
          attendance: fc.constantFrom('online', 'mixed', 'in_person'),
          event_status: fc.constantFrom('cancelled', 'scheduled'),
          recurrence: fc.constant('FREQ=DAILY;COUNT=3'),
        },
        { requiredKeys: ['description'] },
      );
      await fc.assert(
        fc.asyncProperty(texts, fc.constantFrom('rule', 'flat'), async (given, series) => {
          const title = word('Shown ');
          const { id } = await world.event({ ...given, title, password: 'sesame' });
          const input = { series, include: String(id) };
          const { entries, rows, feed, view } = await readFeed(feedContext(world, anonymous), input);
          expect(entries.length).toBeGreaterThan(0);
          for (const [at, entry] of entries.entries()) {
            const row = rows[at] as Answered;
            const all = JSON.stringify([entry, feed.cells(row, view), feed.data(row, view)]);
            expect(all).not.toContain(marker);
            expect(entry).toMatchObject({ title, text: 'This event is password-protected.' });
          }
          const opened = await readFeed(feedContext(world, operator), { ...input, context: 'edit' });
          expect(JSON.stringify(opened.entries)).toContain(marker);
        }),
        { numRuns: repetitions(12) },
      );
    });
  });

  describe('a feed without dates', () => {
    const titles = async (input: Readonly<Record<string, string>>) =>
      (await readFeed(feedContext(world, anonymous), input)).entries.map(({ title }) => title);
    let category: Answered;

    beforeAll(async () => {
      category = await world.category();
      const on = (title: string, day: string, more = {}) =>
        world.event({
          title,
          start_date: `${day} 10:00:00`,
          end_date: `${day} 12:00:00`,
          categories: [category.id],
          ...more,
        });
      await on('Long ago', '2027-05-01');
      await on('Four weeks ago', '2027-05-18');
      await on('In ten years', '2037-01-01');
      await on('Weekly', '2027-01-05', { recurrence: 'FREQ=WEEKLY;COUNT=30' });
    });

    test('begins 30 days ago, has no end, and writes each series once', async () => {
      const feed = await titles({ categories: String(category.id) });
      expect(feed).toEqual(['Four weeks ago', 'Weekly', 'In ten years']);
    });

    test('with a date, or with series=flat, has single dates', async () => {
      const dated = await titles({ categories: String(category.id), start_date: '2027-07-01' });
      expect(dated).toEqual(['Weekly', 'Weekly', 'Weekly', 'Weekly', 'In ten years']);
      const flat = await titles({ categories: String(category.id), series: 'flat' });
      expect(flat.filter((title) => title === 'Weekly')).toHaveLength(11);
    });
  });

  test('cells have the columns of the importer first, and texts as they are stored', async () => {
    const { id } = await world.event({
      title: '=1+1',
      description: '<p>One</p>',
      cost: '5€ – 12€',
      venue: { venue: 'Barn, the old' },
      organizer: [{ organizer: 'A' }, { organizer: 'B' }],
      recurrence: { rule: 'FREQ=DAILY;COUNT=3', dates: ['2027-08-01 09:00:00'], except: ['2027-07-02'] },
    });
    const { rows, feed, view } = await readFeed(feedContext(world, anonymous), { include: String(id), series: 'rule' });
    const cells = feed.cells(rows[0] as Answered, view);
    expect(Object.keys(cells)).toEqual(feed.columns);
    expect(feed.columns.slice(0, 3)).toEqual(['EVENT NAME', 'EVENT DESCRIPTION', 'EVENT EXCERPT']);
    expect(feed.columns).toHaveLength(38);
    expect(cells).toMatchObject({
      'EVENT NAME': '=1+1',
      'EVENT DESCRIPTION': '<p>One</p>',
      'EVENT START DATE': '2027-07-01',
      'EVENT START TIME': '10:00:00',
      'ALL DAY EVENT': 'FALSE',
      'EVENT VENUE NAME': 'Barn, the old',
      'EVENT ORGANIZER NAME': 'A, B',
      'EVENT COST': '5 – 12',
      'EVENT ISO CURRENCY CODE': 'EUR',
      'EVENT CURRENCY SYMBOL': '€',
      'EVENT CURRENCY POSITION': 'suffix',
      ID: String(id),
      UID: `event-${id}@calendar.example`,
      STATUS: 'publish',
      RECURRENCE: 'RRULE:FREQ=DAILY;COUNT=3\nRDATE:20270801T090000\nEXDATE:20270702',
      'OCCURRENCE OF': '',
      'START UTC': '2027-07-01 14:00:00',
    });
    const copy = await world.event({ recurrence: cells.RECURRENCE });
    expect((await world.get(`/events/${copy.id}`)).recurrence.count).toBe(3);
  });
});
