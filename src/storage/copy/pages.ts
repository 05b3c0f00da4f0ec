// Reads a table page by page in key order, so that memory stays bounded, and computes a checksum that is the same on both
// engines.
import { createHash } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Cell } from '../../core/column.js';
import type { Connection, Dialect } from '../engine.js';
import type { CopiedTable } from './tables.js';

export type Cells = readonly Cell[];
export type Page = readonly Cells[];

/** The connection to read from, and the signal that stops the reading. */
export interface RowSource {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly signal: AbortSignal;
}

const minPageRows = 16;
const maxPageRows = 512;
/** Bound values per statement, below the limit of both engines. */
const maxValues = 30_000;
/** Target length of a page in characters: rows with long texts make shorter pages. */
const pageCharacters = 1_000_000;

export const primaryKeyOf = ({ key }: CopiedTable, row: Cells): Cells => key.map((at) => row[at] ?? null);

/** Starts small and doubles, because the length of the texts is not known before the first page. */
function nextSize(rows: number, page: Page, { columns }: CopiedTable): number {
  const length = page.reduce((sum, row) => sum + row.reduce<number>((all, cell) => all + String(cell).length, 0), 0);
  if (length > pageCharacters) return Math.max(1, rows >> 1);
  return length > pageCharacters / 2 || rows * 2 * columns.length > maxValues ? rows : Math.min(maxPageRows, rows * 2);
}

/** All rows whose key is greater than `after`. */
export async function* pagesOf(source: RowSource, table: CopiedTable, after?: Cells): AsyncGenerator<Page> {
  const { connection, dialect, signal } = source;
  const key = table.key.map((at) => table.columns[at]).join(', ');
  const select = `select ${table.columns.join(', ')} from ${table.name}`;
  let last = after;
  let size = minPageRows;
  for (;;) {
    // The embedded engine runs synchronously: without this tick the abort signal would never fire.
    await nextTick();
    signal.throwIfAborted();
    const beyond = last ? ` where (${key}) > (${last.map((_, at) => dialect.placeholder(at + 1)).join(', ')})` : '';
    const sql = `${select}${beyond} order by ${key} limit ${size}`;
    const page = (await connection.all({ sql, values: last ?? [] })).map((row) => typed(table, row));
    const end = page.at(-1);
    if (end) yield page;
    if (!end || page.length < size) return;
    last = primaryKeyOf(table, end);
    size = nextSize(size, page, table);
  }
}

const typed = ({ numeric }: CopiedTable, row: Cells): Cells =>
  row.map((cell, at) => (numeric[at] && cell !== null ? Number(cell) : cell));

export async function insertPage(connection: Connection, { placeholder }: Dialect, table: CopiedTable, page: Page) {
  const width = table.columns.length;
  const tuples = page.map((row, number) => `(${row.map((_, at) => placeholder(number * width + at + 1)).join(', ')})`);
  const sql = `insert into ${table.name} (${table.columns.join(', ')}) values ${tuples.join(', ')}`;
  await connection.run({ sql, values: page.flat() });
}

export interface Sum {
  readonly rows: number;
  readonly checksum: string;
}

export async function sumOf(source: RowSource, table: CopiedTable, done: (rows: number) => void): Promise<Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pagesOf(source, table)) {
    for (const row of page) hash.update(`${JSON.stringify(row)}\n`);
    rows += page.length;
    done(rows);
  }
  return { rows, checksum: hash.digest('hex') };
}

export function sumOfEntries(entries: Iterable<readonly [string, number]>): Sum {
  const rows = [...entries];
  const checksum = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  return { rows: rows.length, checksum };
}
