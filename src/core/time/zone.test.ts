// Zones: valid names, offsets, abbreviations, and skipped and repeated hours.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, vi } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { secondsOf, wallOf } from './clock.js';
import { abbreviation, instantWithin, iso, isZone, offsetAt, toInstant, toWall, wallWithin } from './zone.js';

describe('zone names', () => {
  it.each([
    ...['UTC', 'utc', 'Europe/Paris', 'europe/PARIS', 'America/Argentina/Buenos_Aires', 'US/Eastern', 'EST5EDT', 'GMT'],
    ...['Etc/GMT+5', 'UTC+5', 'UTC-11', 'UTC+14', 'UTC+5.5', 'UTC+5.75', 'UTC-3:30', 'UTC+0', '+05:30', '-03:00'],
  ])('accepts %j', (name) => {
    expect(isZone(name)).toBe(true);
  });

  it.each([
    ...['', ' ', 'UTCfoo', 'UTC+', 'UTC+99', 'UTC+15', 'UTC+5:60', 'UTC+5:3', 'UTC+5.', 'Mars/Base', 'PST', 'x', '0'],
    ...['+5:30', '+0530', '+15:00', '05:30', 'Europe/Paris ', ' UTC', '2027-01-01T00:00Z', '[UTC]', 'Z', 'é'],
    'Europe/'.repeat(20),
  ])('rejects %j', (name) => {
    expect(isZone(name)).toBe(false);
  });
});

describe('wall-clock times', () => {
  it.each([
    ['2027-03-14 02:30:00', 'America/New_York', '2027-03-14 07:30:00', '2027-03-14 03:30:00'],
    ['2027-03-14 01:59:59', 'America/New_York', '2027-03-14 06:59:59', '2027-03-14 01:59:59'],
    ['2027-03-14 03:00:00', 'America/New_York', '2027-03-14 07:00:00', '2027-03-14 03:00:00'],
    ['2027-03-28 02:00:00', 'Europe/Berlin', '2027-03-28 01:00:00', '2027-03-28 03:00:00'],
    ['2027-10-03 02:15:00', 'Australia/Lord_Howe', '2027-10-02 15:45:00', '2027-10-03 02:45:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30 22:00:00', '2011-12-31 12:00:00'],
  ])('moves %s in %s out of the gap', (wall, zone, instant, moved) => {
    expect(toInstant(wall, zone)).toEqual({ instant, wall: moved });
  });

  it.each([
    ['2027-11-07 01:30:00', 'America/New_York', '2027-11-07 05:30:00'],
    ['2027-10-31 02:30:00', 'Europe/Berlin', '2027-10-31 00:30:00'],
    ['2027-04-04 01:45:00', 'Australia/Lord_Howe', '2027-04-03 14:45:00'],
    ['2027-04-04 02:30:00', 'Australia/Sydney', '2027-04-03 15:30:00'],
  ])('takes the first of the two %s in %s', (wall, zone, instant) => {
    expect(toInstant(wall, zone)).toEqual({ instant, wall });
  });

  it.each([
    ['UTC+5', 18_000],
    ['UTC-5', -18_000],
    ['UTC+5.5', 19_800],
    ['UTC-3:30', -12_600],
    ['UTC+14', 50_400],
    ['-03:30', -12_600],
    ['UTC', 0],
    ['Asia/Kolkata', 19_800],
    ['Australia/Lord_Howe', 37_800],
  ])('gives %s an offset of %i seconds in July', (zone, offset) => {
    expect(offsetAt('2027-07-01 00:00:00', zone)).toBe(offset);
  });

  it('writes RFC 3339 with the offset', () => {
    expect(iso('2019-06-10 14:00:00', 'America/New_York')).toBe('2019-06-10T10:00:00-04:00');
    expect(iso('2019-06-10 14:00:00', 'UTC')).toBe('2019-06-10T14:00:00+00:00');
    expect(iso('2019-06-10 14:00:00', 'UTC-3:30')).toBe('2019-06-10T10:30:00-03:30');
    expect(iso('1850-01-01 12:00:00', 'Europe/Paris')).toBe('1850-01-01T12:09:00+00:09');
  });

  it('knows a summer time of one week', () => {
    expect(offsetAt('2000-10-11 20:00:00', 'America/Boa_Vista')).toBe(-10_800);
    expect(offsetAt('2000-10-15 04:00:00', 'America/Boa_Vista')).toBe(-14_400);
  });

  it('computes few years of a zone, however many are asked for', () => {
    const format = vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get');
    for (let year = 1; year < 9_999; year++)
      for (const month of ['01', '07'])
        offsetAt(`${String(year).padStart(4, '0')}-${month}-01 00:00:00`, 'America/Halifax');
    const { length } = format.mock.calls;
    format.mockRestore();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(40_000);
  });

  it('clamps times at the ends of the calendar', () => {
    expect(toWall('9999-12-31 23:00:00', 'Asia/Tokyo')).toBe('9999-12-31 23:59:59');
    expect(toWall('0001-01-01 00:00:00', 'UTC-5')).toBe('0001-01-01 00:00:00');
  });
});

