// The generic operations, each wrapped as its resource wants it.
import type { Operations, Resource } from '../core/resource.js';
import { admit } from './read.js';
import { create, erase, remove, update } from './write.js';

export function operationsOf(resource: Resource): Operations {
  const generic: Operations = { admit, create, update, remove, erase };
  const wrapped = <K extends keyof Operations>(name: K): Operations[K] =>
    resource.wrap[name]?.(generic[name]) ?? generic[name];
  return {
    admit: wrapped('admit'),
    create: wrapped('create'),
    update: wrapped('update'),
    remove: wrapped('remove'),
    erase: wrapped('erase'),
  };
}
