// The body of a venue, alone and inside an event.
import type { Body, View } from '../../core/resource.js';
import { reference } from '../../core/schema.js';
import { paragraphs, plainText } from '../../core/text/html.js';
import { imageBody } from '../families/image.js';
import {
  address,
  flagSchema,
  globals,
  integer,
  number,
  out,
  pageUrl,
  sparse,
  stamps,
  text,
} from '../families/present.js';
import { type Location, pointOf } from './location.js';
import type { VenueRow } from './venue.js';

export const page = { segment: 'venue', type: 'tribe_venue' };

/** Only what is known stands in the description for search engines. */
export const known = <T extends object>(object: T): Partial<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== '')) as Partial<T>;

const geo = (row: Location, view: View) => {
  const point = pointOf(row, view);
  return point && { geo: { '@type': 'GeoCoordinates', latitude: point.lat, longitude: point.lng } };
};

export const venuePlace = (row: VenueRow, view: View) => ({
  '@type': 'Place',
  name: row.name,
  description: plainText(row.description),
  url: '',
  address: {
    '@type': 'PostalAddress',
    ...known({
      streetAddress: row.address,
      addressLocality: row.city,
      addressRegion: row.stateprovince,
      postalCode: row.zip,
      addressCountry: row.country,
    }),
  },
  ...geo(row, view),
  telephone: row.phone,
  sameAs: row.website,
});

export const venueBody: Body = {
  id: out(integer, (row) => row.id),
  author: out<VenueRow>(text, (row) => (row.author ? String(row.author) : undefined)),
  ...stamps,
  url: out<VenueRow>(address, (row, view) => pageUrl(row, view, page)),
  venue: out<VenueRow>(text, (row) => row.name),
  description: out<VenueRow>(text, (row) => paragraphs(row.description) || undefined),
  slug: sparse<VenueRow>('slug'),
  image: out<VenueRow>(reference('Image'), imageBody),
  address: sparse<VenueRow>('address'),
  city: sparse<VenueRow>('city'),
  country: sparse<VenueRow>('country'),
  province: sparse<VenueRow>('province'),
  state: sparse<VenueRow>('state'),
  zip: sparse<VenueRow>('zip'),
  phone: sparse<VenueRow>('phone'),
  website: sparse<VenueRow>('website'),
  stateprovince: sparse<VenueRow>('stateprovince'),
  geo_lat: out<VenueRow>(number, (row, view) => pointOf(row, view)?.lat),
  geo_lng: out<VenueRow>(number, (row, view) => pointOf(row, view)?.lng),
  json_ld: out<VenueRow>({ type: 'object' }, (row, view) =>
    view.occasion === 'read' ? venuePlace(row, view) : undefined,
  ),
  show_map: out<VenueRow>(flagSchema, (row) => row.show_map),
  show_map_link: out<VenueRow>(flagSchema, (row) => row.show_map_link),
  ...globals,
};
