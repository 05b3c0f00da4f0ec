// The date parser beyond PHP: modes, zones, limits, and intended differences.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { lenientDates } from '../../facades/events/lenient-dates.js';
import { FIRST_SECOND, LAST_SECOND, wallOf } from './clock.js';
import { isFixed, parseDate, resolveInstant, resolveWall, strictDates, zoned } from './date-text.js';
import { iso, toInstant, toWall } from './zone.js';

// Wednesday 10 March 2027, 14:25:36 in Europe/Paris.
const NOW = '2027-03-10 13:25:36';
const ZONE = 'Europe/Paris';

function wall(text: string, offsets: 'honour' | 'ignore' = 'honour', lenient = false): string | undefined {
  const date = parseDate(text, lenient ? lenientDates : strictDates);
  return date && resolveWall(date, { now: NOW, zone: ZONE, offsets });
}

function instant(text: string, zone = ZONE, now = NOW): string | undefined {
  const date = parseDate(text);
  return date && resolveInstant(date, { now, zone });
}

describe('texts parsed differently from PHP on purpose', () => {
  // [text, result of PHP 8.2, our result, reason]
  const table: readonly (readonly [string, string, string | undefined, string])[] = [
    ['10:00 tomorrow', '2027-03-11 00:00:00', '2027-03-11 10:00:00', 'PHP drops a time written before the day'],
    ['noon monday', '2027-03-15 00:00:00', '2027-03-15 12:00:00', 'the same'],
    ['7 march, 2019', '2027-03-07 20:19:00', '2019-03-07 00:00:00', 'PHP takes the year for a time'],
    ['7 Mar 10:00', 'unreadable', '2027-03-07 10:00:00', 'the hour is no two-figure year'],
    ['July 4, 3pm', 'unreadable', '2027-07-04 15:00:00', 'the hour is no year'],
    ['4 July 3pm', 'unreadable', '2027-07-04 15:00:00', 'the hour is no year'],
    ['2019 march 7', 'unreadable', '2019-03-07 00:00:00', 'plain meaning'],
    ['2027.03.01', 'unreadable', '2027-03-01 00:00:00', 'plain meaning'],
    ['07/mar/2019', 'unreadable', '2019-03-07 00:00:00', 'plain meaning'],
    ['the 7th of march 2019', 'unreadable', '2019-03-07 00:00:00', 'plain meaning'],
    ['tomorrow at 9am', 'unreadable', '2027-03-11 09:00:00', 'plain meaning'],
    ['tues', 'unreadable', '2027-03-16 00:00:00', 'plain meaning'],
    ['thurs', 'unreadable', '2027-03-11 00:00:00', 'plain meaning'],
    ['an hour ago', 'unreadable', '2027-03-10 13:25:36', 'plain meaning'],
    ['a week ago', '2027-03-10 14:25:36', '2027-03-03 14:25:36', 'PHP takes "a" for a zone'],
    ['last friday 2 days ago', '2027-03-10 00:00:00', '2027-03-03 00:00:00', 'ago turns only what is counted'],
    ['first monday of january next year', '2028-01-04 00:00:00', '2028-01-03 00:00:00', 'PHP answers a Tuesday'],
    ['first day of next month +1 day', '2027-04-01 14:25:36', '2027-04-02 14:25:36', 'PHP drops the day'],
    ['2027-03-01T10:00:00,123Z', 'unreadable', '2027-03-01 11:00:00', 'ISO 8601 allows the comma'],
    ['2027-03-01T10:00+01:00[Europe/Paris]', 'unreadable', '2027-03-01 10:00:00', 'RFC 9557'],
    ['2027-03-01 10:00 [America/New_York]', 'unreadable', '2027-03-01 16:00:00', 'RFC 9557'],
    ['2027-03-01 10:00 america/new_york', 'unreadable', '2027-03-01 16:00:00', 'names in any case'],
    ['2027-03-01 10:00 US/Eastern', 'unreadable', '2027-03-01 16:00:00', 'every name the platform knows'],
    ['2027-03-01 10:00 Etc/GMT+5', '2027-03-01 11:00:00', '2027-03-01 16:00:00', 'PHP drops the figure'],
    ['10:00 UTC+2', '2027-03-10 11:00:00', '2027-03-10 09:00:00', 'PHP drops the offset'],
    ['7 Mar 2027 10:00 KST', '2027-03-07 02:30:00', '2027-03-07 02:00:00', 'PHP has an offset of 1961'],
    ['Thu Mar 04 2027 10:00:00 GMT+0100 (Central European Standard Time)', 'unreadable', '2027-03-04 10:00:00', 'JS'],
    ['10000-01-01', '2000-01-01 10:00:00', undefined, 'a number is not cut in two'],
    ['7-3-19', '2007-03-19 00:00:00', undefined, 'nobody means 2007'],
    ['1/2/3', '2003-01-02 00:00:00', undefined, 'a year has two or four figures'],
    ['2027-03-01 +15:00', '2027-02-28 10:00:00', undefined, 'no clock is that far off'],
    ['2027-03-01 UTC EST', '2027-03-01 01:00:00', undefined, 'two zones'],
    ['10:00 @1803895200', '2027-03-01 11:00:00', undefined, 'Unix seconds hold a time already'],
    ['2019-03-07 10:00 2020', '2020-03-07 10:00:00', undefined, 'two years'],
    ['.', '2027-03-10 14:25:36', undefined, 'says nothing'],
    ['ago', '2027-03-10 14:25:36', undefined, 'says nothing'],
    ['0000-00-00 00:00:00', '-0001-11-30 00:00:00', undefined, 'outside the years 0001..9999'],
  ];
  it.each(table)('reads %j not as %s but as %s: %s', (text, _php, ours) => {
    expect(wall(text, 'honour', true)).toBe(ours);
    expect(wall(text, 'honour', false)).toBe(ours);
  });
});

