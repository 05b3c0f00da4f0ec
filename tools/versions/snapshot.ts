// All values of a store, table by table, of any schema version.
import type { Cell } from '../../src/core/column.js';
import { catalogues } from '../../src/storage/copy/catalogue.js';
import { type Engine, plain } from '../../src/storage/engine.js';

export type Values = Readonly<Record<string, Cell>>;
/** Rows by the JSON of their primary keys. */
export type Rows = ReadonlyMap<string, Values>;
export type Snapshot = ReadonlyMap<string, Rows>;

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

const tablesSql = {
  // Full-text index tables have the types `virtual` and `shadow`.
  embedded: `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`,
  postgres: 'select tablename from pg_tables where schemaname = current_schema()',
};

/** Sequences of PostgreSQL, as the embedded engine stores them. */
const sequencesSql = `select replace(sequencename, '_ids', ''), coalesce(last_value, 0) from pg_sequences
  where schemaname = current_schema() and sequencename like '%\\_ids'`;

export async function tableNames({ name, readConnection }: Engine): Promise<readonly string[]> {
  const rows = await readConnection.all(plain(tablesSql[name]));
  return rows.map(([table]) => String(table)).sort();
}

export async function columnsOf({ name, readConnection }: Engine, table: string): Promise<readonly TableColumn[]> {
  const rows = await readConnection.all({ sql: catalogues[name].columns, values: [table] });
  return rows.map(([column, type, place]) => ({ name: String(column), type: String(type), isKey: Number(place) > 0 }));
}

async function rowsOf(engine: Engine, table: string): Promise<Rows> {
  const columns = await columnsOf(engine, table);
  const names = columns.map(({ name }) => name);
  const rows = await engine.readConnection.all(plain(`select ${names.join(', ')} from ${table}`));
  return new Map(
    rows.map((row) => {
      // The PostgreSQL driver returns everything as text.
      const cells = row.map((cell, at) => (cell === null || columns[at]?.type === 'text' ? cell : Number(cell)));
      const key = cells.filter((_, at) => columns[at]?.isKey);
      return [JSON.stringify(key), Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]))];
    }),
  );
}

export async function readSnapshot(engine: Engine): Promise<Snapshot> {
  const tables = new Map<string, Rows>();
  for (const table of await tableNames(engine)) tables.set(table, await rowsOf(engine, table));
  if (engine.name === 'postgres') {
    const rows = await engine.readConnection.all(plain(sequencesSql));
    const values = rows.map(([name = '', value]) => ({ name, value: Number(value) }));
    tables.set('sequences', new Map(values.map((row) => [JSON.stringify([row.name]), row])));
  }
  return tables;
}

const schemaSql = {
  embedded: `select name, sql from sqlite_master where sql is not null and name not like 'sqlite%'`,
  postgres: `select table_name || '.' || column_name, concat(data_type, is_nullable, column_default, collation_name)
      from information_schema.columns where table_schema = current_schema()
    union all select indexname, indexdef from pg_indexes where schemaname = current_schema()`,
};

/** Definitions of tables, columns and indexes by their names. */
export async function readSchema({ name, readConnection }: Engine): Promise<ReadonlyMap<string, string>> {
  const rows = await readConnection.all(plain(schemaSql[name]));
  return new Map(rows.map(([object, definition]) => [String(object), String(definition).replace(/\s+/g, ' ')]));
}
