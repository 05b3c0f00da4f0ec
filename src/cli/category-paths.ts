// The check that every category's path leads through its parents, and setting right those that do not.
import { everything } from '../core/condition.js';
import type { Reader, Store } from '../core/store.js';
import { type CategoryRow, categoryTable } from '../models/category/columns.js';
import { lockTree } from '../models/families/tree.js';
import type { Check } from '../storage/maintenance.js';

const many = 100_000;

/** Undefined where the parents run in a circle. A parent that is not there counts as none. */
export function pathOf(row: CategoryRow, rows: ReadonlyMap<number, CategoryRow>): string | undefined {
  const slugs: string[] = [];
  for (let at: CategoryRow | undefined = row; at; at = rows.get(at.parent)) {
    slugs.unshift(at.slug);
    if (slugs.length > rows.size) return undefined;
  }
  return slugs.join('/');
}

export function categoryPaths(store: Store): Check {
  const read = async (reader: Reader) => {
    const rows = await reader.list({ table: categoryTable, where: everything, order: [{ column: 'id' }], limit: many });
    return new Map(rows.map((row) => [row.id, row]));
  };
  return {
    name: 'category paths',
    faults: async () => {
      const rows = await read(store);
      return [...rows.values()].flatMap((row) => {
        const right = pathOf(row, rows);
        // The check for loops tells of these.
        if (right === undefined) return [];
        if (row.parent !== 0 && !rows.has(row.parent)) return [`category ${row.id} has no parent ${row.parent}`];
        return row.path === right ? [] : [`category ${row.id} has the path ${row.path}, but it is ${right}`];
      });
    },
    mend: () =>
      store.transact(async (writer) => {
        await lockTree(writer, categoryTable);
        const rows = await read(writer);
        for (const row of rows.values()) {
          const path = pathOf(row, rows) ?? row.path;
          const parent = rows.has(row.parent) ? row.parent : 0;
          if (path !== row.path || parent !== row.parent) await writer.update(categoryTable, row.id, { path, parent });
        }
      }),
  };
}
