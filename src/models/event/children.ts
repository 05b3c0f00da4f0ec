// Parent and child events: loops are rejected, and children of an erased event lose their parent.
import { all, is } from '../../core/condition.js';
import type { Writes } from '../../core/model.js';
import { lockRecord, type Row } from '../../core/store.js';
import { lockTree, refuseLoop } from '../families/tree.js';

const batchSize = 500;

export const refuseParentLoop =
  (generic: Writes['update']): Writes['update'] =>
  async (context, model, stored, given) => {
    const parent = Number(given.parent ?? 0);
    if (parent !== 0) {
      await lockTree(context.store, model);
      await refuseLoop(
        context.store,
        model,
        { id: stored.id, parent },
        'An event cannot be its own parent or ancestor.',
      );
    }
    return generic(context, model, stored, given);
  };

export const detachChildren =
  (generic: Writes['erase']): Writes['erase'] =>
  async (context, model, stored) => {
    const { store } = context;
    const isChild = is('parent', stored.id);
    let children: readonly Row[];
    do {
      children = await store.list({ table: model, where: isChild, order: [{ column: 'id' }], limit: batchSize });
      for (const { id } of children) {
        // Locked and checked again: a concurrent change of the child could write the old parent back, or set another one.
        await lockRecord(store, model, id);
        const stays = await store.count({ table: model, where: all(is('id', id), isChild) });
        if (stays) await store.update(model, id, { parent: 0 });
      }
    } while (children.length === batchSize);
    return generic(context, model, stored);
  };
