// The pages of venues, organizers, categories and tags: details and events.

import { shapeOf } from '../../core/facade.js';
import { Problem } from '../../core/problem.js';
import { plainText } from '../../core/text/html.js';
import { parseUrl } from '../../core/text/parse-url.js';
import type { RecordKey } from '../../operations/read.js';
import { type Html, html, trusted } from '../html.js';
import { addressLine, agenda, emptyNote, hueOf, pager } from './components.js';
import { webLink } from './event.js';
import { linked, noFilters, type Pair } from './filters.js';
import type { PageContent } from './frame.js';
import { hrefOf, recordHref, viewHref } from './links.js';
import { mapLink, tileOrigin, venueMap } from './map.js';
import type { PageRequest } from './page-request.js';
import { datesOf, pastPairs, readPaging, timesOf } from './paging.js';
import { type Kind, type LocalizedRecord, listEvents, listRecords, readRecord } from './queries.js';
import { recordImage } from './record-image.js';
import type { ImageBody, OrganizerBody, TermBody, VenueBody } from './records.js';
import { pictureOrigins } from './send.js';
import { shareButton } from './share.js';
import { subscribeMenu } from './subscribe.js';

type RecordKind = Exclude<Kind, 'event'>;

/** Common content of these pages. */
interface RecordDetails {
  readonly name: string;
  readonly description: string;
  readonly image?: ImageBody | undefined;
  readonly facts?: Html;
  readonly events: string;
  readonly hue?: string;
  readonly above?: Html | undefined;
  readonly below?: Html | false;
  readonly data?: object | undefined;
  readonly tiles?: string | undefined;
}

/** API parameters that filter events by the slug of a term, for discovery. */
const termFilters: Partial<Record<RecordKind, string>> = { category: 'categories', tag: 'tags' };

const fact = (title: string, content: Html | string | undefined, below?: Html): Html | undefined =>
  content ? html`<div class="fact"><h2>${title}</h2><p>${content}</p>${below}</div>` : undefined;

const phoneLink = (phone: string | undefined): Html | undefined =>
  phone ? html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>` : undefined;

function siteLink(url = ''): Html | undefined {
  const parsed = parseUrl(url);
  return parsed && webLink(url, parsed.hostname);
}

const venueDetails = (request: PageRequest, venue: VenueBody): RecordDetails => {
  const { texts } = request;
  const link = venue.show_map_link && mapLink(request, venue);
  const map = venueMap(request, venue);
  const address = addressLine(venue);
  return {
    name: venue.venue,
    description: venue.description ?? '',
    image: venue.image,
    events: texts.eventsAt(venue.venue),
    facts: html`${fact(texts.where, (address || link || undefined) && html`${address}${link && html`<br>${link}`}`, map)}${fact(texts.phone, phoneLink(venue.phone))}${fact(texts.website, siteLink(venue.website))}`,
    tiles: map && tileOrigin(request),
    data: venue.json_ld && { '@context': 'https://schema.org', ...venue.json_ld, url: venue.url },
  };
};

const organizerDetails = ({ texts }: PageRequest, organizer: OrganizerBody): RecordDetails => ({
  name: organizer.organizer,
  description: organizer.description ?? '',
  image: organizer.image,
  events: texts.eventsBy(organizer.organizer),
  facts: html`${fact(texts.phone, phoneLink(organizer.phone))}${fact(texts.email, organizer.email ? html`<a href="mailto:${encodeURI(organizer.email)}">${organizer.email}</a>` : undefined)}${fact(texts.website, siteLink(organizer.website))}`,
  data: organizer.json_ld && { '@context': 'https://schema.org', ...organizer.json_ld },
});

async function categoryDetails(request: PageRequest, category: TermBody): Promise<RecordDetails> {
  const { texts } = request;
  const [parent, children] = await Promise.all([
    category.parent ? readRecord(request, 'category', { id: category.parent }) : undefined,
    listRecords(request, 'category', { parent: category.id }, { limit: 50 }),
  ]);
  return {
    name: category.name,
    description: category.description,
    events: texts.eventsIn(category.name),
    hue: hueOf(request, category),
    above:
      parent && html`<p class="part-of"><a href="${recordHref(request, parent.body.url)}">${parent.body.name}</a></p>`,
    below:
      children.items.length > 0 &&
      html`<nav aria-label="${texts.subcategories}"><ul class="chips">${children.items.map((child) => html`<li><a class="chip ${hueOf(request, child)}" href="${recordHref(request, child.url)}">${child.name}</a></li>`)}</ul></nav>`,
  };
}

const tagDetails = ({ texts }: PageRequest, tag: TermBody): RecordDetails => ({
  name: tag.name,
  description: tag.description,
  events: texts.eventsTagged(tag.name),
});

async function recordContent(
  request: PageRequest,
  kind: RecordKind,
  { body, urls, row }: LocalizedRecord<{ id: number; slug?: string; url: string }>,
  details: RecordDetails,
): Promise<PageContent> {
  const { texts, pageSite } = request;
  const { page, past } = readPaging(request);
  const path = body.url.slice(pageSite.site.baseUrl.length);
  const times = timesOf(request, past);
  const input = { [linked[kind]]: [body.id], ...times };
  const [listed, image] = await Promise.all([
    listEvents(request, input, { limit: pageSite.site.eventsPerPage, page }),
    recordImage(request, details.image, details.name),
  ]);
  const paging = {
    page,
    listed,
    href: (pairs: readonly Pair[]) => hrefOf(request, path, [...pastPairs(past), ...pairs]),
  };
  const filtered = viewHref(request, { ...noFilters, [kind]: [body.slug ?? ''] }, '/calendar/list');
  const route = `${shapeOf(pageSite.native, kind).path}/${body.id}`;
  // The preview of an unpublished record has no feed.
  const feed = [undefined, 'publish'].includes(row.status as string | undefined)
    ? { route: `${route}/events` }
    : undefined;
  const description = details.description && html`<div class="prose">${trusted(details.description)}</div>`;
  return {
    title: details.name,
    about: plainText(details.description).slice(0, 200) || details.events,
    main: html`<article class="record ${details.hue ?? 'hue-none'}">
