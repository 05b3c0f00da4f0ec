import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { wallOf } from '../../core/time/clock.js';
import { offsetAt } from '../../core/time/zone.js';
import { transitionsOf } from '../../core/time/zone-transitions.js';
import { vtimezone } from './vtimezone.js';

/** Northern and southern rules, changed rules, half hours, Ramadan, a skipped day, no transitions, a rule across months. */
const zones = [
  'Europe/Paris',
  'Europe/Dublin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Jerusalem',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Antarctica/Troll',
];

const HOUR = 3_600;

const icalTime = (second: number): ICAL.Time => ICAL.Time.fromJSDate(new Date(second * 1_000), true);

function parsed(zone: string, year = 2026): ICAL.Timezone {
  const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${vtimezone(zone, year)}END:VCALENDAR\r\n`;
  const component = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vtimezone');
  if (!component) throw new Error(`no VTIMEZONE for ${zone}`);
  return new ICAL.Timezone(component);
}

describe('VTIMEZONE', () => {
  test.each(zones)('%s has the offsets of the zone data around every transition from 1971 to 2060', (zone) => {
    const timezone = parsed(zone);
    for (const { second, offsetBefore, offset } of transitionsOf(zone, 1971, 2060).changes) {
      // A local time that occurs once, right before and right after the transition.
      const repeated = Math.max(0, offsetBefore - offset);
      const before = second - repeated - 1 + offsetBefore;
      const after = second + repeated + offset;
      expect(timezone.utcOffset(icalTime(before)), `${zone} before ${wallOf(second)}`).toBe(offsetBefore);
      expect(timezone.utcOffset(icalTime(after)), `${zone} after ${wallOf(second)}`).toBe(offset);
    }
  });

  test('the last rule of a zone has no end', () => {
    expect(vtimezone('Europe/Paris', 2026)).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nTZOFFSETFROM:+0200');
    expect(parsed('Europe/Paris').utcOffset(icalTime(Date.UTC(2350, 6, 1) / 1_000))).toBe(2 * HOUR);
    expect(parsed('Europe/Paris').utcOffset(icalTime(Date.UTC(2350, 11, 1) / 1_000))).toBe(HOUR);
  });

  test('a weekday within seven days of two months becomes two rules', () => {
    // Clocks change in the night after the last Thursday of October, which can be on 1 November.
    const text = vtimezone('Africa/Cairo', 2026);
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=26,27,28,29,30,31;BYDAY=FR\r\n');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1;BYDAY=FR\r\n');
  });

  test('zones without a lasting rule are written until their transitions end', () => {
    const timezone = parsed('Africa/Casablanca');
    for (let year = 2070; year < 2090; year++) {
      const instant = `${year}-07-01 12:00:00`;
      expect(timezone.utcOffset(icalTime(Date.UTC(year, 6, 1, 13) / 1_000))).toBe(
        offsetAt(instant, 'Africa/Casablanca'),
      );
    }
  });

  test('rules include their last transition, also if UNTIL is taken as local time', () => {
    // The last transition of this rule is on 1 October 2006 at 02:00, which is 14:00 in UTC on the day before.
    const text = vtimezone('Pacific/Auckland', 2026);
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU;UNTIL=20061001T140000Z\r\n');
    expect(parsed('Pacific/Auckland').utcOffset(icalTime(Date.UTC(2006, 9, 2) / 1_000))).toBe(13 * HOUR);
  });

  test('is the same in every year if the rules last', () => {
    expect(vtimezone('America/New_York', 2031)).toBe(vtimezone('America/New_York', 2026));
  });
});
