// Names of time zones in the language of the page, and the events that show them.
import { expect, test } from 'vitest';
import type { ListedEvent } from './records.js';
import { longZone, shortZone, showsZone } from './zones.js';

const [winter, summer] = ['2027-01-15 12:00:00', '2027-07-15 12:00:00'];
const at = (utc_start_date: string, timezone: string) => ({ utc_start_date, timezone });

test.each([
  ['en-GB', winter, 'America/Los_Angeles', 'PST', 'Pacific Time'],
  ['en-GB', summer, 'America/Los_Angeles', 'PDT', 'Pacific Time'],
  ['en-US', winter, 'Europe/Paris', 'CET', 'Central European Time'],
  ['en-GB', summer, 'Asia/Tokyo', 'JST', 'Japan Standard Time'],
  ['en-GB', summer, 'America/Sao_Paulo', 'Brasilia Standard Time', 'Brasilia Standard Time'],
  ['fr', summer, 'Europe/Paris', 'heure d’Europe centrale', 'heure d’Europe centrale'],
  ['fr', summer, 'Europe/London', 'heure d’été britannique', 'heure d’été britannique'],
  ['fr', winter, 'UTC', 'UTC', 'UTC'],
  ['en-GB', winter, 'UTC', 'UTC', 'UTC'],
  ['en-GB', winter, 'UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
])('in %s at %s %s is called %s and %s', (locale, instant, zone, short, long) => {
  expect([shortZone({ tag: locale }, at(instant, zone)), longZone({ tag: locale }, at(instant, zone))]).toEqual([
    short,
    long,
  ]);
});

test('shows the time zone of online events, and of others where it is not the site’s, whatever its offset', () => {
  const event = (timezone: string, attendance: string, venue: readonly object[] = []) =>
    ({ timezone, attendance, venue }) as unknown as ListedEvent;
  expect(showsZone(event('Europe/Berlin', 'in_person'), 'Europe/Paris')).toBe(true);
  expect(showsZone(event('Europe/Paris', 'in_person', [{}]), 'Europe/Paris')).toBe(false);
  expect(showsZone(event('Europe/Paris', 'in_person'), 'Europe/Paris')).toBe(false);
  expect(showsZone(event('Europe/Paris', 'mixed'), 'Europe/Paris')).toBe(false);
  expect(showsZone(event('Europe/Paris', 'online'), 'Europe/Paris')).toBe(true);
});