describe('abbreviations', () => {
  it.each([
    ['2019-06-10 14:00:00', 'America/New_York', 'EDT'],
    ['2019-12-10 14:00:00', 'America/New_York', 'EST'],
    ['2019-06-10 14:00:00', 'america/new_york', 'EDT'],
    ['2019-06-10 14:00:00', 'US/Eastern', 'EDT'],
    ['2027-06-10 14:00:00', 'Europe/Berlin', 'CEST'],
    ['2027-01-10 14:00:00', 'Europe/London', 'GMT'],
    ['2027-07-10 14:00:00', 'Europe/London', 'BST'],
    ['1970-01-10 14:00:00', 'Europe/London', 'BST'],
    ['2027-01-10 14:00:00', 'Asia/Kolkata', 'IST'],
    ['2027-01-10 14:00:00', 'Asia/Tokyo', 'JST'],
    ['2027-01-10 14:00:00', 'Australia/Sydney', 'AEDT'],
    ['2027-07-10 14:00:00', 'Australia/Sydney', 'AEST'],
    ['2027-01-10 14:00:00', 'America/Sao_Paulo', '-03'],
    ['2018-01-10 14:00:00', 'America/Sao_Paulo', '-02'],
    ['2005-12-10 14:00:00', 'America/Indiana/Knox', 'EST'],
    ['2006-07-10 14:00:00', 'America/Indiana/Knox', 'CDT'],
    ['2027-01-10 14:00:00', 'Asia/Kathmandu', '+0545'],
    ['2090-07-10 14:00:00', 'America/New_York', 'EDT'],
    ['2027-01-10 14:00:00', 'UTC', 'UTC'],
    ['2027-01-10 14:00:00', 'UTC+5.5', 'UTC+5.5'],
    ['2027-01-10 14:00:00', '-03:30', '-03:30'],
  ])('abbreviates %s in %s as %s', (instant, zone, letters) => {
    expect(abbreviation(instant, zone)).toBe(letters);
  });

  it('has an abbreviation for every zone that Intl lists', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(abbreviation('2025-01-10 14:00:00', zone)).toMatch(/^(?:[A-Za-z]{3,5}|[+-]\d\d(?:\d\d)?)$/);
    }
  });
});

describe('any instant in any zone', () => {
  const zones = fc.oneof(
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.constantFrom('UTC+5.5', 'UTC-3:30', '+14:00', 'UTC', 'Pacific/Apia', 'Africa/Casablanca', 'Europe/Dublin'),
  );
  const seconds = fc.integer({ min: secondsOf('1850-01-01 00:00:00'), max: secondsOf('9998-01-01 00:00:00') });
  const temporalName = (zone: string) => (/^UTC./.test(zone) ? undefined : zone);

  it('agrees with Temporal on the offset', () => {
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const name = temporalName(zone);
        if (!name) return;
        const moment = Temporal.Instant.fromEpochMilliseconds(second * 1_000).toZonedDateTimeISO(name);
        expect(offsetAt(wallOf(second), zone)).toBe(moment.offsetNanoseconds / 1e9);
      }),
      { numRuns: repetitions(100) },
    );
  });

  it('agrees with Temporal on skipped and repeated times', () => {
    fc.assert(
      fc.property(seconds, zones, fc.integer({ min: -7_200, max: 7_200 }), (second, zone, away) => {
        const name = temporalName(zone);
        if (!name) return;
        const start = Temporal.Instant.fromEpochMilliseconds(second * 1_000).toZonedDateTimeISO(name);
        const change = start.getTimeZoneTransition('next') ?? start;
        const wall = wallOf(secondsOf(toWall(wallOf(change.epochMilliseconds / 1_000), zone)) + away);
        const moment = Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(name);
        expect(secondsOf(toInstant(wall, zone).instant)).toBe(moment.epochMilliseconds / 1_000);
      }),
      { numRuns: repetitions(100) },
    );
  });

  it('converts an instant back to the time it was made from', () => {
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const made = toInstant(wallOf(second), zone);
        expect(toWall(made.instant, zone)).toBe(made.wall);
      }),
      { numRuns: repetitions(100) },
    );
  });
});

describe('the years 1 to 9999', () => {
  const [first, last] = ['0001-01-01 00:00:00', '9999-12-31 23:59:59'];

  it('limit the instant of a wall-clock time', () => {
    expect(instantWithin(first, 'UTC')).toEqual({ instant: first, wall: first });
    expect(instantWithin(last, 'UTC')).toEqual({ instant: last, wall: last });
    expect(instantWithin(first, 'UTC+1')).toBeUndefined();
    expect(instantWithin(last, 'UTC-1')).toBeUndefined();
    expect(instantWithin(first, 'UTC-1')).toEqual({ instant: '0001-01-01 01:00:00', wall: first });
    expect(instantWithin(last, 'UTC+1')).toEqual({ instant: '9999-12-31 22:59:59', wall: last });
  });

  it('limit the wall-clock time of an instant', () => {
    expect([wallWithin(first, 'UTC'), wallWithin(last, 'UTC')]).toEqual([first, last]);
    expect([wallWithin(first, 'UTC-1'), wallWithin(last, 'UTC+1')]).toEqual([undefined, undefined]);
    expect(wallWithin(first, 'UTC+1')).toBe('0001-01-01 01:00:00');
    expect(wallWithin(last, 'UTC-1')).toBe('9999-12-31 22:59:59');
  });
});
