// The effect of a change on the dates of a series, from a dry run, and its words.
import { texts } from './texts';

export interface SeriesEffect {
  readonly kept: readonly number[];
  readonly moved: readonly { readonly id: number; readonly from: string; readonly to: string }[];
  readonly added: readonly string[];
  readonly removed: readonly number[];
}

/** “12 dates change”, for a change that leaves the dates themselves alone. */
export const changeText = (count: number): string => texts().changes(count);

/** “3 dates move, 2 dates added, 1 date removed”. */
export function effectText({ kept, moved, added, removed }: SeriesEffect): string {
  const parts = [
    moved.length > 0 && texts().moves(moved.length),
    added.length > 0 && texts().added(added.length),
    removed.length > 0 && texts().removed(removed.length),
  ].filter((part) => part !== false);
  return parts.length ? parts.join(', ') : changeText(kept.length);
}
