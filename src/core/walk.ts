// Goes through the rows of a table in the order of their ids, few at a time.
import { after, all, type Condition } from './condition.js';
import type { Reader, Row, Table } from './store.js';

const atOnce = 500;

export async function walk(
  reader: Reader,
  table: Table,
  where: Condition,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  let rows: readonly Row[] = [];
  let last = 0;
  do {
    const order = [{ column: 'id' }];
    rows = await reader.list({ table, where: all(after('id', last), where), order, limit: atOnce });
    for (const row of rows) await work(row);
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === atOnce);
}
