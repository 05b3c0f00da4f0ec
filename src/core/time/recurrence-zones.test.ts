// Instants of recurring dates around clock changes, compared with Temporal: 30 zones, four frequencies.
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { expand } from './expand.js';
import { parseRule } from './rule.js';
import { toInstant } from './zone.js';

/** Zones with the usual hour, with half an hour, without daylight saving, and on the date line. */
const zones = [
  ...['Europe/Paris', 'Europe/London', 'Europe/Lisbon', 'Europe/Athens', 'Europe/Moscow', 'Europe/Dublin'],
  ...['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'America/Sao_Paulo', 'America/Havana'],
  ...['America/Santiago', 'America/Phoenix', 'America/Caracas', 'America/Nuuk', 'Africa/Casablanca', 'Africa/Cairo'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Asia/Tokyo', 'Asia/Gaza', 'Asia/Pyongyang'],
  ...['Australia/Lord_Howe', 'Australia/Sydney', 'Pacific/Apia', 'Pacific/Kwajalein', 'Pacific/Chatham'],
  ...['Antarctica/Troll', 'UTC'],
];

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

interface Change {
  readonly instant: Temporal.Instant;
  /** Seconds; positive in spring. */
  readonly jump: number;
}

/** All clock changes of a zone in a few years, and the largest one since 1990. */
function changesOf(zone: string): readonly Change[] {
  const changes: Change[] = [];
  let at = Temporal.ZonedDateTime.from(`1990-01-01T00:00[${zone}]`);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.year > 2030) break;
    const jump = (next.offsetNanoseconds - next.subtract({ nanoseconds: 1 }).offsetNanoseconds) / 1e9;
    changes.push({ instant: next.toInstant(), jump });
    at = next;
  }
  const size = ({ jump }: Change): number => Math.abs(jump);
  const largest = changes.toSorted((a, b) => size(b) - size(a)).slice(0, 1);
  const shown = changes.filter(({ instant }) => instant.toString() > '2026').slice(0, 4);
  return [...shown, ...largest];
}

const wallOf = (date: Temporal.PlainDateTime): string => date.toString({ smallestUnit: 'second' }).replace('T', ' ');

/** Wall-clock times within, before and after a gap or a repeated hour; noon where the clock never changes. */
function timesAround(zone: string): readonly string[] {
  const changes = changesOf(zone);
  if (changes.length === 0) return ['2027-03-28 02:30:00', '2027-07-01 12:00:00'];
  return changes.flatMap(({ instant, jump }) => {
    const before = instant.toZonedDateTimeISO(zone).toPlainDateTime().subtract({ seconds: jump });
    const middle = Math.trunc(jump / 2);
    return [-1, 0, 1, middle, jump - 1, jump, jump + 3_600].map((seconds) => wallOf(before.add({ seconds })));
  });
}

const independent = (wall: string, zone: string): string =>
  wallOf(
    Temporal.PlainDateTime.from(wall.replace(' ', 'T'))
      .toZonedDateTime(zone, { disambiguation: 'compatible' })
      .withTimeZone('UTC')
      .toPlainDateTime(),
  );

describe('instants of recurring dates', () => {
  it('covers thirty zones with gaps, repeated hours, half hours, the date line and none', () => {
    expect(new Set(zones).size).toBe(30);
    const jumps = zones.flatMap((zone) => changesOf(zone).map(({ jump }) => jump));
    expect(new Set(jumps.map(Math.sign))).toEqual(new Set([1, -1]));
    expect(jumps.map(Math.abs)).toEqual(expect.arrayContaining([1_800, 3_600, 86_400]));
    expect(zones.some((zone) => changesOf(zone).length === 0)).toBe(true);
  });

  it.each(zones)('move out of a gap and take the first of two in %s', (zone) => {
    let compared = 0;
    for (const around of timesAround(zone)) {
      for (const freq of frequencies) {
        // The middle of three dates is the time at the clock change.
        const back = { DAILY: { days: 1 }, WEEKLY: { weeks: 1 }, MONTHLY: { months: 1 }, YEARLY: { years: 1 } }[freq];
        const start = wallOf(Temporal.PlainDateTime.from(around.replace(' ', 'T')).subtract(back ?? {}));
        const dates = [...expand(parseRule(`FREQ=${freq};COUNT=3`, 'UTC'), start)];
        for (const date of dates)
          expect([date, toInstant(date, zone).instant]).toEqual([date, independent(date, zone)]);
        expect(dates).toHaveLength(3);
        compared += dates.length;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});
