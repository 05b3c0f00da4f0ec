// Records that stand in a tree: in the order in which they are read, each with its depth.
import type { ApiRecord } from '../api/records';

export interface Placed {
  readonly record: ApiRecord;
  readonly depth: number;
}

export function inOrder(records: readonly ApiRecord[], parentKey: string): readonly Placed[] {
  const known = new Set(records.map(({ id }) => id));
  // One whose parent is not shown stands at the top.
  const parentOf = (record: ApiRecord) => (known.has(Number(record[parentKey])) ? Number(record[parentKey]) : 0);
  const below = Map.groupBy(records, parentOf);
  const placed = (parent: number, depth: number): readonly Placed[] =>
    (below.get(parent) ?? []).flatMap((record) => [{ record, depth }, ...placed(record.id, depth + 1)]);
  return placed(0, 0);
}
