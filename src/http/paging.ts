// Lists in pages that no shape describes: parameters, rows, URLs of other pages and the body.
import type { Columns } from '../core/column.js';
import type { Condition } from '../core/condition.js';
import { type Fields, type Given, optional } from '../core/field.js';
import { positive } from '../core/kinds/number.js';
import { itemsKey, key, maybe, type OutputTable, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { address, integer } from '../core/schema.js';
import type { ListPage } from '../core/shape.js';
import type { RowIn, Table } from '../core/store.js';
import { pageUrls } from './links.js';
import type { ApiRequest } from './request.js';

export const pageFields = (perPage = 10, about = 'Records per page.'): Fields => ({
  page: optional(positive, 'Page number.', { documentedDefault: 1, example: 1 }),
  per_page: optional(positive, about, { documentedDefault: perPage, example: perPage }),
});

/** The page number and length of a request; `perPage` by default. */
export function pageOf({ call }: ApiRequest, given: Given, perPage = call.site.perPage) {
  const { page = 1, per_page = perPage } = given as { readonly page?: number; readonly per_page?: number };
  return { page, perPage: Math.min(per_page, call.facade.maxPerPage) };
}

export interface RowPage<Row> extends ListPage {
  readonly items: readonly Row[];
}

/** The newest rows first. */
export async function newestRows<C extends Columns>(
  request: ApiRequest,
  given: Given,
  path: string,
  table: Table<C>,
  where: Condition,
): Promise<RowPage<RowIn<C>>> {
  const { context, call, query } = request;
  const { page, perPage } = pageOf(request, given);
  const { rows, total } = await context.store.page({
    table,
    where,
    order: [{ column: 'id', descending: true }],
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const pages = Math.ceil(total / perPage);
  if (page > Math.max(pages, 1)) throw new Problem('no-page', { resource: table.name });
  const names = Object.keys(given).filter((name) => name !== 'page');
  const text = Object.fromEntries(names.map((name) => [name, String(query[name])]));
  const list = { path, list: { selfQuery: () => [] } };
  const urls = pageUrls(list, { found: {}, text, page, perPage }, call, pages);
  return { items: rows, total, pages, ...urls };
}

export const pageOutput = <Row>(
  name: string,
  description: string,
  path: string,
  item: OutputTable<Row>,
): OutputTable<RowPage<Row>> =>
  output(name, description, {
    [path]: itemsKey(item, ({ items }: RowPage<Row>) => items),
    rest_url: key(address, `https://calendar.example/cal/events/v1/${path}/`, ({ restUrl }: RowPage<Row>) => restUrl),
    next_rest_url: maybe(address, ({ next }: RowPage<Row>) => next),
    previous_rest_url: maybe(address, ({ previous }: RowPage<Row>) => previous),
    total: key(integer, 1),
    total_pages: key(integer, 1, ({ pages }: RowPage<Row>) => pages),
  });
