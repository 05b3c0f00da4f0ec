// Positions of changes in tests. On PostgreSQL a change is read once no older transaction of the server is open, which can
// be one of another test.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Changed, ChangedPage, Position, PositionReader, Store } from '../../src/core/store.js';

type Following = Pick<Store, 'positions'>;

/** Waits until readers see every change that is committed; open transactions are listed after epoch and number. */
export async function settled({ positions }: Following): Promise<void> {
  while ((await positions.state()).split(' ').length > 2) await sleep(2);
}

export async function pageAfter(
  { positions }: Following,
  since: Position | undefined,
  tables: readonly string[],
  limit = 100_000,
  reader?: PositionReader,
): Promise<ChangedPage> {
  const page = await positions.after(since, tables, limit, reader);
  if (page === 'expired') throw new Error('the position is expired');
  return page;
}

/** `events 41`, or `events 41 gone`. */
export const nameOf = ({ table, id, isGone }: Changed): string => `${table} ${id}${isGone ? ' gone' : ''}`;
