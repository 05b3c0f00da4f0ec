// Booleans: strict ones, and the words that venue flags and some filters accept.
import type { Kind } from '../kind.js';
import { Invalid, wrongType } from '../problem.js';

const strict: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const flag: Kind<boolean> = {
  declared: { type: 'boolean' },
  schema: {
    anyOf: [{ type: 'boolean' }, { enum: [0, 1] }, { enum: ['0', '1', 'true', 'false'] }],
  },
  read: (input) => {
    const word = typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean' ? input : '';
    const value = strict.get(String(word).toLowerCase());
    if (value === undefined) throw wrongType('Must be true or false.');
    return value;
  },
  input: { widget: 'flag' },
};

const yes = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

const readWord = (input: unknown): boolean => {
  if (typeof input === 'boolean') return input;
  if (typeof input !== 'string' && input !== 0 && input !== 1)
    throw new Invalid('Must be true or false, or a word such as yes or no.');
  return yes.has(String(input).trim().toLowerCase());
};

/** A word such as `yes` or `on`; every other word means no. An empty string is rejected. */
export const wordFlag: Kind<boolean> = {
  declared: { type: 'string' },
  schema: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'boolean' }] },
  read: (input) => {
    if (input === '') throw new Invalid('Must not be empty.');
    return readWord(input);
  },
  input: { widget: 'flag' },
};

/** Like `wordFlag` without a declared type; an empty string means no. */
export const looseFlag: Kind<boolean> = {
  declared: {},
  schema: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
  read: readWord,
  input: { widget: 'flag' },
};
