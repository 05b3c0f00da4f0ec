// The pages of venues, organizers, categories and tags: what is known of each, and its events.
import { shapeOf } from '../../core/facade.js';
import { Problem } from '../../core/problem.js';
import { plainText } from '../../core/text/html.js';
import type { RecordKey } from '../../operations/read.js';
import { type Html, html, trusted } from '../html.js';
import { type Kind, listEvents, listRecords, readRecord, type Told } from './ask.js';
import { addressLine, mapLink, webLink } from './event.js';
import { linked, noFilters, type Pair } from './filters.js';
import type { Sheet } from './frame.js';
import { hrefOf, recordHref, viewHref } from './links.js';
import { pastPairs, readPaging, timesOf } from './paging.js';
import { agenda, emptyNote, hueOf, pageHref, pager, picture } from './parts.js';
import type { ImageBody, OrganizerBody, TermBody, VenueBody } from './records.js';
import { pictureOrigins } from './send.js';
import type { Visit } from './visit.js';

type Place = Exclude<Kind, 'event'>;

/** What is shown of any of them. */
interface Portrait {
  readonly name: string;
  readonly description: string;
  readonly image?: ImageBody | undefined;
  readonly facts?: Html;
  readonly events: string;
  readonly hue?: string;
  readonly above?: Html | undefined;
  readonly below?: Html | false;
  readonly data?: object | undefined;
}

const perPage = 20;

/** Clients find the events of a term on the interface by its slug. */
const termFilters: Partial<Record<Place, string>> = { category: 'categories', tag: 'tags' };

const fact = (title: string, content: Html | string | undefined): Html | undefined =>
  content ? html`<div class="fact"><h2>${title}</h2><p>${content}</p></div>` : undefined;

const phoneLink = (phone: string | undefined): Html | undefined =>
  phone ? html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>` : undefined;

const siteLink = (url: string | undefined): Html | undefined =>
  url && URL.canParse(url) ? webLink(url, new URL(url).hostname) : undefined;

const venuePortrait = (visit: Visit, venue: VenueBody): Portrait => {
  const { texts } = visit;
  const map = venue.show_map_link !== false && mapLink(visit, venue);
  const address = addressLine(venue);
  return {
    name: venue.venue,
    description: venue.description ?? '',
    image: venue.image,
    events: texts.eventsAt(venue.venue),
    facts: html`${fact(texts.where, (address || map || undefined) && html`${address}${map && html`<br>${map}`}`)}${fact(texts.phone, phoneLink(venue.phone))}${fact(texts.website, siteLink(venue.website))}`,
    data: venue.json_ld && { '@context': 'https://schema.org', ...venue.json_ld, url: venue.url },
  };
};

const organizerPortrait = ({ texts }: Visit, organizer: OrganizerBody): Portrait => ({
  name: organizer.organizer,
  description: organizer.description ?? '',
  image: organizer.image,
  events: texts.eventsBy(organizer.organizer),
  facts: html`${fact(texts.phone, phoneLink(organizer.phone))}${fact(texts.email, organizer.email ? html`<a href="mailto:${encodeURI(organizer.email)}">${organizer.email}</a>` : undefined)}${fact(texts.website, siteLink(organizer.website))}`,
  data: organizer.json_ld && { '@context': 'https://schema.org', ...organizer.json_ld },
});

async function categoryPortrait(visit: Visit, category: TermBody): Promise<Portrait> {
  const { texts } = visit;
  const [parent, children] = await Promise.all([
    category.parent ? readRecord(visit, 'category', { id: category.parent }) : undefined,
    listRecords(visit, 'category', { parent: category.id }, { limit: 50 }),
  ]);
  return {
    name: category.name,
    description: category.description,
    events: texts.eventsIn(category.name),
    hue: hueOf(category),
    above:
      parent && html`<p class="part-of"><a href="${recordHref(visit, parent.body.url)}">${parent.body.name}</a></p>`,
    below:
      children.items.length > 0 &&
      html`<nav aria-label="${texts.subcategories}"><ul class="chips">${children.items.map((child) => html`<li><a class="chip ${hueOf(child)}" href="${recordHref(visit, child.url)}">${child.name}</a></li>`)}</ul></nav>`,
  };
}

const tagPortrait = ({ texts }: Visit, tag: TermBody): Portrait => ({
  name: tag.name,
  description: tag.description,
  events: texts.eventsTagged(tag.name),
});

async function sheetOf(
  visit: Visit,
  kind: Place,
  { body, urls }: Told<{ id: number; slug?: string; url: string }>,
  portrait: Portrait,
): Promise<Sheet> {
  const { texts, place } = visit;
  const { page, past } = readPaging(visit);
  const path = body.url.slice(place.site.baseUrl.length);
  const input = { [linked[kind]]: [body.id], ...timesOf(visit, past, undefined) };
  const listed = await listEvents(visit, input, { limit: perPage, page });
  const paging = {
    page,
    listed,
    href: (pairs: readonly Pair[]) => hrefOf(visit, path, [...pastPairs(past), ...pairs]),
  };
  const filtered = viewHref(visit, { ...noFilters, [kind]: [body.slug ?? ''] }, '/calendar/list');
  const description = portrait.description && html`<div class="prose">${trusted(portrait.description)}</div>`;
  return {
    title: portrait.name,
    about: plainText(portrait.description).slice(0, 200) || portrait.events,
    main: html`<article class="record ${portrait.hue ?? 'hue-none'}">
