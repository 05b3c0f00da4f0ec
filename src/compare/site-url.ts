// The addresses of a site in texts, replaced by one placeholder, so that two sites can be compared. Pure.
import { parseUrl } from '../core/text/parse-url.js';
import { sitePath } from './path.js';

export const placeholder = '{site}';

/** The host with its port, and the folder of a site in a subfolder. */
const hostAndFolder = (base: string): readonly string[] => {
  const url = parseUrl(base);
  return url ? [`${url.host}${url.pathname.replace(/(?<!\/)\/+$/, '')}`] : [];
};

const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

export interface SiteUrls {
  /** Replaces the addresses of the site anywhere in a text. */
  readonly inText: (text: string) => string;
  /** Replaces host and folder at the beginning, as global IDs have them: `calendar.example?id=41`. */
  readonly inGlobalId: (text: string) => string;
}

/** `bases`: the URL that requests go to, and the public one that the site writes into its responses. */
export function siteUrls(bases: readonly string[]): SiteUrls {
  const places = [...new Set(bases.flatMap(hostAndFolder))].sort((a, b) => b.length - a.length);
  const names = places.map(escapedPattern).join('|');
  // `calendar.example.org` and `calendar.example:8443` are other sites than `calendar.example`.
  const addresses = new RegExp(`(?:https?:)?//(?:${names})(?![\\w:-]|\\.\\w)`, 'gi');
  // Global IDs have no port.
  const globalIds = new RegExp(
    `^(?:${places.map((place) => escapedPattern(place.replace(/:\d+/, ''))).join('|')})(?=\\?)`,
    'i',
  );
  return {
    inText: (text) => (text.includes('//') ? text.replace(addresses, placeholder) : text),
    inGlobalId: (text) => text.replace(globalIds, placeholder),
  };
}

/** A URL of the API in one form: parameters in order, and `?rest_route=` as a path. */
export function apiUrl(text: string): string {
  if (!text.startsWith(placeholder)) return text;
  const url = parseUrl(text.slice(placeholder.length) || '/', 'http://site.invalid');
  if (!url) return text;
  const path = sitePath(url).replace(/(?<!\/)\/+$/, '');
  url.searchParams.delete('rest_route');
  url.searchParams.sort();
  return `${placeholder}${path}${url.search}`;
}
