// Finds one record and authorizes reading it.

import type { Call } from '../core/call.js';
import { all, type Condition, everything, hasSlug, is, nothing, oneOf } from '../core/condition.js';
import type { Context, ReadContext, WriteContext } from '../core/context.js';
import { embedsOf } from '../core/embeds.js';
import { type ExternalKey, hasExternalId } from '../core/external.js';
import type { Given } from '../core/field.js';
import { holds, judge } from '../core/judge.js';
import type { Model } from '../core/model.js';
import { Problem, problemWith } from '../core/problem.js';
import type { AuthorizeRead, NotFoundCase, Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { slugify } from '../core/text/slug.js';
import { tombstones } from '../core/tombstone.js';

/** By ID, by slug, by external ID (of records that the caller may change), or by name within another record. */
export type RecordKey =
  | { readonly id: number }
  | { readonly slug: string }
  | ExternalKey
  | { readonly owner: number; readonly name: string };

/** `create` lets a part of another record be created. */
export async function find(
  context: Context,
  shape: Shape,
  key: RecordKey,
  to: NotFoundCase['to'],
  create?: WriteContext,
): Promise<Row> {
  const { model } = shape;
  const row = await readBy(context, shape, key, create);
  if (row) return row;
  if (context.call.facade.unknownIsMissing) {
    const isGone = 'id' in key && (await wasPublic(context, model, key.id));
    throw new Problem(isGone ? 'gone' : 'not-found', problemWith(model));
  }
  const otherKind = 'id' in key && (await isOtherKind(context, model, key.id));
  throw shape.notFound({ by: 'id' in key ? 'id' : 'slug', to, otherKind });
}

async function readBy(
  context: Context,
  { model, links }: Shape,
  key: RecordKey,
  create: WriteContext | undefined,
): Promise<Row | undefined> {
  const { store, call } = context;
  const readWhere = (where: Condition) =>
    store.read({ table: model, where, embeds: embedsOf(model, call.actor, context, links), language: call.language });
  const readId = (id: number | undefined) => (id === undefined ? undefined : readWhere(is('id', id)));
  if ('id' in key) return readId(key.id);
  // Others would learn of records that they may not read.
  if ('source' in key) return readWhere(all(hasExternalId(key), model.policy.changeable(call.actor)));
  if ('owner' in key) return readId(await model.findPart?.(context, key.owner, key.name, create));
  const slug = slugify(key.slug);
  return (await readWhere(hasSlug([slug]))) ?? readId(await model.findByDerivedSlug?.(store, slug));
}

/** The records with these ids that the caller may see in a list, as far as items show them. */
export function findVisible(context: Context, shape: Shape, ids: readonly number[]): Promise<readonly Row[]> {
  const { store, call } = context;
  const { model, links } = shape;
  return store.list({
    table: model,
    where: all(oneOf('id', ids), model.policy.visible(call.actor, true), shownIn(shape)),
    embeds: embedsOf(model, call.actor, context, links),
    language: call.language,
    order: [],
    limit: ids.length,
    part: 'item',
  });
}

/** Existing records in the order of their ids. */
export function findEach(context: Context, { model, links }: Shape, ids: readonly number[]): Promise<readonly Row[]> {
  const { store, call } = context;
  return store.list({
    table: model,
    where: oneOf('id', ids),
    embeds: embedsOf(model, call.actor, context, links),
    language: call.language,
    order: [{ column: 'id' }],
    limit: ids.length,
  });
}

/** True for the id of an erased record that was public once. */
async function wasPublic({ store }: Context, { name, policy }: Model, id: number): Promise<boolean> {
  if (!policy.gone) return false;
  const where = all(is('id', id), is('resource', name), is('was_public', true));
  return (await store.read({ table: tombstones, where })) !== undefined;
}

async function isOtherKind(context: Context, model: Model, id: number): Promise<boolean> {
  for (const table of context.registry.models) {
    if (table.sequence !== model.sequence || table.name === model.name) continue;
    if (await context.store.read({ table, where: is('id', id) })) return true;
  }
  return false;
}

const authorizeVisible: AuthorizeRead = async (context, model, row) => {
  if (await isVisible(context, model, row)) return;
  throw unreadable(model, row, context.call);
};

/** Protected records are shown only by shapes whose bodies leave out what the password hides. */
export const shownIn = ({ model, blanksProtected }: Shape): Condition =>
  blanksProtected ? everything : (model.policy.unprotected ?? everything);

/** Throws if the caller may not read the record. */
export async function authorizeRead(context: ReadContext, shape: Shape, row: Row, given: Given): Promise<void> {
  const { model, authorizeRead: own } = shape;
  await (own?.(authorizeVisible) ?? authorizeVisible)(context, model, row, given);
  if (!holds(shownIn(shape), row)) throw new Problem('protected', problemWith(model));
}

/** Decided by the row itself; a condition on other records needs a query. */
export async function isVisible({ store, call }: Context, model: Model, row: Row): Promise<boolean> {
  const visible = model.policy.visible(call.actor, true);
  return judge(visible, row) ?? (await store.count({ table: model, where: all(is('id', row.id), visible) })) > 0;
}

/** The problem of a record that the caller may not read. Where unknown records are reported as missing, so is this one:
 * the response does not reveal that it exists. */
export function unreadable(model: Model, row: Row, { facade }: Call): Problem {
  if (!facade.unknownIsMissing) return new Problem('not-accessible', problemWith(model));
  const isGone = holds(model.policy.gone ?? nothing, row);
  return new Problem(isGone ? 'gone' : 'not-found', problemWith(model));
}

/** The row with what its body shows of other rows. */
export const hydratedRow = async (context: Context, shape: Shape, row: Row): Promise<Row> =>
  (await shape.hydrate?.(context, row)) ?? row;
