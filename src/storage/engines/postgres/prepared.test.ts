// Settings of connections, and which statements PostgreSQL plans once per connection.
import { afterAll, expect, inject, test, vi } from 'vitest';

// The names of prepared statements are shared by all engines of a process, and earlier files of this worker have used them up.
vi.resetModules();
const { openPostgres } = await import('./engine.js');
const engine = openPostgres({ url: `${inject('postgresUrl')}/postgres`, replicas: [], connections: 1 });
afterAll(() => engine.close());

test('a statement that comes again is prepared, unless its plan depends on its values', async () => {
  const [plain, pattern] = ['select 1 where $1 = $2', "select 1 where 'market hall' like $1 escape '\\'"];
  const linked = 'select 2 where $1 = $2';
  for (let n = 0; n < 10; n++) {
    await engine.readConnection.all({ sql: plain, values: ['a', 'b'] });
    await engine.readConnection.all({ sql: pattern, values: ['%hall%'] });
    await engine.readConnection.all({ sql: linked, values: ['a', 'b'], isPlannedByValues: true });
  }
  const prepared = await engine.readConnection.all({ sql: 'select statement from pg_prepared_statements', values: [] });
  expect(prepared.flat()).toContain(plain);
  for (const sql of [pattern, linked]) expect(prepared.flat()).not.toContain(sql);
});

test('the server ends a query when the client no longer waits for it, and compiles none', async () => {
  const sql = "select current_setting('statement_timeout'), current_setting('jit')";
  expect(await engine.readConnection.all({ sql, values: [] })).toEqual([['30s', 'off']]);
  // Those of migrations may take longer.
  expect(await engine.transact(({ all }) => all({ sql, values: [] }), { isUnlimited: true })).toEqual([['0', 'off']]);
  expect(await engine.transact(({ all }) => all({ sql, values: [] }))).toEqual([['30s', 'off']]);
});

test('a connection keeps the statements that were used last', async () => {
  const sql = (number: number) => `select ${number} where $1 = $2`;
  for (let number = 0; number < 320; number++)
    for (let time = 0; time < 2; time++) await engine.readConnection.all({ sql: sql(number), values: ['a', 'b'] });
  const prepared = await engine.readConnection.all({ sql: 'select statement from pg_prepared_statements', values: [] });
  expect(prepared).toHaveLength(300);
  expect(prepared.flat()).toEqual(expect.arrayContaining([sql(21), sql(319)]));
  expect(prepared.flat()).not.toContain(sql(0));
  for (let time = 0; time < 3; time++)
    expect(await engine.readConnection.all({ sql: sql(0), values: ['a', 'a'] })).toEqual([['0']]);
});

test('an abort ends the query on the server, and the connection of another one is used', async () => {
  const other = openPostgres({ url: `${inject('postgresUrl')}/postgres`, replicas: [], connections: 2 });
  const ending = new AbortController();
  const sleeping = other.readConnection.all({ sql: 'select pg_sleep(20)', values: [] }, ending.signal);
  const running = () =>
    engine.readConnection.all({
      sql: `select 1 from pg_stat_activity where query = 'select pg_sleep(20)' and state = 'active'`,
      values: [],
    });
  await expect.poll(running).toHaveLength(1);
  ending.abort();
  await expect(sleeping).rejects.toMatchObject({ code: '57014' });
  expect(await running()).toEqual([]);
  await other.close();
});
