// Resolves the references of a record to ids or rows, and creates records that are only described.
import { may } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { externalKeyOf } from '../core/external.js';
import type { Given } from '../core/field.js';
import { judge } from '../core/judge.js';
import type { LinkTarget } from '../core/kinds/linked.js';
import { recordLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import { invalidParam, Problem, problemWith } from '../core/problem.js';
import type { Row } from '../core/store.js';
import { findExternal } from './external.js';

/** Creates a described record and returns its id. */
export type CreateDescribed = (model: Model, draft: Given) => Promise<number>;

/** The id of an existing record. A described record that does not exist is created, with the caller's rights. */
export async function idFor(
  context: WriteContext,
  target: Model,
  item: LinkTarget,
  create: CreateDescribed,
): Promise<number> {
  if (typeof item === 'number') return item;
  const draft = await resolveReferences(context, target, item.draft, create);
  const existing = await findDescribed(context, target, draft);
  if (existing !== undefined) return existing;
  if (item.isIncomplete) throw new Problem('unknown-external-id', problemWith(target));
  if (!may(context.call.actor, target.policy.change)) throw new Problem('forbidden');
  return create(target, draft);
}

/** The id of an existing record; undefined for a described one that would be created. */
export const idOfExisting = async (
  context: WriteContext,
  target: Model,
  item: LinkTarget,
): Promise<number | undefined> => (typeof item === 'number' ? item : findDescribed(context, target, item.draft));

/** By its external ID if it has one, else by its values. */
async function findDescribed(context: WriteContext, target: Model, draft: Given): Promise<number | undefined> {
  const key = externalKeyOf(draft, context.call);
  if (!key) return target.findExisting?.(context, draft);
  const row = await findExternal(context, target, key);
  // Whether a record exists that the caller may not read stays unknown: it counts as taken when it is created.
  const isVisible = row && judge(target.policy.visible(context.call.actor, false), row) !== false;
  return isVisible ? row.id : undefined;
}

export async function resolveReferences(
  context: WriteContext,
  { references = {} }: Model,
  given: Given,
  create: CreateDescribed,
): Promise<Given> {
  const resolved: Record<string, unknown> = { ...given };
  for (const [name, target] of Object.entries(references)) {
    const item = given[name];
    if (isFound(item)) resolved[name] = await rowFor(context, context.registry.named(target), item, name, create);
  }
  return resolved;
}

const isFound = (value: unknown): value is LinkTarget =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'draft' in value);

async function rowFor(
  context: WriteContext,
  target: Model,
  item: LinkTarget,
  name: string,
  create: CreateDescribed,
): Promise<Row> {
  const id = await idFor(context, target, item, create);
  // The lock serializes this with a concurrent removal of the record.
  await context.store.lock(recordLock(target, id));
  const row = await context.store.read({ table: target, where: is('id', id) });
  if (!row) throw invalidParam(name, 'Record not found.');
  return row;
}
