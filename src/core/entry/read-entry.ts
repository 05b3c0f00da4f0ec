// Reads an event from one line. What could mean two things is asked, never guessed: each question has the choices.
import { DAY, type Instant, padded, plusSeconds, secondsBetween, type Wall } from '../time/clock.js';
import { parseDate, resolveWall } from '../time/date-text.js';
import { toWall } from '../time/zone.js';
import { folded, foldedKeys, oneOfWords, oneOfWritten, Scan } from './scan.js';
import type { EntryWords } from './words.js';

export interface EntryDate {
  readonly start_date: Wall;
  readonly end_date: Wall;
  readonly all_day: boolean;
}

/** One of these dates is meant. `about` says what is unclear. */
export interface DateQuestion {
  readonly about: 'day' | 'hour';
  readonly choices: readonly EntryDate[];
}

export interface Entry {
  readonly title: string;
  readonly date?: EntryDate;
  readonly question?: DateQuestion;
  /** Words after “at”: the name of a place begins with them, or they belong to the title. */
  readonly place?: string;
  /** The title with these words. */
  readonly titleWithPlace?: string;
  /** Names after `#`. */
  readonly terms: readonly string[];
}

export interface EntryContext {
  readonly words: EntryWords;
  /** For the names of weekdays and months. */
  readonly locale: string;
  readonly now: Instant;
  readonly zone: string;
  /** Of a time without a day. Default: the next such time. */
  readonly day?: string | undefined;
}

/** Characters. */
export const maxLength = 300;
const usualSeconds = 3_600;

const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const monthNames = 'january february march april may june july august september october november december'.split(' ');

/** Names of weekdays and months in full and abbreviated, by number from 1. */
function namesIn(locale: string, part: 'weekday' | 'month'): Readonly<Record<string, number>> {
  const count = part === 'weekday' ? 7 : 12;
  const entries = [...Array(count).keys()].flatMap((at) => {
    // 1 January 2024 was a Monday.
    const date = part === 'weekday' ? Date.UTC(2024, 0, at + 1) : Date.UTC(2024, at, 1);
    return (['long', 'short'] as const).map((length) => {
      const format = new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        [part]: length,
        ...(part === 'month' && { day: 'numeric' }),
      });
      const name = format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
      return [name.replace(/\.$/, '').toLowerCase(), at + 1] as const;
    });
  });
  return Object.fromEntries(entries);
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** The hour may be twelve hours later. */
  readonly isUnclear: boolean;
}

interface Patterns {
  readonly weekdays: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
  readonly weekday: string;
  readonly month: string;
  readonly time: string;
}

const patternsByWords = new WeakMap<EntryWords, Patterns>();

function patternsOf({ words, locale }: EntryContext): Patterns {
  const known = patternsByWords.get(words);
  if (known) return known;
  const weekdays = foldedKeys({ ...namesIn(locale, 'weekday'), ...words.weekdays });
  const months = foldedKeys({ ...namesIn(locale, 'month'), ...words.months });
  const named = `${oneOfWords(words.noon)}|${oneOfWords(words.midnight)}`;
  const patterns = {
    weekdays,
    months,
    weekday: `(?:${oneOfWords([...weekdays.keys()])})\\.?`,
    month: `(?:${oneOfWords([...months.keys()])})\\.?`,
    time: `(?:${named}|\\d{1,2}(?:[:.]\\d{2})?\\s?[ap]\\.?m\\.?|\\d{1,2}(?:[:.]\\d{2})?\\s?uhr(?:\\s\\d{2})?|\\d{1,2}:\\d{2}(?:\\s?h)?|\\d{1,2}\\s?h(?:\\d{2})?)`,
  };
  patternsByWords.set(words, patterns);
  return patterns;
}

