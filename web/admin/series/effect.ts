// The effect of a change on the dates of a series, from a dry run, and its words.
import { texts } from './texts';

export interface SeriesEffect {
  readonly kept: readonly number[];
  readonly moved: readonly { readonly id: number; readonly from: string; readonly to: string }[];
  readonly added: readonly string[];
  readonly removed: readonly number[];
  readonly stayed: readonly number[];
}

/** “12 dates change”, for a change that leaves the dates themselves alone. */
export const changeText = (count: number): string => texts().changes(count);

/** “3 dates move, 1 date removed, 2 dates added, 1 changed date stays”. */
export function effectText({ kept, ...effect }: SeriesEffect): string {
  const parts = partsOf(effect);
  return parts.length ? parts.join(', ') : changeText(kept.length);
}

/** The rule is removed: the event itself takes the first date, so that one of the removed dates is none. */
export const singleText = ({ kept, removed }: SeriesEffect): string =>
  [texts().removed(Math.max(0, removed.length - 1)), kept.length > 0 && texts().leave(kept.length)]
    .filter(Boolean)
    .join(', ');

const partsOf = ({ moved, added, removed, stayed }: Omit<SeriesEffect, 'kept'>): readonly string[] =>
  [
    moved.length > 0 && texts().moves(moved.length),
    removed.length > 0 && texts().removed(removed.length),
    added.length > 0 && texts().added(added.length),
    stayed.length > 0 && texts().stay(stayed.length),
  ].filter((part) => part !== false);

/** Some dates move, appear or vanish. */
export const changesDates = (effect: SeriesEffect): boolean => partsOf(effect).length > 0;
