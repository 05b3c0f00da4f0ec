// A trial change of the database, for finding out whether the disk has room again.
import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.js';

/** Random, so that no engine compresses it into space that it has already. */
const trialBytes = 64 * 1_024;
const trialName = 'disk trial ';

/** Two transactions, so that the text really is written; a trial that was cut off is removed by the next one. */
export async function tryDisk({ transact, dialect }: Engine): Promise<void> {
  const text = randomBytes(trialBytes / 2).toString('hex');
  await transact((connection) =>
    connection.run({
      sql: `insert into remarks (name, value) values (${dialect.placeholder(1)}, ${dialect.placeholder(2)})`,
      values: [trialName + text.slice(0, 32), text],
    }),
  );
  await transact((connection) =>
    connection.run({
      sql: `delete from remarks where name like ${dialect.placeholder(1)}`,
      values: [`${trialName}%`],
    }),
  );
}
