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
