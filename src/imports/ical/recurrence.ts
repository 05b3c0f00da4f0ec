// The recurrence of an event from RRULE, RDATE, EXDATE and EXRULE. What a series cannot express becomes a list of dates.
import { type Budget, spend } from '../../core/budget.js';
import { catchInvalid, ifValid } from '../../core/problem.js';
import { endOfDay, plusMonths, type Wall } from '../../core/time/clock.js';
import { expand } from '../../core/time/expand.js';
import { datesOf, type ExtraDate, type Recurrence } from '../../core/time/recurrence.js';
import { maxDates } from '../../core/time/recurrence-input.js';
import { fittingStart, recurrenceOf } from '../../core/time/recurrence-settle.js';
import { parseRule, timesPerDay } from '../../core/time/rule.js';
import { toWall } from '../../core/time/zone.js';
import type { FileBudget } from '../file-budget.js';
import type { Properties, Property } from './properties.js';
import { readRule } from './rule-repair.js';
import { isSubDaily, subDailyDates } from './sub-daily.js';
import { readDurationValue } from './time-value.js';
import { type EventTimes, plusDuration, type ReadTime, wallIn } from './times.js';
import type { Warn } from './warnings.js';

export interface RecurrenceOptions {
  readonly read: ReadTime;
  readonly warn: Warn;
  /** In UTC. */
  readonly now: string;
  /** How far lists of dates reach from now. */
  readonly months: number;
  readonly onceADay: boolean;
  readonly budget: FileBudget;
}

const isRepeating = (properties: Properties): boolean =>
  ['RRULE', 'RDATE', 'EXRULE'].some((name) => properties.all(name).length > 0);

/** Rules are one value: the parser may have split them at commas. */
const rulesOf = (
  properties: Properties,
  name: string,
): readonly (Pick<Property, 'line'> & { readonly text: string })[] =>
  properties.all(name).map(({ values, line }) => ({ text: values.join(','), line }));

/** Whether the rule, as it would be imported, gives more than one date a day. */
function hasSeveralDatesADay(text: string, { zone, allDay }: EventTimes): boolean {
  if (isSubDaily(text)) return true;
  const read = readRule(text, zone, allDay);
  return read !== undefined && timesPerDay(parseRule(read.rule, 'UTC')) > 1;
}

function readableRules(properties: Properties, times: EventTimes, { onceADay, warn }: RecurrenceOptions) {
  const rules = rulesOf(properties, 'RRULE');
  if (!onceADay) return rules;
  return rules.filter(({ text, line }) => {
    const isLeftOut = hasSeveralDatesADay(text, times);
    const hint = 'was left out. Import the calendar as a file to get all dates.';
    if (isLeftOut) warn('several dates a day', line, `${text.slice(0, 120)} ${hint}`);
    return !isLeftOut;
  });
}

interface Given {
  readonly rule: string;
  readonly dates: readonly { readonly start: string; readonly end?: string }[];
  readonly except: readonly string[];
}

/** The fields of a series for the API; undefined for a single event, `empty` if every date is excepted. */
export function seriesOf(
  properties: Properties,
  times: EventTimes,
  options: RecurrenceOptions,
): Recurrence | 'empty' | undefined {
  if (!isRepeating(properties)) return undefined;
  const { warn } = options;
  const line = (properties.first('RRULE') ?? properties.first('RDATE') ?? properties.first('EXRULE'))?.line ?? 0;
  const given = limited(givenOf(properties, times, options), line, warn);
  if (given.rule === '' && given.dates.length === 0) return undefined;
  const read = () => {
    const recurrence = fitted(given, times, line, options);
    spendDates(recurrence, times, options);
    return recurrence;
  };
  return catchInvalid(read, ({ code, message }) => {
    if (code === 'recurrence-empty') return 'empty';
    warn('rule not understood', line, `${message} Only the first date was imported.`);
    return undefined;
  });
}

/** The start is always a date of the event, even if the rule does not give it. */
function fitted(
  given: Given,
  { start, zone, allDay }: EventTimes,
  line: number,
  { warn, budget: { steps } }: RecurrenceOptions,
): Recurrence {
  const event = { zone, start, allDay };
  const read = (input: Given): Recurrence => recurrenceOf(input, event) ?? { rule: '', dates: [], except: [] };
  const recurrence = read(given);
  const isFitting = (one: Recurrence): boolean =>
    ifValid(() => fittingStart({ ...one, except: [] }, start, true, steps)) === start;
  const withStart = isFitting(recurrence) ? recurrence : read({ ...given, dates: [{ start }, ...given.dates] });
  if (withStart !== recurrence)
    warn('start outside the rule', line, `The start ${start} was added to the dates of the rule.`);
  fittingStart(withStart, start, true, steps);
  return withStart;
}

/** The last moment of the lists of dates. */
const horizonOf = ({ start, zone }: EventTimes, { now, months }: RecurrenceOptions): Wall =>
  endOfDay(plusMonths([toWall(now, zone), start].sort()[1] ?? start, months));

/** Every date up to the horizon becomes a record. */
function spendDates(recurrence: Recurrence, times: EventTimes, options: RecurrenceOptions): void {
  const { dates, steps } = options.budget;
  const span = { to: horizonOf(times, options), budget: steps };
  // Invalid if one rule has too many candidates: the record will be refused, and the others are read.
  ifValid(() => {
    for (const _ of datesOf(recurrence, times.start, span)) spend(dates, 1);
  });
}

