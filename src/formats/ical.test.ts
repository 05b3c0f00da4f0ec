import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import {
  entryWith,
  feedHead,
  feedOf,
  fullEntry,
  hostileEntry,
  icalText,
} from '../../tests/harness/calendar-entries.js';
import type { CalendarEntry, EntryContact as Contact } from '../core/calendar-entry.js';
import { locationOf, topicsOf } from './entry.js';
import { ical } from './ical.js';
import { uriOf } from './uri.js';

const write = (...entries: readonly CalendarEntry[]): string => feedOf(ical, entries);
const unfolded = (feed: string): readonly string[] => feed.replaceAll('\r\n ', '').trimEnd().split('\r\n');
const parse = (feed: string): ICAL.Component => new ICAL.Component(ICAL.parse(feed));
const eventsOf = (feed: string): readonly ICAL.Component[] => parse(feed).getAllSubcomponents('vevent');

/** The lines of the first event, and those that begin with the given names. */
function eventLines(feed: string, ...names: readonly string[]): readonly string[] {
  const lines = unfolded(feed);
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
  return names.length === 0 ? event : event.filter((line) => names.some((name) => line.startsWith(name)));
}

const unescaped = (value: string): string =>
  value.replace(/\\(.)/g, (_pair, letter: string) => (letter === 'n' ? '\n' : letter));

const yearly = (changed: readonly CalendarEntry[] = []): CalendarEntry =>
  entryWith({
    recurrence: {
      rule: 'FREQ=WEEKLY;BYDAY=SA;UNTIL=20271231T235959',
      dates: [{ start: '2027-06-02 18:00:00' }],
      except: ['2027-05-08 18:00:00', '2027-05-15 18:00:00'],
      changed,
    },
  });

