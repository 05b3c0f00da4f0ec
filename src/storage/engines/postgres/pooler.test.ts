// Nothing is left in a session of the server when a pooler gives each transaction another one.
import { afterAll, expect, inject, test, vi } from 'vitest';

// Earlier files of this worker may have used up the names of prepared statements.
vi.resetModules();
const { openPostgres } = await import('./engine.js');
const options = { url: `${inject('postgresUrl')}/postgres`, replicas: [], connections: 1 };
const [pooled, direct] = [openPostgres({ ...options, hasPooler: true }), openPostgres(options)];
afterAll(async () => {
  await pooled.close();
  await direct.close();
});

const plain = (sql: string) => ({ sql, values: [] });
const pidOf = async ({ readConnection }: typeof direct) =>
  (await readConnection.all(plain('select pg_backend_pid()')))[0]?.[0];

test('statements that come again are not prepared, and settings of the session are not sent', async () => {
  for (let n = 0; n < 5; n++) await pooled.readConnection.all({ sql: 'select 1 where $1 = $2', values: ['a', 'b'] });
  expect(await pooled.readConnection.all(plain('select statement from pg_prepared_statements'))).toEqual([]);
  const timeout = plain('show idle_in_transaction_session_timeout');
  expect(await pooled.readConnection.all(timeout)).toEqual([['0']]);
  expect(await direct.readConnection.all(timeout)).toEqual([['2min']]);
});

test('an error of a statement reaches its caller, and the next one works', async () => {
  await expect(pooled.readConnection.all(plain('select 1 / 0'))).rejects.toThrow('division by zero');
  expect(await pooled.readConnection.all(plain('select 1'))).toEqual([['1']]);
});

test('a session of a server that has become read-only is not used again', async () => {
  const before = await pidOf(direct);
  const readOnly = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  await expect(direct.transact(() => Promise.reject(readOnly))).rejects.toMatchObject({ problem: 'overloaded' });
  expect(await pidOf(direct)).not.toBe(before);
});