describe('numbers', () => {
  it.each([
    ['1803895200', '2027-03-01 10:00:00'],
    ['1803895200.5', '2027-03-01 10:00:00'],
    [' 1803895200 ', '2027-03-01 10:00:00'],
    ['@1803895200', '2027-03-01 10:00:00'],
    ['@1803895200 +1 day', '2027-03-02 10:00:00'],
    ['-86400', '1969-12-31 00:00:00'],
    ['20270301', '1970-08-23 14:38:21'],
  ])('takes %j for Unix seconds', (text, utc) => {
    expect(wall(text, 'ignore')).toBe(utc);
    expect(wall(text, 'honour')).toBe(toWall(utc, ZONE));
    expect(instant(text)).toBe(utc);
  });

  it.each(['0', '-0', '00', '0.0', ' 0 '])('rejects %j, which means no date', (text) => {
    expect(parseDate(text, lenientDates)).toBeUndefined();
  });

  it.each(['99999999999999', '-99999999999999', '9'.repeat(99), '@999999999999999'])(
    'rejects %s, which is outside the calendar',
    (text) => {
      expect(wall(text)).toBeUndefined();
      expect(wall(text, 'ignore')).toBeUndefined();
      expect(instant(text)).toBeUndefined();
    },
  );
});

describe('zones inside a text', () => {
  it.each([
    ['2027-03-01T10:00:00+05:00', '2027-03-01 06:00:00', '2027-03-01 10:00:00'],
    ['2027-03-01T10:00:00Z', '2027-03-01 11:00:00', '2027-03-01 10:00:00'],
    ['2027-03-01 10:00 America/New_York', '2027-03-01 16:00:00', '2027-03-01 10:00:00'],
    ['2027-03-01 10:00 PDT', '2027-03-01 18:00:00', '2027-03-01 10:00:00'],
    ['2027-03-01 23:30 EST +1 day', '2027-03-03 05:30:00', '2027-03-02 23:30:00'],
    ['tomorrow 9am Asia/Tokyo', '2027-03-11 01:00:00', '2027-03-11 09:00:00'],
    ['now UTC', '2027-03-10 14:25:36', '2027-03-10 14:25:36'],
  ])('honours or ignores the zone of %j', (text, honoured, ignored) => {
    expect(wall(text, 'honour')).toBe(honoured);
    expect(wall(text, 'ignore')).toBe(ignored);
    expect(instant(text)).toBe(toInstant(honoured, ZONE).instant);
  });

  it('reports which texts have a zone or are Unix seconds', () => {
    const says = (text: string) => zoned(parseDate(text, lenientDates) ?? expect.fail(text));
    for (const text of ['2027-03-01Z', '10:00 +02:00', 'now UTC', '1803895200', '@5', 'x'])
      expect(says(text)).toBe(true);
    for (const text of ['2027-03-01', '10:00', 'now', 'next monday', '+2 weeks']) expect(says(text)).toBe(false);
  });

  it('accepts a zone alone as now only in lenient mode', () => {
    for (const text of ['x', 'a', 'Z', 'UTC', 'Europe/Paris', '+02:00']) {
      expect(wall(text, 'honour', true)).toBe('2027-03-10 14:25:36');
      expect(parseDate(text)).toBeUndefined();
    }
    expect(parseDate('j', lenientDates)).toBeUndefined();
    expect(parseDate('2027-03-01 10:00 x')).toBeUndefined();
    expect(wall('2027-03-01 10:00 x', 'ignore', true)).toBe('2027-03-01 10:00:00');
  });
});