function limited({ rule, dates, except }: Given, line: number, warn: Warn): Given {
  // One place is left for the start.
  const most = maxDates - 1;
  if (dates.length > most) warn('too many dates', line, `${dates.length} dates, of which ${most} were imported.`);
  if (except.length > most)
    warn('too many dates', line, `${except.length} exceptions, of which ${most} were imported.`);
  return { rule, dates: dates.slice(0, most), except: except.slice(0, most) };
}

function givenOf(properties: Properties, times: EventTimes, options: RecurrenceOptions): Given {
  const { warn } = options;
  const rules = readableRules(properties, times, options);
  const excluding = rulesOf(properties, 'EXRULE');
  const dates = extraDates(properties, times, options);
  const except = exceptions(properties, times, options);
  const [first] = rules;
  const needsList = rules.length > 1 || excluding.length > 0 || rules.some(({ text }) => isSubDaily(text));
  if (needsList) {
    const { line } = first ?? excluding[0] ?? { line: 0 };
    warn(
      'rule as dates',
      line,
      'Several rules, EXRULE and rules within a day are imported as dates up to the horizon.',
    );
    const listed = listedDates(rules, excluding, times, options);
    return { rule: '', dates: [...listed.dates, ...dates], except: [...listed.except, ...except] };
  }
  if (!first) return { rule: '', dates, except };
  const read = readRule(first.text, times.zone, times.allDay);
  if (!read) warn('rule not understood', first.line, `${first.text.slice(0, 120)} was left out.`);
  else if (read.isRepaired) warn('rule changed', first.line, `${first.text.slice(0, 120)} was read as ${read.rule}.`);
  return { rule: read?.rule ?? '', dates, except };
}

/** A date alone is at the time of day of the event. */
function extraDates(
  properties: Properties,
  { zone }: EventTimes,
  { read, warn, budget }: RecurrenceOptions,
): Given['dates'] {
  return properties.all('RDATE').flatMap((property) =>
    property.values.flatMap((value) => {
      spend(budget.steps, 1);
      const [from = '', to] = value.split('/');
      const start = read(property, from);
      if (!start) {
        warn('date not understood', property.line, `RDATE ${value.slice(0, 40)} was left out.`);
        return [];
      }
      if (start.form === 'date') return [{ start: start.wall.slice(0, 10) }];
      const wall = wallIn(start, zone);
      if (to === undefined) return [{ start: wall }];
      const seconds = readDurationValue(to);
      const last = seconds === undefined ? read(property, to) : undefined;
      const end = seconds === undefined ? last && wallIn(last, zone) : plusDuration(wall, zone, seconds);
      return [{ start: wall, ...(end !== undefined && end >= wall && { end }) }];
    }),
  );
}

function exceptions(
  properties: Properties,
  { zone, allDay }: EventTimes,
  { read, warn, budget }: RecurrenceOptions,
): readonly string[] {
  return properties.all('EXDATE').flatMap((property) =>
    property.values.flatMap((value) => {
      spend(budget.steps, 1);
      const time = read(property, value);
      if (!time) warn('date not understood', property.line, `EXDATE ${value.slice(0, 40)} was left out.`);
      if (!time) return [];
      return [time.form === 'date' || allDay ? time.wall.slice(0, 10) : wallIn(time, zone)];
    }),
  );
}

type RuleLine = ReturnType<typeof rulesOf>[number];

function listedDates(
  rules: readonly RuleLine[],
  excluding: readonly RuleLine[],
  times: EventTimes,
  options: RecurrenceOptions,
): Pick<Given, 'dates' | 'except'> {
  const { start, zone, allDay } = times;
  const { warn, budget } = options;
  const span = { to: horizonOf(times, options), limit: maxDates, budget: budget.steps };
  const toClock = (utc: Wall): Wall => toWall(utc, zone);
  const datesOfRule = ({ text, line }: RuleLine): readonly Wall[] => {
    const dates = ifValid(() => {
      if (isSubDaily(text)) return subDailyDates(text, { ...span, start, toClock });
      const read = readRule(text, zone, allDay);
      return read && [...expand(parseRule(read.rule, 'UTC'), start, span)];
    });
    if (!dates) warn('rule not understood', line, `${text.slice(0, 120)} was left out.`);
    return dates ?? [];
  };
  // A component can have thousands of rules.
  const excluded = new Set(excluding.slice(0, maxRules).flatMap(datesOfRule));
  const dates = new Set(rules.slice(0, maxRules).flatMap(datesOfRule));
  const left = [...dates].filter((date) => !excluded.has(date)).sort();
  // The start is a date of every list, unless it is excepted.
  return { dates: left.map((date) => ({ start: date })), except: excluded.has(start) ? [start] : [] };
}

const maxRules = 20;

/** Whether the recurrence gives these starts, and whether it excepts them. `limit` bounds the work. */
export function givenStarts(
  recurrence: Recurrence,
  start: Wall,
  starts: readonly Wall[],
  budget?: Budget,
): ReadonlyMap<Wall, ExtraDate> {
  const to = starts.reduce((last, wall) => (wall > last ? wall : last), start);
  const dates = ifValid(() => [...datesOf({ ...recurrence, except: [] }, start, { to, limit: 20_000, budget })]) ?? [];
  return new Map(dates.map((date) => [date.start, date]));
}
