// Flattens a tree of records to rows with a depth, parents before children.
import type { ApiRecord } from '../api/records';

export interface TreeRow {
  readonly record: ApiRecord;
  readonly depth: number;
}

export function flattenTree(records: readonly ApiRecord[], parentKey: string): readonly TreeRow[] {
  const known = new Set(records.map(({ id }) => id));
  // A record whose parent is not in the list becomes a root.
  const parentOf = (record: ApiRecord) => (known.has(Number(record[parentKey])) ? Number(record[parentKey]) : 0);
  const below = Map.groupBy(records, parentOf);
  const rowsBelow = (parent: number, depth: number): readonly TreeRow[] =>
    (below.get(parent) ?? []).flatMap((record) => [{ record, depth }, ...rowsBelow(record.id, depth + 1)]);
  return rowsBelow(0, 0);
}
