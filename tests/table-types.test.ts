// A table gives its rows and writes their types. The lines below that the compiler must reject are
// checked with the rest of the program; the store refuses the same at run time.
import { describe, expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { blankValues, concealed, textColumn } from '../src/core/column.js';
import { is } from '../src/core/condition.js';
import type { Model } from '../src/core/model.js';
import type { Table, Values } from '../src/core/store.js';
import { emptyProfile, users } from '../src/models/account/account.js';
import { event } from '../src/models/event/event.js';
import { registry } from '../src/models/registry.js';
import { venue } from '../src/models/venue/venue.js';
import type { Engine } from '../src/storage/engine.js';
import { openStore } from '../src/storage/store.js';
import { forEachEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

forEachEngine((engine) => {
  const world = useWorld(engine);
  const account = (name: string) => ({
    name,
    name_key: name,
    password: '',
    created_utc: '2027-01-01 00:00:00',
    ...emptyProfile,
  });

  test('a row has the columns of its table and no others', async () => {
    const user = await world.store.read({ table: users, where: is('id', world.people.editor.id) });
    expect(user?.role.toUpperCase()).toBe('EDITOR');
    // @ts-expect-error: users have no such column
    expect(user?.nickname).toBeUndefined();
  });

  test('a concealed column is stored and compared with, but not shown', async () => {
    const columns = { ...users.columns, name_key: concealed(textColumn) };
    const table: Table<typeof columns> = { ...users, columns };
    const name = word();
    await world.store.transact((writer) => writer.insert(table, { ...account(name), role: 'author' }));
    const row = await world.store.read({ table, where: is('name_key', name) });
    expect(row?.name).toBe(name);
    // @ts-expect-error: concealed columns are not read
    expect(row?.name_key).toBeUndefined();
  });

  test('writes accept only the columns of the table with their types', async () => {
    await world.store.transact(async (writer) => {
      const { id } = world.people.editor;
      // @ts-expect-error: users have no such column
      await expect(writer.update(users, id, { nickname: 'Ed' })).rejects.toThrow('users has no column nickname');
      // @ts-expect-error: a user without a name is none
      const incomplete: Parameters<typeof writer.insert<typeof users.columns>>[1] = { role: 'author' };
      expect(incomplete).not.toHaveProperty('name');
      // @ts-expect-error: there is no such role
      const role: Parameters<typeof writer.update<typeof users.columns>>[2] = { role: 'owner' };
      expect(role).toHaveProperty('role');
    });
  });

  test('a role that this version does not know gives no rights', async () => {
    const table: Table = { ...users, columns: { ...users.columns, role: textColumn } };
    const name = word();
    await world.store.transact((writer) => writer.insert(table, { ...account(name), role: 'owner' }));
    expect((await world.store.read({ table: users, where: is('name', name) }))?.role).toBe('subscriber');
  });

  describe('updates of many rows at once', () => {
    const venues: Model = venue;
    const events: Model = event;
    const identity = ['slug', 'content_id', 'series', 'original_start', 'external_id'];

    /** Rows of two records that are updated with the same values, one alone and the other together with a third one. */
    async function both(table: Model, ids: readonly [number, number, number], values: Values) {
      const [alone, together, third] = ids;
      await world.store.transact(async (writer) => {
        await writer.update(table, alone, values);
        await writer.updateEach(
          table,
          [third, together].map((id) => ({ id, values })),
        );
      });
      const rows = await Promise.all([alone, together].map((id) => world.store.read({ table, where: is('id', id) })));
      return rows.map((row) => Object.fromEntries(Object.keys(values).map((name) => [name, row?.[name]])));
    }

    test.each([
      [
        'event',
        events,
        () => world.event({ cost: '€5 – €12', featured: true, all_day: true, website: 'https://x.example/' }),
      ],
      ['venue', venues, () => world.venue({ city: "O'Brien \\ ✓", geo_lat: -1.5e-7, geo_lng: 12.25 })],
    ])('store the same values of each column of a(n) %s as updates of one', async (_, table, make) => {
      const { id } = await make();
      const row = await world.store.read({ table, where: is('id', id) });
      const names = Object.keys(table.columns).filter(
        (name) => !identity.includes(name) && !table.columns[name]?.concealed,
      );
      const others = [await make(), await make(), await make()].map((one) => one.id);
      const ids = others as unknown as readonly [number, number, number];
      const blank: Values = blankValues(table.columns);
      for (const values of [blank, row ?? {}]) {
        const picked = Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
        const [alone, together] = await both(table, ids, picked);
        expect(together).toEqual(alone);
        expect(alone).toEqual(picked);
      }
    });

    test('need few statements, also for different columns', async () => {
      const database = await openEngine(world.config);
      const statements: string[] = [];
      const counting: Engine = {
        ...database,
        transact: (work, options) =>
          database.transact(
            (connection) =>
              work({
                ...connection,
                run: (statement) => {
                  statements.push(statement.sql);
                  return connection.run(statement);
                },
              }),
            options,
          ),
      };
      const store = openStore(counting, registry);
      try {
        const row = await store.read({ table: venues, where: is('id', (await world.venue()).id) });
        const { id: _, ...values } = row ?? { id: 0 };
        const place = (at: number) => ({ city: `City ${at}`, version: at });
        await store.transact(async (writer) => {
          const ids = await writer.takeIds(venues, 3_000);
          await writer.insertAll(
            venues,
            ids.map((id) => ({ ...blankValues(venues.columns), ...values, slug: `venue-${id}`, id })),
          );
          statements.length = 0;
          await writer.updateEach(venues, [
            ...ids.map((id, at) => ({ id, values: place(at) })),
            { id: ids[0] ?? 0, values: { zip: 'X' } },
            { id: ids[1] ?? 0, values: {} },
          ]);
          expect(statements.filter((sql) => sql.startsWith('update venues')).length).toBeLessThanOrEqual(20);
          for (const at of [0, 255, 256, 2_999]) {
            const updated = await writer.read({ table: venues, where: is('id', ids[at] ?? 0) });
            expect(updated).toMatchObject(place(at));
            expect(updated?.zip).toBe(at === 0 ? 'X' : values.zip);
          }
          throw new TypeError('rolled back');
        });
      } catch (error) {
        expect(error).toEqual(new TypeError('rolled back'));
      } finally {
        await store.close();
      }
    });
  });

  test('a list of ids reads no other column', async () => {
    const { id } = world.people.editor;
    expect(await world.store.ids({ table: users, where: is('id', id), order: [], limit: 10 })).toEqual([id]);
  });
});
