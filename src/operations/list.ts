// Plans and runs a list: visibility, the default scope of the shape, and the filters of the query.
import type { Call } from '../core/call.js';
import { all } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { embedsOf } from '../core/embeds.js';
import type { Query } from '../core/filter.js';
import { filtersOf } from '../core/filter-condition.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { ListPlan, Row } from '../core/store.js';
import { shownIn } from './read.js';

export interface Page {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly pages: number;
}

export function planList(shape: Shape, query: Query, call: Call, context: Pick<Context, 'registry'>): ListPlan {
  const { model, list } = shape;
  const where = all(
    model.policy.visible(call.actor, true),
    list.defaultScope(query, call),
    shownIn(shape),
    filtersOf(shape, query, call, context.registry),
  );
  return {
    table: model,
    where: list.narrow?.(where, query, call) ?? where,
    order: list.order(query, call),
    limit: query.perPage,
    offset: query.offset ?? (query.page - 1) * query.perPage,
    embeds: embedsOf(model, call.actor, context, shape.links),
    language: call.language,
  };
}

export async function list(
  context: Context,
  shape: Shape,
  query: Query,
  part: Pick<ListPlan, 'part' | 'embeds' | 'withoutTotal'> = {},
): Promise<Page> {
  const { pastEnd = 'no-page', emptyPageAllowed } = shape.list;
  const plan = planList(shape, query, context.call, context);
  const { rows, total } = await context.store.page({ ...plan, ...part });
  // With an offset past the end the list is empty and its total 0, which clients of these lists expect.
  if (query.offset !== undefined && rows.length === 0) return { rows, total: 0, pages: 0 };
  const pages = Math.ceil(total / query.perPage);
  const isBeyond = query.offset === undefined && query.page > Math.max(pages, 1);
  if (isBeyond && !(emptyPageAllowed && context.call.facade.emptyTermPages)) {
    throw new Problem(pastEnd, { resource: shape.model.name });
  }
  return { rows, total, pages };
}
