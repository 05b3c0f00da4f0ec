// The page of an event, and the password form of a protected one.

import { Problem } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { plainText } from '../../core/text/html.js';
import { parseUrl } from '../../core/text/parse-url.js';
import { isoInstant } from '../../core/time/clock.js';
import type { RecordKey } from '../../operations/read.js';
import { type Html, html, trusted } from '../html.js';
import { addMenu } from './add-to-calendar.js';
import { addressLine, agenda, costText, eventHue, isOver, ownTime, protectedBadge, termChip } from './components.js';
import { firstDayOf, hours, hoursOf, lastDayOf, lastsDays, longDay } from './date-format.js';
import { cardImage } from './event-card.js';
import { onlineLinkFrom, states, titleOf } from './event-state.js';
import { noFilters, type Pair } from './filters.js';
import type { PageContent } from './frame.js';
import { dayHref, hrefOf, recordHref } from './links.js';
import { mapLink, tileOrigin, venueMap } from './map.js';
import type { PageRequest } from './page-request.js';
import {
  type LocalizedRecord,
  listEvents,
  openRecord,
  protectedRecord,
  readRecord,
  unauthorizedRecord,
} from './queries.js';
import { recordImage } from './record-image.js';
import { type EventBody, type ListedEvent, type TicketBody, type VenueBody, venuesOf } from './records.js';
import { relatedEvents } from './related.js';
import { pictureOrigins } from './send.js';
import { type OtherDates, otherDates } from './series.js';
import { type EventPath, eventAt } from './series-path.js';
import { shareButton } from './share.js';
import { isOnline, longZone, showsZone } from './zones.js';

/** Date and hours in full, in the event's time zone. */
function whenOf(request: PageRequest, event: ListedEvent): Html {
  const { locale, texts, pageSite } = request;
  const day = (date: string) => html`<a href="${dayHref(request, noFilters, date)}">${longDay(locale, date)}</a>`;
  const [first, last] = [firstDayOf(event), lastDayOf(event)];
  const long = lastsDays(event);
  const zone = showsZone(event, pageSite.site.zone) && html` <span class="zone">${longZone(locale, event)}</span>`;
  const own = ownTime(event, isOnline(event) ? 'show' : 'ask');
  if (event.all_day) {
    return html`<p class="when-day"><time datetime="${first}">${day(first)}</time>${long && html` – <time datetime="${last}">${day(last)}</time>`}</p><p>${texts.allDay}${zone}</p>`;
  }
  if (!long) {
    return html`<p class="when-day">${day(first)}</p><p><time datetime="${event.start}"${own}>${hoursOf(locale, event)}</time>${zone}</p>`;
  }
  const end = event.end_date.slice(0, 10);
  return html`<p class="when-day">${day(first)}, <time datetime="${event.start}"${own}>${hours(locale, event.start_date)}</time></p><p class="when-day">– ${day(end)}, <time datetime="${event.end}">${hours(locale, event.end_date)}</time></p>${zone && html`<p>${zone}</p>`}`;
}

/** Name and address of the first venue, on one line. */
function locationOf(event: EventBody): string {
  const [venue] = venuesOf(event);
  return venue ? [venue.venue, addressLine(venue)].filter(Boolean).join(', ') : '';
}

/** Links only http and https URLs. */
export const webLink = (url: string, label: string): Html | undefined =>
  /^https?:\/\//i.test(url) ? html`<a class="out" href="${url}" rel="noopener nofollow ugc">${label}</a>` : undefined;

/** The map is shown if both the event and its venue ask for it. */
const mapOf = (request: PageRequest, event: EventBody, venue: VenueBody): Html | undefined =>
  event.show_map ? venueMap(request, venue) : undefined;

function where(request: PageRequest, event: EventBody): Html | undefined {
  const venues = venuesOf(event);
  if (venues.length === 0) return undefined;
  return html`<div class="fact"><h2>${request.texts.where}</h2>${venues.map((venue) => {
    // Venues ask for the link by default, events do not: either of them shows it.
    const link = (event.show_map_link || venue.show_map_link) && mapLink(request, venue);
    return html`<p class="fact-main"><a href="${recordHref(request, venue.url)}">${venue.venue}</a></p><p>${addressLine(venue)}</p>${link && html`<p>${link}</p>`}${mapOf(request, event, venue)}`;
  })}</div>`;
}

function priceOf({ texts, locale }: PageRequest, { price, currency }: TicketBody): string {
  if (price === 0) return texts.free;
  return price === undefined ? '' : new Intl.NumberFormat(locale.tag, { style: 'currency', currency }).format(price);
}

