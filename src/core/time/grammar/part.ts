// The parts of a date text, and how they combine to one date. Contradicting parts (two dates, two times, two zones) make
// the text invalid.
import { NO_SHIFT, type Shift, shiftBy } from './words.js';

export type TextZone =
  | { readonly kind: 'offset'; readonly seconds: number }
  | { readonly kind: 'named'; readonly name: string };

export interface Time {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Which weekday: today or later, later than today, or the one of this Monday-to-Sunday week. */
export type WeekdayRule = 'onward' | 'after' | 'in-week';

/** A parsed date, before "now" is known. Missing parts are undefined. */
export interface DateText {
  /** Impossible days are rejected instead of rolled over. */
  readonly strict: boolean;
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
  readonly time: Time | undefined;
  /** The text has a day, so the default time is 00:00:00 instead of the current time. */
  readonly midnight: boolean;
  readonly zone: TextZone | undefined;
  readonly unix: number | undefined;
  /** Shifts by words ("tomorrow", "next month"); `counted` are those by number ("+2 weeks"), which "ago" negates. */
  readonly shift: Shift;
  readonly counted: Shift;
  readonly weekday: { readonly day: number; readonly rule: WeekdayRule } | undefined;
  /** "first day of" and "last day of" the month. */
  readonly edge: 'first' | 'last' | undefined;
  /** "second monday of" the month; -1 is the last. */
  readonly nth: { readonly weekday: number; readonly n: number } | undefined;
  /** Whether the text has anything but a zone. */
  readonly dated: boolean;
}

export type Part =
  | { readonly kind: 'date'; readonly year?: number; readonly month: number; readonly day?: number }
  | ({ readonly kind: 'time' } & Time)
  | { readonly kind: 'four-digits'; readonly high: number; readonly low: number }
  | { readonly kind: 'zone'; readonly zone: TextZone }
  | { readonly kind: 'zone-note'; readonly zone: TextZone | undefined }
  | { readonly kind: 'unix'; readonly seconds: number }
  | { readonly kind: 'now' }
  | { readonly kind: 'day-word'; readonly days: number }
  | { readonly kind: 'shift'; readonly shift: Shift; readonly midnight: boolean }
  | { readonly kind: 'counted'; readonly shift: Shift }
  | { readonly kind: 'weekday'; readonly day: number; readonly rule: WeekdayRule; readonly days: number }
  | { readonly kind: 'week'; readonly days: number }
  | { readonly kind: 'edge'; readonly edge: 'first' | 'last' }
  | { readonly kind: 'nth'; readonly weekday: number; readonly n: number }
  | { readonly kind: 'ago' }
  | { readonly kind: 'filler' };

export function emptyDate(strict: boolean): DateText {
  return {
    strict,
    year: undefined,
    month: undefined,
    day: undefined,
    time: undefined,
    midnight: false,
    zone: undefined,
    unix: undefined,
    shift: NO_SHIFT,
    counted: NO_SHIFT,
    weekday: undefined,
    edge: undefined,
    nth: undefined,
    dated: false,
  };
}

export const plus = (a: Shift, b: Partial<Shift>): Shift => shiftBy((unit) => a[unit] + (b[unit] ?? 0));

const negated = (shift: Shift): Shift => shiftBy((unit) => -shift[unit]);

/** "tomorrow 1530" is a time, "Mar 7 10:00 2019" ends in a year. */
function joinFourDigits(date: DateText, high: number, low: number): DateText | undefined {
  if (!date.time && !date.unix && high <= 24 && low < 60) {
    return { ...date, time: { hour: high, minute: low, second: 0 }, dated: true };
  }
  return date.month !== undefined && date.year === undefined ? { ...date, year: high * 100 + low } : undefined;
}

export function joinPart(date: DateText, part: Part): DateText | undefined {
  const dated: DateText = date.dated ? date : { ...date, dated: true };
  switch (part.kind) {
    case 'date': {
      if (date.month !== undefined || date.unix !== undefined) return undefined;
      const { year, month, day } = part;
      return { ...dated, year, month, day, midnight: true };
    }
    case 'time': {
      if (date.time || date.unix !== undefined) return undefined;
      const { hour, minute, second } = part;
      return { ...dated, time: { hour, minute, second } };
    }
    case 'four-digits':
      return joinFourDigits(date, part.high, part.low);
    case 'zone':
      return date.zone || date.unix !== undefined ? undefined : { ...date, zone: part.zone };
    case 'zone-note':
      // "+02:00[Europe/Paris]": the offset determines the instant, the name is ignored.
      if (date.zone) return date;
      return part.zone && date.unix === undefined ? { ...date, zone: part.zone } : undefined;
    case 'unix': {
      const taken = date.month !== undefined || date.time || date.zone || date.unix !== undefined;
      return taken ? undefined : { ...dated, unix: part.seconds };
    }
    case 'now':
      return dated;
    case 'day-word':
      return { ...dated, midnight: true, shift: plus(date.shift, { days: part.days }) };
    case 'shift':
      return { ...dated, midnight: date.midnight || part.midnight, shift: plus(date.shift, part.shift) };
    case 'counted':
      return { ...dated, counted: plus(date.counted, part.shift) };
    case 'weekday': {
      const rule = date.weekday?.rule === 'in-week' ? 'in-week' : part.rule;
      return {
        ...dated,
        midnight: true,
        weekday: { day: part.day, rule },
        shift: plus(date.shift, { days: part.days }),
      };
    }
    case 'week':
      return {
        ...dated,
        weekday: { day: date.weekday?.day ?? 1, rule: 'in-week' },
        shift: plus(date.shift, { days: part.days }),
      };
    case 'edge':
      return date.edge || date.nth ? undefined : { ...dated, edge: part.edge };
    case 'nth':
      return date.edge || date.nth
        ? undefined
        : { ...dated, midnight: true, nth: { weekday: part.weekday, n: part.n } };
    case 'ago':
      return date.counted === NO_SHIFT ? undefined : { ...date, counted: negated(date.counted) };
    case 'filler':
      return date;
  }
}
