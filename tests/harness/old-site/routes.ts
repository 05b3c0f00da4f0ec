// The routes of the old site: which records a request finds.
import { endOfDay, startOfDay } from '../../../src/core/time/clock.js';
import { mayRead, type OldRequestData, statusesOf } from './access.js';
import { type Answer, failure, invalid, json, noRoute, pagingOf, totals } from './answer.js';
import {
  apiPath,
  countOf,
  eventBody,
  eventUrl,
  organizerBody,
  type Site,
  type TermKey,
  termBody,
  venueBody,
} from './bodies.js';
import { eventData, organizerData, venueData } from './json-ld.js';
import { eventById, eventBySlug, includedIds } from './lookup.js';
import type { OldEvent, OldOrganizer, OldPost, OldTerm, OldVenue } from './records.js';
import { tecAnswer } from './tec-v1.js';
import { addressesOf, defaultWindow } from './window.js';
import { wordpressAnswer } from './wordpress-routes.js';

export function answer(request: OldRequestData, site: Site): Answer {
  const { path } = request;
  if (path === '/wp-json/' || path === '/wp-json') return json(indexOf(site));
  if (path.startsWith(apiPath)) return apiAnswer(path.slice(apiPath.length).replace(/\/$/, ''), request, site);
  if (path.startsWith('/wp-json/wp/v2/'))
    return wordpressAnswer(path.slice('/wp-json/wp/v2/'.length).replace(/\/$/, ''), request, site);
  const tec = '/wp-json/tec/v1';
  if (site.hasTecV1 && path.startsWith(tec)) return tecAnswer(path.slice(tec.length).replace(/\/$/, ''), request, site);
  if (path.startsWith('/wp-json/')) return noRoute();
  return fileOrPage(path, site);
}

const indexOf = ({ url, data, hasTecV1 }: Site) => ({
  name: 'Old Town Events',
  description: '',
  url,
  home: url,
  gmt_offset: 1,
  timezone_string: data.zone,
  namespaces: ['oembed/1.0', 'tribe/events/v1', ...(hasTecV1 ? ['tec/v1'] : []), 'wp/v2'],
  authentication: { 'application-passwords': { endpoints: { authorization: `${url}/wp-admin/authorize.php` } } },
});

type Collection = 'events' | 'venues' | 'organizers' | TermKey;
const collections: readonly string[] = ['events', 'venues', 'organizers', 'categories', 'tags'];

function apiAnswer(path: string, request: OldRequestData, site: Site): Answer {
  if (path === '') return json({ namespace: 'tribe/events/v1', routes: { [apiPath.slice(8)]: {} } });
  if (path === '/doc') return json({ swagger: '2.0', info: { title: 'The Events Calendar REST API', version: 'v1' } });
  const [, name = '', by, slug] = path.split('/');
  if (!collections.includes(name)) return noRoute();
  const collection = name as Collection;
  if (by === undefined) return listOf(collection, request, site);
  if (/^\d+$/.test(by)) return recordOf(collection, { id: Number(by) }, request, site);
  if (by === 'by-slug' && slug) return recordOf(collection, { slug: decodeURIComponent(slug) }, request, site);
  return noRoute();
}

function listOf(collection: Collection, request: OldRequestData, site: Site): Answer {
  const paging = pagingOf(request.query, 10, 50);
  if (!paging) return invalid('page', 'Must be a positive whole number.');
  const found = itemsOf(collection, request, site);
  if (!Array.isArray(found)) return found as Answer;
  const { page, perPage } = paging;
  const pages = Math.ceil(found.length / perPage);
  const isTerms = collection === 'categories' || collection === 'tags';
  if (page > 1 && page > pages && !isTerms)
    return failure(404, `${collection.slice(0, -1)}-archive-page-not-found`, 'The requested page was not found');
  const shown = found.slice((page - 1) * perPage, page * perPage).filter(({ isLost }) => !isLost);
  const items = shown.map(({ body }) => body());
  const effective = effectiveOf(collection, request, site);
  const addresses = addressesOf(site, { collection, query: request.query, page, pages, perPage, effective });
  const body = { [collection]: items, ...addresses, total: found.length, total_pages: pages };
  return json(body, 200, totals(found.length, pages));
}

