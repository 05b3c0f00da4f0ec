// Checksums of every table that the engine's own catalogue lists: a table or column that the program forgets differs.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import type { Place } from './engines.js';

/** Table name to its number of rows and a digest of all cells with their column names. */
export type Checksums = Readonly<Record<string, string>>;

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Which tables are read, by name. */
type Included = (name: string) => boolean;
const all: Included = () => true;

/** Columns by name and rows by content, since neither order is the same on both engines. */
function digest(rows: Rows): string {
  const cell = (value: unknown) => (value === null ? null : String(value));
  const lines = rows.map((row) =>
    JSON.stringify(
      Object.keys(row)
        .sort()
        .map((name) => [name, cell(row[name])]),
    ),
  );
  return `${rows.length} rows ${createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16)}`;
}

/** Shadow tables of a full-text index are left out: their bytes depend on the order of writes, not on the records. */
const fileTables = `select m.name from sqlite_master m join pragma_table_list t on t.name = m.name
  where t.schema = 'main' and t.type = 'table' order by m.name`;

type Table = readonly [name: string, rows: Rows];

function* tablesOfFile(file: string, isIncluded: Included): Generator<Table> {
  const database = new Database(file, { readonly: true });
  try {
    const names = database.prepare(fileTables).pluck(true).all().map(String);
    for (const name of names.filter(isIncluded))
      yield [name, database.prepare(`select * from ${name}`).all() as Rows] as const;
  } finally {
    database.close();
  }
}

async function* tablesOfServer(url: string, isIncluded: Included): AsyncGenerator<Table> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const found = await client.query(`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
    for (const { table_name: name } of found.rows)
      if (isIncluded(name)) yield [name, (await client.query(`select * from ${name}`)).rows] as const;
  } finally {
    await client.end();
  }
}

export const checksumsOfFile = (file: string): Checksums =>
  Object.fromEntries([...tablesOfFile(file, all)].map(([name, rows]) => [name, digest(rows)]));

/** Each table with its rows, one after the other. */
export const tablesOf = (
  { settings }: Pick<Place, 'settings'>,
  isIncluded: Included = all,
): AsyncGenerator<Table> | Generator<Table> => {
  const { ALMANAC_DATABASE_URL: url, ALMANAC_DATA: data = '' } = settings;
  return url ? tablesOfServer(url, isIncluded) : tablesOfFile(join(data, 'almanac.db'), isIncluded);
};

export async function checksumsOf(place: Pick<Place, 'settings'>, isIncluded: Included = all): Promise<Checksums> {
  const sums: Record<string, string> = {};
  for await (const [name, rows] of tablesOf(place, isIncluded)) sums[name] = digest(rows);
  return sums;
}
