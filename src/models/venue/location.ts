// Coordinates of a venue: entered by hand, or geocoded from its address in the background.
import type { Call } from '../../core/call.js';
import {
  derived,
  flagColumn,
  integerColumn,
  type RowOf,
  sparseRealColumn,
  sparseTextColumn,
  unlisted,
} from '../../core/column.js';
import type { PlaceColumns } from '../../core/condition.js';
import type { Point } from '../../core/geo.js';
import type { SettleInput } from '../../core/model.js';
import { invalidParam } from '../../core/problem.js';
import type { Row } from '../../core/store.js';

export const locationColumns = {
  geo_lat: sparseRealColumn,
  geo_lng: sparseRealColumn,
  /** Set by the geocoder, which may change them again; 0 for coordinates entered by hand. */
  geo_found: unlisted(flagColumn),
  /** Next geocoding attempt in UTC; empty for none. */
  geocode_at: unlisted(derived(sparseTextColumn)),
  geocode_tries: unlisted(derived(integerColumn)),
};
export type Location = RowOf<typeof locationColumns>;

export const coordinateColumns: PlaceColumns = { lat: 'geo_lat', lng: 'geo_lng' };

/** Undefined if unknown or if geolocation is switched off. */
export const pointOf = ({ geo_lat: lat, geo_lng: lng }: Location, { site }: Pick<Call, 'site'>): Point | undefined =>
  site.geolocation && lat !== null && lng !== null ? { lat, lng } : undefined;

export type LocationGiven = { readonly geo_lat?: number | null; readonly geo_lng?: number | null };

interface Address {
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly stateprovince: string;
  readonly country: string;
}

/** The address as sent to the geocoder; empty if it has only a region or country. */
export function addressText({ address, city, zip, stateprovince, country }: Address): string {
  if (!address && !city && !zip) return '';
  const town = [zip, city].filter(Boolean).join(' ');
  return [address, town, stateprovince, country].filter(Boolean).join(', ');
}

export const isByHand = ({ geo_lat, geo_found }: Pick<Location, 'geo_lat' | 'geo_found'>): boolean =>
  geo_lat !== null && !geo_found;

const noLocation: Location = { geo_lat: null, geo_lng: null, geo_found: false, geocode_at: '', geocode_tries: 0 };

/** Coordinates entered by hand are kept when the address changes; others are geocoded again. */
export function settleLocation(
  { given, stored, call }: SettleInput<Row & Location & Address, LocationGiven>,
  address: Address,
): Location {
  const current: Location = stored ?? noLocation;
  const { geo_lat = current.geo_lat, geo_lng = current.geo_lng } = given;
  if ((geo_lat === null) !== (geo_lng === null))
    throw invalidParam(geo_lat === null ? 'geo_lat' : 'geo_lng', 'Latitude and longitude are both required.');
  const touched = given.geo_lat !== undefined || given.geo_lng !== undefined;
  const geo_found = current.geo_found && !touched;
  if (isByHand({ geo_lat, geo_found })) return { ...noLocation, geo_lat, geo_lng };
  const text = addressText(address);
  if (text !== (stored ? addressText(stored) : ''))
    return text === '' ? noLocation : { geo_lat, geo_lng, geo_found, geocode_at: call.now, geocode_tries: 0 };
  const { geocode_at, geocode_tries } = current;
  return touched ? noLocation : { geo_lat, geo_lng, geo_found, geocode_at, geocode_tries };
}