const ticketRow = (request: PageRequest, ticket: TicketBody): Html =>
  html`<li><span class="ticket-name">${ticket.name}</span> <span class="ticket-price">${priceOf(request, ticket)}</span> ${
    ticket.capacity === 0
      ? html`<span class="sold-out">${request.texts.soldOut}</span>`
      : ticket.url && webLink(ticket.url, request.texts.getTicket)
  }</li>`;

/** The rule in words, and links to the other dates. */
const recurrence = ({ texts }: PageRequest, { text, all, previous, next }: OtherDates): Html =>
  html`<nav class="dates-beside" aria-label="${texts.repeats}"><p>${text}</p>
${previous && html`<a rel="prev" href="${previous.href}">← ${texts.previousDate(previous.label)}</a>`}
${next && html`<a rel="next" href="${next.href}">${texts.nextDate(next.label)} →</a>`}
${all && html`<a href="${all}">${texts.allDates}</a>`}</nav>`;

/** Names of the venues with their cities, for the head of the page; the facts have the addresses. */
const places = (request: PageRequest, event: EventBody): readonly Html[] =>
  venuesOf(event).map(
    ({ url, venue, city }) =>
      html`<p class="lead-place"><a href="${recordHref(request, url)}">${venue}</a>${city && `, ${city}`}</p>`,
  );

/** The script makes it lead to the list that the visitor came from. */
const backLink = (request: PageRequest): Html =>
  html`<p class="back"><a href="${hrefOf(request, '/calendar/list')}" data-back="${request.texts.back}">← ${request.texts.allEvents}</a></p>`;

/** Undefined if there is nothing to say. */
function facts(request: PageRequest, event: EventBody): Html | undefined {
  const { texts } = request;
  const site = event.website !== event.url && webLink(event.website, hostOf(event.website));
  const join = webLink(event.online_url, texts.joinOnline) ?? onlineLinkFrom(request, event);
  const fact = (title: string, content: Html | undefined | false) =>
    content && html`<div class="fact"><h2>${title}</h2>${content}</div>`;
  const shown = [
    where(request, event),
    fact(texts.attendances.online, join === undefined ? undefined : html`<p>${join}</p>`),
    fact(texts.cost, event.cost !== '' && html`<p>${costText(request, event.cost)}</p>`),
    fact(
      texts.tickets,
      (event.tickets?.length ?? 0) > 0 &&
        html`<ul class="tickets">${event.tickets?.map((ticket) => ticketRow(request, ticket))}</ul>`,
    ),
    fact(
      texts.organizedBy,
      event.organizer.length > 0 &&
        html`${event.organizer.map(({ url, organizer }) => html`<p><a href="${recordHref(request, url)}">${organizer}</a></p>`)}`,
    ),
    fact(texts.website, site && html`<p>${site}</p>`),
    fact(
      texts.tags,
      event.tags.length > 0 && html`<ul class="chips">${event.tags.map((tag) => termChip(request, tag, 'tag'))}</ul>`,
    ),
  ].filter((one) => one !== undefined && one !== false);
  return shown.length > 0 ? html`<aside class="facts">${shown}</aside>` : undefined;
}

const hostOf = (url: string): string => parseUrl(url)?.hostname.replace(/^www\./, '') ?? url;

/** The parent event, if it is public. */
async function parentOf(request: PageRequest, { parent }: EventBody): Promise<EventBody | undefined> {
  if (parent === 0) return undefined;
  const { body } = await readRecord(request, 'event', { id: parent }).catch((error: unknown) => {
    if (error instanceof Problem && ['not-found', 'protected'].includes(error.problem)) return { body: undefined };
    throw error;
  });
  return body;
}

const maxSubEvents = 50;