/** Undefined if the digits are no time of day. */
function clockOf(text: string, { words }: EntryContext): Clock | undefined {
  const sure = { isUnclear: false };
  if (words.noon.map(folded).includes(text)) return { hour: 12, minute: 0, ...sure };
  if (words.midnight.map(folded).includes(text)) return { hour: 24, minute: 0, ...sure };
  const [, hourText = '', minuteText = '0', half, marked] =
    /^(\d{1,2})(?:\s?(?:[:.h]|uhr)\s?(\d{2})(?!\d))?\s?(?:([ap])\.?m\.?|(h|uhr))?/.exec(text) ?? [];
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (hourText === '' || minute > 59) return undefined;
  if (half)
    return hour >= 1 && hour <= 12 ? { hour: (hour % 12) + (half === 'p' ? 12 : 0), minute, ...sure } : undefined;
  if (hour > 24 || (hour === 24 && minute > 0)) return undefined;
  const isShort = hour >= 1 && hour <= 12 && !hourText.startsWith('0');
  return {
    hour,
    minute,
    isUnclear: isShort && (/^\d+$/.test(text) || (!words.is24Hours && !marked && !/h/.test(text))),
  };
}

interface Times {
  readonly from: Clock;
  readonly to?: Clock;
}

const minutesOf = ({ hour, minute }: Clock): number => hour * 60 + minute;
const later = (clock: Clock): Clock => ({
  ...clock,
  hour: clock.hour < 12 ? clock.hour + 12 : clock.hour,
  isUnclear: false,
});
const sureOf = (clock: Clock): Clock => ({ ...clock, isUnclear: false });

/** “8–10pm”: the end says which half of the day the start is in, and “11–1pm” begins before noon. */
function rangeOf(first: Clock, to: Clock): Times {
  if (!first.isUnclear || to.isUnclear) return { from: first, to };
  const from = [later(first), sureOf(first)].find((one) => minutesOf(one) < minutesOf(to)) ?? sureOf(first);
  return { from, to };
}

function takeTimes(scan: Scan, context: EntryContext): Times | undefined {
  const { words } = context;
  const { time } = patternsOf(context);
  const bare = `(?:${time}|\\d{1,2})`;
  const before = oneOfWords([...words.at, ...words.from, '@']);
  const between = `\\s*(?:-|–|\\s(?:${oneOfWords(words.to)})\\s)\\s*`;
  const range =
    scan.take(`(?:(?:${before})\\s*)?(${bare})${between}(${time})`) ??
    scan.take(`(?:${before})\\s*(${bare})${between}(${bare})`);
  if (range) {
    const [from, to] = [clockOf(range[1] ?? '', context), clockOf(range[2] ?? '', context)];
    return from && (to ? rangeOf(from, to) : { from });
  }
  const single =
    scan.take(`(?:(?:${before})\\s*)?(${time})`) ?? scan.take(`(?:${oneOfWords([...words.at, '@'])})\\s*(\\d{1,2})`);
  const from = single && clockOf(single[1] ?? '', context);
  return from && { from };
}

function takeSeconds(scan: Scan, { words }: EntryContext): number | undefined {
  const [hours, minutes] = [oneOfWords(words.hours), oneOfWords(words.minutes)];
  const amount = `(\\d{1,3}(?:[.,]5)?)\\s?(?:(${hours})|(${minutes}))\\.?`;
  const long = oneOfWords([...words.hours, ...words.minutes].filter((word) => word.length > 1));
  const found =
    scan.take(`(?:${oneOfWords(words.lasting)})\\s+${amount}`) ??
    scan.take(`(\\d{1,3}(?:[.,]5)?)\\s?(?:(?=(?:${long})(?![\\p{L}]))(?:(${hours})|(${minutes})))\\.?`);
  if (!found) return undefined;
  return Number((found[1] ?? '').replace(',', '.')) * (found[2] === undefined ? 60 : 3_600);
}

type Day = string;

/** By the reader of dates that the API has; undefined for days that do not exist. */
function dayOf(english: string, { now, zone }: EntryContext): Day | undefined {
  const date = parseDate(english);
  return date && resolveWall(date, { now, zone, offsets: 'ignore' })?.slice(0, 10);
}

const plusDays = (day: Day, days: number): Day => plusSeconds(`${day} 00:00:00`, days * DAY).slice(0, 10);

