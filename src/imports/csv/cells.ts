// Cells of CSV as values of fields.
import { Invalid } from '../../core/problem.js';
import { fold } from '../../core/text/fold.js';
import { readPrices } from '../../core/text/price.js';

/** Our own export writes an apostrophe before text that spreadsheets would execute. */
export const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

const words: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['true', 'yes', 'y', '1', 'x', 'on', 'oui', 'vrai'].map((word) => [word, true])),
  ...Object.fromEntries(['false', 'no', 'n', '0', 'off', 'non', 'faux'].map((word) => [word, false])),
};

export function flagOf(cell: string): boolean {
  const key = fold(cell);
  const value = Object.hasOwn(words, key) ? words[key] : undefined;
  if (value === undefined) throw new Invalid(`“${cell.slice(0, 40)}” is not yes or no.`);
  return value;
}

export const listOf = (cell: string): readonly string[] =>
  cell
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const statusWords: Readonly<Record<string, string>> = { published: 'publish', scheduled: 'future' };

export const statusOf = (cell: string): string => {
  const key = fold(cell);
  return Object.hasOwn(statusWords, key) ? (statusWords[key] ?? key) : key;
};

const amount = /\d(?:[\d.,\s]*\d)?/g;

/** The price with the currency of its own column, as the field expects it. */
export function costOf(cell: string, symbol: string, position: string): string {
  if (symbol === '' || cell.includes(symbol)) return cell;
  const isAfter = /^(?:suffix|postfix|after|right)$/i.test(position);
  const withSymbol = cell.replace(amount, (number) => (isAfter ? `${number} ${symbol}` : `${symbol}${number}`));
  return readPrices(withSymbol) ? withSymbol : cell;
}
