// The links of a record: made from what was given, with new records where needed, and counted at their other end.
import { holds } from '../core/condition.js';
import type { Given } from '../core/field.js';
import type { Found } from '../core/kinds/linked.js';
import type { Resource } from '../core/resource.js';
import type { Link, Row, WritingDesk } from '../core/store.js';
import { idFor } from './references.js';

export async function writeLinks(
  desk: WritingDesk,
  resource: Resource,
  row: Row,
  stored: Row | undefined,
  given: Given,
): Promise<void> {
  for (const [field, link] of Object.entries(resource.links)) {
    const before = idsOf(stored, field);
    const items = given[field] as readonly Found[] | undefined;
    const after = items ? await idsFor(desk, link, items) : before;
    if (items) await desk.store.relink(link, row.id, after, stored === undefined);
    await count(desk, link, { row: stored, ids: before }, { row, ids: after });
  }
}

/** Counts anew for a record whose links stay. */
export async function recount(desk: WritingDesk, resource: Resource, row: Row, stored: Row): Promise<void> {
  await writeLinks(desk, resource, row, stored, {});
}

const idsOf = (row: Row | undefined, field: string): readonly number[] =>
  ((row?.[field] as readonly Row[] | undefined) ?? []).map(({ id }) => id);

async function idsFor(desk: WritingDesk, link: Link, items: readonly Found[]): Promise<readonly number[]> {
  const target = desk.registry.named(link.target);
  const ids = new Set<number>();
  for (const item of items) ids.add(await idFor(desk, target, item));
  return [...ids];
}

interface End {
  readonly row: Row | undefined;
  readonly ids: readonly number[];
}

async function count(desk: WritingDesk, link: Link, before: End, after: End): Promise<void> {
  const { counted } = link;
  if (!counted) return;
  const counting = ({ row, ids }: End) => new Set(row && holds(counted.when, row) ? ids : []);
  const [old, now] = [counting(before), counting(after)];
  const target = desk.registry.named(link.target);
  const [added, removed] = [without(now, old), without(old, now)];
  if (added.length) await desk.store.add(target, added, counted.column, 1);
  if (removed.length) await desk.store.add(target, removed, counted.column, -1);
}

/** In one order everywhere, so that two who count the same records do not wait for each other. */
const without = (ids: ReadonlySet<number>, others: ReadonlySet<number>): readonly number[] =>
  [...ids].filter((id) => !others.has(id)).sort((a, b) => a - b);
