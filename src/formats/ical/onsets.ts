// The yearly rules behind the transitions of a time zone. Transitions of the same kind that follow one rule in successive
// years become one observance with an RRULE, so that decades of transitions take a dozen lines.
import {
  type CivilDay,
  civilDay,
  DAY,
  dayNumber,
  daysInMonth,
  type Wall,
  wallOf,
  weekdayOf,
} from '../../core/time/clock.js';
import { abbreviation } from '../../core/time/zone.js';
import type { Transition } from '../../core/time/zone-transitions.js';

/** An observance: one transition, or one that happens every year. */
export interface Onset {
  readonly isDaylight: boolean;
  readonly offsetBefore: number;
  readonly offset: number;
  readonly name: string;
  /** Local time of the first transition, on the clock before it. */
  readonly start: Wall;
  /** Local time of the last one; undefined if the rule has no end. */
  readonly last?: Wall;
  /** RRULE without its end; absent for a single transition. */
  readonly rule?: string;
}

interface Change {
  readonly local: Wall;
  readonly year: number;
  readonly month: number;
  readonly weekday: number;
  /** Days since 1 March. Before it days since 1 January, minus 1,000: leap years move neither. */
  readonly day: number;
}

type Run = Pick<Onset, 'isDaylight' | 'offsetBefore' | 'offset' | 'name'> & { readonly changes: readonly Change[] };

/** Fewer years are written one by one. */
const minYears = 3;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const beforeMarch = -1_000;

function changeOf({ second, offsetBefore }: Transition): Change {
  const local = second + offsetBefore;
  const days = Math.floor(local / DAY);
  const { year, month } = civilDay(days);
  const day = month < 3 ? days - dayNumber(year, 1, 1) + beforeMarch : days - dayNumber(year, 3, 1);
  return { local: wallOf(local), year, month, weekday: weekdayOf(days), day };
}

/** Of a common year. */
const dateOf = (day: number): CivilDay =>
  civilDay(day < 0 ? dayNumber(2001, 1, 1) + day - beforeMarch : dayNumber(2001, 3, 1) + day);

/** The spans of seven days that contain all days. Those that reach 29 February are not used: it moves the days after it. */
function weeksOf(changes: readonly Change[]): readonly (readonly CivilDay[])[] {
  const days = changes.map(({ day }) => day);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const starts = Array.from({ length: Math.max(0, 7 - (last - first)) }, (_, n) => last - 6 + n);
  return starts
    .map((start) => Array.from({ length: 7 }, (_, n) => dateOf(start + n)))
    .filter((week) => last >= 0 || week.every(({ month }) => month < 3));
}

const isOneDate = (changes: readonly Change[]): boolean => new Set(changes.map(({ day }) => day)).size === 1;
const isOneWeekday = (changes: readonly Change[]): boolean => new Set(changes.map(({ weekday }) => weekday)).size === 1;

/** The run with the transition of the next year; undefined if no rule has both. */
function extended(run: Run, change: Change): Run | undefined {
  const last = run.changes.at(-1);
  if (!last || change.year !== last.year + 1 || change.local.slice(11) !== last.local.slice(11)) return undefined;
  const changes = [...run.changes, change];
  const hasRule = isOneDate(changes) || (isOneWeekday(changes) && weeksOf(changes).length > 0);
  return hasRule ? { ...run, changes } : undefined;
}

/** Daylight saving time goes forward, and back within a year. */
const isDaylight = ({ second, offsetBefore, offset }: Transition, next: Transition | undefined): boolean =>
  offset > offsetBefore && next !== undefined && next.offset < offset && next.second - second < 366 * DAY;

function runsOf(zone: string, transitions: readonly Transition[]): readonly Run[] {
  const open = new Map<string, Run>();
  const closed: Run[] = [];
  for (const [index, transition] of transitions.entries()) {
    const { second, offsetBefore, offset } = transition;
    const kind = {
      isDaylight: isDaylight(transition, transitions[index + 1]),
      offsetBefore,
      offset,
      name: abbreviation(wallOf(second), zone),
    };
    const change = changeOf(transition);
    const key = JSON.stringify(kind);
    const current = open.get(key);
    const longer = current && extended(current, change);
    if (current && !longer) closed.push(current);
    open.set(key, longer ?? { ...kind, changes: [change] });
  }
  return [...closed, ...open.values()];
}

const monthsOf = (week: readonly CivilDay[]): readonly number[] => [...new Set(week.map(({ month }) => month))];

/** The last or the nth weekday of a month is preferred, because every program knows it. */
function simplest(weeks: readonly (readonly CivilDay[])[]): readonly CivilDay[] {
  const inOneMonth = weeks.filter((week) => monthsOf(week).length === 1);
  const isLast = (week: readonly CivilDay[]): boolean =>
    week.at(-1)?.day === daysInMonth(2001, week[0]?.month ?? 1) && week[0]?.month !== 2;
  const isNth = (week: readonly CivilDay[]): boolean => (week[0]?.day ?? 0) % 7 === 1;
  return inOneMonth.find(isLast) ?? inOneMonth.find(isNth) ?? inOneMonth[0] ?? weeks[0] ?? [];
}

function weekdayRule(days: readonly CivilDay[], weekday: string): string {
  const [{ month, day } = { month: 1, day: 1 }] = days;
  const isWeek = days.length === 7;
  if (isWeek && month !== 2 && day + 6 === daysInMonth(2001, month)) return `BYMONTH=${month};BYDAY=-1${weekday}`;
  if (isWeek && day % 7 === 1) return `BYMONTH=${month};BYDAY=${(day + 6) / 7}${weekday}`;
  return `BYMONTH=${month};BYMONTHDAY=${days.map((date) => date.day).join(',')};BYDAY=${weekday}`;
}

/** The rules of a run by month: two if the seven days span the end of a month. */
function rulesOf({ changes }: Run): ReadonlyMap<number, string> {
  const [first] = changes;
  if (!first) return new Map();
  if (isOneDate(changes))
    return new Map([[first.month, `BYMONTH=${first.month};BYMONTHDAY=${Number(first.local.slice(8, 10))}`]]);
  const week = simplest(weeksOf(changes));
  const weekday = weekdays[first.weekday] ?? '';
  return new Map(
    monthsOf(week).map((month) => [
      month,
      weekdayRule(
        week.filter((date) => date.month === month),
        weekday,
      ),
    ]),
  );
}

function onsetsOfRun(run: Run, lastYear: number): readonly Onset[] {
  const { changes, ...kind } = run;
  if (changes.length < minYears) return changes.map(({ local }) => ({ ...kind, start: local, last: local }));
  const isEndless = changes.at(-1)?.year === lastYear;
  return [...rulesOf(run)].flatMap(([month, rule]) => {
    const own = changes.filter((change) => change.month === month);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    return [{ ...kind, start: first.local, ...(!isEndless && { last: last.local }), rule: `FREQ=YEARLY;${rule}` }];
  });
}

/** The observances of transitions that are known up to `lastYear`: a rule that holds until then has no end. */
export const onsetsOf = (zone: string, transitions: readonly Transition[], lastYear: number): readonly Onset[] =>
  runsOf(zone, transitions)
    .flatMap((run) => onsetsOfRun(run, lastYear))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
