// Reads a whole list in chunks: each continues after the last row of the one before, so that a chunk costs the same at the
// end of a long list as at its beginning.
import type { Call } from '../core/call.js';
import { after, all, type Condition, is, not, since, until } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { isCrowded } from '../core/event-loop.js';
import type { Query } from '../core/filter.js';
import type { Shape } from '../core/shape.js';
import type { ColumnOrder, ListPlan, Order, Reader, Row } from '../core/store.js';
import { planList } from './list.js';

/** The whole list, in its default order. */
export function planFeed(shape: Shape, query: Query, call: Call, context: Pick<Context, 'registry'>): ListPlan {
  const { order: _, orderby: __, ...found } = query.found;
  const { offset: ___, ...plan } = planList(shape, { ...query, found, page: 1 }, call, context);
  return plan;
}

/** Rows after this one in an ascending order by one column, then by id. The first condition is a range of the index. */
function rowsAfter(order: readonly Order[], row: Row): Condition {
  const [{ column } = { column: 'id' }] = order as readonly ColumnOrder[];
  if (column === 'id') return after('id', row.id);
  return all(since(column, row[column]), not(all(is(column, row[column]), until('id', row.id))));
}

export interface ChunkSizes {
  /** Of the first chunk, because a reader waits for it, and while requests wait for the event loop. */
  readonly min: number;
  /** Each chunk costs a few statements and messages between threads, whatever its size. */
  readonly max: number;
}

/** While a chunk is used, the database reads the next one. */
export async function* chunksOf(
  reader: Reader,
  plan: ListPlan,
  { min, max }: ChunkSizes,
): AsyncGenerator<readonly Row[]> {
  let size = min;
  const read = (where: Condition) => reader.list({ ...plan, where, limit: size });
  let reading = read(plan.where);
  for (;;) {
    const rows = await reading;
    const last = rows.at(-1);
    const isLast = !last || rows.length < size;
    if (!isLast) {
      size = isCrowded() ? min : Math.min(2 * size, max);
      // First, because SQLite starts from the first lower bound of a column, and the list may have another one.
      reading = read(all(rowsAfter(plan.order, last), plan.where));
      // The caller may stop before it needs these rows.
      reading.catch(() => undefined);
    }
    if (rows.length) yield rows;
    if (isLast) return;
  }
}
