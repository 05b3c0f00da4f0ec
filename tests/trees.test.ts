// Trees of categories and events: no loops, also under concurrent moves, and `doctor`
// repairs existing loops.
import { describe, expect, test } from 'vitest';
import { openWithoutMigrating } from '../src/app.js';
import { categoryPaths } from '../src/cli/category-paths.js';
import { loopsIn, treeChecks } from '../src/cli/tree-loops.js';
import { readConfig } from '../src/config.js';
import { begins, is } from '../src/core/condition.js';
import { category } from '../src/models/category/category.js';
import { categoryTable } from '../src/models/category/columns.js';
import { expectRefusal } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, useWorld, word } from './harness/world.js';

const invalid = { statusCode: 400, code: 'rest_invalid_param', params: ['parent'] };
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const kinds = [
  ['category', 'categories'],
  ['event', 'events'],
] as const;

test('each loop of parents is found once, without the records below it', () => {
  const parents = new Map([
    [1, 2],
    [2, 3],
    [3, 1],
    [4, 3],
    [5, 9],
    [6, 6],
    [7, 8],
    [8, 0],
  ]);
  expect(loopsIn(parents)).toEqual([[1, 2, 3], [6]]);
});

forEachEngine((engine) => {
  const world = useWorld(engine);

  describe.each(kinds)('the tree of a %s', (kind, path) => {
    const move = (record: Answered, parent: Answered) =>
      world.ask(`PATCH /${path}/${record.id}`, { as: 'editor', body: { parent: parent.id } });
    const parentOf = async (record: Answered) => (await world.get(`/${path}/${record.id}`)).parent;
    /** Each below the one before it. */
    const chain = async (length: number): Promise<readonly Answered[]> => {
      const made = [await world[kind]()];
      while (made.length < length) made.push(await world[kind]({ parent: made.at(-1)?.id }));
      return made;
    };

    test('rejects loops of one, two or more records', async () => {
      const made = await chain(6);
      const top = made[0] as Answered;
      for (const record of made) expectRefusal(await move(top, record), invalid);
      expect(await parentOf(top)).toBe(0);
      const last = made.at(-1) as Answered;
      expect((await move(last, top)).statusCode).toBe(200);
    });

    test('gets no loop from parallel moves in opposite directions', async () => {
      const [one, two] = [await world[kind](), await world[kind]()];
      for (let round = 0; round < 5; round++) {
        const replies = await Promise.all(
          Array.from({ length: 20 }, (_, at) => (at % 2 ? move(one, two) : move(two, one))),
        );
        for (const reply of replies) if (reply.statusCode !== 200) expectRefusal(reply, invalid);
        expect([await parentOf(one), await parentOf(two)].filter((parent) => parent === 0)).toHaveLength(1);
        for (const { id } of [one, two]) await world.send(`PATCH /${path}/${id}`, { parent: 0 });
      }
    });

    test('gets no long loop from many parallel moves', async () => {
      const ring: Answered[] = [];
      for (let at = 0; at < 5; at++) ring.push(await world[kind]());
      const replies = await Promise.all(
        ring.map((record, at) => move(record, ring[(at + 1) % ring.length] as Answered)),
      );
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(ring.length - 1);
      expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(1);
      const parents = await Promise.all(ring.map(parentOf));
      expect(parents.filter((parent) => parent === 0)).toHaveLength(1);
    });

    test('is repaired by doctor where it has a loop', async () => {
      const [one, two, below] = [await world[kind](), await world[kind](), await world[kind]()];
      const { store, registry } = openWithoutMigrating(readConfig(world.settings));
      const table = registry.named(kind);
      await store.transact(async (writer) => {
        await writer.update(table, one.id, { parent: two.id });
        await writer.update(table, two.id, { parent: one.id });
        await writer.update(table, below.id, { parent: two.id });
      });
      const [loops] = treeChecks(store, registry).filter(({ name }) => name === `loops ${path}`);
      expect(await loops?.faults()).toEqual([`${kind} ${one.id} is its own ancestor (${one.id}, ${two.id})`]);
      await loops?.repair?.();
      expect(await loops?.faults()).toEqual([]);
      const paths = categoryPaths(store);
      await paths.repair?.();
      expect(await paths.faults()).toEqual([]);
      expect(await Promise.all([one, two, below].map(parentOf))).toEqual([0, one.id, two.id]);
      await store.close();
    });
  });

  test('categories of the same name are created once by parallel requests, alone and inside events', async () => {
    const names = [word('Both '), word('Both ')];
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 3
          ? world.ask('POST /events', {
              as: 'editor',
              body: { title: 'Many', ...times, categories: at % 2 ? names : names.toReversed() },
            })
          : world.ask('POST /categories', { as: 'editor', body: { name: names[at % 2] } }),
      ),
    );
    for (const { statusCode, body } of replies)
      expect([201, 'term_exists']).toContain(statusCode === 201 ? statusCode : body.code);
    for (const name of names) {
      const found = await world.get(`/categories?hide_empty=false&search=${encodeURIComponent(name)}`);
      expect(found.total).toBe(1);
    }
  });

  test('hundreds of subcategories follow a renamed category, and the parent of a removed one', async () => {
    const [top, parent] = [await world.category(), await world.category()];
    const child = await world.category({ parent: parent.id });
    const { store } = openWithoutMigrating(readConfig(world.settings));
    await store.transact(async (writer) => {
      const row = await writer.read({ table: categoryTable, where: is('id', child.id) });
      if (!row) throw new TypeError('there is no child');
      const rows = (await writer.takeIds(category, 400)).map((id) => {
        const slug = `many-${id}`;
        return { ...row, id, slug, path: `${parent.slug}/${slug}` };
      });
      await writer.insertAll(categoryTable, rows);
    });
    const { slug } = await world.send(`PATCH /categories/${parent.id}`, { slug: word('renamed') });
    const below = (path: string) => store.count({ table: categoryTable, where: begins('path', path) });
    expect(await below(`${slug}/`)).toBe(401);
    await world.send(`PATCH /categories/${parent.id}`, { parent: top.id });
    await world.send(`DELETE /categories/${parent.id}`, {});
    expect(await below(`${top.slug}/`)).toBe(401);
    expect(await categoryPaths(store).faults()).toEqual([]);
    await store.close();
  });

  test('a category that is moved and renamed in parallel has the path of its parents', async () => {
    const [one, two, moved] = [await world.category(), await world.category(), await world.category()];
    const leaf = await world.category({ parent: moved.id });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        at % 3 === 2
          ? world.send(`PATCH /categories/${one.id}`, { slug: `renamed-${one.id}-${at}` })
          : world.send(`PATCH /categories/${moved.id}`, { parent: (at % 3 ? one : two).id }),
      ),
    );
    const { store } = openWithoutMigrating(readConfig(world.settings));
    expect(await categoryPaths(store).faults()).toEqual([]);
    await store.close();
    const parent = await world.get(`/categories/${(await world.get(`/categories/${moved.id}`)).parent}`);
    expect((await world.get(`/categories/${leaf.id}`)).url).toBe(`${parent.url}${moved.slug}/${leaf.slug}/`);
  });
});
