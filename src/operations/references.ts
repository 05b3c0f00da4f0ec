// References of a record: what was found becomes an id or the row it speaks of, with a new record where one was described.
import { may } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Found } from '../core/kinds/linked.js';
import { recordLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import { invalidParam, Problem } from '../core/problem.js';
import type { Row } from '../core/store.js';

/** Creates a record that was described, and answers its id. */
export type CreateDescribed = (model: Model, draft: Given) => Promise<number>;

/** The id of an existing record. What is described and does not exist yet is created, with the caller's own rights. */
export async function idFor(
  context: WriteContext,
  target: Model,
  item: Found,
  create: CreateDescribed,
): Promise<number> {
  if (typeof item === 'number') return item;
  const draft = await followReferences(context, target, item.draft, create);
  const existing = await target.findExisting?.(context, draft);
  if (existing !== undefined) return existing;
  if (!may(context.call.actor, target.policy.change)) throw new Problem('forbidden');
  return create(target, draft);
}

export async function followReferences(
  context: WriteContext,
  { references = {} }: Model,
  given: Given,
  create: CreateDescribed,
): Promise<Given> {
  const followed: Record<string, unknown> = { ...given };
  for (const [name, target] of Object.entries(references)) {
    const item = given[name];
    if (isFound(item)) followed[name] = await rowFor(context, context.registry.named(target), item, name, create);
  }
  return followed;
}

const isFound = (value: unknown): value is Found =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'draft' in value);

async function rowFor(
  context: WriteContext,
  target: Model,
  item: Found,
  name: string,
  create: CreateDescribed,
): Promise<Row> {
  const id = await idFor(context, target, item, create);
  // Another transaction that removes the record waits for this one, or this one for the removal.
  await context.store.lock(recordLock(target, id));
  const row = await context.store.read({ table: target, where: is('id', id) });
  if (!row) throw invalidParam(name, 'There is no such record.');
  return row;
}
