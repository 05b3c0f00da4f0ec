// The position that the sync tokens of lists begin at. It may be older than the list: then changes that the list shows already are
// returned again. So it is read once after each change.
import type { Position, Store } from '../../core/store.js';

export type ListPosition = () => Promise<Position>;

export function openListPosition({
  positions,
  subscribe,
  deliverChanges,
}: Pick<Store, 'positions' | 'subscribe' | 'deliverChanges'>): ListPosition {
  let known: Promise<Position> | undefined;
  subscribe(() => {
    known = undefined;
  });
  return () => {
    if (deliverChanges() === 'unknown') return positions.current();
    if (known) return known;
    const read = positions.current();
    known = read;
    read.catch(() => {
      if (known === read) known = undefined;
    });
    return read;
  };
}
