// The largest IDs of a site. New records here get IDs well above, so that records which are created on the site while it is
// mirrored can keep theirs.
import type { Registry } from '../../core/model.js';
import type { Store } from '../../core/store.js';
import { maxId } from '../ids.js';
import type { TecPage } from './page.js';
import { firstDateId } from './series.js';

/** Room for records that are created on the site before the switch. */
const gap = 50_000;
export interface LargestIds {
  readonly add: (page: Pick<TecPage, 'records' | 'ids'>) => void;
  /** By sequence, for the position of the import. */
  readonly ids: () => Readonly<Record<string, number>>;
  readonly resume: (ids: unknown) => void;
  /** Does nothing if there are no larger ones than before. */
  readonly reserve: (store: Store) => Promise<void>;
}

export function openLargestIds({ named }: Pick<Registry, 'named'>): LargestIds {
  const largest = new Map<string, number>();
  /** Of dates of series, which never count as the largest of a sequence. */
  let highest = 0;
  let isReserved = true;
  const event = named('event');
  const raise = (sequence: string, id: number): void => {
    const isLow = id < firstDateId;
    const before = isLow ? (largest.get(sequence) ?? 0) : highest;
    if (id <= before || (!isLow && sequence !== event.sequence)) return;
    if (isLow) largest.set(sequence, id);
    else highest = id;
    isReserved = false;
  };
  return {
    add: ({ records, ids = [] }) => {
      for (const { resource, id, partIds = [] } of records)
        for (const one of [id ?? 0, ...partIds]) raise(named(resource).sequence, one);
      for (const id of ids) raise(event.sequence, id);
    },
    ids: () => Object.fromEntries(largest),
    resume: (ids) => {
      for (const [sequence, id] of Object.entries(ids ?? {})) if (typeof id === 'number') raise(sequence, id);
    },
    reserve: async (store) => {
      if (isReserved) return;
      await store.transact(async (writer) => {
        for (const model of [event, named('tag')]) {
          const id = largest.get(model.sequence);
          if (id !== undefined) await writer.reserveIds(model, [Math.min(id + gap, firstDateId - 1)]);
        }
        if (highest > 0) await writer.reserveIds(event, [Math.min(highest, maxId)]);
      });
      isReserved = true;
    },
  };
}
