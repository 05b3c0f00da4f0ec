// Create, update, remove and erase for every model. The caller opens the transaction.

import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Locked } from '../core/locked.js';
import type { Model, Writes, Written } from '../core/model.js';
import { removeOldUrls } from '../core/old-urls.js';
import { Problem, problemWith } from '../core/problem.js';
import { recordRevisions } from '../core/revision.js';
import { slices } from '../core/slices.js';
import type { Row, Values } from '../core/store.js';
import { tombstones, tombstonesOf } from '../core/tombstone.js';
import { contentWrites } from './content.js';
import { refuseTakenExternalIds } from './external.js';
import { indexNew, indexRecord } from './languages.js';
import { linkNew, recount, targetsOf, unlinkAll, writeLinks } from './links.js';
import { type CreateDescribed, resolveReferences } from './references.js';
import { refuseSource } from './source-owner.js';
import { type Change, settleChange, settleNew } from './texts.js';

/** The writes of a model: with its overrides, and recorded as revisions. */
export function writesOf(model: Model): Writes {
  const writes = unrecordedWritesOf(model);
  return {
    create: (context, ...args) => recorded(context, writes.create(context, ...args)),
    update: (context, ...args) => recorded(context, writes.update(context, ...args)),
    remove: (context, ...args) => recorded(context, writes.remove(context, ...args)),
    erase: (context, ...args) => recorded(context, writes.erase(context, ...args)),
  };
}

async function recorded({ store, call }: WriteContext, writing: Promise<Written>): Promise<Written> {
  const written = await writing;
  await recordRevisions(store, call, [written]);
  return written;
}

/** For writes that are parts of another one, which records them all. References in the input are resolved first. */
export function unrecordedWritesOf(model: Model): Writes {
  const { overrides = {} } = model;
  const overridden: Writes = {
    create: overrides.create?.(create, contentWrites) ?? create,
    update: overrides.update?.(update, contentWrites) ?? update,
    remove: overrides.remove?.(remove, contentWrites) ?? remove,
    erase: overrides.erase?.(erase, contentWrites) ?? erase,
  };
  return {
    ...overridden,
    create: (context, one, given) =>
      writeResolved(context, one, given, (resolved) => overridden.create(context, one, resolved)),
    update: (context, one, stored, given) =>
      writeResolved(context, one, given, (resolved) => overridden.update(context, one, stored, resolved)),
  };
}

async function writeResolved(
  context: WriteContext,
  model: Model,
  given: Given,
  write: (given: Given) => Promise<Written>,
): Promise<Written> {
  const created: Written[] = [];
  const written = await write(await resolveReferences(context, model, given, creatorOf(context, created)));
  return created.length ? { ...written, alsoWritten: [...created, ...written.alsoWritten] } : written;
}

/** Creates described records and collects them in `created`. */
const creatorOf =
  (context: WriteContext, created: Written[]): CreateDescribed =>
  async (model, draft) => {
    const written = await unrecordedWritesOf(model).create(context, model, draft);
    created.push(written);
    return written.id;
  };

/** Rows per statement; databases limit the bound values. */
const batchSize = 500;

/** Bulk create in batches. A model that overrides `create` gets one call per record. */
export async function createEach(
  context: WriteContext,
  model: Model,
  givens: readonly Given[],
): Promise<readonly Written[]> {
  const written: Written[] = [];
  if (model.overrides?.create) {
    for (const given of givens) written.push(await writesOf(model).create(context, model, given));
    return written;
  }
  for (const some of slices(givens, batchSize)) {
    const created: Written[] = [];
    const batch: Given[] = [];
    for (const given of some) batch.push(await resolveReferences(context, model, given, creatorOf(context, created)));
    const [first, ...others] = await createAll(context, model, batch);
    if (!first) continue;
    const all = [{ ...first, alsoWritten: [...created, ...first.alsoWritten] }, ...others];
    await recordRevisions(context.store, context.call, all);
    written.push(...all);
  }
  return written;
}

async function create(context: WriteContext, model: Model, given: Given): Promise<Written> {
  const [written] = await createAll(context, model, [given]);
  if (!written) throw new TypeError('nothing was created');
  return written;
}

/** Inserts a batch in few statements. The search index comes last, so that no other statement waits for it. */
async function createAll(context: WriteContext, model: Model, givens: readonly Given[]): Promise<readonly Written[]> {
  const { store } = context;
  const [values, ids] = await Promise.all([settleNew(context, model, givens), store.takeIds(model, givens.length)]);
  await refuseSources(context, values);
  await refuseTakenExternalIds(context, model, values);
  const alsoWritten: Written[] = [];
  const linked = await targetsOf(context, model, givens, creatorOf(context, alsoWritten));
  const rows = ids.map((id, at) => ({ ...values[at], id }));
  await Promise.all([
    store.insertAll(model, rows),
    ...linked.map((one) => linkNew(context, rows, one)),
    indexNew(context, model, rows),
  ]);
  await model.afterInsert?.(context, rows);
  return rows.map((after, at) => ({ model, id: after.id, after, alsoWritten: at === 0 ? alsoWritten : [] }));
}

async function update(context: WriteContext, model: Model, before: Locked, given: Given): Promise<Written> {
  const after = await store(context, model, before, { given });
  const alsoWritten: Written[] = [];
  const linked = await writeLinks(context, model, after, before, given, creatorOf(context, alsoWritten));
  await indexRecord(context, model, after, before);
  return { model, id: before.id, before, after, ...(linked && { linked }), alsoWritten };
}

async function remove(context: WriteContext, model: Model, before: Locked, { force }: Given): Promise<Written> {
  if (model.removal === 'erase' || (before.status === 'trash' && force))
    return unrecordedWritesOf(model).erase(context, model, before);
  if (before.status === 'trash') throw new Problem('in-trash', problemWith(model));
  const after = await store(context, model, before, { given: {}, trashing: true });
  await recount(context, model, after, before);
  await indexRecord(context, model, after, before);
  return { model, id: before.id, before, after, alsoWritten: [] };
}

async function erase(context: WriteContext, model: Model, before: Locked): Promise<Written> {
  await unlinkAll(context, model, before);
  for (const link of context.registry.links) {
    if (link.target === model.name) await context.store.unlink(link, before.id);
  }
  await context.store.remove(model, is('id', before.id));
  await removeOldUrls(context.store, model.name, [before.id]);
  await context.store.insertAll(tombstones, tombstonesOf(model, [before], context.call.now));
  return { model, id: before.id, before, alsoWritten: [] };
}

async function store(context: WriteContext, model: Model, stored: Locked, change: Change): Promise<Row> {
  const values = await settleChange(context, model, stored, change);
  if (values.source !== stored.source || values.external_id !== stored.external_id) {
    await refuseSources(context, [values]);
    await refuseTakenExternalIds(context, model, [values], stored.id);
  }
  await context.store.update(model, stored.id, values);
  return { ...stored, ...values };
}

async function refuseSources(context: WriteContext, rows: readonly Values[]): Promise<void> {
  const claimed = rows.flatMap(({ source, external_id }) => (external_id ? String(source) : []));
  for (const source of [...new Set(claimed)].sort()) await refuseSource(context, source);
}
