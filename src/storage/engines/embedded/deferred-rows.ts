// Search texts of changes that share a commit, written by one statement before it. FTS5 writes its buffer whenever a savepoint or
// a statement with a trigger begins: text by text, each would become a segment of the index of its own, merged with others later.
import type { Cell } from '../../../core/column.js';
import type { Statement, Upsert } from '../../engine.js';
import { upsertion } from '../../sql/rows.js';
import { embeddedDialect } from './dialect.js';

export interface DeferredRows {
  readonly add: (upsert: Upsert) => void;
  /** The statements that write all rows; afterwards there are none. */
  readonly take: () => readonly Statement[];
  /** Whether a statement must wait for the rows. */
  readonly concerns: (sql: string) => boolean;
  /** Puts back what there is now, for a rollback to this moment: it also undoes rows that were written since. */
  readonly save: () => () => void;
}

/** Rows that are written earlier, to bound the memory. */
const maxRows = 200;

export function openDeferredRows(write: (statement: Statement) => void): DeferredRows {
  let byTable = new Map<string, Upsert>();
  const countRows = () => [...byTable.values()].reduce((sum, { rows }) => sum + rows.length, 0);

  function take(): readonly Statement[] {
    const all = [...byTable.values()];
    byTable = new Map();
    return all.map((upsert) => upsertion(embeddedDialect, { ...upsert, rows: newest(upsert.rows) }));
  }

  return {
    add: (upsert) => {
      const known = byTable.get(upsert.table);
      byTable = new Map(byTable).set(upsert.table, {
        ...upsert,
        rows: [...(known?.rows ?? []), ...upsert.rows],
      });
      if (countRows() > maxRows) take().forEach(write);
    },
    take,
    concerns: (sql) => byTable.size > 0 && (sql.includes('_search') || sql.includes('_fts')),
    save: () => {
      const saved = byTable;
      return () => {
        byTable = saved;
      };
    },
  };
}

/** The last row of each id. */
const newest = (rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] => [
  ...new Map(rows.map((row) => [row[0], row])).values(),
];
