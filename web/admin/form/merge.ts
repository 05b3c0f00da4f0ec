// Three-way merge of a form: your changes, the stored values, and the values you started from.
import { changesIn, same, type Values } from './values';

/** A field that both changed, to different values. */
export interface Clash {
  readonly key: string;
  readonly theirs: unknown;
  readonly yours: unknown;
}

export interface Merged {
  /** Your changes to fields that they left alone. */
  readonly kept: Values;
  readonly clashes: readonly Clash[];
  /** Keys that only they changed. */
  readonly taken: readonly string[];
  /** Who changed the record last, in UTC, if its history says so. */
  readonly author?: { readonly name: string; readonly date_utc: string } | undefined;
}

/** `before` holds the values you started from, `yours` your changes, `theirs` the stored values. */
export function merge(before: Values, yours: Values, theirs: Values): Merged {
  const wanted = changesIn(theirs, yours);
  const untouched = (key: string) => same(before[key], theirs[key]);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(theirs)])];
  return {
    kept: Object.fromEntries(Object.entries(wanted).filter(([key]) => untouched(key))),
    clashes: Object.entries(wanted)
      .filter(([key]) => !untouched(key))
      .map(([key, value]) => ({ key, theirs: theirs[key], yours: value })),
    taken: keys.filter((key) => !untouched(key) && !(key in wanted)),
  };
}

export type Choice = 'theirs' | 'yours';
export type Choices = Readonly<Record<string, Choice>>;

/** The changes that remain after each clash has been resolved. */
export const resolved = ({ kept, clashes }: Merged, choices: Choices): Values => ({
  ...kept,
  ...Object.fromEntries(clashes.filter(({ key }) => choices[key] === 'yours').map(({ key, yours }) => [key, yours])),
});
