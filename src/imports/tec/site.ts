// A site of The Events Calendar as a takeover and a mirror read it.
import { isObject } from '../../core/is-object.js';
import type { GuardedRequest } from '../../net/fetch.js';
import type { OldAuthor } from './authors.js';
import { isProtected, openSite, type SiteClient } from './client.js';
import type { MirroredSite } from './mirror.js';
import { siteNumbers } from './numbers.js';
import { sourceOf, type TecOptions } from './options.js';
import { readOldSite } from './read.js';
import { postOfSlug } from './series.js';

const api = 'tribe/events/v1';

export async function openOldSite(
  options: TecOptions,
  tools: { readonly request: GuardedRequest; readonly signal?: AbortSignal },
): Promise<MirroredSite> {
  const { client, index } = await openSite(options, tools);
  return {
    ...(typeof index.timezone_string === 'string' && { zone: index.timezone_string }),
    source: sourceOf(new URL(options.site)),
    read: (position, { only = options.only, ...more }) =>
      readOldSite(client, only ? { ...options, only } : options, more)(position),
    numbers: () => siteNumbers(client, options),
    authors: () => readAuthors(client),
    shows: (externalId) => shows(client, externalId),
  };
}

const maxAuthorPages = 50;

/** Those that the site names; many sites name none. */
async function readAuthors(client: SiteClient): Promise<readonly OldAuthor[]> {
  const authors: OldAuthor[] = [];
  for (let page = 1, pages = 1; page <= pages && page <= maxAuthorPages; page++) {
    const { status, headers, body } = await client.get('wp/v2/users', { per_page: '100', page: String(page) });
    if (status !== 200 || !Array.isArray(body)) return authors;
    pages = Number(headers['x-wp-totalpages'] ?? 1);
    for (const one of body.filter(isObject)) {
      const { id, slug, name } = one;
      if (typeof id === 'number')
        authors.push({
          id,
          ...(typeof slug === 'string' && { slug }),
          ...(typeof name === 'string' && { name }),
        });
    }
  }
  return authors;
}

const lists: Readonly<Record<string, string>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
};

/** The site answers 400 for unknown IDs of other records than events. Without credentials, 401 says that the record is no
 * longer public. */
const goneStatuses = [400, 401, 403, 404, 410];

async function shows(client: SiteClient, externalId: string): Promise<boolean> {
  const [, name = '', key = ''] = /^(\w+):(.+)$/s.exec(externalId) ?? [];
  const post = name === 'series' ? postOfSlug(key) : undefined;
  if (post !== undefined) return isShown(client, `${api}/events/${post}`);
  if (name === 'series') return isShown(client, `${api}/events/by-slug/${encodeURIComponent(key)}`);
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  return list === undefined || !/^\d+$/.test(key) || isShown(client, `${api}/${list}/${key}`);
}

async function isShown(client: SiteClient, path: string): Promise<boolean> {
  const answer = await client.get(path);
  return !goneStatuses.includes(answer.status) || isProtected(answer);
}
