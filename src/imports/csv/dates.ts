// Dates and times of cells. A date in digits whose day and month could be swapped is reported, never guessed.

import { Invalid } from '../../core/problem.js';
import { daysInMonth, padded } from '../../core/time/clock.js';
import { type DateText, parseDate } from '../../core/time/date-text.js';
import type { DateFormat } from './options.js';

/** Its text says how to remove the ambiguity. */
export class Ambiguous extends Invalid {}

export interface CellDate {
  /** `YYYY-MM-DD`, or the whole text with its offset. */
  readonly day: string;
  /** `HH:MM:SS`, if the cell has a time. */
  readonly time?: string;
  /** The cell says in which offset it is. */
  readonly isZoned?: true;
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?![\d/.-])/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-])/;
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/;

/** Longer texts are no dates, and would take long to parse. */
const maxDateLength = 200;

function dayOf(year: number, month: number, day: number, text: string): string {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    throw new Invalid(`“${shown(text)}” is not a date.`);
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`;
}

const shown = (text: string): string => text.slice(0, 40);

const ambiguous = (text: string): Ambiguous =>
  new Ambiguous(`“${shown(text)}” could be two dates. Choose a date format.`);

/** Points separate days from months in every country that uses them: the day comes first. */
function readYearLast(match: RegExpExecArray, text: string, format: DateFormat | undefined): string {
  const [, first = '', separator, second = '', yearText = ''] = match;
  const [a, b, year] = [Number(first), Number(second), Number(yearText)];
  if (yearText.length === 2) {
    if (format === undefined) throw ambiguous(text);
    const full = 2_000 + a;
    if (format === 'YYYY-MM-DD') return dayOf(full, b, year, text);
    return format === 'DD/MM/YYYY' ? dayOf(2_000 + year, b, a, text) : dayOf(2_000 + year, a, b, text);
  }
  if (format === 'MM/DD/YYYY') return dayOf(year, a, b, text);
  if (format === 'DD/MM/YYYY' || separator === '.') return dayOf(year, b, a, text);
  if (a <= 12 && b <= 12 && a !== b) throw ambiguous(text);
  return a > 12 ? dayOf(year, b, a, text) : dayOf(year, a, b, text);
}

/** `9`, `9:30`, `09:30:15`, `9.30 pm`, `9h30`, `noon`. */
export function readTime(text: string): string {
  const word = text.trim().toLowerCase();
  if (word.length > maxDateLength) throw new Invalid(`“${shown(text)}” is not a time.`);
  if (word === 'noon' || word === 'midi') return '12:00:00';
  if (word === 'midnight' || word === 'minuit') return '00:00:00';
  const match = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})?(?::(\d{2}))?)?\s*(?:([ap])\.?m\.?|h)?$/.exec(word);
  const [, hourText, minute = '0', second = '0', half] = match ?? [];
  const hour = Number(hourText);
  const isValid = match && Number(minute) < 60 && Number(second) < 60 && (half ? hour >= 1 && hour <= 12 : hour < 24);
  if (!isValid) throw new Invalid(`“${shown(text)}” is not a time.`);
  const shifted = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return `${padded(shifted)}:${padded(Number(minute))}:${padded(Number(second))}`;
}

/** A month without a day is parsed as its first day. */
const dayNumber = /(?<![\d:])\d{1,2}(?![\d:]|\s*[ap]\.?m\b)/i;

/** The parts of a text that names a day of a calendar, not a moment relative to today. */
function readWords(text: string): CellDate | undefined {
  const date = parseDate(text);
  if (!date || !isAbsolute(date) || !dayNumber.test(text)) return undefined;
  const { year = 0, month = 0, day = 0, time, zone } = date;
  if (zone) return { day: text, isZoned: true };
  const clock = time && `${padded(time.hour)}:${padded(time.minute)}:${padded(time.second)}`;
  return { day: dayOf(year, month, day, text), ...(clock && { time: clock }) };
}

const isAbsolute = ({ year, month, day, shift, counted, edge, nth, unix }: DateText): boolean =>
  year !== undefined &&
  month !== undefined &&
  day !== undefined &&
  [shift, counted].every((one) => Object.values(one).every((part) => part === 0)) &&
  edge === undefined &&
  nth === undefined &&
  unix === undefined;

/** Of a second; “19.30” is a time. */
const fraction = /(:\d{2}:\d{2})\.\d+$/;

/** A date, with a time if the cell has one. */
export function readCellDate(cell: string, format?: DateFormat): CellDate {
  const text = cell.trim();
  if (text.length > maxDateLength) throw new Invalid(`“${shown(text)}” is not a date.`);
  const last = yearLast.exec(text);
  const first = yearFirst.exec(text) ?? compact.exec(text);
  if (!last && !first) {
    const words = readWords(text);
    if (!words) throw new Invalid(`“${shown(text)}” is not a date.`);
    return words;
  }
  const rest = text.slice((last ?? first)?.[0].length).replace(/^(?:[T,\s]|à)+/i, '');
  const [, year = '', month = '', date = ''] = first ?? [];
  const day = last ? readYearLast(last, text, format) : dayOf(Number(year), Number(month), Number(date), text);
  if (rest === '') return { day };
  const zoned = /(?:z|utc|gmt|[+-]\d{2}:?\d{2})$/i.exec(rest);
  if (!zoned) return { day, time: readTime(rest.replace(fraction, '$1')) };
  const time = readTime(rest.slice(0, zoned.index).trimEnd().replace(fraction, '$1'));
  return { day: `${day}T${time}${/^[+-]/.test(zoned[0]) ? zoned[0] : 'Z'}`, isZoned: true };
}
