// Rules for relative dates: day words, weekdays, "next month", "+2 weeks", "first monday of".
import type { Part } from './part.js';
import { type Rule, rule } from './rule.js';
import { ORDINAL, ordinalOf, shiftOf, UNIT, WEEKDAY, weekdayNamed } from './words.js';

const word = (text: string, part: Part): Rule => rule(text, () => part);

function counted(count: number, unit: string | undefined): Part | undefined {
  const shift = shiftOf(count, unit);
  return shift && { kind: 'counted', shift };
}

/** "next monday", "last friday", "third tuesday". */
function countedWeekday(word: string | undefined, name: string | undefined): Part | undefined {
  const count = ordinalOf(word);
  const day = weekdayNamed(name);
  if (count === undefined || day === undefined) return undefined;
  if (count === 0) return { kind: 'weekday', day, rule: 'onward', days: 0 };
  if (count < 0) return { kind: 'weekday', day, rule: 'onward', days: -7 };
  return { kind: 'weekday', day, rule: 'after', days: (count - 1) * 7 };
}

function nthOf(word: string | undefined, name: string | undefined): Part | undefined {
  const n = ordinalOf(word);
  const weekday = weekdayNamed(name);
  return n && weekday !== undefined ? { kind: 'nth', weekday, n } : undefined;
}

function countedUnit(word: string | undefined, unit: string | undefined): Part | undefined {
  const count = ordinalOf(word);
  if (count === undefined) return undefined;
  // "next week" is a calendar week; without a weekday it means Monday.
  if (unit === 'week') return { kind: 'week', days: count * 7 };
  const shift = shiftOf(count, unit);
  return shift && { kind: 'shift', shift, midnight: shift.workdays !== 0 };
}

function signed(signs = '', digits = ''): number {
  const minuses = [...signs].filter((sign) => sign === '-').length;
  return minuses % 2 === 1 ? -Number(digits) : Number(digits);
}

export const relativeRules: readonly Rule[] = [
  word('now', { kind: 'now' }),
  word('today', { kind: 'day-word', days: 0 }),
  word('tomorrow', { kind: 'day-word', days: 1 }),
  word('yesterday', { kind: 'day-word', days: -1 }),
  word('ago', { kind: 'ago' }),
  word('at|on|the', { kind: 'filler' }),
  rule(`(${WEEKDAY})`, ([name]) => countedWeekday('this', name)),
  rule(`(${ORDINAL}) (${WEEKDAY})`, ([count, name]) => countedWeekday(count, name)),
  rule(`(${ORDINAL}) (${WEEKDAY}) of`, ([count, name]) => nthOf(count, name)),
  rule('(first|last) day of', ([edge]) => ({ kind: 'edge', edge: edge === 'first' ? 'first' : 'last' })),
  rule(`(${ORDINAL}) (${UNIT})`, ([count, unit]) => countedUnit(count, unit)),
  rule(`([+-]{0,3}) ?(\\d{1,9}) ?(${UNIT})`, ([signs, digits, unit]) => counted(signed(signs, digits), unit)),
  rule(`an? (${UNIT})`, ([unit]) => counted(1, unit)),
];
