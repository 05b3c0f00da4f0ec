// The page of one event, and the one that asks for its password.
import { Problem } from '../../core/problem.js';
import { plainText } from '../../core/text/html.js';
import type { RecordKey } from '../../operations/read.js';
import { type Html, html, trusted } from '../html.js';
import { listEvents, readRecord, readShut, type Told } from './ask.js';
import { noFilters } from './filters.js';
import type { Sheet } from './frame.js';
import { dayHref, mapUrl, recordHref } from './links.js';
import { agenda, badges, eventHue, isOver, ownTime, picture, termChip } from './parts.js';
import { type EventBody, type ListedEvent, type TicketBody, type VenueBody, venuesOf } from './records.js';
import { pictureOrigins } from './send.js';
import type { Visit } from './visit.js';
import { firstDayOf, hours, hoursOf, lastDayOf, lastsDays, longDay } from './when.js';
import { isOnline, longZone, showsZone } from './zones.js';

/** Date and hours in full, on the event's own clock. */
function whenOf(visit: Visit, event: ListedEvent): Html {
  const { locale, texts, place } = visit;
  const day = (date: string) => html`<a href="${dayHref(visit, noFilters, date)}">${longDay(locale, date)}</a>`;
  const [first, last] = [firstDayOf(event), lastDayOf(event)];
  const long = lastsDays(event);
  const zone = showsZone(event, place.site.zone) && html` <span class="zone">${longZone(locale, event)}</span>`;
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

export const addressLine = (venue: VenueBody): string =>
  [venue.address, [venue.zip, venue.city].filter(Boolean).join(' '), venue.stateprovince, venue.country]
    .filter(Boolean)
    .join(', ');

export function mapLink({ texts }: Visit, venue: VenueBody): Html | undefined {
  const { geo_lat: lat, geo_lng: lng } = venue;
  const url = mapUrl(lat !== undefined && lng !== undefined ? { lat, lng } : undefined, addressLine(venue));
  return url === undefined ? undefined : html`<a class="out" href="${url}" rel="noopener nofollow">${texts.map}</a>`;
}

/** Only what browsers open as a page. */
export const webLink = (url: string, label: string): Html | undefined =>
  /^https?:\/\//i.test(url) ? html`<a class="out" href="${url}" rel="noopener nofollow ugc">${label}</a>` : undefined;

function where(visit: Visit, event: EventBody): Html | undefined {
  const venues = venuesOf(event);
  if (venues.length === 0) return undefined;
  return html`<div class="fact"><h2>${visit.texts.where}</h2>${venues.map((venue) => {
    const map = event.show_map_link && venue.show_map_link !== false && mapLink(visit, venue);
    return html`<p class="fact-main"><a href="${recordHref(visit, venue.url)}">${venue.venue}</a></p><p>${addressLine(venue)}</p>${map && html`<p>${map}</p>`}`;
  })}</div>`;
}

function priceOf(locale: string, { price, currency }: TicketBody): string {
  return price === undefined ? '' : new Intl.NumberFormat(locale, { style: 'currency', currency }).format(price);
}

const ticketRow = ({ texts, locale }: Visit, ticket: TicketBody): Html =>
  html`<li><span class="ticket-name">${ticket.name}</span> <span class="ticket-price">${priceOf(locale, ticket)}</span> ${
    ticket.capacity === 0
      ? html`<span class="sold-out">${texts.soldOut}</span>`
      : ticket.url && webLink(ticket.url, texts.getTicket)
  }</li>`;

function facts(visit: Visit, event: EventBody): Html {
  const { texts } = visit;
  const site = event.website !== event.url && webLink(event.website, hostOf(event.website));
  const fact = (title: string, content: Html | undefined | false) =>
    content && html`<div class="fact"><h2>${title}</h2>${content}</div>`;
  return html`<aside class="facts">
<div class="fact"><h2>${texts.when}</h2>${whenOf(visit, event)}</div>
${where(visit, event)}
${fact(texts.cost, event.cost !== '' && html`<p>${event.cost}</p>`)}
${fact(texts.tickets, (event.tickets?.length ?? 0) > 0 && html`<ul class="tickets">${event.tickets?.map((ticket) => ticketRow(visit, ticket))}</ul>`)}
${fact(texts.organizedBy, event.organizer.length > 0 && html`${event.organizer.map(({ url, organizer }) => html`<p><a href="${recordHref(visit, url)}">${organizer}</a></p>`)}`)}
${fact(texts.website, site && html`<p>${site}</p>`)}
${fact(texts.tags, event.tags.length > 0 && html`<ul class="chips">${event.tags.map((tag) => termChip(visit, tag, 'tag'))}</ul>`)}
</aside>`;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url);

/** The event that this one is a part of, as far as the public may see it. */
async function parentOf(visit: Visit, { parent }: EventBody): Promise<EventBody | undefined> {
  if (parent === 0) return undefined;
  const { body } = await readRecord(visit, 'event', { id: parent }).catch((error: unknown) => {
    if (error instanceof Problem && ['not-found', 'protected'].includes(error.problem)) return { body: undefined };
    throw error;
  });
  return body;
}

const mostParts = 50;

async function eventSheet(visit: Visit, { body: event, urls }: Told<EventBody>, opened: boolean): Promise<Sheet> {
  const { texts, place } = visit;
  const always = { start_date: '0001-01-01', end_date: '9999-12-31' };
  const [parent, parts] = await Promise.all([
    parentOf(visit, event),
    listEvents(visit, { post_parent: event.id, ...always }, { limit: mostParts }),
  ]);
  const image = event.image || undefined;
  return {
    title: event.title,
    about: plainText(event.excerpt) || plainText(event.description).slice(0, 200) || texts.siteDescription,
    main: html`<article class="record ${eventHue(event)}">
<header class="record-head">
${parent && html`<p class="part-of">${texts.partOf} <a href="${recordHref(visit, parent.url)}">${parent.title}</a></p>`}
<ul class="chips">${event.categories.map((term) => termChip(visit, term, 'category'))}</ul>
<h1>${event.title}</h1>
<p class="record-signs">${badges(visit, event)}${isOver(visit, event) && html`<span class="badge">${texts.ended}</span>`}</p>
</header>
<div class="record-body">
<div class="record-text">
${image && html`<div class="record-image">${picture(visit, image, 1024, event.title)}</div>`}
<div class="prose">${trusted(event.description)}</div>
${parts.items.length > 0 && html`<section class="parts"><h2>${texts.programme}</h2>${agenda(visit, parts.items, 3)}</section>`}
</div>
${facts(visit, event)}
</div>
</article>`,
    day: firstDayOf(event),
    path: event.url.slice(place.site.baseUrl.length),
    urls,
    json: event.rest_url,
    route: `events/${event.id}`,
    type: 'article',
    ...(image && { image }),
    data: opened ? undefined : event.json_ld,
    pictures: pictureOrigins(event.description),
    ...(opened && { secret: true, hidden: true }),
  };
}

/** What a list would show, and the field for the password. */
async function lockedSheet(visit: Visit, address: RecordKey, wrong: boolean): Promise<Sheet> {
  const { texts, place } = visit;
  const { body: event, urls } = await readShut(visit, address);
  return {
    title: event.title,
    about: texts.passwordRequired,
    main: html`<article class="record hue-none">
<header class="record-head"><h1>${event.title}</h1><p class="record-signs">${badges(visit, event)}</p></header>
<div class="locked">
<div class="fact"><h2>${texts.when}</h2>${whenOf(visit, event)}</div>
<form method="post" action="${recordHref(visit, event.url)}">
<p>${texts.passwordRequired}</p>
${wrong && html`<p class="wrong" role="alert" id="wrong">${texts.passwordWrong}</p>`}
<label class="field"><span>${texts.password}</span><input type="password" name="password" required maxlength="200" autocomplete="off"${wrong && html` aria-invalid="true" aria-describedby="wrong" autofocus`}></label>
<button class="button" type="submit">${texts.open}</button>
</form>
</div>
</article>`,
    day: firstDayOf(event),
    path: event.url.slice(place.site.baseUrl.length),
    urls,
    json: `${place.site.baseUrl}${place.native.prefix}/events/${event.id}`,
    route: `events/${event.id}`,
    hidden: true,
    ...(wrong && { statusCode: 403, secret: true }),
  };
}

/** With a password when one was sent. */
export async function eventPage(visit: Visit, slug: string, password?: string): Promise<Sheet> {
  const address = { slug };
  try {
    const event = await readRecord(visit, 'event', address, password ? { password } : {});
    return await eventSheet(visit, event, password !== undefined);
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'protected') throw error;
    return lockedSheet(visit, address, password !== undefined);
  }
}

/** For those who may read what is not published; a password is not asked of those who may edit. */
export const eventPreview = async (visit: Visit, address: RecordKey): Promise<Sheet> =>
  eventSheet(visit, await readRecord(visit, 'event', address, { context: 'edit' }), true);
