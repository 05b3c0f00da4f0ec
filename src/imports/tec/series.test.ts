// Dates of the old site as series: exact dates, IDs in their order, and nothing lost without a report.
import { expect, test } from 'vitest';
import { plusSeconds } from '../../core/time/clock.js';
import { maxDates } from '../../core/time/recurrence-input.js';
import type { MapContext } from './mapping.js';
import { defaultTecOptions, type TecOptions } from './options.js';
import { dayInUrl, SeriesGatherer } from './series.js';
import { readSiteRule, type SiteRule } from './site-rule.js';
import type { Body } from './values.js';

const options: TecOptions = { ...defaultTecOptions, site: 'https://old.example' };
const now = '2026-04-01 12:00:00';
const context: MapContext = { base: new URL('https://old.example/'), options, place: 'list', now };

const date = (id: number, start: string, seconds = 3_600): Body => ({
  id,
  title: 'Choir',
  slug: 'choir',
  status: 'publish',
  url: `https://old.example/event/choir/${start.slice(0, 10)}/`,
  start_date: start,
  end_date: plusSeconds(start, seconds),
  timezone: 'UTC',
});

function seriesOf(dates: readonly Body[], more: Partial<TecOptions> = {}, id = 7, rule?: SiteRule) {
  const gatherer = new SeriesGatherer();
  for (const one of dates) expect(gatherer.add(one)).toBe(true);
  const [found, ...others] = gatherer.records(
    'choir',
    { ...context, options: { ...options, ...more } },
    { id, ...(rule && { rule }) },
  );
  expect(others).toEqual([]);
  return { record: found?.record, kinds: found?.warnings.map(({ kind }) => kind) };
}

test.each([
  ['https://old.example/event/choir/2026-05-01/', '2026-05-01'],
  ['https://old.example/event/choir/2026-05-01/2/', '2026-05-01-2'],
  ['https://old.example/event/choir/2026-05-01', '2026-05-01'],
  ['https://old.example/event/choir/', undefined],
  ['https://old.example/event/another/2026-05-01/', undefined],
  ['https://old.example/event/choir/2026-05-01/ical/', undefined],
])('the day of %s is %s', (url, day) => {
  expect(dayInUrl({ slug: 'choir', url })).toBe(day);
});

test('dates in any order become one series in the order of time, with the ID of its post', () => {
  const dates = [date(3, '2026-05-15 19:00:00'), date(1, '2026-05-01 19:00:00'), date(2, '2026-05-08 19:00:00')];
  expect(seriesOf([...dates, ...dates], {}, 77)).toEqual({
    kinds: [],
    record: expect.objectContaining({
      externalId: 'series:choir',
      id: 77,
      partIds: [1, 2, 3],
      paths: ['/event/choir/'],
      fields: expect.objectContaining({
        start_date: '2026-05-01 19:00:00',
        end_date: '2026-05-01 20:00:00',
        recurrence: { dates: ['2026-05-08 19:00:00', '2026-05-15 19:00:00'] },
      }),
    }),
  });
});

test('a date of another length has its end', () => {
  const { record } = seriesOf([date(1, '2026-05-01 19:00:00'), date(2, '2026-05-08 19:00:00', 7_200)]);
  expect(record?.fields.recurrence).toEqual({
    dates: [{ start: '2026-05-08 19:00:00', end: '2026-05-08 21:00:00' }],
  });
});

test('a single date is a single event', () => {
  const { record } = seriesOf([date(1, '2026-05-01 19:00:00')]);
  expect(record?.externalId).toBe('event:1');
  expect(record?.fields).not.toHaveProperty('recurrence');
});

test('two dates at one time are reported, and the first is used', () => {
  const dates = [date(1, '2026-05-01 19:00:00'), date(9, '2026-05-08 19:00:00'), date(2, '2026-05-08 19:00:00')];
  const { record, kinds } = seriesOf(dates);
  expect([record?.partIds, kinds]).toEqual([[1, 2], ['dates at the same time']]);
});

test('a longer list than possible becomes a rule, or is cut with a report', () => {
  const daily = Array.from({ length: maxDates + 5 }, (_, at) =>
    date(at + 1, plusSeconds('2026-01-01 19:00:00', at * 86_400)),
  );
  expect(seriesOf(daily).record?.fields.recurrence).toMatchObject({ rule: `FREQ=DAILY;COUNT=${maxDates + 5}` });
  const irregular = daily.map((one, at) => date(at + 1, plusSeconds(String(one.start_date), (at % 7) * 60)));
  const { record, kinds } = seriesOf(irregular);
  expect(kinds).toContain('too many dates');
  expect(record?.partIds).toHaveLength(maxDates);
});

