// Tombstones: the ids of erased records, so that an id that was public once is reported as gone instead of unknown. Their
// ids come from one sequence, so an id belongs to one resource.
import { flagColumn, textColumn } from './column.js';
import { holds } from './judge.js';
import type { Model } from './model.js';
import { type NewRow, plainTable, type Row } from './store.js';

const columns = { resource: textColumn, erased_utc: textColumn, was_public: flagColumn };

/** Not tracked: an entry is written in the transaction that removes its record, which invalidates the same responses. */
export const tombstones = { ...plainTable('tombstones', columns), sequence: 'post' };

/** The tombstones of these records; none for models that report nothing as gone. An erased record counts as trashed. */
export function tombstonesOf({ name, policy }: Model, rows: readonly Row[], now: string): NewRow<typeof columns>[] {
  const { gone } = policy;
  return gone
    ? rows.map((row) => ({
        id: row.id,
        resource: name,
        erased_utc: now,
        was_public: holds(gone, { ...row, status: 'trash' }),
      }))
    : [];
}
