// The epoch of positions: positions of an earlier one are expired.
import { randomBytes } from 'node:crypto';
import { positionsLock } from '../../core/locks.js';
import { type Connection, type Engine, plain } from '../engine.js';

export const newEpochSql = (): string => `update positions_meta set epoch = '${randomBytes(8).toString('hex')}'`;

/** Numbers of transactions of another database can be ahead of those of this one, in a copy or a restored dump. Such
 * positions would never settle, so all begin again at 0 in a new epoch. */
export async function discardForeignNumbers(engine: Engine): Promise<void> {
  const { changeLog, readConnection, positionSql, transact, lock } = engine;
  await changeLog.discardForeign?.();
  const isForeign = async ({ all }: Connection): Promise<boolean> => {
    const [row] = await all(plain(`select 1 from positions where pos >= ${positionSql.next} limit 1`));
    return row !== undefined;
  };
  if (!(await isForeign(readConnection))) return;
  await transact(async (connection) => {
    await lock(connection, positionsLock);
    if (!(await isForeign(connection))) return;
    await connection.run(plain('update positions set pos = 0, seen_pos = 0, content_pos = -1'));
    await connection.run(plain(`${newEpochSql()}, purged = 0`));
  });
}
