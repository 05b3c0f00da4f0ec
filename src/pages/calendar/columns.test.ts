// Columns of a time grid: overlapping events are side by side, and events without a column are counted.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hoursAround, inColumns, overlap, quartersOf, type Range } from './columns.js';

const at = (from: number, to: number): Range => ({ from, to });
const columns = (ranges: readonly Range[], maxColumns = 3) => inColumns(ranges, (range) => range, maxColumns);
const places = (ranges: readonly Range[], maxColumns?: number) =>
  columns(ranges, maxColumns).placed.map(({ range, column, columns: of }) => [range.from, range.to, column, of]);

describe('columns', () => {
  test('a single event has the full width, also right after another one', () => {
    expect(places([at(36, 40), at(40, 44)])).toEqual([
      [36, 40, 0, 1],
      [40, 44, 0, 1],
    ]);
  });

  test('two overlapping events share the width, and a third reuses a free column', () => {
    expect(places([at(36, 48), at(40, 44), at(44, 50)])).toEqual([
      [36, 48, 0, 2],
      [40, 44, 1, 2],
      [44, 50, 1, 2],
    ]);
  });

  test('an event covers the columns to its right that are free during it', () => {
    const { placed } = columns([at(36, 60), at(36, 40), at(36, 38), at(44, 48)]);
    expect(placed.map(({ range, column, width }) => [range.from, range.to, column, width])).toEqual([
      [36, 60, 0, 1],
      [36, 40, 1, 1],
      [36, 38, 2, 1],
      [44, 48, 1, 2],
    ]);
  });

  test('of events with the same start the longest comes first, in any input order', () => {
    expect(places([at(36, 40), at(36, 48), at(36, 44)])).toEqual([
      [36, 48, 0, 3],
      [36, 44, 1, 3],
      [36, 40, 2, 3],
    ]);
  });

  test('events beyond the maximum number of columns are omitted', () => {
    const six = Array.from({ length: 6 }, () => at(72, 80));
    const { placed, omitted } = columns(six);
    expect(placed.map(({ column, columns: of }) => [column, of])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(omitted.map(({ items, range }) => [items.length, range])).toEqual([[3, at(72, 80)]]);
    expect(columns(six, 6).omitted).toEqual([]);
  });

  test('no events give no columns', () => {
    expect(columns([])).toEqual({ placed: [], omitted: [] });
  });

  test('no two events of one column overlap, and none is lost, on any day', () => {
    const ranges = fc
      .tuple(fc.nat(93), fc.integer({ min: 2, max: 40 }))
      .map(([from, length]) => at(from, from + length));
    fc.assert(
      fc.property(fc.array(ranges, { maxLength: 40 }), fc.integer({ min: 2, max: 8 }), (day, maxColumns) => {
        const { placed, omitted } = columns(day, maxColumns);
        expect(placed.length + omitted.flatMap(({ items }) => items).length).toBe(day.length);
        for (const [index, one] of placed.entries()) {
          expect(one.column + one.width).toBeLessThanOrEqual(one.columns);
          expect(one.columns).toBeLessThanOrEqual(maxColumns);
          for (const other of placed.slice(index + 1))
            if (overlap(one.range, other.range)) {
              const [left, right] = one.column < other.column ? [one, other] : [other, one];
              expect(left.column + left.width).toBeLessThanOrEqual(right.column);
              expect(other.columns).toBe(one.columns);
            }
        }
        for (const { items, range } of omitted)
          for (const item of items) expect([item.from >= range.from, item.to <= range.to]).toEqual([true, true]);
      }),
    );
  });
});

describe('quarter hours', () => {
  const quarters = (start: string, end: string) =>
    quartersOf({ start_date: `2027-06-15 ${start}`, end_date: end.length > 8 ? end : `2027-06-15 ${end}` });

  test.each([
    ['09:00:00', '10:30:00', at(36, 42)],
    ['09:05:00', '10:31:00', at(36, 43)],
    ['09:00:00', '09:00:00', at(36, 38)],
    ['23:50:00', '23:59:00', at(94, 96)],
    ['22:00:00', '2027-06-16 02:00:00', at(88, 96)],
    ['22:00:00', '2027-06-16 00:00:00', at(88, 96)],
    // When clocks are set back, an event can end before its start.
    ['01:50:00', '01:10:00', at(7, 9)],
  ])('from %s to %s', (start, end, range) => {
    expect(quarters(start, end)).toEqual(range);
  });

  test('the second day of a night begins at midnight', () => {
    const night = { start_date: '2027-06-15 22:00:00', end_date: '2027-06-16 02:30:00' };
    expect(quartersOf(night, '2027-06-16')).toEqual(at(0, 10));
  });

  test('a grid shows 9 to 18, and more hours where events need them', () => {
    expect(hoursAround([])).toEqual({ first: 9, last: 18 });
    expect(hoursAround([at(40, 44)])).toEqual({ first: 9, last: 18 });
    expect(hoursAround([at(27, 30), at(80, 95)])).toEqual({ first: 6, last: 24 });
  });
});
