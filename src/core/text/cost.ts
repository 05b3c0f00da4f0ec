// Parses the cost of an event and formats it for display. Anything but prices is kept as text.

import { amountsIn } from './amount.js';
import { type Price, readPrices } from './price.js';
import { slugify } from './slug.js';
import { stripTags } from './tags.js';
import { isStorable } from './wellformed.js';

export interface Currency {
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix' | '';
}

export interface Cost extends Currency {
  /** For display: `$10`, `Free – $20`, `Donation`. */
  readonly text: string;
  /** Amounts with a decimal point, ascending; without any digit, the texts as slugs. */
  readonly values: readonly string[];
}

const MAX_ITEMS = 100;
const MAX_ITEM_LENGTH = 500;

const NO_CURRENCY: Currency = { symbol: '', position: '' };
const NOTHING: Cost = { text: '', ...NO_CURRENCY, values: [] };
const SITE_CURRENCY: Currency = { symbol: '$', position: 'prefix' };

interface Item {
  readonly text: string;
  readonly prices: readonly Price[] | undefined;
}

function readItem(given: unknown, lineOf: (text: string) => string): Item | undefined {
  if (typeof given === 'string' && given.length <= MAX_ITEM_LENGTH && isStorable(given)) {
    const text = lineOf(given);
    return { text, prices: readPrices(text) };
  }
  // A larger number was already rounded by the JSON parser.
  if (typeof given !== 'number' || !(Math.abs(given) <= Number.MAX_SAFE_INTEGER)) return undefined;
  // The point of a JSON number is never a thousands separator.
  const text = String(given);
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return { text, prices: undefined };
  const typed = text.replace('-', '');
  const sign: Currency = typed === text ? NO_CURRENCY : { symbol: '-', position: 'prefix' };
  return { text, prices: [{ typed, value: typed, ...sign }] };
}

function ascending(values: readonly string[]): readonly string[] {
  const byAmount = new Map(values.toReversed().map((value) => [Number(value), value]));
  return [...byAmount.entries()].sort(([a], [b]) => a - b).map(([, value]) => value);
}

function shown(price: Price, { symbol, position }: Currency): string {
  if (Number(price.value) === 0) return 'Free';
  return position === 'postfix' ? price.typed + symbol : symbol + price.typed;
}

function numeric(prices: readonly Price[], currency: Currency, site: Currency): Cost {
  const sorted = prices.toSorted((a, b) => Number(a.value) - Number(b.value));
  const values = ascending(sorted.map((price) => price.value));
  const ends = values.length > 1 ? [...sorted.slice(0, 1), ...sorted.slice(-1)] : sorted.slice(0, 1);
  const visible = currency.symbol === '' ? site : currency;
  const text = ends.map((price) => shown(price, visible)).join(' – ');
  return { text, symbol: currency.symbol, position: currency.position, values };
}

function freeText(items: readonly Item[]): Cost {
  const text = items.map((item) => item.text).join(', ');
  const words = new Set(items.map((item) => slugify(item.text)).filter((word) => word !== ''));
  return { text, ...NO_CURRENCY, values: /\d/.test(text) ? ascending(amountsIn(text)) : [...words] };
}

const isOneCurrency = (prices: readonly Price[]): boolean =>
  new Set(prices.map(({ symbol }) => symbol).filter((symbol) => symbol !== '')).size < 2;

/** Undefined for invalid input. A single named currency applies to all prices; with several the input is kept as text. */
export function readCost(input: unknown, site: Currency = SITE_CURRENCY, lineOf = stripTags): Cost | undefined {
  if (input === null) return NOTHING;
  const given: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (given.length > MAX_ITEMS) return undefined;
  const read = given.map((item) => readItem(item, lineOf));
  if (!read.every((item) => item !== undefined)) return undefined;
  const items = read.filter((item) => item.text !== '');
  if (items.length === 0 || (items.length === 1 && items[0]?.text === '0')) return NOTHING;
  const prices = items.flatMap((item) => item.prices ?? []);
  const named = prices.find((price) => price.symbol !== '');
  const isPrice = items.every((item) => item.prices !== undefined) && items.some((item) => /\d/.test(item.text));
  return isPrice && isOneCurrency(prices) ? numeric(prices, named ?? NO_CURRENCY, site) : freeText(items);
}

/** The cost without its currency: `5 – 12` for `€5 – €12`. Of more than two prices the text shows only the ends. Other texts
 * stay as they are. */
export function amountsOf({ text, values }: Pick<Cost, 'text' | 'values'>): string {
  const prices = readPrices(text);
  if (!prices || !isOneCurrency(prices)) return text;
  return values.length > 2 ? values.join(', ') : prices.map(({ typed }) => typed).join(' – ');
}
