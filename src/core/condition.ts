// Conditions of filters and policies as plain data. Storage compiles them to SQL, and `judge.ts` evaluates them on a row in
// memory, so that a rule is written once for lists and single records.
import type { Point } from './geo.js';

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** The columns of a table that hold the latitude and the longitude of a row. */
export interface PlaceColumns {
  readonly lat: string;
  readonly lng: string;
}

/** Search texts of linked records that match `other`. */
export interface LinkedTexts {
  readonly link: string;
  readonly texts: readonly string[];
  readonly other: Condition;
}

export type Condition =
  | { readonly is: 'everything' }
  | { readonly is: 'nothing' }
  | { readonly is: 'compared'; readonly column: string; readonly by: Comparison; readonly value: unknown }
  | { readonly is: 'one-of'; readonly column: string; readonly values: readonly unknown[] }
  | { readonly is: 'matching'; readonly wanted: readonly string[]; readonly unwanted: readonly string[] }
  | {
      readonly is: 'mentioning';
      readonly words: readonly string[];
      readonly through: readonly LinkedTexts[];
      /** One of the words is enough. */
      readonly any?: true;
    }
  | { readonly is: 'begins'; readonly column: string; readonly prefix: string }
  | { readonly is: 'has-slug'; readonly slugs: readonly string[] }
  | { readonly is: 'set'; readonly column: string }
  | { readonly is: 'near'; readonly place: PlaceColumns; readonly point: Point; readonly km: number }
  | { readonly is: 'linked'; readonly link: string; readonly other: Condition }
  | { readonly is: 'referenced'; readonly by: string; readonly column: string; readonly other: Condition }
  | { readonly is: 'refers'; readonly column: string; readonly to: string; readonly other: Condition }
  | { readonly is: 'first-of'; readonly column: string; readonly by: string; readonly where: Condition }
  | { readonly is: 'content'; readonly of: Condition }
  | { readonly is: 'all'; readonly of: readonly Condition[] }
  | { readonly is: 'any'; readonly of: readonly Condition[] }
  | { readonly is: 'either'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition };

export const everything: Condition = { is: 'everything' };
export const nothing: Condition = { is: 'nothing' };

export const is = (column: string, value: unknown): Condition => ({ is: 'compared', column, by: '=', value });
export const before = (column: string, value: unknown): Condition => ({ is: 'compared', column, by: '<', value });
export const until = (column: string, value: unknown): Condition => ({ is: 'compared', column, by: '<=', value });
export const after = (column: string, value: unknown): Condition => ({ is: 'compared', column, by: '>', value });
export const since = (column: string, value: unknown): Condition => ({ is: 'compared', column, by: '>=', value });
export const oneOf = (column: string, values: readonly unknown[]): Condition =>
  values.length === 0 ? nothing : { is: 'one-of', column, values };
export const begins = (column: string, prefix: string): Condition => ({ is: 'begins', column, prefix });
export const matching = (wanted: readonly string[], unwanted: readonly string[] = []): Condition => ({
  is: 'matching',
  wanted,
  unwanted,
});
/** Each word occurs in a text of the record itself or in one of these texts of a linked record. */
export const mentioning = (words: readonly string[], through: readonly LinkedTexts[]): Condition =>
  words.length === 0 ? everything : { is: 'mentioning', words, through };
/** One of the words occurs in such a text. */
export const mentioningAny = (words: readonly string[], through: readonly LinkedTexts[]): Condition =>
  words.length === 0 ? nothing : { is: 'mentioning', words, through, any: true };
/** The record has one of these slugs, in any language. */
export const hasSlug = (slugs: readonly string[]): Condition =>
  slugs.length === 0 ? nothing : { is: 'has-slug', slugs };
/** The column is not NULL. */
export const isSet = (column: string): Condition => ({ is: 'set', column });
/** The coordinates of the row are within this distance of the point. */
export const near = (place: PlaceColumns, point: Point, km: number): Condition => ({ is: 'near', place, point, km });
/** A link of this table leads, in either direction, to a record that matches `other`. */
export const linked = (link: string, other: Condition): Condition => ({ is: 'linked', link, other });
/** A record of the model `by` that matches `other` has this record's id in `column` (0 for none). */
export const referenced = (by: string, column: string, other: Condition): Condition => ({
  is: 'referenced',
  by,
  column,
  other,
});
/** The record of the model `to` with the id in this column exists and matches `other`. */
export const refers = (column: string, to: string, other: Condition): Condition =>
  other.is === 'nothing' ? nothing : { is: 'refers', column, to, other };
/** The first row, by the column `by` and then by id, of those that match `where` and have the same value in `column`; rows
 * with 0 there always match. */
export const firstOf = (column: string, by: string, where: Condition): Condition => ({
  is: 'first-of',
  column,
  by,
  where,
});
/** The content row matches: the row that the record reads its texts from, which is mostly the record itself. */
export const contentIs = (of: Condition): Condition => ({ is: 'content', of });
export const not = (of: Condition): Condition => ({ is: 'not', of });

export const all = (...of: readonly Condition[]): Condition => {
  const parts = of.flatMap((part) => (part.is === 'all' ? part.of : part.is === 'everything' ? [] : [part]));
  if (parts.some((part) => part.is === 'nothing')) return nothing;
  return parts.length === 0 ? everything : parts.length === 1 && parts[0] ? parts[0] : { is: 'all', of: parts };
};

export const any = (...of: readonly Condition[]): Condition => {
  const parts = of.filter((part) => part.is !== 'nothing');
  if (parts.some((part) => part.is === 'everything')) return everything;
  return parts.length === 0 ? nothing : parts.length === 1 && parts[0] ? parts[0] : { is: 'any', of: parts };
};

/** Like `any`, for mutually exclusive conditions: SQL unites their results, so that each can use its own index. */
export const either = (...of: readonly Condition[]): Condition => ({ is: 'either', of });
