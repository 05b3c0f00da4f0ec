// Parses the prices of a text: single ones, ranges (`10-20`, `$10 to $20`, `10 and 30`) and lists (`$5, $10 or $15`).

import { readAmount } from './amount.js';
import { isCurrency } from './currency.js';
import { fold } from './fold.js';

export interface Price {
  /** The amount as typed, for display. */
  readonly typed: string;
  /** The amount with a decimal point, for comparing. */
  readonly value: string;
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix' | '';
}

// A comma before a digit may belong to the amount; it is tried as a separator only if nothing else parses.
const SEPARATOR =
  / ?(?:[-–—‒−;|]|,(?!\d)(?: (?:and|or|et|ou|und|oder)(?= ))?| (?:to|and|or|&|\/|à|et|ou|bis|und|oder) ) ?/i;

// Starts a range of two or more prices; before a single one (`from 5`) the text is not a price.
const OPENING = /^(?:from|between|de|entre|von|ab|zwischen) /i;

// A leading point belongs to the amount (`$.50`) unless it ends an abbreviation (`Rs.500`).
const PIECE = /^(\D*?)((?:(?<!\p{L})[.,])?\d(?:.*\d)?)[.,]?(\D*)$/u;

function readPiece(piece: string): Price | undefined {
  if (fold(piece) === 'free') return { typed: 'Free', value: '0', symbol: '', position: '' };
  const [, before = '', typed = '', after = ''] = PIECE.exec(piece) ?? [];
  const value = readAmount(typed);
  const prefix = before.trim();
  const postfix = after.trim();
  if (value === undefined || (prefix !== '' && postfix !== '')) return undefined;
  if (prefix !== '') return isCurrency(prefix) ? { typed, value, symbol: prefix, position: 'prefix' } : undefined;
  if (postfix !== '') return isCurrency(postfix) ? { typed, value, symbol: postfix, position: 'postfix' } : undefined;
  return { typed, value, symbol: '', position: '' };
}

const whole = (prices: readonly (Price | undefined)[]): readonly Price[] | undefined =>
  prices.every((price) => price !== undefined) ? prices : undefined;

/** A sign before the amount is kept in the place of a symbol. */
function readNegative(line: string): readonly Price[] | undefined {
  const typed = /^-(\d.*)$/.exec(line)?.[1] ?? '';
  const value = readAmount(typed);
  return value === undefined ? undefined : [{ typed, value, symbol: '-', position: 'prefix' }];
}

/** All prices of a text, or undefined if any part of it is not a price. */
export function readPrices(text: string): readonly Price[] | undefined {
  const line = text.replace(/[\s\u00a0\u202f]+/g, ' ').replace(/[,;] ?$/, '');
  const negative = readNegative(line);
  if (negative) return negative;
  const range = line.replace(OPENING, '').split(SEPARATOR);
  const pieces = range.length > 1 ? range : [line];
  const lists = pieces.map((piece) => whole([readPiece(piece)]) ?? whole(piece.split(',').map(readPiece)));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}
