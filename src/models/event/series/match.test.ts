import { expect, test } from 'vitest';
import { matchDates } from './match.js';
import type { OccurrenceRow } from './rows.js';

const rowsAt = (...starts: readonly string[]) =>
  starts.map((start, at) => ({ id: at + 1, original_start: `${start}:00` }) as OccurrenceRow);
const datesAt = (...starts: readonly string[]) => starts.map((start) => ({ start: `${start}:00` }));

/** Ids of the kept dates by their new start, starts of the added dates, ids of the others. */
function matched(...given: Parameters<typeof matchDates>) {
  const { kept, added, left } = matchDates(...given);
  return {
    kept: Object.fromEntries(kept.map(({ row, date }) => [date.start.slice(0, 16), row.id])),
    added: added.map(({ start }) => start.slice(0, 16)),
    left: left.map(({ id }) => id),
  };
}

const thursdays = rowsAt('2027-07-01 19:00', '2027-07-08 19:00', '2027-07-15 19:00');
const daySeconds = 86_400;

test('matches equal starts first, then the only date of a day', () => {
  const dates = datesAt('2027-07-01 19:00', '2027-07-08 20:00', '2027-07-22 19:00');
  expect(matched(thursdays, dates)).toEqual({
    kept: { '2027-07-01 19:00': 1, '2027-07-08 20:00': 2 },
    added: ['2027-07-22 19:00'],
    left: [3],
  });
});

test('matches all dates of a series that moves to another day', () => {
  const fridays = datesAt('2027-07-02 20:00', '2027-07-09 20:00', '2027-07-16 20:00', '2027-07-23 20:00');
  expect(matched(thursdays, fridays, daySeconds + 3_600)).toEqual({
    kept: { '2027-07-02 20:00': 1, '2027-07-09 20:00': 2, '2027-07-16 20:00': 3 },
    added: ['2027-07-23 20:00'],
    left: [],
  });
});

test('keeps dates of a daily series where they are when its start moves', () => {
  const days = rowsAt('2027-07-01 19:00', '2027-07-02 19:00', '2027-07-03 19:00');
  const later = datesAt('2027-07-02 19:00', '2027-07-03 19:00', '2027-07-04 19:00');
  expect(matched(days, later, daySeconds)).toEqual({
    kept: { '2027-07-02 19:00': 2, '2027-07-03 19:00': 3 },
    added: ['2027-07-04 19:00'],
    left: [1],
  });
});
