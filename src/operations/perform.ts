// The generic operations, each wrapped as its resource wants it, on what was given with its references followed.
import type { Given } from '../core/field.js';
import type { Operations, Resource } from '../core/resource.js';
import type { WritingDesk } from '../core/store.js';
import { admit } from './read.js';
import { followReferences } from './references.js';
import { create, createAll, erase, remove, update } from './write.js';

/** A statement binds only so many values. */
const atOnce = 500;

/** Creates many: in few statements, unless the resource has a way of its own, which is gone for each. */
export async function createEach(
  desk: WritingDesk,
  one: Resource,
  givens: readonly Given[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  if (one.wrap.create) {
    for (const given of givens) ids.push(await operationsOf(one).create(desk, one, given));
    return ids;
  }
  for (let from = 0; from < givens.length; from += atOnce) {
    const followed: Given[] = [];
    for (const given of givens.slice(from, from + atOnce)) followed.push(await followReferences(desk, one, given));
    ids.push(...(await createAll(desk, one, followed)));
  }
  return ids;
}

export function operationsOf(resource: Resource): Operations {
  const generic: Operations = { admit, create, update, remove, erase };
  const wrapped = <K extends keyof Operations>(name: K): Operations[K] =>
    resource.wrap[name]?.(generic[name]) ?? generic[name];
  return {
    admit: wrapped('admit'),
    create: async (desk, one, given) => wrapped('create')(desk, one, await followReferences(desk, one, given)),
    update: async (desk, one, stored, given) =>
      wrapped('update')(desk, one, stored, await followReferences(desk, one, given)),
    remove: wrapped('remove'),
    erase: wrapped('erase'),
  };
}