<header class="record-head">${details.above}<p class="record-kind">${texts[kind]}</p><h1>${details.name}</h1>${details.below}${feed && shareButton(request, { path, urls }, details.name)}</header>
<div class="record-body">
<div class="record-text">
${image}
${description}
<section class="parts"><h2>${past ? texts.past : texts.upcoming}</h2>
${listed.items.length ? agenda(request, listed.items, 3, past ? undefined : request.today) : emptyNote(past ? texts.noPastEvents : texts.noEvents, texts.noEventsHint)}
${pager(request, paging)}</section>
</div>
<aside class="facts">${details.facts}<div class="fact"><h2>${texts.calendar}</h2><p><a href="${filtered}">${details.events}</a></p><p><a href="${hrefOf(request, path, pastPairs(!past))}">${past ? texts.showUpcoming : texts.showPast}</a></p>${feed && subscribeMenu(request, { feed, names: [details.name], dates: datesOf(times) })}</div></aside>
</div>
</article>`,
    path,
    pairs: [...pastPairs(past), ...(page > 1 ? [['page', String(page)] as const] : [])],
    urls,
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/${route}`,
    feed,
    ...(termFilters[kind] && { route: `events/?${termFilters[kind]}=${body.slug}` }),
    image: details.image,
    data: details.data,
    pictures: pictureOrigins(details.description),
    tiles: details.tiles,
  };
}

export async function venuePage(request: PageRequest, address: RecordKey): Promise<PageContent> {
  const found = await readRecord(request, 'venue', address);
  return recordContent(request, 'venue', found, venueDetails(request, found.body));
}

export async function organizerPage(request: PageRequest, address: RecordKey): Promise<PageContent> {
  const found = await readRecord(request, 'organizer', address);
  return recordContent(request, 'organizer', found, organizerDetails(request, found.body));
}

export async function tagPage(request: PageRequest, slug: string): Promise<PageContent> {
  const found = await readRecord(request, 'tag', { slug });
  return recordContent(request, 'tag', found, tagDetails(request, found.body));
}

/** `path` has the slugs of all ancestors; a wrong ancestor is 404. */
export async function readCategory(request: PageRequest, path: string): Promise<LocalizedRecord<TermBody>> {
  const steps = path.split('/').filter(Boolean);
  const found = await readRecord(request, 'category', { slug: steps.at(-1) ?? '' });
  const own = decodeURI(new URL(found.body.url).pathname);
  if (!own.endsWith(`/events/category/${steps.join('/')}/`)) throw new Problem('not-found', { resource: 'category' });
  return found;
}

export async function categoryPage(request: PageRequest, path: string): Promise<PageContent> {
  const found = await readCategory(request, path);
  return recordContent(request, 'category', found, await categoryDetails(request, found.body));
}