async function eventContent(
  request: PageRequest,
  { body: event, urls, row }: LocalizedRecord<EventBody>,
  opened: boolean,
): Promise<PageContent> {
  const { texts, pageSite } = request;
  const always = { start_date: '0001-01-01', end_date: '9999-12-31' };
  // A reader of a preview link may not list the parts of an event that is not public.
  const listsParts = row.status === 'publish' || request.call.actor.id !== 0;
  const [parent, parts, dates, related, shownImage] = await Promise.all([
    parentOf(request, event),
    listsParts ? listEvents(request, { post_parent: event.id, ...always }, { limit: maxSubEvents }) : { items: [] },
    otherDates(request, row),
    row.status === 'publish' && relatedEvents(request, event),
    recordImage(request, event.image, event.title),
  ]);
  const image = event.image || undefined;
  const path = event.url.slice(pageSite.site.baseUrl.length);
  const [isPublished, isProtected] = [row.status === 'publish', row.password !== ''];
  const text = event.description && html`<div class="prose">${trusted(event.description)}</div>`;
  const programme =
    parts.items.length > 0 &&
    html`<section class="parts"><h2>${texts.programme}</h2>${agenda(request, parts.items, 3)}</section>`;
  const isBare = !image && !text && !programme;
  return {
    title: event.title,
    about: plainText(event.excerpt) || plainText(event.description).slice(0, 200) || texts.siteDescription,
    main: html`<article class="record ${eventHue(request, event)}">
<header class="record-head">
${isPublished && backLink(request)}
${parent && html`<p class="part-of">${texts.partOf} <a href="${recordHref(request, parent.url)}">${parent.title}</a></p>`}
<ul class="chips">${event.categories.map((term) => termChip(request, term, 'category'))}</ul>
<h1>${titleOf(event)}</h1>
<p class="record-signs">${states(request, event)}${protectedBadge(request, event)}${isOver(request, event) && html`<span class="badge">${texts.ended}</span>`}</p>
${event.event_status_note !== '' && html`<p class="state-note">${event.event_status_note}</p>`}
<div class="lead fact">${whenOf(request, event)}${places(request, event)}</div>
${dates && recurrence(request, dates)}
${isPublished && html`<div class="lead-actions">${addMenu(request, event, locationOf(event), isProtected)}${shareButton(request, { path, urls }, event.title)}</div>`}
</header>
<div class="record-body${isBare && ' is-bare'}">
${!isBare && html`<div class="record-text">${shownImage}${text}${programme}</div>`}
${facts(request, event)}
</div>
${related}
</article>`,
    day: firstDayOf(event),
    path,
    urls,
    feed: isPublished && !isProtected ? { route: `events/${event.id}`, isSingle: true } : undefined,
    json: event.rest_url,
    route: `events/${event.id}`,
    type: 'article',
    // A draft has no publication date yet.
    published: isPublished ? { first: isoInstant(event.date_utc), last: isoInstant(event.modified_utc) } : undefined,
    ...(image && { image }),
    card: image || opened || !isPublished || isProtected ? undefined : cardImage(request, event, path),
    data: opened ? undefined : event.json_ld,
    pictures: pictureOrigins(event.description),
    tiles: venuesOf(event).some((venue) => mapOf(request, event, venue)) ? tileOrigin(request) : undefined,
    ...(opened && { isPrivate: true, noindex: true }),
  };
}

/** The data that lists show, and the password form. */
function passwordContent(request: PageRequest, row: Row, wrong: boolean): PageContent {
  const { texts, pageSite } = request;
  const { body: event, urls } = protectedRecord(request, row);
  return {
    title: event.title,
    about: texts.passwordRequired,
    main: html`<article class="record hue-none">
<header class="record-head"><h1>${titleOf(event)}</h1><p class="record-signs">${states(request, event)}${protectedBadge(request, event)}</p><div class="lead fact">${whenOf(request, event)}</div></header>
<div class="locked">
<form method="post" action="${recordHref(request, event.url)}">
<p>${texts.passwordRequired}</p>
${wrong && html`<p class="wrong" role="alert" id="wrong">${texts.passwordWrong}</p>`}
<label class="field"><span>${texts.password}</span><input type="password" name="password" required maxlength="200" autocomplete="off"${wrong && html` aria-invalid="true" aria-describedby="wrong" autofocus`}></label>
<button class="button" type="submit">${texts.open}</button>
</form>
</div>
</article>`,
    day: firstDayOf(event),
    path: event.url.slice(pageSite.site.baseUrl.length),
    urls,
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events/${event.id}`,
    route: `events/${event.id}`,
    noindex: true,
    ...(wrong && { statusCode: 403, isPrivate: true }),
  };
}

/** `password` is the one that the form sent. */
export async function eventPage(
  request: PageRequest,
  path: EventPath,
  password?: string,
): Promise<PageContent | { readonly redirect: string }> {
  const found = await eventAt(request, path);
  if ('redirect' in found) return found;
  try {
    const event = await openRecord(request, 'event', found.row, password ? { password } : {});
    return await eventContent(request, event, password !== undefined);
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'protected') throw error;
    return passwordContent(request, found.row, password !== undefined);
  }
}

/** Preview of an unpublished event. `context=edit` skips the password for users who may edit the event. */
export const eventPreview = async (request: PageRequest, address: RecordKey): Promise<PageContent> =>
  eventContent(request, await readRecord(request, 'event', address, { context: 'edit' }), true);

/** An unpublished event for readers of a preview link: as the public will see it, below a banner. */
export async function eventByLink(request: PageRequest, row: Row, path: string, pairs: readonly Pair[]) {
  const { texts } = request;
  const { urls: _, ...content } = await eventContent(request, await unauthorizedRecord(request, row), true);
  return {
    ...content,
    main: html`<p class="preview-note" role="note"><strong>${texts.preview}</strong> ${texts.previewNote}</p>
${content.main}`,
    path,
    pairs,
    data: undefined,
  } satisfies PageContent;
}
