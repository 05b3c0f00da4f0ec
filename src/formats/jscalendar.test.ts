import { describe, expect, test } from 'vitest';
import { entryWith, feedHead, feedOf, fullEntry } from '../../tests/harness/calendar-entries.js';
import type { CalendarEntry } from '../core/calendar-entry.js';
import { jscalendar } from './jscalendar.js';

const groupOf = (...entries: readonly CalendarEntry[]): Record<string, unknown> =>
  JSON.parse(feedOf(jscalendar, entries)) as Record<string, unknown>;

function eventOf(entry: CalendarEntry): Record<string, unknown> {
  const [event = {}] = groupOf(entry).entries as Record<string, unknown>[];
  return event;
}

const place = fullEntry.place ?? { name: '', address: '', url: '' };

describe('JSCalendar', () => {
  test('is a group', () => {
    const { uid, ...group } = groupOf();
    expect(uid).toMatch(/^[\da-f-]{36}$/);
    expect(group).toEqual({
      '@type': 'Group',
      prodId: '-//Almanac//1.2.3//EN',
      updated: '2026-11-15T10:20:30Z',
      title: 'City calendar',
      description: 'Everything in town',
      links: { page: { '@type': 'Link', href: feedHead.page, rel: 'alternate', contentType: 'text/html' } },
      source: feedHead.self,
      entries: [],
    });
  });

  test('writes every property of an event', () => {
    expect(eventOf(fullEntry)).toEqual({
      '@type': 'Event',
      uid: 'event-41@calendar.example',
      created: '2026-10-01T07:00:00Z',
      updated: '2026-11-15T10:20:30Z',
      sequence: 3,
      title: 'Jazz night',
      description: 'Two sets.\nTickets at the entrance.',
      start: '2027-05-01T18:00:00',
      duration: 'PT2H',
      timeZone: 'Europe/Paris',
      status: 'confirmed',
      freeBusyStatus: 'busy',
      locations: {
        1: {
          '@type': 'Location',
          name: 'Town hall',
          description: '1 Main Street, 75004 Paris, France',
          coordinates: 'geo:48.856600,2.352200',
          links: { page: { '@type': 'Link', href: place.url } },
        },
      },
      virtualLocations: { 1: { '@type': 'VirtualLocation', uri: 'https://meet.example/jazz?room=1,2' } },
      links: {
        page: {
          '@type': 'Link',
          href: 'https://calendar.example/event/jazz-night/',
          rel: 'alternate',
          contentType: 'text/html',
        },
        website: { '@type': 'Link', href: 'https://jazz.example/night', rel: 'related' },
        image: {
          '@type': 'Link',
          href: 'https://calendar.example/media/jazz.jpg',
          rel: 'icon',
          display: 'badge',
          contentType: 'image/jpeg',
          size: 12_345,
        },
      },
      participants: {
        1: {
          '@type': 'Participant',
          name: 'Jazz Society',
          email: 'info@jazz.example',
          roles: { contact: true },
          links: { page: { '@type': 'Link', href: 'https://jazz.example/' } },
        },
        2: { '@type': 'Participant', name: 'Second Society', email: 'two@jazz.example', roles: { contact: true } },
      },
      keywords: { Music: true, 'Jazz, blues': true, free: true },
      locale: 'fr',
      privacy: 'public',
    });
  });

  test('all-day events last days and have no time zone', () => {
    const event = eventOf(entryWith({ allDay: true, start: '2027-03-27 00:00:00', end: '2027-03-29 23:59:59' }));
    expect(event).toMatchObject({ start: '2027-03-27T00:00:00', duration: 'P3D', showWithoutTime: true });
    expect(event).not.toHaveProperty('timeZone');
  });

  test('durations are the time that passes when the clocks change', () => {
    const event = eventOf(entryWith({ start: '2027-03-28 01:00:00', end: '2027-03-28 04:00:30' }));
    expect(event.duration).toBe('PT2H30S');
    expect(eventOf(entryWith({ end: '2027-05-01 18:00:00' })).duration).toBe('PT0S');
  });

  test.each([
    ['UTC', { timeZone: 'Etc/UTC' }],
    ['UTC+2', { timeZone: 'Etc/GMT-2' }],
    [
      'UTC-3:30',
      {
        timeZone: '/UTC-0330',
        timeZones: {
          '/UTC-0330': {
            '@type': 'TimeZone',
            tzId: 'UTC-0330',
            standard: [
              { '@type': 'TimeZoneRule', start: '1970-01-01T00:00:00', offsetFrom: '-03:30', offsetTo: '-03:30' },
            ],
          },
        },
      },
    ],
  ])('has a time zone for %s', (timezone, expected) => {
    expect(eventOf(entryWith({ timezone }))).toMatchObject(expected);
  });

  test('rules are objects, with the end in local time', () => {
    const rules = (rule: string): unknown =>
      eventOf(entryWith({ recurrence: { rule, dates: [], except: [], changed: [] } })).recurrenceRules;
    expect(rules('FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,MO;WKST=SU;UNTIL=20271231T235959')).toEqual([
      {
        '@type': 'RecurrenceRule',
        frequency: 'monthly',
        interval: 2,
        firstDayOfWeek: 'su',
        byDay: [
          { '@type': 'NDay', day: 'mo' },
          { '@type': 'NDay', day: 'fr', nthOfPeriod: -1 },
        ],
        until: '2027-12-31T23:59:59',
      },
    ]);
    expect(rules('RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=31;SKIP=BACKWARD;COUNT=5')).toEqual([
      {
        '@type': 'RecurrenceRule',
        frequency: 'yearly',
        rscale: 'gregorian',
        skip: 'backward',
        byMonthDay: [31],
        byMonth: ['1', '2'],
        count: 5,
      },
    ]);
  });

  test('dates that differ are patches of the series', () => {
    const series = entryWith({ place, keywords: ['free'] });
    const { place: _none, ...elsewhere } = series;
    const changed = {
      ...elsewhere,
      title: 'Late jazz',
      start: '2027-05-22 20:00:00',
      end: '2027-05-22 22:00:00',
      utcStart: '2027-05-22 18:00:00',
      utcEnd: '2027-05-22 20:00:00',
      originalStart: '2027-05-22 18:00:00',
    };
    const event = eventOf({
      ...series,
      recurrence: {
        rule: 'FREQ=WEEKLY;COUNT=10',
        dates: [{ start: '2027-06-02 18:00:00' }, { start: '2027-06-03 18:00:00', end: '2027-06-03 23:00:00' }],
        except: ['2027-05-08 18:00:00'],
        changed: [changed],
      },
    });
    expect(event.recurrenceOverrides).toEqual({
      '2027-06-02T18:00:00': {},
      '2027-06-03T18:00:00': { duration: 'PT5H' },
      '2027-05-08T18:00:00': { excluded: true },
      '2027-05-22T18:00:00': { title: 'Late jazz', start: '2027-05-22T20:00:00', locations: null },
    });
  });
});
