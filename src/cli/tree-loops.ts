// The check that no record is below itself, in every model whose records have a parent among themselves.
import { is, not } from '../core/condition.js';
import { eachRow } from '../core/each-row.js';
import type { Model, Registry } from '../core/model.js';
import type { Reader, Store } from '../core/store.js';
import { lockTree, parentsOf } from '../models/families/tree.js';
import type { Check } from '../storage/maintenance.js';

/** The loops among these parents, each from its lowest id on. */
export function loopsIn(parents: ReadonlyMap<number, number>): readonly (readonly number[])[] {
  const done = new Set<number>();
  const loops: number[][] = [];
  for (const start of [...parents.keys()].sort((a, b) => a - b)) {
    const way: number[] = [];
    let at: number | undefined = start;
    for (; at !== undefined && parents.has(at) && !done.has(at); at = parents.get(at)) {
      done.add(at);
      way.push(at);
    }
    const closed = at === undefined ? -1 : way.indexOf(at);
    if (closed >= 0) loops.push(fromLowest(way.slice(closed)));
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
    (await loopsOf(store, model)).map((loop) => `${model.name} ${loop[0]} is below itself (${loop.join(', ')})`),
  mend: () =>
    store.transact(async (writer) => {
      await lockTree(writer, model);
      // Where the loop was closed is unknown: its oldest record goes to the top, and the others stay below it.
      for (const [first] of await loopsOf(writer, model)) {
        if (first !== undefined) await writer.update(model, first, { parent: 0 });
      }
    }),
});

export const treeChecks = (store: Store, registry: Registry): readonly Check[] =>
  registry.models.filter(({ columns }) => 'parent' in columns).map((model) => treeLoops(store, model));
