// Iterates over the rows of a table in id order, in batches.
import type { Columns } from './column.js';
import { after, all, type Condition } from './condition.js';
import type { Reader, RowIn, Table } from './store.js';

/** Few enough that a statement of the embedded engine, which runs on this thread, takes a few milliseconds. */
const batchSize = 200;

export async function eachRow<C extends Columns>(
  reader: Reader,
  table: Table<C>,
  where: Condition,
  work: (row: RowIn<C>) => Promise<void>,
): Promise<void> {
  let rows: readonly RowIn<C>[] = [];
  let last = 0;
  do {
    const order = [{ column: 'id' }];
    rows = await reader.list({ table, where: all(after('id', last), where), order, limit: batchSize });
    for (const row of rows) await work(row);
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === batchSize);
}
