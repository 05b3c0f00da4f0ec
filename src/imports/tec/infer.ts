// The shortest rule that gives a list of dates, with few exceptions. Pure.
import { DAY, daysInMonth, plusSeconds, secondsOf, type Wall, weekdayOf } from '../../core/time/clock.js';
import { expand } from '../../core/time/expand.js';
import { parseRule } from '../../core/time/rule.js';

export interface Inferred {
  readonly rule: string;
  /** Starts that the rule gives and the list does not have. */
  readonly except: readonly Wall[];
  /** Starts that the list has and the rule does not give. */
  readonly extra: readonly Wall[];
}

/** With fewer dates almost every rule fits. */
const minDates = 3;
/** Exceptions and extra dates, of the number of dates. */
const maxDeviation = 0.1;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const dayOf = (wall: Wall): number => Math.floor(secondsOf(wall) / DAY);
const weekdayAt = (wall: Wall): string => weekdays[weekdayOf(dayOf(wall))] ?? 'MO';

/** Of starts in ascending order; undefined if no rule fits. A rule that begins as the site tells is preferred. */
export function inferRule(starts: readonly Wall[], begins?: string): Inferred | undefined {
  if (begins !== undefined) {
    const fitsBeginning = (rule: string) => rule === begins || rule.startsWith(`${begins};BY`);
    const preferred = bestOf([begins, ...candidates(starts)].filter(fitsBeginning), starts);
    if (preferred) return preferred;
  }
  return starts.length < minDates ? undefined : bestOf(candidates(starts), starts);
}

/** The rule without its end, if its next date is after the horizon: up to which the site lists dates. */
export function withoutEnd(rule: string, starts: readonly Wall[], horizon: Wall): string | undefined {
  const [first = '', last = ''] = [starts[0], starts.at(-1)];
  const open = rule.replace(/;COUNT=\d+$/, '');
  const [next] = expand(parseRule(open, 'UTC'), first, { from: plusSeconds(last, 1), limit: 1 });
  return next !== undefined && next > horizon ? open : undefined;
}

function bestOf(rules: readonly string[], starts: readonly Wall[]): Inferred | undefined {
  const [first] = starts;
  const last = starts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const fits = rules.flatMap((rule) => fitOf(rule, starts, first, last) ?? []);
  return fits.sort((a, b) => deviationOf(a) - deviationOf(b) || a.rule.length - b.rule.length)[0];
}

const deviationOf = ({ except, extra }: Inferred): number => except.length + extra.length;

function fitOf(rule: string, starts: readonly Wall[], first: Wall, last: Wall): Inferred | undefined {
  // A rule that gives many more dates than there are does not fit, so that its expansion may stop early.
  const given = [...expand(parseRule(rule, 'UTC'), first, { to: last, limit: starts.length * 2 })];
  const [wanted, found] = [new Set(starts), new Set(given)];
  const except = given.filter((start) => !wanted.has(start));
  const extra = starts.filter((start) => !found.has(start));
  if (!found.has(first) || except.length + extra.length > starts.length * maxDeviation) return undefined;
  return { rule: `${rule};COUNT=${given.length}`, except, extra };
}

/** Rules whose pattern occurs in the dates. */
function candidates(starts: readonly Wall[]): readonly string[] {
  const [first = ''] = starts;
  const days = starts.map(dayOf);
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? day));
  const every = (interval: number): string => (interval === 1 ? '' : `;INTERVAL=${interval}`);
  const usualGap = mostFrequent(gaps.filter((gap) => gap > 0)) ?? 1;
  const byDay = [...new Set(starts.map(weekdayAt))].sort((a, b) => weekdays.indexOf(a) - weekdays.indexOf(b));
  const frequentDays = byDay.filter((name) => starts.filter((start) => weekdayAt(start) === name).length > 1);
  const weeks = Math.max(1, Math.round(usualGap / 7));
  const months = Math.max(1, mostFrequent(monthGaps(starts)) ?? 1);
  const years = Math.max(1, Math.round(months / 12));
  return [
    // Whole weeks are said in weeks.
    ...(usualGap % 7 === 0 ? [] : [`FREQ=DAILY${every(usualGap)}`]),
    `FREQ=WEEKLY${every(weeks)}`,
    ...[1, 2, 3, 4].flatMap((interval) =>
      [byDay, frequentDays]
        .filter((names) => names.length > 1)
        .map((names) => `FREQ=WEEKLY${every(interval)};BYDAY=${names}`),
    ),
    `FREQ=MONTHLY${every(months)}`,
    ...monthlyDays(first).map((part) => `FREQ=MONTHLY${every(months)};${part}`),
    `FREQ=YEARLY${every(years)}`,
    ...monthlyDays(first).map((part) => `FREQ=YEARLY${every(years)};BYMONTH=${Number(first.slice(5, 7))};${part}`),
  ];
}

/** `BYDAY=2TU` and, at the end of a month, `BYDAY=-1TU` and `BYMONTHDAY=-1`. */
function monthlyDays(wall: Wall): readonly string[] {
  const [year, month, day] = [0, 5, 8].map((from) => Number(wall.slice(from, from === 0 ? 4 : from + 2)));
  const left = daysInMonth(year ?? 1, month ?? 1) - (day ?? 1);
  const name = weekdayAt(wall);
  return [
    `BYDAY=${Math.ceil((day ?? 1) / 7)}${name}`,
    ...(left < 7 ? [`BYDAY=-1${name}`] : []),
    ...(left === 0 ? ['BYMONTHDAY=-1'] : []),
  ];
}

const monthGaps = (starts: readonly Wall[]): readonly number[] => {
  const months = starts.map((start) => Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)));
  return months.slice(1).flatMap((month, at) => month - (months[at] ?? month) || []);
};

function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || a - b)[0]?.[0];
}
