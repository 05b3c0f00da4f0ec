// Two people changed the same record: what each of them changed, field by field, and what remains to be decided.
import { changesIn, same, type Values } from './values';

export interface Clash {
  readonly key: string;
  readonly theirs: unknown;
  readonly yours: unknown;
}

export interface Merged {
  /** Yours that stand beside theirs without touching them. */
  readonly kept: Values;
  /** Changed by both, each to something else. */
  readonly clashes: readonly Clash[];
  /** Keys that only they changed: these are taken over. */
  readonly taken: readonly string[];
}

/** `before` is what you started from, `yours` what you changed of it, `theirs` what is stored now. */
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

/** The changes to go on with once every clash is decided. */
export const decided = ({ kept, clashes }: Merged, choices: Choices): Values => ({
  ...kept,
  ...Object.fromEntries(clashes.filter(({ key }) => choices[key] === 'yours').map(({ key, yours }) => [key, yours])),
});
