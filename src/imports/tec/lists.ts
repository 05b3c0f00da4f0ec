// Reads the lists of the old site page by page. Numbers of pages are not trusted: a list ends where the site says so, where
// it has no more records, or where it begins to repeat itself.
import { isObject } from '../../core/is-object.js';
import type { Warning } from '../incoming.js';
import { type GetOptions, type SiteAnswer, type SiteClient, SiteUnreadable } from './client.js';
import { rowIdIn } from './rows.js';
import type { Body } from './values.js';

export interface ListSpec extends GetOptions {
  /** Below `/wp-json`. */
  readonly path: string;
  /** The key of the records, or empty if the body is the list. */
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly perPage: number;
}

export interface ListPage {
  readonly items: readonly Body[];
  readonly page: number;
  readonly total: number | undefined;
  readonly warnings: readonly Warning[];
  readonly place: string;
  readonly isLast: boolean;
}

/** The list cannot be read with these rights, or the site has none. */
export class ListRefused extends SiteUnreadable {
  constructor(
    readonly status: number,
    place: string,
  ) {
    super(`The site answered ${status}`, place);
  }
}

/** Of the list; undefined if it cannot be read. */
export async function totalOf(
  client: SiteClient,
  path: string,
  query: ListSpec['query'],
  options: GetOptions = {},
): Promise<number | undefined> {
  const { status, headers, body } = await client.get(path, { ...query, per_page: '1', page: '1' }, options);
  const total = Number((isObject(body) ? body.total : undefined) ?? headers['x-wp-total']);
  return status < 400 && Number.isFinite(total) ? total : undefined;
}

const maxPages = 20_000;

/** Fetches the next page while the caller works on this one, if two requests at a time are allowed. */
export async function* readList(
  client: SiteClient,
  spec: ListSpec,
  from: number,
  concurrency: number,
): AsyncGenerator<ListPage> {
  const seen = new Set<number>();
  const fetched = (page: number): Promise<SiteAnswer> => {
    const query = { ...spec.query, per_page: String(spec.perPage), page: String(page) };
    const answer = client.get(spec.path, query, spec);
    // Awaited later, or never if the caller stops.
    answer.catch(() => undefined);
    return answer;
  };
  let next = fetched(from);
  for (let page = from; ; page++) {
    const place = client.place(spec.path, { ...spec.query, page: String(page) });
    if (page > maxPages) throw new SiteUnreadable(`The list has more than ${maxPages} pages`, place);
    const answer = await next;
    const read = itemsOf(answer, spec, page, place);
    if (!read) return;
    const { items, pages, total } = read;
    const isLast = items.length === 0 || page >= pages;
    if (!isLast && concurrency > 1) next = fetched(page + 1);
    const isRepeated = items.length > 0 && items.every((item) => seen.has(rowIdIn(item)));
    for (const item of items) seen.add(rowIdIn(item));
    if (isRepeated) {
      const text = `Page ${page} of ${pages} has no new records. The rest of the list is not read.`;
      yield { items: [], page, total, place, warnings: [{ kind: 'list repeats itself', place, text }], isLast: true };
      return;
    }
    yield { items, page, total, place, warnings: [], isLast };
    if (isLast) return;
    if (concurrency <= 1) next = fetched(page + 1);
  }
}

/** Undefined after the last page, which some lists answer with an error. */
function itemsOf(answer: SiteAnswer, { key }: ListSpec, page: number, place: string) {
  const { status, headers, body } = answer;
  if (status >= 400) {
    if (page > 1 && (status === 404 || status === 400)) return undefined;
    throw new ListRefused(status, place);
  }
  const list = key === '' ? body : isObject(body) ? body[key] : undefined;
  if (!Array.isArray(list)) throw new SiteUnreadable('The site answered something else than a list', place);
  const number = (name: string, header: string) => Number((isObject(body) ? body[name] : undefined) ?? headers[header]);
  const pages = number('total_pages', 'x-wp-totalpages');
  const total = number('total', 'x-wp-total');
  return {
    items: list.filter(isObject),
    pages: Number.isFinite(pages) ? pages : Number.POSITIVE_INFINITY,
    total: Number.isFinite(total) ? total : undefined,
  };
}
