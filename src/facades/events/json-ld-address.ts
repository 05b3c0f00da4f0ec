// The address and the coordinates of a venue in JSON-LD.
import type { View } from '../../core/shape.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { pointOf } from '../../models/venue/location.js';

type Texts = Readonly<Record<string, string>>;

/** Omits empty values. */
export const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));

export const postalAddress = (row: VenueRow) => ({
  '@type': 'PostalAddress',
  ...withoutEmpty({
    streetAddress: row.address,
    addressLocality: row.city,
    addressRegion: row.stateprovince,
    postalCode: row.zip,
    addressCountry: row.country,
  }),
});

export function venueGeo(row: VenueRow, view: View) {
  const point = pointOf(row, view);
  return point && { geo: { '@type': 'GeoCoordinates', latitude: point.lat, longitude: point.lng } };
}
