// Writes the links of a record, creates described records, and updates the counters of the linked records.

import { everything, is, nothing } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { groupBy } from '../core/group-by.js';
import { holds } from '../core/judge.js';
import type { LinkTarget } from '../core/kinds/linked.js';
import type { LinkChange, Model, Written } from '../core/model.js';
import { type Link, linkedIds, type Row } from '../core/store.js';
import { type CreateDescribed, idFor } from './references.js';

/** Targets of one link, one list per record. */
export interface Linked {
  readonly link: Link;
  readonly targets: readonly (readonly number[])[];
}

/** Link targets of new records. Records that are only described are created here. */
export async function targetsOf(
  context: WriteContext,
  { links }: Model,
  givens: readonly Given[],
  create: CreateDescribed,
): Promise<readonly Linked[]> {
  const linked: Linked[] = [];
  for (const [field, link] of Object.entries(links)) {
    const targets: (readonly number[])[] = [];
    for (const given of givens) targets.push(await idsFor(context, link, foundIn(given, field) ?? [], create));
    linked.push({ link, targets });
  }
  return linked;
}

export async function linkNew(context: WriteContext, rows: readonly Row[], { link, targets }: Linked): Promise<void> {
  const ends = rows.map(({ id }, at) => ({ owner: id, targets: targets[at] ?? [] }));
  const { when = nothing } = link.counted ?? {};
  const counted = rows.flatMap((row, at) => (holds(when, row) ? (targets[at] ?? []) : []));
  await Promise.all([context.store.link(link, ends), addToCounters(context, link, counterChanges(counted, 1))]);
}

/** Sets each link to the ids of `wanted` (undefined leaves it), and updates the counters of the targets. */
async function setLinks(
  context: WriteContext,
  model: Model,
  row: Row,
  stored: Row,
  wanted: (field: string, link: Link) => Promise<readonly number[] | undefined>,
): Promise<void> {
  for (const [field, link] of Object.entries(model.links)) {
    const before = linkedIds(stored, field);
    const after = await wanted(field, link);
    if (after) await context.store.relink(link, { owner: row.id, targets: after });
    await updateCounters(context, link, { row: stored, ids: before }, { row, ids: after ?? before });
  }
}

export async function writeLinks(
  context: WriteContext,
  model: Model,
  row: Row,
  stored: Row,
  given: Given,
  create: CreateDescribed,
): Promise<Written['linked']> {
  const fields = Object.keys(model.links).filter((field) => foundIn(given, field));
  // The row at hand lacks the links to records that the caller may not read.
  const embeds = fields.map((field) => ({ field, visible: everything }));
  const whole = fields.length ? await context.store.read({ table: model, where: is('id', row.id), embeds }) : undefined;
  const linked: Record<string, LinkChange> = {};
  await setLinks(context, model, row, stored, async (field, link) => {
    const items = foundIn(given, field);
    if (!items) return undefined;
    const after = await idsFor(context, link, items, create);
    linked[field] = { before: linkedIds(whole ?? stored, field), after };
    return after;
  });
  return linked;
}

/** Updates the counters after a status change that keeps the links. */
export const recount = (context: WriteContext, model: Model, row: Row, stored: Row): Promise<void> =>
  setLinks(context, model, row, stored, async () => undefined);

/** Removes all links that start at the record. */
export const unlinkAll = (context: WriteContext, model: Model, stored: Row): Promise<void> =>
  setLinks(context, model, stored, stored, async () => []);

/** The given links after the look-up; undefined if the field was not given. */
function foundIn(given: Given, field: string): readonly LinkTarget[] | undefined {
  const items = given[field];
  return Array.isArray(items) ? items : undefined;
}

async function idsFor(
  context: WriteContext,
  link: Link,
  items: readonly LinkTarget[],
  create: CreateDescribed,
): Promise<readonly number[]> {
  const target = context.registry.named(link.target);
  const ids = new Set<number>();
  for (const item of items) ids.add(typeof item === 'number' ? item : await idFor(context, target, item, create));
  return [...ids];
}

interface LinkState {
  readonly row: Row;
  readonly ids: readonly number[];
}

async function updateCounters(context: WriteContext, link: Link, before: LinkState, after: LinkState): Promise<void> {
  const { counted } = link;
  if (!counted) return;
  const counting = ({ row, ids }: LinkState) => new Set(holds(counted.when, row) ? ids : []);
  const [old, now] = [counting(before), counting(after)];
  await addToCounters(context, link, [
    ...counterChanges(without(now, old), 1),
    ...counterChanges(without(old, now), -1),
  ]);
}

const without = (ids: ReadonlySet<number>, others: ReadonlySet<number>): readonly number[] =>
  [...ids].filter((id) => !others.has(id));

interface CounterChange {
  readonly amount: number;
  readonly ids: readonly number[];
}

/** Sums `step` over the occurrences of each id. Ids are sorted, so that concurrent transactions lock the rows in the same
 * order and do not deadlock. */
function counterChanges(ids: readonly number[], step: number): readonly CounterChange[] {
  const times = new Map<number, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  const byTimes = groupBy(times.keys(), (id) => times.get(id) ?? 0);
  return [...byTimes].map(([count, sameCount]) => ({ amount: count * step, ids: sameCount.sort((a, b) => a - b) }));
}

async function addToCounters(
  context: WriteContext,
  { counted, target }: Link,
  amounts: readonly CounterChange[],
): Promise<void> {
  if (!counted) return;
  const { store, registry } = context;
  await Promise.all(amounts.map(({ ids, amount }) => store.add(registry.named(target), ids, counted.column, amount)));
}
