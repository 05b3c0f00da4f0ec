// Numbers: integers, IDs, decimals, and lists of IDs as an array or comma-separated.
import type { Widget } from '../input.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { readText } from './text.js';

export const maxItems = 100;
/** The largest value of an integer column, and the largest ID. */
export const maxInteger = 2 ** 31 - 1;

/** Accepts `10`, `"10"`, `" 5"`, `"1e1"` and `"1.0"`. Numbers beyond ±(2^31−1) are rejected: no ID is that large. */
export function readInteger(input: unknown): number | undefined {
  if (typeof input !== 'number' && typeof input !== 'string') return undefined;
  if (typeof input === 'string' && !/^\s{0,9}[+-]?\d{1,20}(\.\d{0,9})?(e\+?\d)?\s{0,9}$/i.test(input)) return undefined;
  const value = Number(input);
  return Number.isSafeInteger(value) && Math.abs(value) <= maxInteger ? value : undefined;
}

const whole = (min: number, message: string, widget: Widget = 'integer'): Kind<number> => ({
  declared: { type: 'integer' },
  schema: {
    anyOf: [
      { type: 'integer', minimum: min, maximum: maxInteger },
      { type: 'string', pattern: '^\\d+$' },
    ],
  },
  read: (input) => {
    const value = readInteger(input);
    if (value === undefined || value < min) throw new Invalid(message);
    return value;
  },
  input: { widget },
});

export const positive = whole(1, 'Must be a whole number greater than 0.');
/** An ID, or 0 for none. */
export const idOrNone = whole(0, 'Must be the ID of a record.', 'record');
export const nonNegative = whole(0, 'Must be a whole number, 0 or greater.');
export const identifier = whole(1, 'Must be the ID of a record.', 'record');

/** From `min` to `max`. */
export const wholeBetween = (min: number, max: number): Kind<number> => ({
  declared: { type: 'integer' },
  schema: {
    anyOf: [
      { type: 'integer', minimum: min, maximum: max },
      { type: 'string', pattern: '^\\d+$' },
    ],
  },
  read: (input) => {
    const value = readInteger(input);
    if (value === undefined || value < min || value > max)
      throw new Invalid(`Must be a whole number from ${min} to ${max}.`);
    return value;
  },
  input: { widget: 'integer' },
});

export const decimal = (min: number, max: number): Kind<number> => ({
  declared: { type: 'number', format: 'double' },
  schema: { anyOf: [{ type: 'number', minimum: min, maximum: max }, { type: 'string' }] },
  read: (input) => {
    const value = readDecimal(input);
    if (value === undefined || value < min || value > max) throw new Invalid(`Must be a number from ${min} to ${max}.`);
    return value;
  },
  input: { widget: 'number' },
});

/** A number, or a string with a decimal point. */
export function readDecimal(input: unknown): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined;
  if (typeof input !== 'string' || !/^\s{0,9}[+-]?\d{1,12}(\.\d{1,18})?\s{0,9}$/.test(input)) return undefined;
  return Number(input);
}

/** The items of an array or a comma-separated string, trimmed, without empty ones. */
export function readItems(input: unknown): readonly unknown[] {
  const items = Array.isArray(input)
    ? input
    : typeof input === 'string'
      ? readText(input, 20_000).split(',')
      : typeof input === 'object' && input !== null
        ? Object.values(input)
        : [input];
  const nonEmpty = items
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '' && item !== null);
  if (nonEmpty.length > maxItems) throw new Invalid(`Must contain ${maxItems} items or fewer.`);
  return nonEmpty;
}

/** IDs to filter by; at least one. */
export const ids: Kind<readonly number[]> = {
  declared: { type: 'array', items: { type: 'integer' } },
  schema: {
    anyOf: [
      { type: 'array', items: { type: 'integer' }, maxItems },
      { type: 'string', pattern: '^\\d+(,\\d+)*$' },
      { type: 'integer' },
    ],
  },
  read: (input) => {
    const values = readItems(input).map(readInteger);
    if (values.length === 0) throw new Invalid('Must contain at least one ID.');
    return values.map((value) => {
      if (value === undefined || value < 1) throw new Invalid('Must be a list of IDs.');
      return value;
    });
  },
};
