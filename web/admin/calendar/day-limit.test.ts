import { expect, test } from 'vitest';
import { limitOverlap, limitPerDay, spanOf } from './day-limit';

const on = (start: string, last = start) => ({ start: `2027-03-${start}`, last: `2027-03-${last}` });
const march = { start: '2027-03-01', last: '2027-03-31' };

test.each([
  ['2027-03-01 20:00:00', '2027-03-02 00:00:00', '2027-03-01'],
  ['2027-03-01 20:00:00', '2027-03-02 00:00:01', '2027-03-02'],
  ['2027-03-01 20:00:00', '2027-03-01 23:59:59', '2027-03-01'],
  ['2027-02-28 00:00:00', '2027-03-01 00:00:00', '2027-02-28'],
  ['2027-03-01 00:00:00', '2027-03-01 00:00:00', '2027-03-01'],
])('an event from %s to %s is in the cells up to %s', (from, to, last) =>
  expect(spanOf(from, to)).toEqual({ start: from.slice(0, 10), last }),
);

test('shows at most the given number of records per day and counts the others', () => {
  const records = [on('01'), on('01'), on('01'), on('02')];
  const { shown, more } = limitPerDay(records, march, 2);
  expect(records.map((record) => shown.has(record))).toEqual([true, true, false, true]);
  expect([...more]).toEqual([['2027-03-01', 1]]);
});

test('shows or counts a record of several days on all of them', () => {
  const records = [on('02'), on('01', '03'), on('03')];
  const { shown, more } = limitPerDay(records, march, 1);
  expect(records.map((record) => shown.has(record))).toEqual([true, false, true]);
  expect([...more.keys()]).toEqual(['2027-03-01', '2027-03-02', '2027-03-03']);
});

test('counts a record that lasts for years on visible days only', () => {
  const long = { start: '1000-01-01', last: '9999-12-31' };
  const { shown, more } = limitPerDay([long, on('31')], march, 1);
  expect([shown.size, [...more]]).toEqual([1, [['2027-03-31', 1]]]);
});

test('shows no more records per day for any number of records', () => {
  const records = Array.from({ length: 460 }, (_, at) => on(String((at % 31) + 1).padStart(2, '0')));
  const { shown, more } = limitPerDay(records, march, 3);
  expect(shown.size).toBe(31 * 3);
  expect([...more.values()].reduce((sum, count) => sum + count, 0)).toBe(460 - 31 * 3);
});

const at = (from: string, to: string) => ({ from: `2027-03-01 ${from}:00`, to: `2027-03-01 ${to}:00` });

test('shows as many records beside each other as there are columns, and counts the others together', () => {
  const records = [
    ...Array.from({ length: 40 }, () => at('10:00', '11:00')),
    at('10:30', '12:00'),
    at('11:00', '12:00'),
  ];
  const { shown, more } = limitOverlap(records, 4);
  expect(records.map((record) => shown.has(record)).indexOf(false)).toBe(3);
  expect(shown.has(records.at(-1) as (typeof records)[number])).toBe(true);
  expect(more).toEqual([{ ...at('10:00', '12:00'), count: 38 }]);
});

test('shows a record instead of the count of one record', () => {
  const records = [at('10:00', '11:00'), at('10:00', '11:00'), at('10:00', '11:00')];
  expect(limitOverlap(records, 3)).toEqual({ shown: new Set(records), more: [] });
});
