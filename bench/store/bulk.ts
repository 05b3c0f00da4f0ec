// Many rows into an embedded file: without waiting for the disk, with indexes and triggers put aside until all are in.
import Database from 'libsql';
import type { Cell, Column } from '../../src/core/column.js';
import type { Model } from '../../src/core/model.js';
import type { Row } from '../../src/core/store.js';

export interface Bulk {
  readonly insert: (table: string, columns: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  /** Builds what was put aside, and brings the file into the state in which the service leaves it. */
  readonly finish: (say: (line: string) => void) => void;
}

const rowsAtOnce = 50;
const pragmas = ['synchronous = off', 'cache_size = -400000', 'temp_store = memory'];

export function openBulk(file: string): Bulk {
  const database = new Database(file);
  for (const pragma of pragmas) database.pragma(pragma);
  const aside = ['index', 'trigger'].flatMap((type) => putAside(database, type));
  const kept = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const statement = kept.get(sql) ?? database.prepare(sql);
    kept.set(sql, statement);
    return statement;
  };
  return {
    insert: (table, columns, rows) => {
      database.exec('begin');
      const tuple = `(${columns.map(() => '?').join(', ')})`;
      const into = (count: number) =>
        prepared(`insert into ${table} (${columns.join(', ')}) values ${Array(count).fill(tuple).join(', ')}`);
      const whole = rows.length - (rows.length % rowsAtOnce);
      for (let from = 0; from < whole; from += rowsAtOnce)
        into(rowsAtOnce).run(rows.slice(from, from + rowsAtOnce).flat());
      for (const row of rows.slice(whole)) into(1).run([...row]);
      database.exec('commit');
    },
    finish: (say) => {
      for (const { sql } of aside) database.exec(sql);
      say(`made ${aside.length} indexes and triggers`);
      for (const name of textIndexes(database)) fill(database, name);
      say('filled the indexes of texts');
      database.pragma('wal_checkpoint(truncate)');
      database.close();
    },
  };
}

interface Aside {
  readonly name: string;
  readonly sql: string;
}

function putAside(database: Database.Database, type: string): readonly Aside[] {
  const found = database
    .prepare('select name, sql from sqlite_master where type = ? and sql is not null')
    .all([type]) as Aside[];
  for (const { name } of found) database.exec(`drop ${type} ${name}`);
  return found.map(({ name, sql }) => ({ name, sql }));
}

const textIndexes = (database: Database.Database): readonly string[] =>
  (database.prepare("select name from sqlite_master where sql like '%using fts5%'").all([]) as Aside[]).map(
    ({ name }) => name,
  );

/** With so much room in between that hardly anything has to be merged. */
function fill(database: Database.Database, index: string): void {
  const room = (bytes: number) => database.exec(`insert into ${index} (${index}, rank) values ('hashsize', ${bytes})`);
  room(256 * 2 ** 20);
  database.exec(`insert into ${index} (${index}) values ('rebuild')`);
  room(2 ** 20);
}

/** Rows as the model keeps them, with the texts in which they are searched; what they lack has its default. */
export function insertRecords(
  { insert }: Bulk,
  model: Model,
  rows: readonly Row[],
  textsOf: (row: Row) => Readonly<Record<string, string>> = model.texts,
): void {
  const columns = Object.entries<Column<unknown>>(model.columns).filter(([name]) => rows[0]?.[name] !== undefined);
  const cells = rows.map((row) => [row.id, ...columns.map(([name, column]) => column.encode(row[name]))]);
  insert(model.table, ['id', ...columns.map(([name]) => name)], cells);
  const texts = rows.map((row) => {
    const found = textsOf(row);
    return [row.id, ...model.searched.map((name) => found[name] ?? '')];
  });
  insert(`${model.table}_search`, ['id', ...model.searched], texts);
}
