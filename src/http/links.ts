// The addresses inside a list's answer: its own, and those of the pages around it.

import type { Call } from '../core/call.js';
import type { Query } from '../core/filter.js';
import type { Shape } from '../core/shape.js';
import { languageName } from '../facades/language.js';

export interface PageUrls {
  readonly restUrl: string;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

export const addressOf = ({ site, facade }: Call, path: string): string => `${site.baseUrl}${facade.prefix}/${path}`;

type Pair = readonly [string, string];

const withQuery = (url: string, pairs: readonly Pair[]): string =>
  pairs.length ? `${url}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : url;

/** Links carry what was asked, so that the next page is one of the same list; the first page needs no number. */
export function pageUrls({ path, list }: Shape, query: Query, call: Call, pages: number): PageUrls {
  const url = `${addressOf(call, path)}/`;
  const asked = Object.entries(query.text);
  const page = (number: number) => withQuery(url, number > 1 ? [...asked, ['page', String(number)]] : asked);
  return {
    restUrl: withQuery(url, [...list.selfQuery(query, call), ...asked.filter(([name]) => name === languageName)]),
    // A page number has no meaning beside an offset.
    next: query.offset === undefined && query.page < pages ? page(query.page + 1) : undefined,
    previous: query.offset === undefined && query.page > 1 ? page(query.page - 1) : undefined,
  };
}