/** Parameters that the addresses of a list name, in their order. */
function effectiveOf(collection: Collection, request: OldRequestData, site: Site): Readonly<Record<string, string>> {
  const { query, role } = request;
  const status = { status: query.get('status') ?? (role === 'anonymous' ? 'publish' : 'any') };
  if (collection !== 'events') return status;
  const include = query.get('include');
  const { first, last } = boundsOf(query, site);
  return { start_date: first, end_date: last, ...status, ...(include !== null && { include }) };
}

interface Item {
  readonly isLost?: boolean | undefined;
  readonly body: () => unknown;
}

type Found = readonly Item[] | Answer;

function itemsOf(collection: Collection, request: OldRequestData, site: Site): Found {
  const { data } = site;
  if (collection === 'categories' || collection === 'tags') return termsOf(collection, request, site);
  const statuses = statusesOf(request);
  if (!statuses) return invalid('status', 'The status is not allowed.');
  const isListed = (post: OldPost) => statuses.includes(post.status) && mayRead(post, request);
  const newestFirst = (a: OldPost, b: OldPost) =>
    a.dateUtc === b.dateUtc ? b.id - a.id : a.dateUtc < b.dateUtc ? 1 : -1;
  if (collection === 'venues')
    return data.venues
      .filter(isListed)
      .sort(newestFirst)
      .map((venue) => ({ isLost: venue.isLost, body: () => venueBody(venue, site) }));
  if (collection === 'organizers')
    return data.organizers
      .filter(isListed)
      .sort(newestFirst)
      .map((one) => ({ isLost: one.isLost, body: () => organizerBody(one, site) }));
  return eventsOf(isListed, request, site);
}

