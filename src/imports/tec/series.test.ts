// Dates of the old site as series: exact dates, IDs in their order, and nothing lost without a report.
import { expect, test } from 'vitest';
import { plusSeconds } from '../../core/time/clock.js';
import { maxDates } from '../../core/time/recurrence-input.js';
import type { MapContext } from './mapping.js';
import { defaultTecOptions, type TecOptions } from './options.js';
import { dayInUrl, SeriesGatherer } from './series.js';
import type { Body } from './values.js';

const options: TecOptions = { ...defaultTecOptions, site: 'https://old.example' };
const context: MapContext = { base: new URL('https://old.example/'), options, place: 'list' };

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

function seriesOf(dates: readonly Body[], more: Partial<TecOptions> = {}, postId: number | undefined = 7) {
  const gatherer = new SeriesGatherer();
  for (const one of dates) expect(gatherer.add(one)).toBe(true);
  const [found, ...others] = gatherer.records('choir', context, { ...options, ...more }, postId);
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

test('an event without the day in its URL is no date of a series', () => {
  const gatherer = new SeriesGatherer();
  expect(gatherer.add({ ...date(1, '2026-05-01 19:00:00'), url: 'https://old.example/event/choir/' })).toBe(false);
  expect(gatherer.slugs()).toEqual([]);
});
