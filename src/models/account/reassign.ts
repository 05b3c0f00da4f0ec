// Records and their author: counted before a user is removed, and given to another user.
import { is } from '../../core/condition.js';
import { eachRow } from '../../core/each-row.js';
import type { Model, Registry } from '../../core/model.js';
import type { Reader, Writer } from '../../core/store.js';

const authored = ({ models }: Pick<Registry, 'models'>): readonly Model[] =>
  models.filter(({ columns }) => 'author' in columns);

export async function countAuthored(store: Reader, registry: Registry, author: number): Promise<number> {
  const counts = authored(registry).map((table) => store.count({ table, where: is('author', author) }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export async function reassignAuthor(
  store: Writer,
  registry: Registry,
  from: number,
  author: number,
  now: string,
): Promise<void> {
  for (const table of authored(registry)) {
    await eachRow(store, table, is('author', from), async ({ id }) => {
      await store.update(table, id, { author, modified_utc: now });
      // Incremented in the database, because a concurrent transaction may change the record.
      await store.add(table, [id], 'version', 1);
    });
  }
}
