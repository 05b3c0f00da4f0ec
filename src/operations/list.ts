// Planning and running a list: visibility, what the resource always wants, and the filters that were asked for.
import type { Call } from '../core/call.js';
import { all } from '../core/condition.js';
import type { Query } from '../core/filter.js';
import { Problem } from '../core/problem.js';
import type { Resource } from '../core/resource.js';
import type { Desk, ListPlan, Row } from '../core/store.js';
import { filtersOf } from './filters.js';
import { embedsOf } from './read.js';

export interface Page {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly pages: number;
}

export function planList(resource: Resource, query: Query, call: Call, desk: Pick<Desk, 'registry'>): ListPlan {
  return {
    table: resource,
    where: all(
      resource.policy.visible(call.actor, true),
      resource.listed(query, call),
      filtersOf(resource, query, call, desk.registry),
    ),
    order: resource.order(query, call),
    limit: query.perPage,
    offset: query.offset ?? (query.page - 1) * query.perPage,
    embeds: embedsOf(resource, call.actor, desk),
    language: call.language,
  };
}

export async function list(desk: Desk, resource: Resource, query: Query): Promise<Page> {
  const plan = planList(resource, query, desk.call, desk);
  const { rows, total } = await desk.store.page(plan);
  // An offset past the end is an empty list that tells no total, as clients of such lists know it.
  if (query.offset !== undefined && rows.length === 0) return { rows, total: 0, pages: 0 };
  const pages = Math.ceil(total / query.perPage);
  const isBeyond = query.offset === undefined && query.page > Math.max(pages, 1);
  if (isBeyond && !(resource.term && desk.call.profile.emptyTermPages)) {
    throw new Problem(resource.pastEnd ?? 'no-page', { resource: resource.name });
  }
  return { rows, total, pages };
}
