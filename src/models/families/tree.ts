// Trees of records with a parent: one lock per tree, and loop detection.
import { is } from '../../core/condition.js';
import { treeLock } from '../../core/locks.js';
import { invalidParam } from '../../core/problem.js';
import type { Reader, Table, Writer } from '../../core/store.js';

/** Levels from a record to the root. */
const maxDepth = 1_000;

/** Two concurrent moves, each valid alone, could form a loop together: one transaction at a time moves records. */
export const lockTree = (store: Writer, table: Table): Promise<void> => store.lock(treeLock(table));

/** Reads only the parent column, since rows may contain long texts. */
export const parentsOf = (table: Table): Table => {
  const { parent } = table.columns;
  if (!parent) throw new TypeError(`${table.name} has no parents`);
  return { ...table, columns: { parent } };
};

/** Rejects a parent that is the record itself or one of its descendants. Call it after `lockTree`. */
export async function refuseLoop(
  store: Reader,
  model: Table,
  move: { readonly id: number; readonly parent: number },
  message: string,
): Promise<void> {
  const table = parentsOf(model);
  let at = move.parent;
  for (let depth = 0; at !== 0; depth++) {
    if (at === move.id) throw invalidParam('parent', message);
    if (depth === maxDepth) throw invalidParam('parent', 'Too many levels. Choose a parent closer to the top.');
    const row = await store.read({ table, where: is('id', at) });
    at = Number(row?.parent ?? 0);
  }
}
