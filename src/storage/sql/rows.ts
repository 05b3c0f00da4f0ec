// Multi-row inserts and updates in few different lengths, so that each statement text is built and prepared once.
import type { Cell, Column } from '../../core/column.js';
import type { Dialect, Statement } from '../engine.js';

/** Values bound per statement: more save little time, and engines cache prepared statements. */
const maxValues = 1_024;

const shapes = new WeakMap<Dialect, Map<string, string>>();

/** Inserts the rows in this order; all of them have these columns. `ending` follows the values. `given` is a further column
 * with the same SQL expression in every row. */
export function insertions(
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  ending = '',
  given?: { readonly column: string; readonly expression: string },
): readonly Statement[] {
  const known = shapes.get(dialect) ?? new Map<string, string>();
  shapes.set(dialect, known);
  const names = [...(given ? [given.column] : []), ...columns].join(', ');
  return inParts(rows, maxValues / columns.length).map((part) => {
    const key = `${table} ${part.length} ${names} ${given?.expression}${ending}`;
    const sql =
      known.get(key) ?? `insert into ${table} (${names}) values ${tuples(dialect, part, given?.expression)}${ending}`;
    known.set(key, sql);
    return { sql, values: part.length === 1 ? (part[0] ?? []) : part.flat() };
  });
}

/** Rows updated per statement: the embedded engine runs it in one tick. */
const maxUpdated = 256;

const casts = { text: 'text', integer: 'bigint', real: 'double precision' } as const;

/** Updates different values of rows that have different ids. The first cell of each is its id. Both engines name the columns of
 * `values` column1, column2, …; PostgreSQL takes bound values there for texts. */
export function updates(
  dialect: Dialect,
  table: string,
  columns: readonly (readonly [string, Column<unknown>['type']])[],
  rows: readonly (readonly Cell[])[],
): readonly Statement[] {
  const sets = columns.map(([name, type], at) => `${name} = cast(given.column${at + 2} as ${casts[type]})`);
  return inParts(rows, maxUpdated).map((part) => ({
    sql:
      `update ${table} set ${sets.join(', ')} from (values ${tuples(dialect, part)}) as given` +
      ` where ${table}.id = cast(given.column1 as bigint)`,
    values: part.flat(),
  }));
}

const tuples = ({ placeholder }: Dialect, rows: readonly (readonly Cell[])[], expression?: string): string =>
  rows
    .map((row, number) => row.map((_, at) => placeholder(number * row.length + at + 1)))
    .map((cells) => `(${[...(expression ? [expression] : []), ...cells].join(', ')})`)
    .join(', ');

/** Lists up to this length keep it; longer ones are cut or padded to a power of two. */
const maxExactLength = 8;

/** Splits a list into parts of few different lengths. */
export function inParts<Item>(items: readonly Item[], maxLength: number): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; ) {
    const left = Math.max(1, Math.min(items.length - from, maxLength));
    const length = left <= maxExactLength ? Math.floor(left) : 2 ** Math.floor(Math.log2(left));
    parts.push(items.slice(from, from + length));
    from += length;
  }
  return parts;
}

/** Repeats the last item, so that lists come in few different lengths. */
export function padded<Item>(items: readonly Item[]): readonly Item[] {
  const length = items.length <= maxExactLength ? items.length : 2 ** Math.ceil(Math.log2(items.length));
  return [...items, ...Array.from({ length: length - items.length }).flatMap(() => items.slice(-1))];
}
