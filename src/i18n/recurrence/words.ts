// A recurrence in words: "every Tuesday and Thursday until 31 December 2027". Common rules have idiomatic phrases; every
// other rule is described part by part.
import { languageOf, localeFor } from '../../core/languages.js';
import type { Wall } from '../../core/time/clock.js';
import { datesOf, type Recurrence, ruleOf } from '../../core/time/recurrence.js';
import type { Rule } from '../../core/time/rule.js';
import { withImpliedParts } from '../../core/time/rule-days.js';
import { type Texts, textsFor } from '../texts.js';

type Phrases = Texts['recurrence'];

/** Longer lists end with an ellipsis. */
const maxItems = 10;

interface Names {
  readonly language: Phrases;
  weekday(weekday: number): string;
  month(month: number): string;
  day(wall: Wall): string;
  time(hour: number, minute: number): string;
}

const cache = new Map<string, Names>();

function namesFor(language = 'en'): Names {
  const locale = localeFor(languageOf(language) ? language : 'en');
  const found = cache.get(locale) ?? makeNames(locale, textsFor(language).recurrence);
  cache.set(locale, found);
  return found;
}

function makeNames(locale: string, language: Phrases): Names {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (date: Date): string => format.format(date);
  };
  const weekday = formatter({ weekday: 'long' });
  const month = formatter({ month: 'long' });
  const day = formatter({ day: 'numeric', month: 'long', year: 'numeric' });
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const time = formatter({ hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit' });
  return {
    language,
    // 4 January 1970 is a Sunday.
    weekday: (n) => weekday(new Date(Date.UTC(1970, 0, 4 + n))),
    month: (n) => month(new Date(Date.UTC(1970, n - 1, 1))),
    day: (wall) => day(new Date(`${wall.slice(0, 10)}T00:00:00Z`)),
    time: (hour, minute) => time(new Date(Date.UTC(1970, 0, 1, hour, minute))),
  };
}

const shortened = <T>(items: readonly T[], text: (item: T) => string): readonly string[] =>
  items.length <= maxItems ? items.map(text) : [...items.slice(0, maxItems).map(text), '…'];

const workdays = '1,2,3,4,5';
const sorted = (days: Rule['byDay']): string =>
  [...days]
    .map(({ weekday }) => weekday)
    .sort()
    .join(',');

/** "every weekday", "every Tuesday and Thursday" */
function everyWeekday({ byDay }: Rule, { language, weekday }: Names): string {
  if (byDay.length === 7) return language.every('DAILY', 1);
  return sorted(byDay) === workdays
    ? language.everyWorkday
    : language.everyWeekday(byDay.map((day) => weekday(day.weekday)));
}

const dayNames = ({ byDay, byMonthDay }: Rule, { language, weekday }: Names): readonly string[] =>
  byMonthDay.length
    ? shortened(byMonthDay, language.monthDay)
    : shortened(byDay, (day) =>
        day.nth === 0 ? language.weekday(weekday(day.weekday)) : language.nthWeekday(day.nth, weekday(day.weekday)),
      );

/** BYSETPOS with one position in a set of weekdays: "the last weekday", "the first Saturday or Sunday". */
function positionedDay({ byDay, bySetPos }: Rule, { language, weekday }: Names): string {
  const names = byDay.map((day) => weekday(day.weekday));
  return language.nthWeekday(bySetPos[0] ?? 1, sorted(byDay) === workdays ? language.workday : language.choice(names));
}

interface Phrase {
  readonly text: string;
  /** The phrase already contains the months. */
  readonly hasMonths?: true;
}

/** The idiomatic phrase of a common rule; undefined for all others. */
function phraseOf(rule: Rule, names: Names): Phrase | undefined {
  const { freq, interval, byMonth, byWeekNo, byYearDay, byMonthDay, byDay, bySetPos } = rule;
  const { language } = names;
  const plainDays = byDay.length > 0 && byDay.every(({ nth }) => nth === 0);
  const positioned =
    bySetPos.length === 1 && plainDays && byMonthDay.length === 0 && rule.byHour.length + rule.byMinute.length === 0;
  if (byWeekNo.length || byYearDay.length || (byDay.length && byMonthDay.length)) return undefined;
  if (bySetPos.length && !(positioned && freq === 'MONTHLY')) return undefined;
  if (positioned) return { text: language.ofEveryMonth(positionedDay(rule, names), interval) };
  if (plainDays && interval === 1) return { text: everyWeekday(rule, names) };
  if (freq === 'WEEKLY' && interval === 2 && byDay.length === 1)
    return { text: language.everySecondWeekday(names.weekday(byDay[0]?.weekday ?? 0)) };
  if (plainDays) return undefined;
  if (freq === 'MONTHLY') return { text: language.ofEveryMonth(language.list(dayNames(rule, names)), interval) };
  if (freq === 'YEARLY' && byMonth.length) return { text: yearlyDays(rule, names), hasMonths: true };
  return undefined;
}

function yearlyDays(rule: Rule, names: Names): string {
  const { language, month } = names;
  const { byMonth, byMonthDay, interval } = rule;
  if (byMonthDay.length === 0 || byMonthDay.some((day) => day < 0)) {
    const days = language.daysOfMonths(language.list(dayNames(rule, names)), byMonth.map(month));
    return language.everyYearOn(days, interval);
  }
  const days = byMonth.flatMap((n) => byMonthDay.map((day) => ({ day, name: month(n) })));
  const texts = shortened(days, ({ day, name }) => language.dayOfMonth(day, name));
  return language.everyYearOn(language.list(texts), interval);
}

/** From this number on, the missing months are named: "except in August". */
const manyMonths = 7;

function monthsText(byMonth: Rule['byMonth'], { language, month }: Names): string {
  if (byMonth.length < manyMonths) return language.inMonths(byMonth.map(month));
  const missing = Array.from({ length: 12 }, (_, at) => at + 1).filter((n) => !byMonth.includes(n));
  return language.exceptInMonths(missing.map(month));
}

/** Every part of the rule that selects days, one after the other. */
function partsOf(rule: Rule, names: Names): readonly string[] {
  const { language, weekday } = names;
  const { freq, interval, byMonth, byWeekNo, byYearDay, byMonthDay, byDay, bySetPos } = rule;
  const ofYear = freq === 'YEARLY' && byMonth.length === 0 && byDay.some(({ nth }) => nth !== 0);
  const weekdays = shortened(byDay, ({ nth, weekday: n }) =>
    nth === 0 ? language.weekday(weekday(n)) : language.nthWeekday(nth, weekday(n)),
  );
  return [
    language.every(freq, interval),
    ...(byMonth.length && byMonth.length < 12 ? [monthsText(byMonth, names)] : []),
    ...(byWeekNo.length ? [language.inWeeks(byWeekNo.slice(0, maxItems))] : []),
    ...(byYearDay.length ? [language.on(shortened(byYearDay, language.yearDay))] : []),
    ...(byMonthDay.length ? [language.on(shortened(byMonthDay, language.monthDay))] : []),
    ...(weekdays.length ? [ofYear ? language.onOfYear(weekdays) : language.on(weekdays)] : []),
    ...(bySetPos.length ? [language.positions(bySetPos.slice(0, maxItems))] : []),
  ];
}

function timesOf({ byHour, byMinute }: Rule, start: Wall, { language, time }: Names): string | undefined {
  const hours = byHour.length ? byHour : [Number(start.slice(11, 13))];
  const minutes = byMinute.length ? byMinute : [Number(start.slice(14, 16))];
  const times = hours.flatMap((hour) => minutes.map((minute) => ({ hour, minute })));
  return times.length > 1 ? language.at(shortened(times, ({ hour, minute }) => time(hour, minute))) : undefined;
}

function ruleWords(rule: Rule, start: Wall, names: Names, allDay: boolean): string {
  const { language, day } = names;
  const phrase = phraseOf(rule, names);
  const months = rule.byMonth.length > 0 && rule.byMonth.length < 12 && !phrase?.hasMonths;
  const days = phrase ? [phrase.text, ...(months ? [monthsText(rule.byMonth, names)] : [])] : partsOf(rule, names);
  const moved = rule.skip !== 'OMIT' && rule.byMonthDay.some((n) => n > 28) ? [language.skip[rule.skip]] : [];
  const parts = [...days, ...moved];
  const times = allDay ? undefined : timesOf(rule, start, names);
  // Times and the end continue the last part without a comma.
  const text = [parts.join(', '), ...(times ? [times] : []), ...(rule.until ? [language.until(day(rule.until))] : [])];
  return [text.join(' '), ...(rule.count ? [language.times(rule.count)] : [])].join(', ');
}

function changesOf({ dates, except }: Recurrence, { language, day }: Names): readonly string[] {
  const [only] = except;
  return [
    ...(dates.length ? [language.extraDates(dates.length)] : []),
    ...(only && except.length === 1 ? [language.exceptDay(day(only))] : []),
    ...(except.length > 1 ? [language.exceptDates(except.length)] : []),
  ];
}

export function recurrenceText(
  recurrence: Recurrence,
  start: Wall,
  language: string | undefined,
  allDay = false,
): string {
  const names = namesFor(language);
  const rule = ruleOf(recurrence);
  if (!rule) return names.language.dates([...datesOf(recurrence, start)].length);
  return [ruleWords(withImpliedParts(rule, start), start, names, allDay), ...changesOf(recurrence, names)].join(', ');
}
