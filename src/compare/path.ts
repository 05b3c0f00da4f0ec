// Paths that may be replayed: reads of the API as JSON, without secrets. Pure.
import { parseUrl } from '../core/text/parse-url.js';

const maxLength = 4_000;

/** The drop-in API, the WordPress endpoints, and the native API under any namespace. */
const mount = /^\/(wp-json\/(tribe\/events\/v1|wp\/v2)|[a-z0-9-]+\/events\/v1)(\/|$)/i;

/** Feeds are no JSON, and `changes` waits for the next change. */
const notComparable = /\.(ics|jscalendar|csv|ndjson|jsonld|rss|atom|jsonfeed)$|\/events\/v1\/changes\/?$/i;

/**
 * Parameters that are sent on. Every other name with an underscore at its beginning is left out: WordPress takes
 * `_method=DELETE` in a GET as the method, and `_jsonp` changes the format. PHP also reads `.method` and ` _method` so.
 */
const plainName = /^([a-z][a-z0-9_]*|_fields|_embed)(\[[a-z0-9_]*\])?$/i;
const secretName = /nonce|password|passwd|pwd|secret|token|signature|jwt|auth(?!or)|api_?key|^key$|^callback$/i;

/**
 * The path and query to send to both sides, from a path, a URL or the target of a logged request. Undefined if it is no
 * read of the API.
 */
export function replayablePath(target: string): string | undefined {
  if (target.length > maxLength) return undefined;
  // A path with two slashes at its beginning would be read as a host name.
  const url = parseUrl(target.replace(/^\/{2,}/, '/'), 'http://site.invalid');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = sitePath(url);
  if (!mount.test(path) || notComparable.test(path)) return undefined;
  const query = new URLSearchParams();
  for (const [name, value] of url.searchParams) {
    if (plainName.test(name) && !secretName.test(name) && name !== 'rest_route') query.append(name, value);
  }
  return query.size ? `${path}?${query}` : path;
}

/** Below the folder of the site: `/blog/wp-json/…` and `/?rest_route=/…` are `/wp-json/…`. */
export function sitePath({ pathname, searchParams }: URL): string {
  const route = searchParams.get('rest_route');
  if (route !== null) {
    return parseUrl(`/wp-json/${route.replace(/^\/+/, '')}`, 'http://site.invalid')?.pathname ?? pathname;
  }
  const index = pathname.indexOf('/wp-json/');
  return index > 0 ? pathname.slice(index) : pathname;
}

/** The path without the query, with `{id}` and `{slug}` for the record, so that differences can be counted by route. */
export function routeOf(path: string): string {
  const [plain = ''] = path.split('?', 1);
  return plain
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/\d+(?=\/|$)/g, '/{id}')
    .replace(/\/by-slug\/[^/]+/, '/by-slug/{slug}')
    .replace(/\/(types|taxonomies|statuses)\/[^/]+/, '/$1/{name}');
}
