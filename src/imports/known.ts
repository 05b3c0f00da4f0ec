// Finds the records here that incoming ones are about: by source and external ID, else by their description. A description
// alone gives no right to change a record: only imports that a person starts adopt records, with the rights of that person.
import { all, type Condition, everything, is, not } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { isSystemSource } from '../core/external.js';
import { holds } from '../core/judge.js';
import { externalLock, nameLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import { lockRecord, type Row } from '../core/store.js';
import { isOfOtherAuthor } from '../models/account/other-author.js';
import type { ApplyOptions } from './apply-options.js';
import type { Incoming, Warning } from './incoming.js';
import { type Mapped, mappedRecords } from './mapping.js';
import { type ImportedRow, imported } from './tables.js';

export interface Known {
  readonly row: Row;
  readonly state: ImportedRow | undefined;
  /** False: the record belongs to another source or to people here. It is linked, never changed. */
  readonly isOrigin: boolean;
  /** Someone who may not publish for this source created it: it becomes a record of the importing user. */
  readonly isTakenOver?: boolean;
}

export interface Found {
  readonly known?: Known;
  /** Why the incoming record is left out. */
  readonly leftOut?: Warning;
  readonly warnings: readonly Warning[];
}

/** By external ID. Locks the external IDs, and the names of records that are found by them. */
export async function findKnown(
  context: WriteContext,
  model: Model,
  run: readonly Incoming[],
  options: ApplyOptions,
): Promise<ReadonlyMap<string, Found>> {
  const { store } = context;
  const ids = run.map(({ externalId }) => externalId);
  await Promise.all([...ids].sort().map((id) => store.lock(externalLock(model, options.source, id))));
  const mapped = await mappedRecords(store, model, options.source, ids);
  const found = new Map<string, Found>();
  const unknown: Incoming[] = [];
  for (const incoming of run) {
    const known = await stillKnown(context, model, incoming, mapped.get(incoming.externalId), options);
    if (known) found.set(incoming.externalId, { known, warnings: [] });
    else unknown.push(incoming);
  }
  const names = unknown.flatMap(({ linkTo }) => linkTo?.keys ?? []);
  for (const name of [...new Set(names)].sort()) await store.lock(nameLock(model, name));
  for (const incoming of unknown) found.set(incoming.externalId, await findSame(context, model, incoming, options));
  return found;
}

/** Forgets erased records, those in the trash that are only linked, and those that someone claimed for a source of the
 * system: it never brought them. */
async function stillKnown(
  context: WriteContext,
  model: Model,
  { linkTo }: Incoming,
  mapped: Mapped | undefined,
  { source }: ApplyOptions,
): Promise<Known | undefined> {
  if (!mapped) return undefined;
  const { store } = context;
  const { row, isOrigin } = mapped;
  const state = mapped.state?.record_id === row?.id ? mapped.state : undefined;
  if (mapped.state && !state) await store.remove(imported, is('id', mapped.state.id));
  if (!row) return undefined;
  const isClaimed = isOrigin && !state && (await isOfOtherAuthor(context, row));
  if (!(linkTo && row.status === 'trash') && !(isClaimed && isSystemSource(source)))
    return { row, state, isOrigin, isTakenOver: isClaimed };
  if (state) await store.remove(imported, is('id', state.id));
  if (isOrigin) {
    await lockRecord(store, model, model.lockedBy?.(row) ?? row.id);
    await store.update(model, row.id, { source: '', external_id: '' });
  }
  return undefined;
}

const firstOf = async ({ store }: WriteContext, model: Model, where: Condition): Promise<Row | undefined> => {
  const [row] = await store.list({ table: model, where, order: [{ column: 'id' }], limit: 1 });
  return row;
};

const living = ({ columns }: Model): Condition => ('status' in columns ? not(is('status', 'trash')) : everything);

async function findSame(
  context: WriteContext,
  model: Model,
  incoming: Incoming,
  options: ApplyOptions,
): Promise<Found> {
  const { linkTo, sameAs, copyOf, place } = incoming;
  const same = sameAs && (await firstOf(context, model, all(sameAs, living(model))));
  if (same && options.adopts && (await isAdoptable(context, model, same, options)))
    return { known: { row: same, state: await stateOf(context, model, same, options), isOrigin: true }, warnings: [] };
  const linked = linkTo && (await firstOf(context, model, all(linkTo.where, is('status', 'publish'))));
  if (linked) return { known: { row: linked, state: undefined, isOrigin: false }, warnings: [] };
  // A person may import a file of another site that had the host name of this one: an ID alone proves nothing then.
  const own = copyOf && (await firstOf(context, model, options.adopts ? copyOf.exact : copyOf.where));
  const { noun } = model;
  if (own) {
    const text = `This is the ${noun.one} ${own.id} of this calendar. It was left out.`;
    return { leftOut: { kind: `own ${noun.one}`, place, text }, warnings: [] };
  }
  const text = `It may be the existing ${noun.one} ${same?.id}.`;
  return { warnings: same ? [{ kind: 'possible duplicate', place, text }] : [] };
}

/** A record of another source keeps its identity, and one of an author who may not change those of others its author, unless
 * this source has brought it. */
async function isAdoptable(context: WriteContext, model: Model, row: Row, options: ApplyOptions): Promise<boolean> {
  if (row.external_id !== '' && row.source !== options.source) return false;
  if (!holds(model.policy.changeable(context.call.actor), row)) return false;
  const isBrought = row.external_id !== '' && (await stateOf(context, model, row, options)) !== undefined;
  return isBrought || !(await isOfOtherAuthor(context, row));
}

const stateOf = ({ store }: WriteContext, { name }: Model, { id }: Row, { source }: ApplyOptions) =>
  store.read({ table: imported, where: all(is('resource', name), is('record_id', id), is('source', source)) });
