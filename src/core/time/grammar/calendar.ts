// Rules for calendar dates, in digits and with month names.
import { civilDay, dayNumber, weekdayOf } from '../clock.js';
import type { Part } from './part.js';
import { type Rule, rule } from './rule.js';
import { MONTH, monthOf } from './words.js';

/** Further digits after a separator mean another format (`2019-02-32`), unless they are an offset (`-05:00`). */
export const END = '(?![-/.]\\d(?!\\d?:\\d\\d))';
/** Digits that start a time are not a day or year. */
const NO_TIME = '(?![:\\d]|\\.\\d| ?[ap]\\.?m\\b)';
const YEAR = `(\\d{4}${NO_TIME}|\\d{2}${NO_TIME}(?! ?[a-z]))`;
const ORDINAL_END = '(?:st|nd|rd|th)?';

const number = (digits: string | undefined): number => Number(digits);

/** Two digits are a year from 1970 to 2069. */
function yearOf(digits: string): number {
  const value = Number(digits);
  if (digits.length === 4) return value;
  return value < 70 ? 2_000 + value : 1_900 + value;
}

/** Month and day 0 roll back, and an impossible 31st rolls over; strict mode rejects both later. */
function date(year: string | undefined, month: number | undefined, day: number | undefined): Part | undefined {
  if (month === undefined || month > 12 || (day !== undefined && day > 31)) return undefined;
  return { kind: 'date', month, ...(year && { year: yearOf(year) }), ...(day !== undefined && { day }) };
}

export function fromDayNumber(days: number): Part {
  return { kind: 'date', ...civilDay(days) };
}

/** ISO 8601: week 1 contains 4 January and starts on Monday. */
function weekDate(year: number, week: number, day: number): Part | undefined {
  if (week < 1 || week > 53) return undefined;
  const fourth = dayNumber(year, 1, 4);
  const monday = fourth - ((weekdayOf(fourth) + 6) % 7);
  return fromDayNumber(monday + (week - 1) * 7 + day - 1);
}

function yearDay(year: number, day: number): Part | undefined {
  const daysInYear = dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1);
  return day >= 1 && day <= daysInYear ? fromDayNumber(dayNumber(year, 1, day)) : undefined;
}

export const calendarRules: readonly Rule[] = [
  rule(`(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${END}`, ([y, , m, d]) => date(y, number(m), number(d))),
  rule('(\\d{4}):(\\d{2}):(\\d{2})(?= |$)', ([y, m, d]) => date(y, number(m), number(d))),
  rule(`(\\d{2})-(\\d{2})-(\\d{2})${END}`, ([y, m, d]) => date(y, number(m), number(d))),
  rule(`(\\d{1,2})([-.])(\\d{1,2})\\2(\\d{4})${END}`, ([d, , m, y]) => date(y, number(m), number(d))),
  rule(`(\\d{1,2})\\.(\\d{1,2})\\.(6[1-9]|[7-9]\\d)${END}`, ([d, m, y]) => date(y, number(m), number(d))),
  rule(`(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?${END}(?!/)`, ([m, d, y]) => date(y, number(m), number(d))),
  rule(`(\\d{4})-(\\d{1,2})${END}(?!-)`, ([y, m]) => date(y, number(m), 1)),
  rule('(\\d{4})(\\d{2})(\\d{2})', ([y, m, d]) => date(y, number(m), number(d))),
  rule('(\\d{4})-?w(\\d{2})(?:-?([1-7]))?', ([y, w, d = '1']) => weekDate(number(y), number(w), number(d))),
  rule(`(\\d{4})-(\\d{3})${END}`, ([y, d]) => yearDay(number(y), number(d))),
  rule(`(\\d{1,2})${ORDINAL_END}[ .-]?(?:of )?[/]?(${MONTH})\\.?(?:(?:, ?|\\. |[ ./-])?${YEAR})?`, ([d, m, y]) =>
    date(y, monthOf(m), number(d)),
  ),
  rule(`(${MONTH})\\.?[ .-]?(\\d{1,2})${NO_TIME}${ORDINAL_END}(?:(?:, ?|[ ./-])${YEAR})?`, ([m, d, y]) =>
    date(y, monthOf(m), number(d)),
  ),
  rule(`(${MONTH})(?:, ?|[ .-])?(\\d{4})${NO_TIME}`, ([m, y]) => date(y, monthOf(m), 1)),
  rule(`(\\d{4})[ .-]?(${MONTH})(?:[ .-](\\d{1,2})${NO_TIME})?`, ([y, m, d = '1']) => date(y, monthOf(m), number(d))),
  rule(`(${MONTH})`, ([m]) => date(undefined, monthOf(m), undefined)),
];