describe('limits', () => {
  it.each(['', ' ', '\t\n', ' '.repeat(200), '2027-03-01'.padEnd(101), 'é', '\0', '२०२७-०३-०१'])(
    'cannot read %j',
    (text) => {
      expect(parseDate(text, lenientDates)).toBeUndefined();
    },
  );

  it('accepts any whitespace around and inside', () => {
    expect(wall(' \t2027-03-01   10:00\u00a0pm\n')).toBe('2027-03-01 22:00:00');
  });

  it('returns wall-clock times in the spring gap as written', () => {
    expect(wall('2027-03-28 02:30')).toBe('2027-03-28 02:30:00');
    expect(instant('2027-03-28 02:30')).toBe('2027-03-28 01:30:00');
  });

  it('rejects 29 February without a year in a common year, unless lenient', () => {
    expect(wall('29 feb')).toBeUndefined();
    expect(wall('29 feb', 'honour', true)).toBe('2027-03-01 00:00:00');
  });

  it('resolves now and elapsed time exactly in the repeated hour of autumn', () => {
    const second = '2027-10-31 01:30:00';
    expect(instant('now', ZONE, second)).toBe(second);
    expect(instant('+20 minutes', ZONE, second)).toBe('2027-10-31 01:50:00');
    expect(instant('1 hour ago', ZONE, second)).toBe('2027-10-31 00:30:00');
  });

  it('returns undefined outside the years 0001 to 9999', () => {
    for (const text of ['9999-12-31 +1 day', '0001-01-01 -1 day', '+9000 years', '-999999999 months', '0000-01-01']) {
      expect(wall(text, 'ignore', true)).toBeUndefined();
      expect(wall(text)).toBeUndefined();
    }
    expect(instant('9999-12-31 23:59:59', 'America/New_York')).toBeUndefined();
    expect(instant('0001-01-01', 'Asia/Tokyo')).toBeUndefined();
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    ...[
      '2027-03-01',
      '10:00',
      'tomorrow',
      'next',
      'monday',
      'first',
      'day',
      'of',
      '+2',
      'weeks',
      'ago',
      'utc',
      '@5',
      '7',
    ],
    ...['march', '2019', 'T', 'Z', '+02:00', ',', '.', '-', '/', ':', '[', ']', 'Europe/Paris', 'pm', '999999999', ' '],
  );
  const sentences = fc.array(words, { maxLength: 20 }).map((list) => list.join(' '));
  const glued = fc.array(words, { maxLength: 20 }).map((list) => list.join(''));

  it('never throws, resolves to a well-formed time or undefined, and a fixed date at any time to the same', () => {
    const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
    const zones = fc.constantFrom('UTC', 'Europe/Paris', 'UTC+14', 'Pacific/Apia');
    fc.assert(
      fc.property(fc.oneof(fc.string(), sentences, glued), zones, fc.boolean(), (text, zone, lenient) => {
        const date = parseDate(text, lenient ? lenientDates : strictDates);
        if (!date) return;
        const resultsAt = (now: string) => [
          resolveWall(date, { now, zone, offsets: 'honour' }),
          resolveWall(date, { now, zone, offsets: 'ignore' }),
          resolveInstant(date, { now, zone }),
        ];
        const results = resultsAt(NOW);
        for (const result of results) if (result !== undefined) expect(result).toMatch(form);
        if (isFixed(date)) expect(resultsAt('1970-01-01 00:00:00')).toEqual(results);
      }),
      { numRuns: repetitions(800) },
    );
  });

  it('parses every ISO text that it writes', () => {
    const seconds = fc.integer({ min: FIRST_SECOND + 86_400, max: LAST_SECOND - 86_400 });
    const zones = fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC-3:30', '+14:00');
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const written = wallOf(second);
        expect(instant(iso(written, zone), 'Asia/Tokyo')).toBe(written);
        expect(wall(written)).toBe(written);
      }),
    );
  });
});
