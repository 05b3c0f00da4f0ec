// A table gives its rows and writes their types. The lines below that the compiler must reject are
// checked with the rest of the program; the store refuses the same at run time.
import { expect, test } from 'vitest';
import { concealed, textColumn } from '../src/core/column.js';
import { is } from '../src/core/condition.js';
import type { Table } from '../src/core/store.js';
import { emptyProfile, users } from '../src/models/account/account.js';
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

  test('a list of ids reads no other column', async () => {
    const { id } = world.people.editor;
    expect(await world.store.ids({ table: users, where: is('id', id), order: [], limit: 10 })).toEqual([id]);
  });
});
