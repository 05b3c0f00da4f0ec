// A trial write that shows whether the disk has space again.
import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.js';

/** Random bytes, so that compression cannot fit them into space that is already allocated. */
const trialBytes = 64 * 1_024;
const trialName = 'disk trial ';

/** Inserts and deletes in two transactions, so that the bytes reach the disk. The delete also removes an interrupted trial. */
export async function tryDisk({ transact, dialect }: Engine): Promise<void> {
  const text = randomBytes(trialBytes / 2).toString('hex');
  await transact((connection) =>
    connection.run({
      sql: `insert into metadata (name, value) values (${dialect.placeholder(1)}, ${dialect.placeholder(2)})`,
      values: [trialName + text.slice(0, 32), text],
    }),
  );
  await transact((connection) =>
    connection.run({
      sql: `delete from metadata where name like ${dialect.placeholder(1)}`,
      values: [`${trialName}%`],
    }),
  );
}
