// Tracks which records a transaction changes, for the change log and cache invalidation.
import { groupBy } from '../../core/group-by.js';
import { isTranslated } from '../../core/language.js';
import type { Change, Table, Values } from '../../core/store.js';

/** Records of a table that a transaction logs one by one; for more it logs that any record of the table may have changed. */
const maxLogged = 100;

export interface Tracker {
  readonly record: (change: Change) => void;
  readonly knows: (table: string, id: number) => boolean;
  readonly changes: () => readonly Change[];
}

export function openTracker(): Tracker {
  const changed = new Map<string, Change>();
  return {
    record: (change) => {
      const key = `${change.table} ${change.id}`;
      const first = changed.get(key);
      const { table, id, after } = change;
      const content = first?.content ?? change.content;
      if (!first) changed.set(key, change);
      // The state before the transaction is the `before` of its first change.
      else
        changed.set(key, {
          table,
          id,
          ...(first.before && { before: first.before }),
          ...(after && { after }),
          ...(content && { content }),
        });
    },
    knows: (table, id) => changed.has(`${table} ${id}`),
    changes: () => {
      const byTable = groupBy(changed.values(), ({ table }) => table);
      return [...byTable].flatMap(([table, changes]) => (changes.length > maxLogged ? [{ table, id: 0 }] : changes));
    },
  };
}

/** The columns that decide which lists contain a row. Localized columns of a translated row depend on the language, so they
 * are left out. */
export function trackedValues({ trackedColumns = [], translatedKeys }: Table, values: Values): Values {
  const localized = isTranslated(values) ? translatedKeys.filter((name) => name !== 'slug') : [];
  return Object.fromEntries(
    trackedColumns.filter((name) => name in values && !localized.includes(name)).map((name) => [name, values[name]]),
  );
}
