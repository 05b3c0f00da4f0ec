// Calendars that are too large, too deep or endless.
import { describe, expect, test } from 'vitest';
import { Invalid } from '../../core/problem.js';
import type { IncomingPage } from '../incoming.js';
import { maxCalendarBytes } from './decode.js';
import { readIcal } from './read.js';

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

async function read(bytes: Buffer) {
  const pages: IncomingPage[] = [];
  for await (const page of readIcal(bytes, options)({})) pages.push(page);
  return {
    records: pages.flatMap((page) => page.records),
    warnings: pages.flatMap((page) => page.warnings),
    pages,
  };
}

describe('limits of calendars', () => {
  test('refuses more than 10 MB', async () => {
    await expect(read(Buffer.alloc(maxCalendarBytes + 1, 'A'))).rejects.toThrow(/larger than 10 MB/);
  });

  test('leaves out a line of almost 10 MB, names it, and reads the rest', async () => {
    const { records, warnings } = await read(calendar(...event(1, `ATTACH:${'A'.repeat(9_900_000)}`)));
    expect(records.map(({ fields }) => fields.title)).toEqual(['Event 1']);
    expect(warnings).toEqual([
      { kind: 'line too long', place: 'line 7', text: expect.stringMatching(/^ATTACH has 9900007 bytes/) },
    ]);
  });

  test('leaves out a line that is long only after unfolding', async () => {
    const folded = `DESCRIPTION:${Array.from({ length: 2_000 }, () => 'A'.repeat(74)).join('\r\n ')}`;
    const { records, warnings } = await read(calendar(...event(1, folded)));
    expect(records[0]?.fields.description).toBe('');
    expect(warnings.map(({ kind }) => kind)).toEqual(['line too long']);
  });

  test('refuses 100,000 components', async () => {
    await expect(
      read(calendar(...Array.from({ length: 100_000 }, () => 'BEGIN:VEVENT\r\nEND:VEVENT'))),
    ).rejects.toThrow(/more than 20000 components/);
  });

  test('refuses deep nesting', async () => {
    const deep = Array.from({ length: 10_000 }, () => 'BEGIN:VALARM');
    await expect(read(calendar(...event(1, ...deep)))).rejects.toThrow(/nested more than 4 deep/);
  });

  test('refuses HTML, JSON and an empty file', async () => {
    for (const text of ['<!DOCTYPE html><html><body>Sign in</body></html>', '{"error": 1}', '', '\0\0\0\0'])
      await expect(read(Buffer.from(text))).rejects.toThrow(Invalid);
  });

  test('bounds the warnings about a million wrong lines', async () => {
    const { warnings } = await read(calendar('?\r\n'.repeat(1_000_000), ...event(1)));
    expect(warnings).toHaveLength(1_000);
  });

  test('reads many rules, dates and changes of one event within bounds', async () => {
    const rules = Array.from({ length: 5_000 }, () => 'RRULE:FREQ=SECONDLY');
    const dates = Array.from(
      { length: 5_000 },
      (_, n) => `RDATE:${20_270_501 + (n % 28)}T${String(n % 24).padStart(2, '0')}0000Z`,
    );
    const changes = Array.from({ length: 3_000 }, () => event(1, 'RECURRENCE-ID:20270501T080000Z')).flat();
    const { records, warnings } = await read(calendar(...event(1, ...rules, ...dates), ...changes));
    expect(records).toHaveLength(1);
    expect(warnings.map(({ kind }) => kind)).toContain('too many dates');
  });

  test('reads the positions of an interrupted import without repeating events', async () => {
    const bytes = calendar(...eventsUpTo(120));
    const { pages } = await read(bytes);
    const rest: IncomingPage[] = [];
    for await (const page of readIcal(bytes, options)(pages[0]?.position ?? {})) rest.push(page);
    expect(rest.flatMap(({ records }) => records.map(({ externalId }) => externalId))).toEqual(
      pages.slice(1).flatMap(({ records }) => records.map(({ externalId }) => externalId)),
    );
  });
});
