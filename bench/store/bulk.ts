// Bulk insert into an embedded database file: without fsync, and with indexes and triggers dropped until all rows are in.
import Database from 'libsql';
import type { Cell, Column } from '../../src/core/column.js';
import type { Model } from '../../src/core/model.js';
import type { Row } from '../../src/core/store.js';

export interface Bulk {
  readonly insert: (table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  /** Recreates the indexes and triggers, rebuilds the text indexes and checkpoints the WAL. */
  readonly finish: (log: (line: string) => void) => void;
}

const rowsPerBatch = 50;
const pragmas = ['synchronous = off', 'cache_size = -400000', 'temp_store = memory'];

export function openBulk(file: string): Bulk {
  const database = new Database(file);
  for (const pragma of pragmas) database.pragma(pragma);
  const dropped = ['index', 'trigger'].flatMap((type) => dropAll(database, type));
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    insert: (table, columns, rows) => {
      database.exec('begin');
      const tuple = `(${columns.map(() => '?').join(', ')})`;
      const into = (count: number) =>
        prepared(`insert into ${table} (${columns.join(', ')}) values ${Array(count).fill(tuple).join(', ')}`);
      const inFullBatches = rows.length - (rows.length % rowsPerBatch);
      for (let from = 0; from < inFullBatches; from += rowsPerBatch)
        into(rowsPerBatch).run(rows.slice(from, from + rowsPerBatch).flat());
      for (const row of rows.slice(inFullBatches)) into(1).run([...row]);
      database.exec('commit');
    },
    finish: (log) => {
      for (const { sql } of dropped) database.exec(sql);
      log(`created ${dropped.length} indexes and triggers`);
      for (const name of textIndexes(database)) database.exec(`insert into ${name} (${name}) values ('rebuild')`);
      log('rebuilt the text indexes');
      database.pragma('wal_checkpoint(truncate)');
      database.close();
    },
  };
}

interface SchemaObject {
  readonly name: string;
  readonly sql: string;
}

function dropAll(database: Database.Database, type: string): readonly SchemaObject[] {
  const found = database
    .prepare('select name, sql from sqlite_master where type = ? and sql is not null')
    .all([type]) as SchemaObject[];
  for (const { name } of found) database.exec(`drop ${type} ${name}`);
  return found.map(({ name, sql }) => ({ name, sql }));
}

const textIndexes = (database: Database.Database): readonly string[] =>
  (database.prepare("select name from sqlite_master where sql like '%using fts5%'").all([]) as SchemaObject[]).map(
    ({ name }) => name,
  );

/** Inserts rows of a model; columns that the rows lack get their default. */
export function insertRows({ insert }: Bulk, model: Model, rows: readonly Row[]): void {
  const columns = Object.entries<Column<unknown>>(model.columns).filter(([name]) => rows[0]?.[name] !== undefined);
  const cells = rows.map((row) => [row.id, ...columns.map(([name, column]) => column.encode(row[name]))]);
  insert(model.table, ['id', ...columns.map(([name]) => name)], cells);
}

/** Inserts rows of a model with their search texts. */
export function insertRecords(
  bulk: Bulk,
  model: Model,
  rows: readonly Row[],
  textsOf: (row: Row) => Readonly<Record<string, string>> = model.texts,
): void {
  insertRows(bulk, model, rows);
  const texts = rows.map((row) => {
    const found = textsOf(row);
    return [row.id, ...model.searched.map((name) => found[name] ?? '')];
  });
  bulk.insert(`${model.table}_search`, ['id', ...model.searched], texts);
}
