// Checks that no record is its own ancestor, in every model whose records have a parent of the same model.
import { is, not } from '../core/condition.js';
import { eachRow } from '../core/each-row.js';
import type { Model, Registry } from '../core/model.js';
import type { Reader, Store } from '../core/store.js';
import { lockTree, parentsOf } from '../models/families/tree.js';
import type { Check } from '../storage/maintenance.js';

/** The loops among these parents, each beginning with its lowest id. */
export function loopsIn(parents: ReadonlyMap<number, number>): readonly (readonly number[])[] {
  const visited = new Set<number>();
  const loops: number[][] = [];
  for (const start of [...parents.keys()].sort((a, b) => a - b)) {
    const path: number[] = [];
    let at: number | undefined = start;
    for (; at !== undefined && parents.has(at) && !visited.has(at); at = parents.get(at)) {
      visited.add(at);
      path.push(at);
    }
    const closed = at === undefined ? -1 : path.indexOf(at);
    if (closed >= 0) loops.push(fromLowest(path.slice(closed)));
  }
  return loops;
}

function fromLowest(loop: readonly number[]): number[] {
  const first = loop.indexOf(Math.min(...loop));
  return [...loop.slice(first), ...loop.slice(0, first)];
}

async function loopsOf(reader: Reader, model: Model): Promise<readonly (readonly number[])[]> {
  const parents = new Map<number, number>();
  await eachRow(reader, parentsOf(model), not(is('parent', 0)), async ({ id, parent }) => {
    parents.set(id, Number(parent));
  });
  return loopsIn(parents);
}

const treeLoops = (store: Store, model: Model): Check => ({
  name: `loops ${model.table}`,
  faults: async () =>
    (await loopsOf(store, model)).map((loop) => `${model.name} ${loop[0]} is its own ancestor (${loop.join(', ')})`),
  repair: () =>
    store.transact(async (writer) => {
      await lockTree(writer, model);
      // It is unknown which link closed the loop: the record with the lowest id becomes a root, the others stay below it.
      for (const [first] of await loopsOf(writer, model)) {
        if (first !== undefined) await writer.update(model, first, { parent: 0 });
      }
    }),
});

export const treeChecks = (store: Store, registry: Registry): readonly Check[] =>
  registry.models.filter(({ columns }) => 'parent' in columns).map((model) => treeLoops(store, model));