function termsOf(key: TermKey, { query }: OldRequestData, site: Site): Found {
  const hideEmpty = !['0', 'false'].includes(query.get('hide_empty') ?? '1');
  return site.data[key]
    .filter(({ id }) => !hideEmpty || countOf(id, site) > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((term) => ({ body: () => termBody(key, term, site) }));
}

function boundsOf(query: URLSearchParams, site: Site): { readonly first: string; readonly last: string } {
  const { from, to } = defaultWindow(site);
  const [first, last] = [query.get('start_date'), query.get('end_date')];
  return {
    first: first ? startOfDay(`${first.slice(0, 10)} 00:00:00`) : from,
    last: last ? endOfDay(`${last.slice(0, 10)} 00:00:00`) : to,
  };
}

function eventsOf(isListed: (post: OldPost) => boolean, { query, role }: OldRequestData, site: Site): Found {
  for (const name of ['start_date', 'end_date']) {
    const text = query.get(name);
    // The first second of 1970 is taken for no date at all.
    const seconds = text === null ? 1 : Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
    if (Number.isNaN(seconds) || seconds === 0) return invalid(name, 'Invalid date.');
  }
  const asked = idsIn(query, 'include');
  const include = asked && includedIds(site.data, asked);
  const { first, last } = boundsOf(query, site);
  return site.data.events
    .filter((event) => isListed(event) && !event.hidden && !event.isDateless)
    .filter((event) => (include ? include.has(event.id) : event.start >= first && event.end <= last))
    .filter(filterOf(query, site))
    .sort((a, b) => (a.start === b.start ? a.id - b.id : a.start < b.start ? -1 : 1))
    .map((event) => ({
      isLost: event.isLost,
      body: () => eventBody(event, site, event.password !== '' && role !== 'administrator'),
    }));
}

const idsIn = (query: URLSearchParams, name: string): readonly number[] | undefined =>
  query.get(name)?.split(',').map(Number);

/** A protected event shows neither links nor flags, so no filter finds it. */
function filterOf(query: URLSearchParams, { data }: Site): (event: OldEvent) => boolean {
  const links = (['categories', 'tags', 'venue', 'organizer'] as const).flatMap((name) => {
    const ids = idsIn(query, name);
    if (!ids) return [];
    const wanted = new Set(name === 'categories' ? ids.flatMap((id) => withDescendants(id, data.categories)) : ids);
    const key = name === 'venue' ? 'venues' : name === 'organizer' ? 'organizers' : name;
    return [(event: OldEvent) => event[key].some((id) => wanted.has(id))];
  });
  const featured = query.get('featured');
  const flags = featured === null ? [] : [(event: OldEvent) => event.featured === ['1', 'true'].includes(featured)];
  const all = [...links, ...flags];
  return (event) => all.length === 0 || (event.password === '' && all.every((matches) => matches(event)));
}

const withDescendants = (id: number, terms: readonly OldTerm[]): readonly number[] => [
  id,
  ...terms.filter(({ parent }) => parent === id).flatMap((child) => withDescendants(child.id, terms)),
];

function recordOf(
  collection: Collection,
  wanted: { readonly id: number } | { readonly slug: string },
  request: OldRequestData,
  site: Site,
): Answer {
  const { data } = site;
  const by = 'id' in wanted ? 'id' : 'slug';
  const isWanted = ({ id, slug }: { readonly id: number; readonly slug: string }) =>
    'id' in wanted ? wanted.id === id : wanted.slug === slug;
  const name = collection.slice(0, -1);
  if (collection === 'categories' || collection === 'tags') {
    const term = data[collection].find(isWanted);
    return term ? json(termBody(collection, term, site)) : invalid(by, 'The term does not exist.');
  }
  const findEvent = () => ('id' in wanted ? eventById(site, wanted.id) : eventBySlug(data, wanted.slug));
  const post = collection === 'events' ? findEvent() : (data[collection] as readonly OldPost[]).find(isWanted);
  if (!post && collection === 'events' && 'id' in wanted)
    return isOther(wanted.id, site)
      ? failure(400, 'rest-invalid-event-id', 'The ID is not one of an event.')
      : failure(404, 'rest-event-not-found', 'The requested event was not found');
  if (!post) return invalid(by, 'The record does not exist.');
  if (post.status === 'trash') return failure(403, `${name}-no-longer-available`, 'The record is in the trash.');
  if (!mayRead(post, request)) return failure(403, `${name}-not-accessible`, 'Not accessible.');
  if (collection === 'venues') {
    const venue = post as OldVenue;
    return json({ ...venueBody(venue, site), json_ld: venueData(venue) });
  }
  if (collection === 'organizers') {
    const organizer = post as OldOrganizer;
    return json({ ...organizerBody(organizer, site), json_ld: organizerData(organizer) });
  }
  const event = post as OldEvent;
  const isOpen = event.password === '' || request.query.get('password') === event.password;
  if (!isOpen) return failure(403, 'event-password-protected', 'The event is protected by a password.');
  return json({ ...eventBody(event, site, false), ...(event.password === '' && { json_ld: eventData(event, site) }) });
}

/** A post of another kind. */
const isOther = (id: number, { data }: Site): boolean =>
  [...data.venues, ...data.organizers, ...data.media].some((one) => one.id === id) ||
  data.series.some(({ groupId }) => groupId === id);

function fileOrPage(path: string, site: Site): Answer {
  const uploads = '/wp-content/uploads/';
  if (path.startsWith(uploads)) {
    const name = path.slice(uploads.length);
    for (const { file, sizes, type } of site.data.media) {
      const found = [file, ...Object.values(sizes)].find((one) => one.path === name);
      if (found) return { status: 200, headers: { 'content-type': type }, body: found.bytes };
    }
  }
  const event = site.data.events.find(
    (one) => one.status === 'publish' && new URL(eventUrl(one, site)).pathname === path,
  );
  const html = { 'content-type': 'text/html; charset=UTF-8' };
  return event
    ? { status: 200, headers: html, body: `<!doctype html><title>${event.title}</title><h1>${event.title}</h1>` }
    : { status: 404, headers: html, body: '<!doctype html><title>Page not found</title>' };
}