describe('iCalendar', () => {
  test('writes shared places and contacts as each entry needs them', () => {
    const place = { name: 'Hall', address: 'Paris', latitude: 1, longitude: 2, url: '' };
    const [ada, bob] = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.org`, url: '' })) as [
      Contact,
      Contact,
    ];
    const entries = [
      entryWith({ place, contacts: [ada, bob], language: 'en' }),
      entryWith({ place, contacts: [bob, ada], language: 'fr' }),
      entryWith({ place, contacts: [ada], language: 'en' }),
    ];
    const lines = unfolded(write(...entries)).filter((line) => /^(LOCATION|GEO|ORGANIZER|CONTACT)/.test(line));
    const organizer = (name: string) => `ORGANIZER;CN="${name}":mailto:${name}@example.org`;
    const contact = (name: string) => `CONTACT:${name}\\, ${name}@example.org`;
    const placeIn = (language: string) => [`LOCATION;LANGUAGE=${language}:Hall\\, Paris`, 'GEO:1.000000;2.000000'];
    expect(lines).toEqual([
      ...[...placeIn('en'), organizer('ada'), contact('bob')],
      ...[...placeIn('fr'), organizer('bob'), contact('ada')],
      ...[...placeIn('en'), organizer('ada')],
    ]);
  });

  test('writes the properties of the calendar', () => {
    const lines = unfolded(feedOf(ical, [], { ...feedHead, title: 'Concerts; all', description: '' }));
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Almanac//1.2.3//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Concerts\\; all',
      'X-WR-CALNAME:Concerts\\; all',
      'X-WR-TIMEZONE:Europe/Paris',
      'URL:https://calendar.example/calendar?categories=12',
      'SOURCE;VALUE=URI:https://calendar.example/cal/events/v1/events.ics?categories=12',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'LAST-MODIFIED:20261115T102030Z',
      'END:VCALENDAR',
    ]);
  });

  test('writes every property of an event', () => {
    expect(eventLines(feedOf(ical, [fullEntry], { ...feedHead, html: true }))).toEqual([
      'UID:event-41@calendar.example',
      'DTSTAMP:20261115T102030Z',
      'CREATED:20261001T070000Z',
      'LAST-MODIFIED:20261115T102030Z',
      'SEQUENCE:3',
      'DTSTART;TZID=Europe/Paris:20270501T180000',
      'DTEND;TZID=Europe/Paris:20270501T200000',
      'SUMMARY;LANGUAGE=fr:Jazz night',
      'DESCRIPTION;LANGUAGE=fr:Two sets.\\nTickets at the entrance.',
      'X-ALT-DESC;FMTTYPE=text/html:<p>Two sets.</p>\\n<p>Tickets at the entrance.</p>',
      'URL:https://calendar.example/event/jazz-night/',
      'LOCATION;LANGUAGE=fr:Town hall\\, 1 Main Street\\, 75004 Paris\\, France',
      'GEO:48.856600;2.352200',
      'CATEGORIES;LANGUAGE=fr:Music,free',
      'CATEGORIES;LANGUAGE=fr:Jazz\\, blues',
      'IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/jpeg:https://calendar.example/media/jazz.jpg',
      'ATTACH;FMTTYPE=image/jpeg:https://calendar.example/media/jazz.jpg',
      'ORGANIZER;CN="Jazz Society":mailto:info@jazz.example',
      'CONTACT:Second Society\\, two@jazz.example',
      'CONFERENCE;VALUE=URI:https://meet.example/jazz?room=1,2',
      'STATUS:CONFIRMED',
      'COMMENT;LANGUAGE=fr:Moved to the large hall',
      'TRANSP:OPAQUE',
      'CLASS:PUBLIC',
    ]);
  });

  test('a category with quotes or escapes has a line of its own', () => {
    const feed = write(entryWith({ topics: ['a "b"', 'c'], keywords: ['d\\', 'e, f', 'g'] }));
    expect(eventLines(feed, 'CATEGORIES')).toEqual([
      'CATEGORIES:c,g',
      'CATEGORIES:a "b"',
      'CATEGORIES:d\\\\',
      'CATEGORIES:e\\, f',
    ]);
  });

  test('a contact without an email address is no ORGANIZER', () => {
    const feed = write(entryWith({ contacts: [{ name: 'Society', email: '', url: 'https://jazz.example/' }] }));
    expect(eventLines(feed, 'ORGANIZER', 'CONTACT')).toEqual(['CONTACT:Society\\, https://jazz.example/']);
  });

  test.each([
    ['scheduled', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['postponed', 'TENTATIVE'],
    ['rescheduled', 'CONFIRMED'],
  ] as const)('an event that is %s has STATUS:%s', (status, expected) => {
    expect(eventLines(write(entryWith({ status })), 'STATUS')).toEqual([`STATUS:${expected}`]);
  });

  test('all-day events are dates with an exclusive end, and leave people available', () => {
    const entry = entryWith({ allDay: true, start: '2027-12-30 00:00:00', end: '2027-12-31 23:59:59' });
    expect(eventLines(write(entry), 'DT', 'TRANSP').slice(1)).toEqual([
      'DTSTART;VALUE=DATE:20271230',
      'DTEND;VALUE=DATE:20280101',
      'TRANSP:TRANSPARENT',
    ]);
    expect(write(entry)).not.toContain('VTIMEZONE');
  });

  test('only events longer than a day leave people available', () => {
    const until = (end: string): readonly string[] => eventLines(write(entryWith({ end })), 'TRANSP');
    expect(until('2027-05-02 18:00:00')).toEqual(['TRANSP:OPAQUE']);
    expect(until('2027-05-02 18:00:01')).toEqual(['TRANSP:TRANSPARENT']);
  });

  test('an event without a duration has no DTEND, which would have to be later', () => {
    expect(eventLines(write(entryWith({ end: '2027-05-01 18:00:00' })), 'DTEND')).toEqual([]);
  });

  test.each([
    ['UTC', 'DTSTART:20270501T180000Z'],
    ['UTC+5:30', 'DTSTART:20270501T123000Z'],
    ['UTC-3', 'DTSTART:20270501T210000Z'],
  ])('events in %s are in UTC and need no VTIMEZONE', (timezone, expected) => {
    const feed = write(entryWith({ timezone }));
    expect(eventLines(feed, 'DTSTART')).toEqual([expected]);
    expect(feed).not.toContain('VTIMEZONE');
  });

  test('events before the first year of VTIMEZONE are in UTC', () => {
    const feed = write(entryWith({ start: '1944-08-25 12:00:00', end: '1944-08-25 13:00:00' }));
    expect(eventLines(feed, 'DTSTART')).toEqual(['DTSTART:19440825T100000Z']);
  });

  test('a time zone is written once, before the first event that uses it', () => {
    const feed = write(
      entryWith({ timezone: 'UTC' }),
      entryWith(),
      entryWith({ timezone: 'America/New_York' }),
      entryWith(),
      yearly([entryWith({ timezone: 'Asia/Tokyo', originalStart: '2027-05-22 18:00:00' })]),
    );
    const order = unfolded(feed).flatMap((line) => (/^BEGIN:VEVENT|^TZID/.test(line) ? [line] : []));
    expect(order).toEqual([
      'BEGIN:VEVENT',
      'TZID:Europe/Paris',
      'BEGIN:VEVENT',
      'TZID:America/New_York',
      'BEGIN:VEVENT',
      'BEGIN:VEVENT',
      'TZID:Asia/Tokyo',
      'BEGIN:VEVENT',
      'BEGIN:VEVENT',
    ]);
  });
});

describe('series in iCalendar', () => {
  test('have a rule that ends in UTC, and extra dates and exceptions in the form of the start', () => {
    expect(eventLines(write(yearly()), 'DTSTART', 'RRULE', 'RDATE', 'EXDATE')).toEqual([
      'DTSTART;TZID=Europe/Paris:20270501T180000',
      'RRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20271231T225959Z',
      'RDATE;TZID=Europe/Paris:20270602T180000',
      'EXDATE;TZID=Europe/Paris:20270508T180000',
      'EXDATE;TZID=Europe/Paris:20270515T180000',
    ]);
  });

  test('of all-day events use dates throughout', () => {
    const changed = entryWith({
      originalStart: '2027-05-22 00:00:00',
      start: '2027-05-23 10:00:00',
      end: '2027-05-23 11:00:00',
    });
    const series = { ...yearly([changed]), allDay: true, start: '2027-05-01 00:00:00', end: '2027-05-01 23:59:59' };
    const feed = write(series);
    expect(eventLines(feed, 'DTSTART', 'RRULE', 'RDATE', 'EXDATE')).toEqual([
      'DTSTART;VALUE=DATE:20270501',
      'RRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20271231',
      'RDATE;VALUE=DATE:20270602',
      'EXDATE;VALUE=DATE:20270508',
      'EXDATE;VALUE=DATE:20270515',
    ]);
    expect(unfolded(feed)).toContain('RECURRENCE-ID;VALUE=DATE:20270522');
    expect(unfolded(feed)).toContain('DTSTART;TZID=Europe/Paris:20270523T100000');
  });

  test('write dates that differ as events with the UID of the series', () => {
    const changed = entryWith({
      uid: 'another@calendar.example',
      originalStart: '2027-05-22 18:00:00',
      start: '2027-05-22 20:00:00',
      end: '2027-05-22 22:00:00',
      title: 'Late jazz',
    });
    const [series, date] = eventsOf(write(yearly([changed])));
    expect(date?.getFirstPropertyValue('uid')).toBe(series?.getFirstPropertyValue('uid'));
    expect(String(date?.getFirstPropertyValue('recurrence-id'))).toBe('2027-05-22T18:00:00');
    expect(String(date?.getFirstPropertyValue('dtstart'))).toBe('2027-05-22T20:00:00');
    expect(date?.getFirstPropertyValue('summary')).toBe('Late jazz');
    expect(date?.getFirstProperty('rrule')).toBeNull();
  });

  test('write an extra date of another length as an event of its own, unless it is changed or excepted', () => {
    const longer = (start: string): { start: string; end: string } => ({
      start,
      end: `${start.slice(0, 10)} 23:00:00`,
    });
    const recurrence = {
      rule: '',
      dates: ['2027-06-02 18:00:00', '2027-06-03 18:00:00', '2027-06-04 18:00:00'].map(longer),
      except: ['2027-06-03 18:00:00'],
      changed: [entryWith({ originalStart: '2027-06-04 18:00:00', title: 'Late jazz' })],
    };
    const [, date, changed, ...others] = eventsOf(write(entryWith({ recurrence })));
    expect(others).toEqual([]);
    expect(String(date?.getFirstPropertyValue('recurrence-id'))).toBe('2027-06-02T18:00:00');
    expect(String(date?.getFirstPropertyValue('dtend'))).toBe('2027-06-02T23:00:00');
    expect(changed?.getFirstPropertyValue('summary')).toBe('Late jazz');
  });

  test.each([
    ['UTC+2', 'Etc/GMT-2', '+0200'],
    ['UTC-3:30', 'UTC-0330', '-0330'],
  ])('in %s have local times, so that weekdays stay those of the zone', (timezone, tzid, offset) => {
    const feed = write({ ...yearly(), timezone });
    expect(eventLines(feed, 'DTSTART')).toEqual([`DTSTART;TZID=${tzid}:20270501T180000`]);
    expect(unfolded(feed)).toContain(`TZID:${tzid}`);
    expect(unfolded(feed)).toContain(`TZOFFSETTO:${offset}`);
  });

  test('expand in ical.js to the dates of the rule', () => {
    const calendar = parse(write(yearly()));
    const [component] = calendar.getAllSubcomponents('vevent');
    if (!component) throw new Error('no event');
    const dates = new ICAL.Event(component).iterator();
    const starts = Array.from({ length: 5 }, () => String(dates.next()));
    expect(starts).toEqual([
      '2027-05-01T18:00:00',
      '2027-05-22T18:00:00',
      '2027-05-29T18:00:00',
      '2027-06-02T18:00:00',
      '2027-06-05T18:00:00',
    ]);
  });
});

describe('hostile texts in iCalendar', () => {
  test('add no line, and come back equal from ical.js', () => {
    fc.assert(
      fc.property(hostileEntry, (entry) => {
        const feed = feedOf(ical, [entry], { ...feedHead, title: entry.title, description: entry.text, html: true });
        expect(feed).not.toMatch(/[^\r]\n|\r[^\n]|[\u0085\u2028\u2029\v\f]/);
        for (const line of feed.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const calendar = parse(feed);
        expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone', 'vevent']);
        const event = calendar.getFirstSubcomponent('vevent');
        const values = (name: string): readonly unknown[] =>
          (event?.getAllProperties(name) ?? []).flatMap((property) => property.getValues());
        expect(new Set(event?.getAllProperties().map(({ name }) => name))).toEqual(
          new Set(eventLines(feed).map((line) => line.replace(/[;:].*/, '').toLowerCase())),
        );
        expect(values('uid')).toEqual([icalText(entry.uid)]);
        expect(values('summary')).toEqual([icalText(entry.title)].filter(Boolean));
        expect(values('description')).toEqual([icalText(entry.text)].filter(Boolean));
        // ical.js does not decode values of properties that it does not know.
        expect(values('x-alt-desc').map((value) => unescaped(String(value)))).toEqual(
          [icalText(entry.html)].filter(Boolean),
        );
        expect(values('comment')).toEqual([icalText(entry.statusNote)].filter(Boolean));
        expect(values('location')).toEqual([icalText(locationOf(entry))].filter(Boolean));
        expect(values('url')).toEqual([uriOf(entry.url)]);
        expect(values('conference')).toEqual([uriOf(entry.onlineUrl)]);
        expect(new Set(values('categories'))).toEqual(new Set(topicsOf(entry).map(icalText).filter(Boolean)));
        const name = event?.getFirstProperty('organizer')?.getFirstParameter('cn') ?? '';
        const expected = icalText(entry.contacts[0]?.name ?? '')
          .replaceAll('\t', '')
          .replaceAll('\\', '/');
        expect(name.trim()).toBe(expected.trim());
        expect(values('attendee')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