/** Without a year: the next time it comes. */
function nextDay(month: number, day: number, year: string | undefined, context: EntryContext): readonly Day[] {
  const name = `${day} ${monthNames[month - 1]}`;
  const today = dayOf('today', context) ?? '';
  const first = Number(today.slice(0, 4));
  const years =
    year === undefined
      ? [...Array(9).keys()].map((more) => first + more)
      : [Number(year.length === 2 ? `20${year}` : year)];
  const found = years
    .map((one) => dayOf(`${name} ${one}`, context))
    .find((one) => one !== undefined && (year !== undefined || one >= today));
  return found === undefined ? [] : [found];
}

/** Several days if it is unclear which is meant; undefined if the text names none. */
function takeDays(scan: Scan, context: EntryContext): readonly Day[] | undefined {
  const { words } = context;
  const { weekday, month, weekdays, months } = patternsOf(context);
  const today = dayOf('today', context) ?? '';
  const on = `(?:(?:${oneOfWords(words.on)})\\s+)?`;
  const of = `\\s*(?:(?:${oneOfWords(words.of)})\\s+)?`;
  const numberOf = (names: ReadonlyMap<string, number>, name = '') => names.get(name.replace(/\.$/, '')) ?? 0;
  // A weekday beside a date only repeats it.
  const dated = `${on}(?:(?:${weekday})[,\\s]\\s*${on})?`;

  const iso = scan.take(`${dated}(\\d{4}-\\d{2}-\\d{2})`);
  if (iso) return [dayOf(iso[1] ?? '', context)].filter((day) => day !== undefined);
  const unit = '(?!\\s*(?:uhr|h(?![a-z])|[ap]\\.?m))';
  const points = scan.take(`${dated}(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(\\d{4}|\\d{2})(?![:.\\d]|\\s?uhr))?${unit}`);
  if (points) return nextDay(Number(points[2]), Number(points[1]), points[3], context);
  const slashes = scan.take(`${dated}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?`);
  if (slashes) {
    const [first, second, year] = [Number(slashes[1]), Number(slashes[2]), slashes[3]];
    const dayFirst = nextDay(second, first, year, context);
    const monthFirst = words.isDayFirst || first === second ? [] : nextDay(first, second, year, context);
    return [...dayFirst, ...monthFirst];
  }
  const dayMonth = scan.take(`${dated}(\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?${of}(${month})(?:,?${of}(\\d{4})(?!:))?`);
  if (dayMonth) return nextDay(numberOf(months, dayMonth[2]), Number(dayMonth[1]), dayMonth[3], context);
  const monthDay = scan.take(
    `${dated}(${month})\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?(?![:.h]|\\s?[ap]\\.?m)(?:,?\\s+(\\d{4})(?!:))?`,
  );
  if (monthDay) return nextDay(numberOf(months, monthDay[1]), Number(monthDay[2]), monthDay[3], context);

  const amount = scan.take(
    `(?:${oneOfWords(words.after)})\\s+(\\d{1,3})\\s+(?:(${oneOfWords(words.days)})|(${oneOfWords(words.weeks)}))`,
  );
  if (amount) return [plusDays(today, Number(amount[1]) * (amount[2] === undefined ? 7 : 1))];
  const coming = scan.take(
    `${on}(?:(${oneOfWords(words.next)})\\s+|(?:${oneOfWords(words.coming)})\\s+)?(${weekday})(?:\\s+(${oneOfWords(words.next)}))?`,
  );
  if (coming) {
    const name = weekdayNames[numberOf(weekdays, coming[2]) - 1] ?? '';
    const day = dayOf(name, context) ?? '';
    const isNext = coming[1] !== undefined || coming[3] !== undefined;
    return isNext || day === today ? [day, plusDays(day, 7)] : [day];
  }
  if (scan.take(oneOfWords(words.dayAfterTomorrow))) return [plusDays(today, 2)];
  if (scan.take(oneOfWords(words.tomorrow))) return [plusDays(today, 1)];
  return scan.take(oneOfWords(words.today)) ? [today] : undefined;
}

