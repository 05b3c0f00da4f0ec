// Iterates over the rows of a table by keyset pagination: a row that stays as it is must not be returned again.
import type { Columns } from './column.js';
import { after, all, any, type Condition, everything, is } from './condition.js';
import type { ListPlan, Reader, Row, RowIn, Table } from './store.js';

/** Few enough that a statement of the embedded engine, which runs on this thread, takes a few milliseconds. */
const usualSize = 200;

interface Batches<C extends Columns> extends Pick<ListPlan<C>, 'table' | 'embeds'> {
  /** A function where it depends on the current time. */
  readonly where: Condition | (() => Condition);
  /** The first column of the order; rows are in the order of their ids by default. */
  readonly by?: string;
  readonly size?: number;
}

const afterRow = (row: Row, by: string): Condition =>
  any(after(by, row[by]), all(is(by, row[by]), after('id', row.id)));

export async function* rowBatches<C extends Columns>(
  reader: Pick<Reader, 'list'>,
  { where, by, size = usualSize, ...plan }: Batches<C>,
): AsyncGenerator<readonly RowIn<C>[]> {
  const order = [...(by === undefined ? [] : [{ column: by }]), { column: 'id' }];
  let rest = by === undefined ? after('id', 0) : everything;
  let rows: readonly RowIn<C>[];
  do {
    const found = typeof where === 'function' ? where() : where;
    rows = await reader.list({ ...plan, where: all(rest, found), order, limit: size });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    rest = by === undefined ? after('id', last.id) : afterRow(last as Row, by);
  } while (rows.length === size);
}

export async function eachRow<C extends Columns>(
  reader: Reader,
  table: Table<C>,
  where: Condition,
  work: (row: RowIn<C>) => Promise<void>,
): Promise<void> {
  for await (const rows of rowBatches(reader, { table, where })) for (const row of rows) await work(row);
}
