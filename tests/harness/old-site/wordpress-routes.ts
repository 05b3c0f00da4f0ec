// The routes of `wp/v2`. Events are listed like the plugin does it: upcoming ones only, the last start first.

import { mayRead, type OldRequestData, statusesOf } from './access.js';
import { type Answer, failure, invalid, json, jsonItems, noRoute, pagingOf } from './answer.js';
import type { Site } from './bodies.js';
import { eventById } from './lookup.js';
import type { OldEvent, OldPost } from './records.js';
import {
  eventPostBody,
  mediaBody,
  organizerPostBody,
  termPostBody,
  typesBody,
  userBody,
  venuePostBody,
} from './wordpress.js';

interface Item {
  readonly id: number;
  readonly body: () => object;
}

const latestFirst = (a: OldEvent, b: OldEvent): number =>
  a.start === b.start ? a.id - b.id : a.start < b.start ? 1 : -1;

function itemsOf(name: string, request: OldRequestData, site: Site): readonly Item[] | undefined {
  const { data, now } = site;
  const slugs = request.query.get('slug')?.split(',');
  const ids = request.query.get('include')?.split(',').map(Number);
  const statuses = request.query.has('status') ? statusesOf(request) : (['publish'] as const);
  const isListed = (post: OldPost): boolean =>
    (statuses?.some((status) => status === post.status) ?? false) &&
    mayRead(post, request) &&
    (slugs?.includes(post.slug) ?? true) &&
    (ids?.includes(post.id) ?? true);
  const of = <One extends { readonly id: number }>(all: readonly One[], body: (one: One, site: Site) => object) =>
    all.map((one): Item => ({ id: one.id, body: () => body(one, site) }));
  switch (name) {
    case 'media':
      return of(data.media, mediaBody);
    case 'users':
      return of(data.users, userBody);
    case 'tags':
      return of(data.tags, (term) => termPostBody('tags', term, site));
    case 'tribe_events_cat':
      return of(data.categories, (term) => termPostBody('categories', term, site));
    case 'tribe_venue':
      return of(data.venues.filter(isListed), venuePostBody);
    case 'tribe_organizer':
      return of(data.organizers.filter(isListed), organizerPostBody);
    case 'tribe_events':
      return of(
        data.events
          .filter((one) => isListed(one) && one.utcEnd >= now && !one.isDateless && !one.isLost)
          .sort(latestFirst),
        eventPostBody,
      );
    default:
      return undefined;
  }
}

/** Any post, whatever its dates. */
function postOf(name: string, id: number, request: OldRequestData, site: Site): Answer {
  const { data } = site;
  const unknown = failure(404, 'rest_post_invalid_id', 'Invalid post ID.');
  const show = <Post extends OldPost>(post: Post | undefined, body: (post: Post, site: Site) => unknown): Answer => {
    if (!post) return unknown;
    if (!mayRead(post, request))
      return failure(
        request.role === 'anonymous' ? 401 : 403,
        'rest_forbidden',
        'Sorry, you are not allowed to do that.',
      );
    return json(body(post, site));
  };
  if (name === 'tribe_events') return show(eventById(site, id), eventPostBody);
  if (name === 'tribe_venue')
    return show(
      data.venues.find((one) => one.id === id),
      venuePostBody,
    );
  if (name === 'tribe_organizer')
    return show(
      data.organizers.find((one) => one.id === id),
      organizerPostBody,
    );
  const found = itemsOf(name, request, site)?.find((one) => one.id === id);
  return found ? json(found.body()) : unknown;
}

/** Published posts of several types, whatever their dates; a series once. */
function searchAnswer({ query }: OldRequestData, { data, url }: Site): Answer {
  const types = [...query].filter(([name]) => name.startsWith('subtype')).map(([, value]) => value);
  const all = [
    ...data.events.filter(({ date }) => date === undefined).map((one) => ({ ...one, subtype: 'tribe_events' })),
    ...data.series.map(({ id, slug }) => ({
      id,
      title: slug,
      status: 'publish',
      isLost: false,
      subtype: 'tribe_events',
    })),
    ...data.venues.map((one) => ({ ...one, subtype: 'tribe_venue' })),
  ];
  const found = all.filter(({ status, subtype, isLost }) => status === 'publish' && !isLost && types.includes(subtype));
  const paging = pagingOf(query, 10, 100);
  if (!paging) return invalid('page', 'Must be a positive whole number.');
  const { page, perPage } = paging;
  const items = found
    .slice((page - 1) * perPage, page * perPage)
    .map(({ id, title, subtype }) => ({ id, title, url: `${url}/?p=${id}`, type: 'post', subtype }));
  return jsonItems(items, query, found.length, Math.ceil(found.length / perPage));
}

export function wordpressAnswer(path: string, request: OldRequestData, site: Site): Answer {
  if (path === 'search') return searchAnswer(request, site);
  if (path === 'types') return json(typesBody(site));
  const [name = '', id] = path.split('/');
  const list = itemsOf(name, request, site);
  if (!list) return noRoute();
  if (id !== undefined) return postOf(name, Number(id), request, site);
  if (request.query.has('status') && !statusesOf(request)) return invalid('status', 'Status is forbidden.');
  const paging = pagingOf(request.query, 10, 100);
  if (!paging) return invalid('page', 'Must be a positive whole number.');
  const { page, perPage } = paging;
  const pages = Math.ceil(list.length / perPage);
  const isTerms = name === 'tags' || name === 'tribe_events_cat';
  if (page > 1 && page > pages && !isTerms)
    return failure(400, 'rest_post_invalid_page_number', 'There are fewer pages.');
  const items = list.slice((page - 1) * perPage, page * perPage).map(({ body }) => body());
  return jsonItems(items, request.query, list.length, pages);
}
