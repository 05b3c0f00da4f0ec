// The rows of a table page by page in the order of its key, so that no table is ever in memory as a whole; and the
// checksum over them, which is the same on both engines.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cell } from '../../core/column.js';
import type { Connection, Dialect } from '../engine.js';
import type { CopiedTable } from './tables.js';

export type Cells = readonly Cell[];
export type Page = readonly Cells[];

/** Where rows are read, and what ends the reading. */
export interface Reading {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly signal: AbortSignal;
}

const fewRows = 16;
const manyRows = 512;
/** Engines bind no more values than about this to one statement. */
const mostValues = 30_000;
/** About a page: long texts make it shorter in rows. */
const enough = 1_000_000;

export const keyOf = ({ key }: CopiedTable, row: Cells): Cells => key.map((at) => row[at] ?? null);

/** Pages grow while they are small, since the first one says nothing yet about the length of the texts. */
function nextSize(rows: number, page: Page, { columns }: CopiedTable): number {
  const length = page.reduce((sum, row) => sum + row.reduce<number>((all, cell) => all + String(cell).length, 0), 0);
  if (length > enough) return Math.max(1, rows >> 1);
  return length > enough / 2 || rows * 2 * columns.length > mostValues ? rows : Math.min(manyRows, rows * 2);
}

/** All rows with a key beyond the given one. */
export async function* pagesOf(reading: Reading, table: CopiedTable, after?: Cells): AsyncGenerator<Page> {
  const { connection, dialect, signal } = reading;
  const key = table.key.map((at) => table.columns[at]).join(', ');
  const select = `select ${table.columns.join(', ')} from ${table.name}`;
  let last = after;
  let size = fewRows;
  for (;;) {
    // The embedded engine answers at once: without a turn of the loop no signal would ever be heard.
    await nextTurn();
    signal.throwIfAborted();
    const beyond = last ? ` where (${key}) > (${last.map((_, at) => dialect.placeholder(at + 1)).join(', ')})` : '';
    const sql = `${select}${beyond} order by ${key} limit ${size}`;
    const page = (await connection.all({ sql, values: last ?? [] })).map((row) => typed(table, row));
    const end = page.at(-1);
    if (end) yield page;
    if (!end || page.length < size) return;
    last = keyOf(table, end);
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

export async function sumOf(reading: Reading, table: CopiedTable, done: (rows: number) => void): Promise<Sum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pagesOf(reading, table)) {
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
