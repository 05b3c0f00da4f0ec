// Maps of venues: a link to a map, and a map whose images are loaded after a click only.
import { type Html, html } from '../html.js';
import { addressLine } from './components.js';
import type { PageRequest } from './page-request.js';
import type { VenueBody } from './records.js';

/** Both coordinates with five decimals, which is about a metre. */
function pointOf({
  geo_lat: lat,
  geo_lng: lng,
}: VenueBody): { readonly lat: string; readonly lng: string } | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat: lat.toFixed(5), lng: lng.toFixed(5) };
}

/** OpenStreetMap has different URLs for coordinates and for an address. */
const openStreetMap = {
  point: 'https://www.openstreetmap.org/?mlat={lat}&mlon={lng}#map=16/{lat}/{lng}',
  search: 'https://www.openstreetmap.org/search?query={query}',
};

/** Undefined where the template needs coordinates or an address that the venue does not have. */
export function mapUrl(template: string, venue: VenueBody): string | undefined {
  const point = pointOf(venue);
  const address = addressLine(venue);
  const used = template || (point ? openStreetMap.point : openStreetMap.search);
  const query = address ? [venue.venue, address].join(', ') : point && `${point.lat},${point.lng}`;
  const values: Readonly<Record<string, string | undefined>> = { ...point, query: template ? query : address };
  const names = [...used.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => !values[name])) return undefined;
  return used.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

export function mapLink({ texts, pageSite }: PageRequest, venue: VenueBody): Html | undefined {
  const url = mapUrl(pageSite.site.maps.link, venue);
  return url === undefined ? undefined : html`<a class="out" href="${url}" rel="noopener nofollow">${texts.map}</a>`;
}

const originOf = (template: string): string => new URL(template).origin;

/** For the Content Security Policy of a page with a map. */
export const tileOrigin = ({ pageSite }: PageRequest): string => originOf(pageSite.site.maps.tiles);

/** Text, and a URL at its end as its target. */
function credit(text: string): Html {
  const url = /(?<!\S)https?:\/\/\S+$/.exec(text)?.[0];
  const label = text.slice(0, text.length - (url ?? '').length).trimEnd();
  return url ? html`<a href="${url}" rel="noopener nofollow">${label || url}</a>` : html`${label}`;
}

interface MapContent {
  readonly label: string;
  /** Attributes with the position; without them the map shows the venues of the page. */
  readonly position?: Html;
  /** Venues that the page does not list. */
  readonly places?: Html | false;
}

/** The script shows the button, and the content of the template after a click, or at once if the owner chose so. */
function mapOnClick({ texts, pageSite }: PageRequest, { label, position, places }: MapContent): Html {
  const { tiles, attribution, opens } = pageSite.site.maps;
  return html`<div class="map" hidden data-map="${opens ? 'open' : 'closed'}"${position} data-tiles="${tiles}" data-zoom-in="${texts.zoomIn}" data-zoom-out="${texts.zoomOut}">
<p><button class="button quiet" type="button">${texts.showMap}</button></p>
<p class="map-note">${texts.mapNote(new URL(tiles).host)}</p>
<template><div class="map-view" role="group" aria-label="${texts.mapOf(label)}"></div>
<p class="map-credit">${credit(attribution)}</p>${places}</template>
</div>`;
}

/** The position as attributes; undefined where the venue has none or shows no map. */
export function positionOf(venue: VenueBody): Html | undefined {
  const point = venue.show_map ? pointOf(venue) : undefined;
  return point && html` data-lat="${point.lat}" data-lng="${point.lng}"`;
}

/** Undefined without coordinates or tiles. */
export function venueMap(request: PageRequest, venue: VenueBody): Html | undefined {
  const position = positionOf(venue);
  return position && request.pageSite.site.maps.tiles !== ''
    ? mapOnClick(request, { label: venue.venue, position })
    : undefined;
}

/** The map of several venues: those on the page with a position, or `places`. */
export function placesMap(request: PageRequest, venues: readonly VenueBody[], places: Html | false): Html | undefined {
  return venues.some(positionOf) && request.pageSite.site.maps.tiles !== ''
    ? mapOnClick(request, { label: request.texts.places, places })
    : undefined;
}
