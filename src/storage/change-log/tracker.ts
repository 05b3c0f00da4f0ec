// Notes down what a transaction does to the records that answers rest on.
import { isTranslated } from '../../core/language.js';
import type { Change, Table, Values } from '../../core/store.js';

export interface Tracker {
  readonly record: (change: Change) => void;
  readonly knows: (table: string, id: number) => boolean;
  readonly changes: () => readonly Change[];
}

export function openTracker(): Tracker {
  const noted = new Map<string, Change>();
  return {
    record: (change) => {
      const key = `${change.table} ${change.id}`;
      const first = noted.get(key);
      const { table, id, after } = change;
      if (!first) noted.set(key, change);
      // What the record was before the transaction is what its first change says.
      else noted.set(key, { table, id, ...(first.before && { before: first.before }), ...(after && { after }) });
    },
    knows: (table, id) => noted.has(`${table} ${id}`),
    changes: () => [...noted.values()],
  };
}

/** The columns that tell which lists hold a row. How a translated one reads depends on the language, so that is no fact. */
export function trackedValues({ trackedColumns = [], translatedKeys }: Table, values: Values): Values {
  const unsure = isTranslated(values) ? translatedKeys.filter((name) => name !== 'slug') : [];
  return Object.fromEntries(
    trackedColumns.filter((name) => name in values && !unsure.includes(name)).map((name) => [name, values[name]]),
  );
}