const wallAt = (day: Day, { hour, minute }: Clock): Wall =>
  hour === 24 ? `${plusDays(day, 1)} 00:00:00` : `${day} ${padded(hour)}:${padded(minute)}:00`;

function dateAt(day: Day, times: Times | undefined, seconds: number | undefined): EntryDate {
  if (!times) return { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59`, all_day: true };
  const start = wallAt(day, times.from);
  const end = times.to ? wallAt(day, times.to) : plusSeconds(start, seconds ?? usualSeconds);
  // “22:00–03:00” ends on the next day.
  return {
    start_date: start,
    end_date: secondsBetween(start, end) > 0 ? end : plusSeconds(end, DAY),
    all_day: false,
  };
}

/** Both halves of the day, if the start does not say which. */
function hoursOf({ from, to }: Times, isEvening: boolean): readonly Times[] {
  if (!from.isUnclear) return [{ from, ...(to && { to: to.isUnclear ? sureOf(to) : to }) }];
  const late = { from: later(from), ...(to && { to: to.isUnclear ? later(to) : to }) };
  return isEvening ? [late] : [{ from: sureOf(from), ...(to && { to: sureOf(to) }) }, late];
}

function readDates(scan: Scan, context: EntryContext): readonly EntryDate[] {
  const { words } = context;
  const isAllDay = scan.take(oneOfWords(words.allDay)) !== undefined;
  const isEvening = scan.take(oneOfWords(words.tonight)) !== undefined;
  const seconds = takeSeconds(scan, context);
  const today = dayOf('today', context) ?? '';
  const taken = takeDays(scan, context) ?? (isEvening ? [today] : undefined);
  const times = isAllDay ? undefined : takeTimes(scan, context);
  const chosen = (times || isAllDay) && context.day !== undefined ? [context.day] : undefined;
  const named = taken ?? chosen;
  if (!named && !times) return [];
  const hours = times ? hoursOf(times, isEvening) : [undefined];
  const days = named ?? [today];
  const dates = days.flatMap((day) => hours.map((one) => dateAt(day, one, seconds)));
  if (named) return dates;
  // A time alone is the next one.
  const from = toWall(context.now, context.zone);
  const moved = (wall: Wall) => plusSeconds(wall, DAY);
  return dates.map((date) =>
    date.start_date > from ? date : { ...date, start_date: moved(date.start_date), end_date: moved(date.end_date) },
  );
}

/** The words after “at” up to the next part that was understood. */
function takePlace(scan: Scan, { words }: EntryContext): string | undefined {
  const before = oneOfWritten([...words.place, '@']);
  const pattern = new RegExp(`(?:^|\\s)(?:${before})(?:\\s+|(?<=['’@]))(?=[\\p{Lu}“"«„])([^\\u0001#,;]+)`, 'u');
  return scan.takeWritten(pattern)?.[1]?.trim();
}

/** Undefined for a line that is too long to be one. */
export function readEntry(text: string, context: EntryContext): Entry | undefined {
  if (text.length > maxLength) return undefined;
  const scan = new Scan(text.normalize('NFC'));
  const terms: string[] = [];
  for (;;) {
    const tag = scan.takeWritten(/#(?:"([^"]+)"|“([^“”]+)”|([\p{L}\p{N}_-]+))/u);
    if (!tag) break;
    terms.push(tag[1] ?? tag[2] ?? tag[3] ?? '');
  }
  const dates = readDates(scan, context);
  const { words } = context;
  const connectors = oneOfWords([...words.on, ...words.at, ...words.from, '@']);
  const titleWithPlace = scan.copy().rest(connectors);
  const place = takePlace(scan, context);
  const [date, second] = dates;
  return {
    title: scan.rest(connectors),
    ...(date && !second && { date }),
    ...(date &&
      second && {
        question: {
          about: date.start_date.slice(0, 10) === second.start_date.slice(0, 10) ? 'hour' : 'day',
          choices: dates,
        },
      }),
    ...(place && { place, titleWithPlace }),
    terms,
  };
}
