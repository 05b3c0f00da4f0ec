// Recurring events as the paid edition of the plugin lists them: a post that no list shows, a second post beside it, and each
// date as a row with a high ID, the slug of the series, and a URL that ends in its day.

import { plusSeconds, secondsBetween } from '../../../src/core/time/clock.js';
import { expand } from '../../../src/core/time/expand.js';
import { parseRule } from '../../../src/core/time/rule.js';
import { utcOf } from './moments.js';
import type { OldEvent, OldSeries } from './records.js';

/** IDs of dates, and of the rows that single events have too. */
export const firstRowId = 10_000_000;

interface Pattern {
  readonly title: string;
  readonly start: string;
  readonly zone: string;
  /** Empty for the dates of `extra` alone. */
  readonly rule: string;
  readonly without?: readonly number[];
  readonly extra?: readonly string[];
}

const patterns: readonly Pattern[] = [
  {
    title: 'Open Studio',
    start: '2026-05-02 09:00:00',
    zone: 'Europe/Paris',
    rule: '',
    extra: ['2026-05-02 14:00:00', '2026-06-17 09:00:00', '2026-08-01 11:30:00', '2027-01-30 09:00:00'],
  },
  { title: 'Tuesday Choir', start: '2026-09-01 19:00:00', zone: 'Europe/Paris', rule: 'FREQ=WEEKLY;COUNT=20' },
  {
    title: 'Repair &amp; Share',
    start: '2026-01-03 10:00:00',
    zone: 'Europe/Paris',
    rule: 'FREQ=MONTHLY;BYDAY=1SA;COUNT=12',
  },
  {
    title: 'Story Hour',
    start: '2026-10-05 16:00:00',
    zone: 'America/New_York',
    rule: 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=24',
    without: [5],
  },
  { title: 'Founders&#8217; Day', start: '2023-06-11 12:00:00', zone: 'UTC', rule: 'FREQ=YEARLY;COUNT=6' },
  {
    title: 'Every Third Day',
    start: '2026-11-20 08:00:00',
    zone: 'Asia/Kolkata',
    rule: 'FREQ=DAILY;INTERVAL=3;COUNT=15',
  },
];

/** About `count` dates of as many series as needed. */
export function seriesWithDates(
  count: number,
  nextId: () => number,
  content: (title: string) => OldEvent,
): { readonly series: readonly OldSeries[]; readonly dates: readonly OldEvent[] } {
  const dates: OldEvent[] = [];
  const series: OldSeries[] = [];
  for (let at = 0; dates.length < count; at++) {
    const pattern = patterns[at % patterns.length] as Pattern;
    const round = Math.floor(at / patterns.length);
    const title = round ? `${pattern.title} ${round + 1}` : pattern.title;
    const added = datesOf(pattern, content(title), round, firstRowId + dates.length);
    dates.push(...added);
    series.push({ id: nextId(), groupId: nextId(), slug: added[0]?.slug ?? '', rules: rulesOf(pattern) });
  }
  return { series, dates };
}

const kinds: Readonly<Record<string, string>> = {
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  YEARLY: 'yearly',
};

/** As the block editor stores them; empty for a list of dates. */
function rulesOf({ rule, start }: Pattern): string {
  const part = (name: string): string => new RegExp(`${name}=(\\w+)`).exec(rule)?.[1] ?? '';
  if (rule === '') return '';
  const times = { start_time: start.slice(11), end_time: plusSeconds(start, durationSeconds).slice(11) };
  const count = { limit_type: 'count', limit: Number(part('COUNT')), between: Number(part('INTERVAL') || 1) };
  return JSON.stringify([{ all_day: false, multi_day: false, type: kinds[part('FREQ')], ...count, ...times }]);
}

const durationSeconds = secondsBetween('2026-01-01 00:00:00', '2026-01-01 01:45:00');

function datesOf(
  { start, zone, rule, without = [], extra = [] }: Pattern,
  content: OldEvent,
  round: number,
  id: number,
) {
  const ruled = rule ? [...expand(parseRule(rule, zone), start)] : [start];
  const starts = [...ruled.filter((_, at) => !without.includes(at)), ...extra].sort();
  const perDay = new Map<string, number>();
  return starts.map((at, index): OldEvent => {
    const day = at.slice(0, 10);
    const number = (perDay.get(day) ?? 0) + 1;
    perDay.set(day, number);
    const end = plusSeconds(at, durationSeconds);
    return {
      ...content,
      id: id + index,
      status: 'publish',
      slug: `series-${slugOf(content.title)}${round ? `-${round + 1}` : ''}`,
      ...{ start: at, end, zone, allDay: false, hidden: false, password: '' },
      ...utcOf(at, end, zone),
      date: starts.filter((one) => one.startsWith(day)).length > 1 ? `${day}/${number}` : day,
    };
  });
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/&[^;]*;|[^a-z]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/-\d*$/, '');
