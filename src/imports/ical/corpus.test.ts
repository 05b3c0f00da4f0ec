// Calendars of the corpus in tests/fixtures/ical, each named for its oddity, and what is read from them.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Invalid } from '../../core/problem.js';
import { type IcalPage, type IcalRecord, openCalendar } from './read.js';

const folder = new URL('../../../tests/fixtures/ical/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ics'))
  .map((name) => name.slice(0, -4));

const options = {
  zone: 'Europe/Paris',
  now: '2026-11-16 12:00:00',
  months: 24,
  geolocation: true,
  uidHost: 'corpus.example',
  status: 'draft',
};

const readAll = (bytes: Buffer): readonly IcalPage[] => [...openCalendar(bytes, options).pages({})];

/** The fields of an event that say something: no empty ones, and nothing that is the same in most files. */
const usual: Readonly<Record<string, unknown>> = {
  title: 'Market',
  timezone: options.zone,
  all_day: false,
  event_status: 'scheduled',
  attendance: 'in_person',
  start_date: '2027-05-01 10:00:00',
  end_date: '2027-05-01 12:00:00',
};

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** Long lists of dates by their ends. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 20)}… (${value.length})` : value;
  if (Array.isArray(value))
    return value.length > 20 ? [value[0], `… (${value.length})`, value.at(-1)] : value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

function summaryOf({ resource, externalId, fields, initial, stored, references, parts }: IcalRecord): object {
  const own = Object.entries(fields).filter(([name, value]) => !isEmpty(value) && value !== usual[name]);
  const links = Object.entries(references ?? {}).filter(([, ids]) => ids.length > 0);
  return {
    [resource]: externalId,
    ...Object.fromEntries(own),
    ...(initial?.status !== options.status && initial),
    ...(links.length > 0 && { references: Object.fromEntries(links) }),
    ...(resource === 'event' && stored?.uid !== externalId && { uid: stored?.uid }),
    ...(parts !== undefined && Object.keys(parts as object).length > 0 && { parts }),
  };
}

function resultOf(bytes: Buffer): object {
  try {
    const pages = readAll(bytes);
    return {
      records: pages.flatMap(({ records }) => records.map((record) => shortened(summaryOf(record)))),
      warnings: pages.flatMap(({ warnings }) => warnings.map(({ kind, place }) => `${place}: ${kind}`)),
    };
  } catch (error) {
    if (error instanceof Invalid) return { refused: error.message };
    throw error;
  }
}

describe('the corpus of odd calendars', () => {
  test('has a file and an expected result for at least 60 oddities', () => {
    const expected = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(expected.map((name) => name.slice(0, -5)).sort()).toEqual([...names].sort());
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  test.each(names)('%s.ics is read as expected', (name) => {
    const result = resultOf(readFileSync(new URL(`${name}.ics`, folder)));
    const expected: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
    expect(JSON.parse(JSON.stringify(result))).toEqual(expected);
  });
});
