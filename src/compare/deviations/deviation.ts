// A known deviation: a place where the drop-in API answers differently on purpose.
import type { Difference } from '../difference.js';
import type { SideResponse } from '../response.js';
import type { SiteUrls } from '../site-url.js';

export interface Deviation {
  readonly id: string;
  /** Routes and places as the documentation shows them. */
  readonly where: string;
  readonly about: string;
  /** On the pattern of the pointer, or the name of the header. */
  readonly pattern: RegExp;
  readonly route?: RegExp;
  /** Precise, so that it explains no other difference at the same place. */
  readonly holds: (difference: Difference, pair: Pair) => boolean;
}

export interface Pair {
  readonly route: string;
  readonly path: string;
  readonly old: SideResponse;
  readonly new: SideResponse;
  readonly sites: Sites;
}

export interface Sites {
  readonly old: SiteUrls;
  readonly new: SiteUrls;
  /** IDs of authors of the old side and of the new one, as the first record of each author has them. */
  readonly authors: Map<string, string>;
  /** Counts of terms on both sides, as the first response with the term has them. */
  readonly counts: Map<string, string>;
}

export const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
export const isMissing = ({ kind }: Difference): boolean => kind === 'missing';
export const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
export const lastKey = ({ pattern }: Difference): string => pattern.split('/').findLast((key) => key !== '*') ?? '';

/** The same key of both parents. */
const both = ({ parents }: Difference, key: string): readonly [unknown, unknown] => [
  object(parents?.old)[key],
  object(parents?.new)[key],
];

export const isSame = (difference: Difference, key: string): boolean => {
  const [before, after] = both(difference, key);
  return before !== undefined && before === after;
};

export const valueAt = (body: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce<unknown>((value, key) => object(value)[key], body);

/** The record of the new side: lists are compared by ID, and the index of a pointer is that of the old side. */
export function newRecordAt({ old, new: now }: Pair, tokens: readonly string[]): unknown {
  const index = tokens.at(-1);
  if (index === undefined || !/^\d+$/.test(index)) return valueAt(now.body, tokens);
  const { id } = object(valueAt(old.body, tokens));
  const list = valueAt(now.body, tokens.slice(0, -1));
  return Array.isArray(list) ? list.find((item) => object(item).id === id) : undefined;
}
