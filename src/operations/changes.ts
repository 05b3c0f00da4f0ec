// Reads the changes of several lists: one page of positions, then the current state of these records by one query per list.
// A record that its list does not contain is removed for the caller, whatever the reason.
import { may } from '../core/actor.js';
import { all, oneOf } from '../core/condition.js';
import type { Context } from '../core/context.js';
import type { Query } from '../core/filter.js';
import type { Shape } from '../core/shape.js';
import type { Changed, Position, PositionReader, Positions, Row } from '../core/store.js';
import { planList } from './list.js';

/** A list as the caller follows it. */
export interface FollowedList {
  readonly shape: Shape;
  readonly query: Query;
}

export interface ChangedRecord extends FollowedList {
  readonly changed: Changed;
  /** Absent if the record is removed. */
  readonly row?: Row;
}

export interface ChangedRecords {
  readonly records: readonly ChangedRecord[];
  readonly next: Position;
  readonly hasMore: boolean;
}

/** `context.store` must not be a replica, which may lag behind the positions. */
export async function changesAfter(
  context: Context,
  positions: Positions,
  lists: readonly FollowedList[],
  since: Position | undefined,
  limit: number,
): Promise<ChangedRecords | 'expired'> {
  const byTable = new Map(lists.map((list) => [list.shape.model.table, list]));
  const page = await positions.after(since, [...byTable.keys()], limit, readerOf(context, lists));
  if (page === 'expired') return page;
  const rows = new Map<string, Row>();
  for (const [table, list] of byTable) {
    const ids = page.changes.filter((changed) => changed.table === table && !changed.isGone).map(({ id }) => id);
    for (const row of await listed(context, list, ids)) rows.set(`${table} ${row.id}`, row);
  }
  const records = page.changes.flatMap((changed): readonly ChangedRecord[] => {
    const list = byTable.get(changed.table);
    const row = rows.get(`${changed.table} ${changed.id}`);
    return list ? [{ ...list, changed, ...(row && { row }) }] : [];
  });
  return { records, next: page.next, hasMore: page.hasMore };
}

/** The records with these ids that the list contains. */
async function listed(
  context: Context,
  { shape, query }: FollowedList,
  ids: readonly number[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const plan = planList(shape, query, context.call, context);
  const where = all(plan.where, oneOf('id', ids));
  return context.store.list({ ...plan, where, order: [], limit: ids.length, offset: 0 });
}

/** Undefined for a caller who sees every record. Others learn nothing of records that they could never see. */
function readerOf({ call: { actor } }: Context, lists: readonly FollowedList[]): PositionReader | undefined {
  const isWhole = ({ shape }: FollowedList) => shape.model.policy.visible(actor, true).is === 'everything';
  if (lists.every(isWhole) && may(actor, 'edit-others')) return undefined;
  const tables = lists.filter(isWhole).map(({ shape }) => shape.model.table);
  return { tables, ...(may(actor, 'write') && { user: actor.id }) };
}
