// Migration of imported records: their mapping gets source and external ID.
import { expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { apply, migrate, migrations } from '../src/storage/migrate.js';
import { forEachEngine } from './harness/engines.js';

forEachEngine((engine) => {
  test('imported records are mapped by their external IDs, and states without one are dropped', async () => {
    const place = await engine.prepare();
    const store = openEngine(readConfig(place.settings));
    const run = (sql: string) => store.transact((connection) => connection.run({ sql, values: [] }));
    const tag = (id: number, source: string) =>
      run(`insert into tags (id, name, name_key, slug, description, count, modified_utc, version, source, external_id)
        values (${id}, 'tag ${id}', 'tag ${id}', 'tag-${id}', '', 0, '2027-01-01 00:00:00', 1, ${source})`);
    const state = (id: number, record: number) =>
      run(
        `insert into imported (id, resource, record_id, hash, version, missed) values (${id}, 'tag', ${record}, 'h', 'v', 1)`,
      );
    try {
      await run('create table migrations (version integer primary key, name text not null)');
      const before = migrations.findIndex(({ name }) => name === 'source owners');
      for (const migration of migrations.slice(0, before))
        await store.transact((connection) => apply(store, connection, migration));
      await tag(1, `'box-office', '7'`);
      await tag(2, 'null, null');
      for (const [id, record] of [
        [1, 1],
        [2, 2],
        [3, 99],
      ] as const)
        await state(id, record);
      await migrate(store);
      const sql = 'select record_id, source, external_id, hash, version, missed from imported order by id';
      const rows = await store.readConnection.all({ sql, values: [] });
      expect(rows.map(([id, ...cells]) => [Number(id), ...cells])).toEqual([
        [1, 'box-office', '7', 'h', 'v', expect.anything()],
      ]);
    } finally {
      await store.close();
      await place.clean();
    }
  });
});
