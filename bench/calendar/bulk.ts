// Many rows in few statements, through the engine's own connection.
import type { Cell } from '../../src/core/column.js';
import type { Resource } from '../../src/core/resource.js';
import type { Row } from '../../src/core/store.js';
import type { Connection, Dialect } from '../../src/storage/dialect.js';

/** The embedded engine binds 32,766 values at most. */
const mostValues = 30_000;

export async function insertMany(
  connection: Connection,
  { placeholder }: Dialect,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const atOnce = Math.floor(mostValues / columns.length);
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    let bound = 0;
    const tuples = some.map((row) => `(${row.map(() => placeholder(++bound)).join(', ')})`);
    await connection.run({
      sql: `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')}`,
      values: some.flat(),
    });
  }
}

/** Rows as the resource keeps them, with the texts in which they are searched. */
export async function insertRecords(
  connection: Connection,
  dialect: Dialect,
  resource: Resource,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.entries(resource.columns);
  const cells = rows.map((row) => [row.id, ...columns.map(([name, column]) => column.encode(row[name]))]);
  await insertMany(connection, dialect, resource.table, ['id', ...columns.map(([name]) => name)], cells);
  const texts = rows.map((row) => {
    const found = resource.texts(row);
    return [row.id, ...resource.searched.map((name) => found[name] ?? '')];
  });
  await insertMany(connection, dialect, `${resource.table}_search`, ['id', ...resource.searched], texts);
}
