// The generic operations, each wrapped as its resource wants it, on what was given with its references followed.
import type { Operations, Resource } from '../core/resource.js';
import { admit } from './read.js';
import { followReferences } from './references.js';
import { create, erase, remove, update } from './write.js';

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
