// The effect of a change on the dates of a series, from a dry run, and its words. Pure.

export interface SeriesEffect {
  readonly kept: readonly number[];
  readonly moved: readonly { readonly id: number; readonly from: string; readonly to: string }[];
  readonly added: readonly string[];
  readonly removed: readonly number[];
}

const datesText = (count: number): string => (count === 1 ? '1 date' : `${count} dates`);

/** “12 dates change”, for a change that leaves the dates themselves alone. */
export const changeText = (count: number): string => `${datesText(count)} ${count === 1 ? 'changes' : 'change'}`;

/** “3 dates move, 2 dates added, 1 date removed”. */
export function effectText({ kept, moved, added, removed }: SeriesEffect): string {
  const parts = [
    moved.length > 0 && `${datesText(moved.length)} ${moved.length === 1 ? 'moves' : 'move'}`,
    added.length > 0 && `${datesText(added.length)} added`,
    removed.length > 0 && `${datesText(removed.length)} removed`,
  ].filter((part) => part !== false);
  return parts.length ? parts.join(', ') : changeText(kept.length);
}
