// The body of a venue, alone and inside an event.
import type { Body } from '../../core/resource.js';
import { reference } from '../../core/schema.js';
import { paragraphs, plainText } from '../../core/text/html.js';
import { imageBody } from '../families/image.js';
import { address, flagSchema, globals, integer, out, pageUrl, sparse, stamps, text } from '../families/present.js';
import type { VenueRow } from './venue.js';

const page = { segment: 'venue', type: 'tribe_venue' };

/** Only what is known stands in the description for search engines. */
export const known = <T extends object>(object: T): Partial<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== '')) as Partial<T>;

export const venuePlace = (row: VenueRow) => ({
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
  json_ld: out<VenueRow>({ type: 'object' }, (row, { occasion }) =>
    occasion === 'read' ? venuePlace(row) : undefined,
  ),
  show_map: out<VenueRow>(flagSchema, (row) => row.show_map),
  show_map_link: out<VenueRow>(flagSchema, (row) => row.show_map_link),
  ...globals,
};