<header class="record-head">${portrait.above}<p class="record-kind">${texts[kind]}</p><h1>${portrait.name}</h1>${portrait.below}</header>
<div class="record-body">
<div class="record-text">
${portrait.image && html`<div class="record-image">${picture(visit, portrait.image, 1024, portrait.name)}</div>`}
${description}
<section class="parts"><h2>${past ? texts.past : texts.upcoming}</h2>
${listed.items.length ? agenda(visit, listed.items, 3, past ? undefined : visit.today) : emptyNote(past ? texts.noPastEvents : texts.noEvents, texts.noEventsHint)}
${pager(visit, paging)}</section>
</div>
<aside class="facts">${portrait.facts}<div class="fact"><h2>${texts.calendar}</h2><p><a href="${filtered}">${portrait.events}</a></p><p><a href="${hrefOf(visit, path, pastPairs(!past))}">${past ? texts.showUpcoming : texts.showPast}</a></p></div></aside>
</div>
</article>`,
    path,
    pairs: [...pastPairs(past), ...(page > 1 ? [['page', String(page)] as const] : [])],
    urls,
    json: `${place.site.baseUrl}${place.native.prefix}/${shapeOf(place.native, kind).path}/${body.id}`,
    ...(termFilters[kind] && { route: `events/?${termFilters[kind]}=${body.slug}` }),
    previous: pageHref(paging, -1),
    next: pageHref(paging, 1),
    image: portrait.image,
    data: portrait.data,
    pictures: pictureOrigins(portrait.description),
  };
}

export async function venuePage(visit: Visit, address: RecordKey): Promise<Sheet> {
  const told = await readRecord(visit, 'venue', address);
  return sheetOf(visit, 'venue', told, venuePortrait(visit, told.body));
}

export async function organizerPage(visit: Visit, address: RecordKey): Promise<Sheet> {
  const told = await readRecord(visit, 'organizer', address);
  return sheetOf(visit, 'organizer', told, organizerPortrait(visit, told.body));
}

export async function tagPage(visit: Visit, slug: string): Promise<Sheet> {
  const told = await readRecord(visit, 'tag', { slug });
  return sheetOf(visit, 'tag', told, tagPortrait(visit, told.body));
}

/** By the whole way down the tree. */
export async function categoryPage(visit: Visit, path: string): Promise<Sheet> {
  const steps = path.split('/').filter(Boolean);
  const told = await readRecord(visit, 'category', { slug: steps.at(-1) ?? '' });
  const own = decodeURI(new URL(told.body.url).pathname);
  if (!own.endsWith(`/events/category/${steps.join('/')}/`)) throw new Problem('not-found', { resource: 'category' });
  return sheetOf(visit, 'category', told, await categoryPortrait(visit, told.body));
}
