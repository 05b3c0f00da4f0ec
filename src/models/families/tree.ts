// Records that belong below another record of their kind: one lock for the whole tree, and no loops in it.
import { is } from '../../core/condition.js';
import { treeLock } from '../../core/locks.js';
import { invalidParam } from '../../core/problem.js';
import type { Reader, Table, Writer } from '../../core/store.js';

/** Most steps from a record to the top. */
const maxDepth = 1_000;

/** Two moves at once, each allowed alone, could close a loop together; so only one transaction at a time moves records. */
export const lockTree = (store: Writer, table: Table): Promise<void> => store.lock(treeLock(table));

/** The table with nothing but the parent of each row: a row itself may hold long texts. */
export const parentsOf = (table: Table): Table => {
  const { parent } = table.columns;
  if (!parent) throw new TypeError(`${table.name} has no parents`);
  return { ...table, columns: { parent } };
};

/** Refuses a parent that lies below the record, or is the record. To be asked after `lockTree`. */
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
