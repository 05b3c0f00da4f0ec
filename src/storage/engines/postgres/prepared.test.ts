// Which statements PostgreSQL plans once per connection.
import { afterAll, expect, inject, test, vi } from 'vitest';

// The names of prepared statements are shared by all engines of a process, and earlier files of this worker have used them up.
vi.resetModules();
const { openPostgres } = await import('./engine.js');
const engine = openPostgres({ url: `${inject('postgresUrl')}/postgres`, replicas: [], connections: 1 });
afterAll(() => engine.close());

test('a statement that comes again is prepared, one with a pattern is planned for each pattern', async () => {
  const [plain, pattern] = ['select 1 where $1 = $2', "select 1 where 'market hall' like $1 escape '\\'"];
  for (let n = 0; n < 10; n++) {
    await engine.readConnection.all({ sql: plain, values: ['a', 'b'] });
    await engine.readConnection.all({ sql: pattern, values: ['%hall%'] });
  }
  const prepared = await engine.readConnection.all({ sql: 'select statement from pg_prepared_statements', values: [] });
  expect(prepared.flat()).toContain(plain);
  expect(prepared.flat()).not.toContain(pattern);
});
