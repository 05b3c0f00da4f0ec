// The largest IDs of a site. New records here get IDs well above, so that records which are created on the site while it is
// mirrored can keep theirs.
import type { Registry } from '../../core/model.js';
import type { Store } from '../../core/store.js';
import type { Incoming } from '../incoming.js';

/** Room for records that are created on the site before the switch. */
const gap = 50_000;
/** Numbers from here on are those of dates, which the site computes. */
const highIdsFrom = 10_000_000;

export interface LargestIds {
  readonly add: (records: readonly Incoming[]) => void;
  /** By sequence, for the position of the import. */
  readonly ids: () => Readonly<Record<string, number>>;
  readonly resume: (ids: unknown) => void;
  readonly reserve: (store: Store) => Promise<void>;
}

export function openLargestIds({ named }: Pick<Registry, 'named'>): LargestIds {
  const largest = new Map<string, number>();
  const raise = (sequence: string, id: number): void => {
    if (id < highIdsFrom) largest.set(sequence, Math.max(largest.get(sequence) ?? 0, id));
  };
  return {
    add: (records) => {
      for (const { resource, id } of records) if (id !== undefined) raise(named(resource).sequence, id);
    },
    ids: () => Object.fromEntries(largest),
    resume: (ids) => {
      for (const [sequence, id] of Object.entries(ids ?? {})) if (typeof id === 'number') raise(sequence, id);
    },
    reserve: (store) =>
      store.transact(async (writer) => {
        for (const model of [named('event'), named('tag')]) {
          const id = largest.get(model.sequence);
          if (id !== undefined) await writer.reserveIds(model, [Math.min(id + gap, highIdsFrom - 1)]);
        }
      }),
  };
}
