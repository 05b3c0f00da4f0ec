// Writes incoming records in the transaction of the caller: creates new ones, updates those that changed at their source,
// and leaves those alone that someone changed here.
import { createHash } from 'node:crypto';
import { may } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { openSlices } from '../core/event-loop.js';
import { shapeOf } from '../core/facade.js';
import { type Given, updatable } from '../core/field.js';
import { holds } from '../core/judge.js';
import { justCreated, type Locked } from '../core/locked.js';
import type { Model } from '../core/model.js';
import { isUnavailable, missingParams, Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { lookUpForModel, type Parsed, parse } from '../facades/parse.js';
import { readLocked } from '../operations/lock.js';
import { find } from '../operations/read.js';
import { wouldChange } from '../operations/unchanged.js';
import { createEach, writesOf } from '../operations/write.js';
import type { ApplyOptions } from './apply-options.js';
import { freeIds, withIds } from './ids.js';
import type { Applied, Incoming, Warning } from './incoming.js';
import { findKnown, type Known } from './known.js';
import { type Resolved, resolveReferences } from './references.js';
import { type ImportedRow, imported } from './tables.js';
import { filledBy, wasChangedSince, writtenBy } from './written.js';

/** A record that cannot be written, in a transaction that must be rolled back. */
export class RejectedRecord extends Error {
  constructor(
    readonly incoming: Incoming,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** True for faults of the record, such as an invalid value. */
export const isFault = (error: unknown): error is Problem =>
  error instanceof Problem && error.statusCode < 500 && !isUnavailable(error);

export const warningOf = ({ place }: Incoming, problem: Problem): Warning => {
  const faults = Object.entries(problem.details.faults ?? {}).map(([name, fault]) => `${name}: ${fault.message}`);
  return { kind: 'invalid', place, text: faults.length ? faults.join(' ') : problem.message };
};

/** Of what the source says about the record, after the revision of its reader. */
export const hashOf = ({ fields, references, stored, parts, revision = '' }: Incoming): string =>
  revision +
  createHash('sha1')
    .update(JSON.stringify([fields, references ?? {}, stored ?? {}, parts]))
    .digest('base64url');

/**
 * Throws `RejectedRecord` for a record that fails while it is written. With `each`, records are written one by one, so that
 * this record is known; otherwise new records are inserted together, and the fault of one is thrown as it is.
 */
export async function applyRecords(
  context: WriteContext,
  records: readonly Incoming[],
  options: ApplyOptions,
  each = false,
): Promise<readonly Applied[]> {
  const applied: Applied[] = [];
  for (const run of runsOf(records, each)) applied.push(...(await applyRun(context, run, options)));
  return applied.map((one) => withWarnings(one, options));
}

const withWarnings = (applied: Applied, { warnings }: ApplyOptions): Applied => ({
  ...applied,
  warnings: [...(warnings?.get(applied.incoming) ?? []), ...applied.warnings],
});

/** Records that can be written together: of one model, each once, and none refers to another one. */
function runsOf(records: readonly Incoming[], each: boolean): readonly (readonly Incoming[])[] {
  const runs: Incoming[][] = [];
  let ids = new Set<string>();
  for (const record of records) {
    const last = runs.at(-1);
    const refers = Object.values(record.references ?? {}).some((list) => list.some((id) => ids.has(id)));
    const isAlone = each || record.after !== undefined || record.partIds !== undefined;
    const fits = last && last[0]?.resource === record.resource && !isAlone && !refers && !ids.has(record.externalId);
    if (fits) last.push(record);
    else {
      runs.push([record]);
      ids = new Set();
    }
    ids.add(record.externalId);
  }
  return runs;
}

async function applyRun(
  context: WriteContext,
  run: readonly Incoming[],
  options: ApplyOptions,
): Promise<readonly Applied[]> {
  const shape = shapeOf(context.call.facade, run[0]?.resource ?? '');
  const found = await findKnown(context, shape.model, run, options);
  const resolved = await resolveReferences(context, shape, run, options);
  const created: { readonly incoming: Incoming; readonly given: Given; readonly warnings: readonly Warning[] }[] = [];
  const applied = new Map<Incoming, Applied>();
  const yieldAfterSlice = openSlices();
  for (const incoming of run) {
    await yieldAfterSlice();
    const { known, leftOut, warnings: doubts = [] } = found.get(incoming.externalId) ?? {};
    const { references, warnings: missing } = resolved(incoming);
    const warnings = [...missing, ...doubts];
    try {
      if (leftOut) applied.set(incoming, { incoming, outcome: 'skipped', warnings: [leftOut] });
      else if (known?.isOrigin === false)
        applied.set(incoming, await linkKnown(context, shape, incoming, known, options));
      else if (known)
        applied.set(incoming, await applyKnown(context, shape, incoming, known, references, warnings, options));
      else created.push({ incoming, given: await newValues(context, shape, incoming, references, options), warnings });
    } catch (error) {
      if (!isFault(error)) throw error;
      applied.set(incoming, { incoming, outcome: 'failed', warnings: [...warnings, warningOf(incoming, error)] });
    }
  }
  for (const one of await createAll(context, shape, created, options)) applied.set(one.incoming, one);
  return run.flatMap((incoming) => applied.get(incoming) ?? []);
}

const identityOf = ({ externalId }: Incoming, { source }: ApplyOptions) => ({ source, external_id: externalId });

async function newValues(
  context: WriteContext,
  { model, fields }: Shape,
  incoming: Incoming,
  references: Given,
  options: ApplyOptions,
): Promise<Given> {
  const input = {
    ...incoming.fields,
    ...incoming.initial,
    ...incoming.ifEmpty,
    ...references,
    ...identityOf(incoming, options),
  };
  if (!may(context.call.actor, model.policy.change)) throw new Problem('forbidden');
  const parsed = withReady(parse(fields, input, context.call, true), incoming, options);
  // A required field may have failed in its preparation.
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && parsed.given[name] === undefined);
  if (missing.length) throw missingParams(missing);
  return lookUpForModel(fields, parsed, context);
}

/** With the prepared values. Those that failed in their preparation, which reported them, are left out. */
function withReady({ given, faults }: Parsed, incoming: Incoming, { ready }: ApplyOptions): Parsed {
  const prepared = ready?.get(incoming);
  if (!prepared) return { given, faults };
  const values = Object.entries(given).flatMap(([name, value]) => {
    const ready = name in prepared ? prepared[name] : value;
    return ready === undefined ? [] : [[name, ready]];
  });
  const others = Object.entries(faults).filter(([name]) => !(name in prepared));
  return { given: Object.fromEntries(values), faults: Object.fromEntries(others) };
}

async function createAll(
  context: WriteContext,
  shape: Shape,
  records: readonly { readonly incoming: Incoming; readonly given: Given; readonly warnings: readonly Warning[] }[],
  options: ApplyOptions,
): Promise<readonly Applied[]> {
  if (records.length === 0) return [];
  const { model } = shape;
  const wanted = await freeIds(
    context,
    model,
    records.map(({ incoming }) => incoming),
  );
  const withWantedIds = { ...context, store: withIds(context.store, model, wanted.ids) };
  const written = await createEach(
    withWantedIds,
    model,
    records.map(({ given }) => given),
  ).catch((error: unknown) => {
    const [only, ...others] = records;
    if (only && others.length === 0 && isFault(error)) throw new RejectedRecord(only.incoming, error);
    throw error;
  });
  const applied: Applied[] = [];
  for (const [at, { incoming, warnings }] of records.entries()) {
    const { id = 0, after } = written[at] ?? {};
    const row = after ? justCreated(after) : await lockExisting(context, model, id);
    await complete(context, shape, incoming, row, options, { fills: Object.keys(incoming.ifEmpty ?? {}) });
    const taken = wanted.taken.get(incoming) ?? [];
    applied.push({ incoming, outcome: 'created', id, warnings: [...warnings, ...taken] });
  }
  return applied;
}

/** Also for a new record, which may be one that existed, such as a venue of the same name. */
async function lockExisting({ store }: WriteContext, model: Model, id: number): Promise<Locked> {
  const row = await readLocked(store, model, id, () => store.read({ table: model, where: is('id', id) }));
  if (!row) throw new TypeError(`${model.name} ${id} was not written`);
  return row;
}

/** A record that this source does not own: the next import finds it by the same external ID. */
async function linkKnown(
  { store }: WriteContext,
  { model }: Shape,
  incoming: Incoming,
  { row, state }: Known,
  options: ApplyOptions,
): Promise<Applied> {
  if (!state) {
    const values = { resource: model.name, record_id: row.id, ...identityOf(incoming, options) };
    await store.append(imported, [{ ...values, hash: hashOf(incoming), version: '', missed: 0, removed: undefined }]);
  }
  if (Object.keys(incoming.fields).length === 0) return { incoming, outcome: 'same', id: row.id, warnings: [] };
  const text = `The ${model.noun.one} ${row.id} does not belong to this source and is left as it is.`;
  const warnings = [{ kind: 'of another source', place: incoming.place, text }];
  return { incoming, outcome: 'skipped', id: row.id, warnings };
}

async function applyKnown(
  context: WriteContext,
  shape: Shape,
  incoming: Incoming,
  { row, state: known, isTakenOver }: Known,
  references: Resolved['references'],
  warnings: readonly Warning[],
  options: ApplyOptions,
): Promise<Applied> {
  const { store, call } = context;
  const { model } = shape;
  const result = (outcome: Applied['outcome'], ...more: readonly Warning[]): Applied => ({
    incoming,
    outcome,
    id: row.id,
    warnings: [...warnings, ...more],
  });
  if (known?.hash === hashOf(incoming) && !known.removed) {
    if (known.missed > 0) await store.update(imported, known.id, { missed: 0 });
    return result('same');
  }
  const readStored = () => readLocked(store, model, row.id, () => find(context, shape, { id: row.id }, 'update'));
  let stored = await readStored();
  // An undo may have removed the state before the record was locked.
  const state = known && (await store.read({ table: imported, where: is('id', known.id) }));
  const isRestored = (await options.restore?.(context, stored, state)) ?? false;
  if (isRestored && state?.hash === hashOf(incoming)) return result('updated');
  if (isRestored) stored = await readStored();
  const filled = filledBy(shape, state?.version ?? '', stored);
  const missing = { ...emptied(incoming, filled), ...missingIn(incoming, stored) };
  const isLeft = state !== undefined && !options.overwrite && wasChangedSince(shape, state.version, stored);
  if (!holds(model.policy.changeable(call.actor), stored)) throw new Problem('forbidden');
  const fields = updatable(shape.fields);
  const given = isLeft ? [] : Object.entries(incoming.fields).filter(([name]) => name in fields);
  const identity = identityOf(incoming, options);
  const input = { ...Object.fromEntries(given), ...missing, ...(!isLeft && { ...references, ...identity }) };
  const parsed = withReady(parse(fields, input, call, false), incoming, options);
  const found = await lookUpForModel(fields, parsed, context);
  const values = isTakenOver ? { ...found, author: call.actor.id } : found;
  const isChanged = await wouldChange(context, model, stored, values);
  if (isChanged)
    await writesOf(model)
      .update(context, model, stored, values)
      .catch((error: unknown) => {
        throw isFault(error) ? new RejectedRecord(incoming, error) : error;
      });
  if (isLeft) {
    const text = `Changed here since the last import: ${model.noun.one} ${row.id} is left as it is.`;
    return result('skipped', { kind: 'changed here', place: incoming.place, text });
  }
  const written = isChanged ? await lockExisting(context, model, row.id) : stored;
  const fills = Object.keys(incoming.ifEmpty ?? {}).filter((name) => filled.includes(name) || name in missing);
  await complete(context, shape, incoming, written, options, { state, fills });
  return result(isChanged || isRestored ? 'updated' : 'same');
}

/** Values for fields in which the record has none. */
const missingIn = ({ ifEmpty = {} }: Incoming, stored: Row): Given =>
  Object.fromEntries(Object.entries(ifEmpty).filter(([name]) => !stored[name]));

/** What an import filled is emptied again when the source no longer asks for it. */
const emptied = ({ ifEmpty = {} }: Incoming, filled: readonly string[]): Given =>
  Object.fromEntries(filled.filter((name) => !(name in ifEmpty)).map((name) => [name, '']));

/** Writes what no request can set, and remembers what the import wrote. */
async function complete(
  context: WriteContext,
  shape: Shape,
  incoming: Incoming,
  row: Locked,
  options: ApplyOptions,
  { state, fills }: { readonly state?: ImportedRow | undefined; readonly fills: readonly string[] },
): Promise<void> {
  const { store } = context;
  const { model } = shape;
  const { stored, after } = incoming;
  if (stored && Object.keys(stored).length) await store.update(model, row.id, stored);
  const now = { ...row, ...stored };
  await after?.(context, now);
  const values = {
    ...identityOf(incoming, options),
    hash: hashOf(incoming),
    version: writtenBy(shape, incoming.fields, now, fills),
    missed: 0,
    removed: undefined,
  };
  if (state) await store.update(imported, state.id, values);
  else await store.append(imported, [{ resource: model.name, record_id: row.id, ...values }]);
}