const years = (count: number): string => plusSeconds(now, count * 365 * 86_400);
const every = (start: string, count: number, days: number): readonly Body[] =>
  Array.from({ length: count }, (_, at) =>
    date(at + 1, plusSeconds(`${start.slice(0, 10)} 19:00:00`, at * days * 86_400)),
  );
const weekly = (isEndless: boolean): SiteRule => ({ begins: 'FREQ=WEEKLY', isEndless });

test.each<[string, readonly Body[], SiteRule | undefined, string]>([
  ['goes on if the site says so', every(years(0), 10, 7), weekly(true), 'FREQ=WEEKLY'],
  ['ends where the site says so', every(years(0), 200, 7), weekly(false), 'FREQ=WEEKLY;COUNT=200'],
  ['ends if it is over, whatever the site says', every(years(-2), 10, 7), weekly(true), 'FREQ=WEEKLY;COUNT=10'],
  ['goes on if its dates reach the horizon of the site', every(years(0), 200, 7), undefined, 'FREQ=WEEKLY'],
  ['ends if its dates do not reach far', every(years(0), 20, 7), undefined, 'FREQ=WEEKLY;COUNT=20'],
  [
    'is that of the dates if the site tells another',
    every(years(0), 20, 3),
    weekly(false),
    'FREQ=DAILY;INTERVAL=3;COUNT=20',
  ],
  ['is used for two dates if the site tells it', every(years(0), 2, 7), weekly(false), 'FREQ=WEEKLY;COUNT=2'],
])('a rule %s', (_, dates, siteRule, rule) => {
  const { record, kinds } = seriesOf(dates, { series: 'rules' }, 7, siteRule);
  expect(record?.fields.recurrence).toEqual({ rule, dates: [], except: [] });
  expect([record?.partIds, kinds]).toEqual([dates.map(({ id }) => id), ['rule of a series']]);
  expect(seriesOf(dates, {}, 7, siteRule).record?.fields.recurrence).not.toHaveProperty('rule');
});

test('a rule ends if another series of the site has later dates', () => {
  const gatherer = new SeriesGatherer();
  for (const one of every(years(0), 100, 7)) gatherer.add(one);
  const later = every(years(4), 2, 7).map((one, at): Body => ({ ...one, id: 900 + at, slug: 'later' }));
  for (const one of later) gatherer.add({ ...one, url: String(one.url).replace('choir', 'later') });
  const [found] = gatherer.records('choir', { ...context, options: { ...options, series: 'rules' } });
  expect(found?.record.fields.recurrence).toMatchObject({ rule: 'FREQ=WEEKLY;COUNT=100' });
});

test.each<[unknown, SiteRule | undefined]>([
  [
    { type: 'daily', between: 3, limit_type: 'count', limit: 6 },
    { begins: 'FREQ=DAILY;INTERVAL=3', isEndless: false },
  ],
  [
    { type: 'weekly', between: '1', limit_type: 'never' },
    { begins: 'FREQ=WEEKLY', isEndless: true },
  ],
  [{ type: 'yearly' }, { begins: 'FREQ=YEARLY', isEndless: false }],
  [{ type: 'custom' }, undefined],
  [{ type: 'daily', between: -1 }, undefined],
  [{ type: 'daily', between: 1e9 }, undefined],
  [{ type: 'daily;COUNT=9' }, undefined],
  [null, undefined],
])('the site tells %j', (rule, expected) => {
  expect(readSiteRule({ _tribe_blocks_recurrence_rules: JSON.stringify([rule]) })).toEqual(expected);
  expect(readSiteRule({ _tribe_blocks_recurrence_rules: JSON.stringify([rule, rule]) })).toBeUndefined();
});

test.each([
  undefined,
  null,
  [],
  'text',
  {},
  { _tribe_blocks_recurrence_rules: '' },
  { _tribe_blocks_recurrence_rules: '[' },
])('no rule is read from %j', (meta) => {
  expect(readSiteRule(meta)).toBeUndefined();
});

test('an event without the day in its URL is no date of a series', () => {
  const gatherer = new SeriesGatherer();
  expect(gatherer.add({ ...date(1, '2026-05-01 19:00:00'), url: 'https://old.example/event/choir/' })).toBe(false);
  expect(gatherer.slugs()).toEqual([]);
});
