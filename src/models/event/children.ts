// Events that belong to another one: never to themselves, however far around; and they stay when it is erased, and
// belong to none.
import { all, is } from '../../core/condition.js';
import type { Operations } from '../../core/resource.js';
import { claimRecord, type Row } from '../../core/store.js';
import { claimTree, refuseLoop } from '../families/tree.js';

const atOnce = 500;

export const refuseOwnParents =
  (generic: Operations['update']): Operations['update'] =>
  async (desk, resource, stored, given) => {
    const parent = Number(given.parent ?? 0);
    if (parent !== 0) {
      await claimTree(desk.store, resource);
      await refuseLoop(desk.store, resource, { id: stored.id, parent }, 'An event cannot belong to itself.');
    }
    await generic(desk, resource, stored, given);
  };

export const freeChildren =
  (generic: Operations['erase']): Operations['erase'] =>
  async (desk, resource, stored) => {
    const { store } = desk;
    const belonging = is('parent', stored.id);
    let children: readonly Row[];
    do {
      children = await store.list({ table: resource, where: belonging, order: [{ column: 'id' }], limit: atOnce });
      for (const { id } of children) {
        // A change of the child under way would write the old parent back, or has chosen another one.
        await claimRecord(store, resource, id);
        const stays = await store.count({ table: resource, where: all(is('id', id), belonging) });
        if (stays) await store.update(resource, id, { parent: 0 });
      }
    } while (children.length === atOnce);
    await generic(desk, resource, stored);
  };
