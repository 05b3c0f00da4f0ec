// Finding one record by its address, and letting the caller read it.
import type { Actor } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { all, type Condition, called, is, nothing } from '../core/condition.js';
import { holds, judge } from '../core/judge.js';
import { Problem, problemWith } from '../core/problem.js';
import type { Operations, Resource, Unknown } from '../core/resource.js';
import type { Desk, Embed, Row } from '../core/store.js';
import { slugify } from '../core/text/slug.js';

export type Address = { readonly id: number } | { readonly slug: string };

/** Linked records that the actor may not read are never selected. */
export const embedsOf = (resource: Resource, actor: Actor, { registry }: Pick<Desk, 'registry'>): readonly Embed[] =>
  Object.entries(resource.links).map(([field, link]) => ({
    field,
    visible: registry.named(link.target).policy.visible(actor, false),
  }));

export async function find(desk: Desk, resource: Resource, address: Address, to: Unknown['to']): Promise<Row> {
  const where: Condition = 'id' in address ? is('id', address.id) : called([slugify(address.slug)]);
  const row = await desk.store.read({
    table: resource,
    where,
    embeds: embedsOf(resource, desk.call.actor, desk),
    language: desk.call.language,
  });
  if (row) return row;
  if (desk.call.profile.unknownIsMissing) throw new Problem('not-found', problemWith(resource));
  const otherKind = 'id' in address && (await isOtherKind(desk, resource, address.id));
  throw resource.unknown({ by: 'id' in address ? 'id' : 'slug', to, otherKind });
}

async function isOtherKind(desk: Desk, resource: Resource, id: number): Promise<boolean> {
  for (const table of desk.registry.resources) {
    if (table.sequence !== resource.sequence || table.name === resource.name) continue;
    if (await desk.store.read({ table, where: is('id', id) })) return true;
  }
  return false;
}

export const admit: Operations['admit'] = async (desk, resource, row) => {
  if (await isVisible(desk, resource, row)) return;
  throw unreadable(resource, row, desk.call);
};

/** Judged by the row at hand; where other records decide, the store is asked. */
export async function isVisible({ store, call }: Desk, resource: Resource, row: Row): Promise<boolean> {
  const visible = resource.policy.visible(call.actor, true);
  return judge(visible, row) ?? (await store.count({ table: resource, where: all(is('id', row.id), visible) })) > 0;
}

/** How a record is refused that the caller may not read: where unknown records are missing it looks like one of these, so
 * that nobody learns that it is there. */
export function unreadable(resource: Resource, row: Row, { profile }: Call): Problem {
  if (!profile.unknownIsMissing) return new Problem('not-accessible', problemWith(resource));
  const isGone = holds(resource.policy.gone ?? nothing, row);
  return new Problem(isGone ? 'gone' : 'not-found', problemWith(resource));
}
