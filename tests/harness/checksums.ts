// Checksums of every table that the engine's own catalogue lists: a table or column that the program forgets differs.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import type { Place } from './engines.js';

/** Table name to its number of rows and a digest of all cells with their column names. */
export type Checksums = Readonly<Record<string, string>>;

type Rows = readonly Readonly<Record<string, unknown>>[];

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

export function checksumsOfFile(file: string): Checksums {
  const database = new Database(file, { readonly: true });
  try {
    const names = database.prepare(fileTables).pluck(true).all().map(String);
    return Object.fromEntries(
      names.map((name) => [name, digest(database.prepare(`select * from ${name}`).all() as Rows)]),
    );
  } finally {
    database.close();
  }
}

async function checksumsOfServer(url: string): Promise<Checksums> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const found = await client.query(`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
    const sums: Record<string, string> = {};
    for (const { table_name: name } of found.rows)
      sums[name] = digest((await client.query(`select * from ${name}`)).rows);
    return sums;
  } finally {
    await client.end();
  }
}

export const checksumsOf = async ({ settings }: Pick<Place, 'settings'>): Promise<Checksums> => {
  const { ALMANAC_DATABASE_URL: url, ALMANAC_DATA: data = '' } = settings;
  return url ? checksumsOfServer(url) : checksumsOfFile(join(data, 'almanac.db'));
};
