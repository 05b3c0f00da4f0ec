// The latest changes, by table. An entry is compared with those since it was made when it is asked for, so that a change costs
// the same however much is cached.
import { concerns } from '../core/change.js';
import type { Condition } from '../core/condition.js';
import { judge } from '../core/judge.js';
import { slugsOf } from '../core/language.js';
import type { Change, Values } from '../core/store.js';
import { type Dependencies, type RecordName, slugName, type TableDependencies } from './dependencies.js';

/** Lists that were not asked for during more changes of a table are outdated, as are records during changes of more of them. */
const limits = { changes: 1_000, records: 10_000 };

export interface RecentChanges {
  /** Of the latest change. */
  readonly number: () => number;
  readonly add: (change: Change) => void;
  /** When anything may have changed. */
  readonly addUnknown: () => void;
  /** Whether an entry with these dependencies may differ from what it was at this number. */
  readonly concern: (dependencies: Dependencies, since: number) => boolean;
}

interface Numbered extends Change {
  readonly number: number;
}

interface TableChanges {
  last: number;
  /** The last change of each record. Of those up to `recordsFrom` nothing is known any more. */
  readonly records: Map<RecordName, number>;
  recordsFrom: number;
  /** Oldest first. Those up to `changesFrom` are not known any more. */
  readonly changes: Numbered[];
  changesFrom: number;
}

export function openRecentChanges(): RecentChanges {
  const tables = new Map<string, TableChanges>();
  let number = 0;
  let unknownAt = 0;

  function changesOf(table: string): TableChanges {
    const known = tables.get(table);
    if (known) return known;
    const opened = { last: 0, records: new Map<RecordName, number>(), recordsFrom: 0, changes: [], changesFrom: 0 };
    tables.set(table, opened);
    return opened;
  }

  return {
    number: () => number,
    addUnknown: () => {
      unknownAt = ++number;
      tables.clear();
    },
    add: (change) => {
      const of = changesOf(change.table);
      of.last = ++number;
      // Any record of the table may have changed.
      if (change.id === 0) {
        of.recordsFrom = number;
        of.changesFrom = number;
        return;
      }
      for (const name of [change.id, ...slugNames(change.before), ...slugNames(change.after)])
        of.records.set(name, number);
      if (of.records.size > limits.records) {
        of.records.clear();
        of.recordsFrom = number;
      }
      of.changes.push({ ...change, number });
      if (of.changes.length > limits.changes) of.changesFrom = of.changes.shift()?.number ?? number;
    },
    concern: (dependencies, since) => {
      if (since < unknownAt) return true;
      for (const [table, depends] of dependencies) {
        const of = tables.get(table);
        if (of && of.last > since && concern(depends, of, since)) return true;
      }
      return false;
    },
  };
}

function concern({ isWhole, records, lists, embedded }: TableDependencies, of: TableChanges, since: number): boolean {
  if (isWhole) return true;
  if (records.length > 0) {
    if (of.recordsFrom > since || records.some((name) => (of.records.get(name) ?? 0) > since)) return true;
  }
  if (lists.length + embedded.length === 0) return false;
  if (of.changesFrom > since) return true;
  for (let at = of.changes.length - 1; at >= 0; at--) {
    const change = of.changes[at] as Numbered;
    if (change.number <= since) return false;
    if (lists.some(({ where, table, sortedByContent }) => concerns(where, change, table, sortedByContent))) return true;
    if (embedded.length > 0 && changesVisibility(embedded, change)) return true;
  }
  return false;
}

/** New and deleted records are linked, and their links removed, by changes of other records. */
function changesVisibility(embedded: readonly Condition[], { id, before, after }: Change): boolean {
  if (!before || !after || sameValues(before, after)) return false;
  return embedded.some(
    (visible) => (judge(visible, { ...before, id }) ?? 1) !== (judge(visible, { ...after, id }) ?? 2),
  );
}

const slugNames = (values: Values | undefined): readonly RecordName[] =>
  values && 'slug' in values ? slugsOf(values).map(slugName) : [];

const sameValues = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);
