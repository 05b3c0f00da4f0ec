// Calendars that are too large, too deep or endless.
import { describe, expect, test } from 'vitest';
import { Invalid } from '../../core/problem.js';
import { type FileLimits, fileBudget } from '../file-budget.js';
import { maxCalendarBytes } from './decode.js';
import { openCalendar } from './read.js';

const options = { zone: 'Europe/Paris', now: '2026-11-16 12:00:00', months: 24, geolocation: true };

const calendar = (...lines: readonly string[]): Buffer =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
const event = (n: number, ...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${n}@limits.example`,
  'DTSTART:20270501T080000Z',
  `SUMMARY:Event ${n}`,
  ...lines,
  'END:VEVENT',
];
const eventsUpTo = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => event(n)).flat();

function read(bytes: Buffer, limits: FileLimits = {}) {
  const pages = [...openCalendar(bytes, options, fileBudget(limits)).pages({})];
  return {
    records: pages.flatMap((page) => page.records),
    warnings: pages.flatMap((page) => page.warnings),
    pages,
  };
}

describe('limits of calendars', () => {
  test('refuses more than 10 MB', () => {
    expect(() => read(Buffer.alloc(maxCalendarBytes + 1, 'A'))).toThrow(/larger than 10 MB/);
  });

  test('leaves out a line of almost 10 MB, names it, and reads the rest', () => {
    const { records, warnings } = read(calendar(...event(1, `ATTACH:${'A'.repeat(9_900_000)}`)));
    expect(records.map(({ fields }) => fields.title)).toEqual(['Event 1']);
    expect(warnings).toEqual([
      { kind: 'line too long', place: 'line 7', text: expect.stringMatching(/^ATTACH has 9900007 bytes/) },
    ]);
  });

  test('leaves out a line that is long only after unfolding', () => {
    const folded = `DESCRIPTION:${Array.from({ length: 2_000 }, () => 'A'.repeat(74)).join('\r\n ')}`;
    const { records, warnings } = read(calendar(...event(1, folded)));
    expect(records[0]?.fields.description).toBe('');
    expect(warnings.map(({ kind }) => kind)).toEqual(['line too long']);
  });

  test('keeps only the text of a description with very many tags', () => {
    const described = (tags: number) => event(tags, `X-ALT-DESC;FMTTYPE=text/html:${'<li>Tea'.repeat(tags)}`);
    const { records, warnings } = read(calendar(...described(2_000), ...described(2_001)));
    expect(records.map(({ fields }) => String(fields.description).slice(0, 9))).toEqual(['<li>Tea<l', 'TeaTeaTea']);
    expect(warnings).toEqual([
      { kind: 'too many tags', place: expect.any(String), text: expect.stringMatching(/more than 2000 HTML tags/) },
    ]);
  });

  test('refuses 100,000 components', () => {
    expect(() => read(calendar(...Array.from({ length: 100_000 }, () => 'BEGIN:VEVENT\r\nEND:VEVENT')))).toThrow(
      /more than 20000 components/,
    );
  });

  test('refuses deep nesting', () => {
    const deep = Array.from({ length: 10_000 }, () => 'BEGIN:VALARM');
    expect(() => read(calendar(...event(1, ...deep)))).toThrow(/nested more than 4 deep/);
  });

  test('refuses HTML, JSON and an empty file', () => {
    for (const text of ['<!DOCTYPE html><html><body>Sign in</body></html>', '{"error": 1}', '', '\0\0\0\0'])
      expect(() => read(Buffer.from(text))).toThrow(Invalid);
  });

  test('bounds the warnings about 400,000 wrong lines', () => {
    const { warnings } = read(calendar('?\r\n'.repeat(400_000), ...event(1)));
    expect(warnings).toHaveLength(1_000);
  });

  test('reads many rules, dates and changes of one event within bounds', () => {
    const rules = Array.from({ length: 5_000 }, () => 'RRULE:FREQ=SECONDLY');
    const dates = Array.from(
      { length: 5_000 },
      (_, n) => `RDATE:${20_270_501 + (n % 28)}T${String(n % 24).padStart(2, '0')}0000Z`,
    );
    const changes = Array.from({ length: 3_000 }, () => event(1, 'RECURRENCE-ID:20270501T080000Z')).flat();
    const { records, warnings } = read(calendar(...event(1, ...rules, ...dates), ...changes));
    expect(records).toHaveLength(1);
    expect(warnings.map(({ kind }) => kind)).toContain('too many dates');
  });

  test('reads the positions of an interrupted import without repeating events', () => {
    const bytes = calendar(...eventsUpTo(120));
    const { pages } = read(bytes);
    const rest = [...openCalendar(bytes, options).pages(pages[0]?.position ?? {})];
    expect(rest.flatMap(({ records }) => records.map(({ externalId }) => externalId))).toEqual(
      pages.slice(1).flatMap(({ records }) => records.map(({ externalId }) => externalId)),
    );
  });

  test('counts warnings of one kind over the whole file', () => {
    const dates = Array.from({ length: 100 }, () => 'RDATE:never');
    const { warnings } = read(calendar(...Array.from({ length: 50 }, (_, n) => event(n, ...dates)).flat()));
    expect(warnings.filter(({ kind }) => kind === 'date not understood')).toHaveLength(1_000);
  });
});

describe('the budget of a file', () => {
  const series = (count: number, ...lines: readonly string[]): Buffer =>
    calendar(...Array.from({ length: count }, (_, n) => event(n, ...lines)).flat());

  test('is one for all rules: many of them are refused although each alone is within bounds', () => {
    const yearly = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
    expect(read(series(1, yearly)).records).toHaveLength(1);
    expect(() => read(series(20, yearly), { steps: 50_000 })).toThrow(/take too long to expand/);
  });

  test('bounds the dates of all series', () => {
    expect(() => read(series(200, 'RRULE:FREQ=DAILY'))).toThrow(/give more than 50000 dates/);
    expect(() => read(series(200, 'RRULE:FREQ=SECONDLY'))).toThrow(/give more than 50000 dates/);
  });

  test('bounds changed dates, time zones and lines', () => {
    const changed = Array.from({ length: 20 }, (_, n) => event(1, `RECURRENCE-ID:202705${10 + n}T080000Z`)).flat();
    const daily = event(1, 'RRULE:FREQ=DAILY;COUNT=40');
    expect(read(calendar(...daily, ...changed)).records[0]?.changes?.changed).toHaveLength(20);
    expect(() => read(calendar(...daily, ...changed), { changes: 10 })).toThrow(/changes more than 10 dates/);
    const zones = Array.from({ length: 20 }, (_, n) => `RDATE;TZID=Nowhere ${n}:20270601T080000`);
    expect(() => read(calendar(...event(1, ...zones)), { zones: 10 })).toThrow(/names more than 10 time zones/);
    expect(() => read(series(100), { lines: 50 })).toThrow(/more than 50 lines/);
  });

  test('bounds the rules of time zones', () => {
    const observance = (n: number): readonly string[] => [
      'BEGIN:STANDARD',
      `DTSTART:19${10 + (n % 80)}0101T000000`,
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0137',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'END:STANDARD',
    ];
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Mine', ...Array.from({ length: 40 }, (_, n) => observance(n)).flat()];
    const timed = event(1, 'RDATE;TZID=Mine:20270601T080000');
    expect(() => read(calendar(...zone, 'END:VTIMEZONE', ...timed), { steps: 100_000 })).toThrow(/too long to expand/);
  });

  test('ends a page early whose series have many dates', () => {
    const { pages } = read(series(30, 'RRULE:FREQ=DAILY;COUNT=500'));
    expect(pages.map(({ records }) => records.length)).toEqual(Array(15).fill(2));
  });
});
