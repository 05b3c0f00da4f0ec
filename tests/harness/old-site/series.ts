// Dates of recurring events as the paid edition of the plugin lists them: each date is a row with a high ID, the slug of the
// series, and a URL that ends in its day.

import { plusSeconds, secondsBetween } from '../../../src/core/time/clock.js';
import { expand } from '../../../src/core/time/expand.js';
import { parseRule } from '../../../src/core/time/rule.js';
import { utcOf } from './moments.js';
import type { OldEvent } from './records.js';

const firstId = 10_000_000;

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
export function seriesDates(count: number, content: (title: string) => OldEvent): OldEvent[] {
  const dates: OldEvent[] = [];
  for (let at = 0; dates.length < count; at++) {
    const pattern = patterns[at % patterns.length] as Pattern;
    const round = Math.floor(at / patterns.length);
    const title = round ? `${pattern.title} ${round + 1}` : pattern.title;
    dates.push(...datesOf(pattern, content(title), round, firstId + dates.length));
  }
  return dates;
}

function datesOf(
  { start, zone, rule, without = [], extra = [] }: Pattern,
  content: OldEvent,
  round: number,
  id: number,
) {
  const ruled = rule ? [...expand(parseRule(rule, zone), start)] : [start];
  const starts = [...ruled.filter((_, at) => !without.includes(at)), ...extra].sort();
  const seconds = secondsBetween('2026-01-01 00:00:00', '2026-01-01 01:45:00');
  const perDay = new Map<string, number>();
  return starts.map((at, index): OldEvent => {
    const day = at.slice(0, 10);
    const number = (perDay.get(day) ?? 0) + 1;
    perDay.set(day, number);
    const end = plusSeconds(at, seconds);
    return {
      ...content,
      id: id + index,
      status: 'publish',
      slug: `series-${slugOf(content.title)}${round ? `-${round + 1}` : ''}`,
      ...{ start: at, end, zone, allDay: false, hidden: false, password: '' },
      ...utcOf(at, end, zone),
      date: number > 1 ? `${day}/${number}` : day,
    };
  });
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/&[^;]*;|[^a-z]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/-\d*$/, '');
