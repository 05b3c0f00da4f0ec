// Tracks which records a transaction changes, for the change log and cache invalidation.
import { isTranslated } from '../../core/language.js';
import type { Change, Table, Values } from '../../core/store.js';

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
      if (!first) changed.set(key, change);
      // The state before the transaction is the `before` of its first change.
      else changed.set(key, { table, id, ...(first.before && { before: first.before }), ...(after && { after }) });
    },
    knows: (table, id) => changed.has(`${table} ${id}`),
    changes: () => [...changed.values()],
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
