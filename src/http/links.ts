// URLs in a list response: its own, and those of the next and previous page.

import type { Call } from '../core/call.js';
import type { Query } from '../core/filter.js';
import type { Shape } from '../core/shape.js';
import { languageName } from '../facades/language.js';

export interface PageUrls {
  readonly restUrl: string;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

export const urlFor = ({ site, facade }: Call, path: string): string => `${site.baseUrl}${facade.prefix}/${path}`;

type Pair = readonly [string, string];

const withQuery = (url: string, pairs: readonly Pair[]): string =>
  pairs.length ? `${url}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : url;

/** The effective parameters of a list, and those of the request that its self URL does not name. */
function withDefaults(self: readonly Pair[], given: readonly Pair[]): readonly Pair[] {
  const effective = self.filter(([name]) => name !== 'page');
  const named = new Set(effective.map(([name]) => name));
  return [...effective, ...given.filter(([name]) => !named.has(name))];
}

/** Links repeat the parameters of the request; the first page has no page number. */
export function pageUrls(
  { path, list }: Pick<Shape, 'path'> & { readonly list: Pick<Shape['list'], 'selfQuery'> },
  query: Query,
  call: Call,
  pages: number,
): PageUrls {
  const url = `${urlFor(call, path)}/`;
  const self = list.selfQuery(query, call);
  const given = Object.entries(query.text);
  const params = call.facade.linksNameDefaults ? withDefaults(self, given) : given;
  const page = (number: number) => withQuery(url, number > 1 ? [...params, ['page', String(number)]] : params);
  return {
    restUrl: withQuery(url, [...self, ...given.filter(([name]) => name === languageName)]),
    // A page number has no meaning beside an offset.
    next: query.offset === undefined && query.page < pages ? page(query.page + 1) : undefined,
    previous: query.offset === undefined && query.page > 1 ? page(query.page - 1) : undefined,
  };
}
