// Migration of an image library without slugs.
import { expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { apply, migrate, migrations } from '../src/storage/migrate.js';
import { forEachEngine } from './harness/engines.js';

forEachEngine((engine) => {
  test('images get unique slugs from their titles and may share a file afterwards', async () => {
    const place = await engine.prepare();
    const store = openEngine(readConfig(place.settings));
    const run = (sql: string) => store.transact((connection) => connection.run({ sql, values: [] }));
    const picture = (id: number, title: string, hash: string) =>
      run(`insert into media (id, author, date_utc, modified_utc, version, title, alt_text, caption, name, origin, hash,
        extension, width, height, filesize, sizes) values (${id}, 1, '2027-01-01 00:00:00', '2027-01-01 00:00:00', 3,
        '${title}', 'Alt', '', 'secret.png', null, '${hash}', 'png', 9, 9, 99, '{}')`);
    try {
      await run('create table migrations (version integer primary key, name text not null)');
      for (const migration of migrations.slice(0, 12)) {
        await store.transact((connection) => apply(store, connection, migration));
      }
      await picture(1, 'The Fair', 'a');
      await run("insert into media_search (id, words) values (1, 'the fair alt secret.png')");
      await picture(2, 'The fair', 'b');
      await picture(3, 'The fair 2', 'c');
      await picture(4, '…', 'd');
      await expect(picture(5, 'Twin', 'a')).rejects.toThrow();
      await migrate(store);
      const rows = await store.readConnection.all({
        sql: 'select id, slug, title, version, hash from media order by id',
        values: [],
      });
      expect(rows.map(([id, ...cells]) => [Number(id), ...cells])).toEqual([
        [1, 'the-fair', 'The Fair', expect.anything(), 'a'],
        [2, 'the-fair-2', 'The fair', expect.anything(), 'b'],
        [3, 'the-fair-2-2', 'The fair 2', expect.anything(), 'c'],
        [4, '4', '…', expect.anything(), 'd'],
      ]);
      const searched = await store.readConnection.all({ sql: 'select words from media_search', values: [] });
      expect(searched).toEqual([['the fair alt']]);
      await picture(5, 'Twin', 'a');
      await expect(run("update media set slug = 'the-fair' where id = 5")).rejects.toThrow();
    } finally {
      await store.close();
      await place.clean();
    }
  });
});
