// Single references of a record: what was found becomes the row it speaks of, with a new record where one was described.
import { may } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { Given } from '../core/field.js';
import type { Found } from '../core/kinds/linked.js';
import { invalidParam, Problem } from '../core/problem.js';
import type { Resource } from '../core/resource.js';
import { claimRecord, type Row, type WritingDesk } from '../core/store.js';
import { operationsOf } from './perform.js';

/** The id of a known record. What is described and not known yet is made, with the caller's own rights. */
export async function idFor(desk: WritingDesk, target: Resource, item: Found): Promise<number> {
  if (typeof item === 'number') return item;
  const draft = await followReferences(desk, target, item.draft);
  const known = await target.known(desk, draft);
  if (known !== undefined) return known;
  if (!may(desk.call.actor, target.policy.change)) throw new Problem('forbidden');
  return operationsOf(target).create(desk, target, draft);
}

export async function followReferences(desk: WritingDesk, resource: Resource, given: Given): Promise<Given> {
  const followed: Record<string, unknown> = { ...given };
  for (const [name, value] of Object.entries(given)) {
    const target = resource.fields[name]?.refers;
    if (target && isFound(value)) followed[name] = await rowFor(desk, desk.registry.named(target), value, name);
  }
  return followed;
}

const isFound = (value: unknown): value is Found =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'draft' in value);

async function rowFor(desk: WritingDesk, target: Resource, item: Found, name: string): Promise<Row> {
  const id = await idFor(desk, target, item);
  // Whoever removes the record waits for this transaction, or this one for the removal.
  await claimRecord(desk.store, target, id);
  const row = await desk.store.read({ table: target, where: is('id', id) });
  if (!row) throw invalidParam(name, 'There is no such record.');
  return row;
}
