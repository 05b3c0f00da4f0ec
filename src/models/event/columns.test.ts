// The columns of events in a series: each is read from the master, copied from it, or a value of the row itself.
import { expect, test } from 'vitest';
import { is } from '../../core/condition.js';
import { copiedFromContent, onContent, readFromContent } from '../../core/content.js';
import { type EventRow, eventColumns, eventFields, nativeFields } from './columns.js';
import { event } from './event.js';
import { slimRows } from './series/generate.js';
import { datesAt, masterListing } from './series/rows.js';

/** Why a date has a value of its own. */
const perRow = {
  'when it takes place':
    'all_day start_date end_date utc_start_date utc_end_date timezone duration_class previous_start',
  'what it is in the series': 'series content_id original_start own slug_number day_number listing',
  'its changes': 'version sequence',
  'its identity elsewhere, or none': 'source external_id uid',
  'masters only': 'recurrence horizon',
};

const names = Object.keys(eventColumns);
const copied = Object.values(copiedFromContent(eventColumns)).flat();
const read = readFromContent(eventColumns);
const own = names.filter((name) => !copied.includes(name) && !read.includes(name));

const master = {
  ...Object.fromEntries(names.map((name) => [name, `of the master: ${name}`])),
  id: 7,
  listing: masterListing,
  hide_from_listings: true,
  timezone: 'Europe/Paris',
  all_day: true,
  start_date: '2027-07-01 10:00:00',
  end_date: '2027-07-01 12:00:00',
  recurrence: { start: '2027-07-01 10:00:00', rule: 'FREQ=DAILY', dates: [], except: [] },
} as unknown as EventRow;

test('every column belongs to one part, and those of each row have a reason', () => {
  expect([...read, ...copied, ...own].sort()).toEqual([...names].sort());
  expect([...own].sort()).toEqual(
    Object.values(perRow)
      .flatMap((of) => of.split(' '))
      .sort(),
  );
  const both = Object.entries(eventColumns).filter(([, column]) => column.copied && column.perRow);
  expect(both).toEqual([]);
});

test('a plain field is inherited by the dates of a series', () => {
  const plain = Object.keys({ ...eventFields, ...nativeFields });
  expect(plain.filter((name) => own.includes(name))).toEqual([]);
});

test('a new date has a value in every column: copies, its own ones, and blanks for those that it reads', () => {
  const start = '2027-07-02 10:00:00';
  const [row] = slimRows(master, [{ id: 8, date: { start }, slugNumber: 2 }], '2027-06-01 00:00:00');
  expect(Object.keys(row ?? {}).sort()).toEqual(['id', ...names].sort());
  const { modified_utc: _, ...columns } = eventColumns;
  for (const name of read.filter((one) => one in columns))
    expect([name, row?.[name]]).toEqual([name, columns[name as keyof typeof columns].decode(null)]);
  for (const name of copied) expect([name, row?.[name]]).toEqual([name, master[name as keyof EventRow]]);
  expect(row).toMatchObject({
    ...datesAt({ start }, master),
    series: 7,
    content_id: 7,
    own: [],
    recurrence: undefined,
  });
});

test('a filter compares a column where dates have it', () => {
  for (const name of read) expect(onContent(is(name, 1), event).is).toBe('content');
  for (const name of [...copied, ...own]) expect(onContent(is(name, 1), event).is).toBe('compared');
});
