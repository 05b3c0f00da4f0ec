// The places view: upcoming events by country, city and venue, or around a point.
import { type Html, html } from '../html.js';
import { agenda, card, emptyNote, eventHue, pager, signs } from './components.js';
import { firstDayOf, shortDay } from './date-format.js';
import { states, titleOf } from './event-state.js';
import { choicesFor, toolbar } from './filter-form.js';
import { isFiltered, noFilters, type Pair, pairsOf, readFilters, resolveFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { hrefOf, recordHref, viewHref, withoutDate } from './links.js';
import { placesMap, positionOf, tileOrigin } from './map.js';
import type { PageRequest } from './page-request.js';
import { readPaging } from './paging.js';
import { listEvents } from './queries.js';
import { nearMe } from './quick-filters.js';
import { type ListedEvent, type VenueBody, venuesOf } from './records.js';
import { resultCount } from './search-results.js';
import { subscriptionTo } from './subscribe.js';

const perPage = 200;
const perVenue = 4;

interface Venue {
  readonly venue: VenueBody;
  readonly events: ListedEvent[];
}

/** Alphabetical; groups without a name come last. */
const byName =
  (locale: string) =>
  ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
    a === '' ? 1 : b === '' ? -1 : a.localeCompare(b, locale);

function grouped<T>(
  items: readonly T[],
  groupNameOf: (item: T) => string,
  locale: string,
): readonly (readonly [string, readonly T[]])[] {
  const keys = [...new Set(items.map(groupNameOf))];
  return keys.map((key) => [key, items.filter((item) => groupNameOf(item) === key)] as const).sort(byName(locale));
}

function venuesIn(events: readonly ListedEvent[]): readonly Venue[] {
  const venues = new Map<number, Venue>();
  for (const event of events)
    for (const venue of venuesOf(event)) {
      const known = venues.get(venue.id) ?? { venue, events: [] };
      known.events.push(event);
      venues.set(venue.id, known);
    }
  return [...venues.values()];
}

const line = (request: PageRequest, event: ListedEvent): Html =>
  html`<li class="${eventHue(request, event)}"><time datetime="${firstDayOf(event)}">${shortDay(request.locale, firstDayOf(event))}</time> <span>${signs(request, event)}${states(request, event)}<a href="${recordHref(request, event.url)}">${titleOf(event)}</a></span></li>`;

function venueCard(request: PageRequest, { venue, events }: Venue): Html {
  const { texts } = request;
  const more = events.length - perVenue;
  const all = viewHref(request, { ...noFilters, venue: [venue.slug ?? ''] }, '/calendar/list');
  return html`<li class="place"${positionOf(venue)}><h4><a href="${recordHref(request, venue.url)}">${venue.venue}</a></h4>
${venue.address && html`<p class="place-address">${venue.address}</p>`}
<ul class="lines">${events.slice(0, perVenue).map((event) => line(request, event))}</ul>
${more > 0 && html`<p class="more"><a href="${all}">${texts.more(more)}<span class="unseen"> · ${venue.venue}</span></a></p>`}</li>`;
}

function city(request: PageRequest, name: string, venues: readonly Venue[]): Html {
  const { texts, pageSite } = request;
  const { venue } = venues.find((one) => one.venue.geo_lat !== undefined) ?? {};
  const near = pageSite.site.geolocation &&
    venue?.geo_lat !== undefined &&
    venue.geo_lng !== undefined && { lat: venue.geo_lat, lng: venue.geo_lng };
  return html`<section class="town"><h3>${name || texts.otherPlaces}${
    near &&
    name &&
    html` <a class="around" href="${viewHref(request, { ...noFilters, near }, '/calendar/places')}">${texts.around(name)}</a>`
  }</h3><ul class="places">${venues.map((one) => venueCard(request, one))}</ul></section>`;
}

export async function placesPage(request: PageRequest): Promise<PageContent> {
  const { texts, locale, pageSite } = request;
  const filters = withoutDate(readFilters(request.query));
  const { page } = readPaging(request);
  const resolved = await resolveFilters(request, filters);
  const order = filters.near ? { orderby: 'distance' } : {};
  const [listed, choices] = await Promise.all([
    listEvents(request, { ...resolved.input, ...order }, { limit: perPage, page }),
    choicesFor(request),
  ]);
  const venues = venuesIn(listed.items);
  const withoutVenue = listed.items.filter((event) => venuesOf(event).length === 0);
  const countries = grouped(venues, ({ venue }) => venue.country ?? '', locale.tag);
  const paging = {
    page,
    listed,
    href: (pairs: readonly Pair[]) => viewHref(request, filters, '/calendar/places', pairs),
  };
  const empty = isFiltered(filters)
    ? emptyNote(texts.noMatch, texts.noMatchHint, {
        href: hrefOf(request, '/calendar/places'),
        label: texts.clearFilters,
      })
    : emptyNote(texts.noEvents, texts.noEventsHint);
  // Around a point the page lists events, so that the map brings its venues.
  const places = filters.near && html`<ul hidden>${venues.map((one) => venueCard(request, one))}</ul>`;
  const map = placesMap(
    request,
    venues.map(({ venue }) => venue),
    places ?? false,
  );
  const content = filters.near
    ? html`<ol class="cards single">${listed.items.map((event) => card(request, event, 2))}</ol>`
    : html`<div class="countries">${countries.map(
        ([country, inside]) => html`<section class="country"><h2>${country || texts.otherPlaces}</h2>
${grouped(inside, ({ venue }) => venue.city ?? '', locale.tag).map(([name, ones]) => city(request, name, ones))}</section>`,
      )}</div>${withoutVenue.length > 0 && html`<section class="country"><h2>${texts.onlineAndOther}</h2>${agenda(request, withoutVenue, 3, request.today)}</section>`}`;
  return {
    title: texts.places,
    about: texts.placesDescription,
    main: html`${toolbar(request, { title: texts.places, resolved, choices, action: '/calendar/places', aside: nearMe(request, filters, '/calendar/places') })}
${await resultCount(request, resolved, listed)}
${listed.items.length ? html`<div class="with-map">${map}<div>${content}</div></div>` : empty}
${pager(request, paging)}`,
    view: 'places',
    filters,
    path: '/calendar/places',
    pairs: [...pairsOf(filters), ...(page > 1 ? [['page', String(page)] as const] : [])],
    json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/venues`,
    feed: subscriptionTo(resolved).feed,
    noindex: isFiltered(filters),
    tiles: map && tileOrigin(request),
  };
}
