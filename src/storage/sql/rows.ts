// Rows to be written, several to a statement: of few shapes, so that each text is made and prepared once.
import type { Cell } from '../../core/column.js';
import type { Dialect, Statement } from '../engine.js';

/** A statement binds about so many values: more of them save little, and engines keep what they have prepared. */
const mostValues = 1_024;

const shapes = new WeakMap<Dialect, Map<string, string>>();

/** Inserts the rows in this order; all of them have these columns. `ending` is what stands behind the values. */
export function insertions(
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  ending = '',
): readonly Statement[] {
  const known = shapes.get(dialect) ?? new Map<string, string>();
  shapes.set(dialect, known);
  const names = columns.join(', ');
  return inParts(rows, mostValues / columns.length).map((part) => {
    const key = `${table} ${part.length} ${names}${ending}`;
    const sql = known.get(key) ?? `insert into ${table} (${names}) values ${tuples(dialect, part)}${ending}`;
    known.set(key, sql);
    return { sql, values: part.length === 1 ? (part[0] ?? []) : part.flat() };
  });
}

const tuples = ({ placeholder }: Dialect, rows: readonly (readonly Cell[])[]): string =>
  rows.map((row, number) => `(${row.map((_, at) => placeholder(number * row.length + at + 1)).join(', ')})`).join(', ');

/** So few rows go together as they are. */
const few = 8;

/** In parts of few lengths: powers of two, and what is short. */
function inParts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; ) {
    const left = Math.max(1, Math.min(items.length - from, most));
    const length = left <= few ? Math.floor(left) : 2 ** Math.floor(Math.log2(left));
    parts.push(items.slice(from, from + length));
    from += length;
  }
  return parts;
}

/** The same items, the last of them as often as it takes for lists to have few lengths. */
export function padded<Item>(items: readonly Item[]): readonly Item[] {
  const length = items.length <= few ? items.length : 2 ** Math.ceil(Math.log2(items.length));
  return [...items, ...Array.from({ length: length - items.length }).flatMap(() => items.slice(-1))];
}
