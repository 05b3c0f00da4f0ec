// The shape of venues.
import { optional } from '../../core/field.js';
import { roundDegrees } from '../../core/geo.js';
import type { Kind } from '../../core/kind.js';
import { requiresExtension } from '../../core/kinds/extension.js';
import { decimal } from '../../core/kinds/number.js';
import type { Body } from '../../core/shape.js';
import { storedBody } from '../../core/stored.js';
import { eventVenues } from '../../models/links.js';
import { addressFields, mapFields, type VenueRow } from '../../models/venue/columns.js';
import { pointOf } from '../../models/venue/location.js';
import { venue } from '../../models/venue/venue.js';
import { contactBody, contactShape, nameField } from './contact.js';
import { withExternalIds } from './external.js';
import { imageField } from './image.js';
import { venueData } from './json-ld.js';
import { globals, number, out, unlessEmpty, venuePage } from './outputs.js';
import { postFields } from './post.js';

const nullDefault = { documentedDefault: null } as const;
const post = postFields();

/** Degrees of a coordinate; an empty string clears it. */
const degrees = (max: number): Kind<number | null> => ({
  ...decimal(-max, max),
  read: (input, call) => (input === '' ? null : roundDegrees(decimal(-max, max).read(input, call))),
});

const coordinate = (kind: Kind<number | null>, about: string, example: number, label?: string) =>
  optional(
    requiresExtension('geolocation', kind, (value) => value !== null),
    `${about} An empty string clears it. Requires the geolocation extension.`,
    { ...nullDefault, inForm: { group: 'place', order: 6, ...(label && { label }) }, example },
  );

const body: Body = {
  ...contactBody(venue, venuePage),
  ...storedBody(addressFields, unlessEmpty),
  geo_lat: out<VenueRow>(number, (row, view) => pointOf(row, view)?.lat),
  geo_lng: out<VenueRow>(number, (row, view) => pointOf(row, view)?.lng),
  json_ld: out<VenueRow>({ type: 'object' }, (row, view) =>
    view.occasion === 'read' ? venueData(row, view) : undefined,
  ),
  ...storedBody(mapFields),
  ...globals,
};

export const venueShape = withExternalIds(
  contactShape(venue, eventVenues, {
    schema: 'Venue',
    about: 'Venues with address, contact and coordinates.',
    fields: {
      ...nameField(venue, { example: 'Town Barn' }),
      ...post,
      description: { ...post.description, ...nullDefault, example: '<p>An old barn by the mill.</p>' },
      ...mapFields,
      ...addressFields,
      geo_lat: coordinate(
        { ...degrees(90), input: { widget: 'position', pair: 'geo_lng' } },
        'Latitude in degrees, together with `geo_lng`.',
        44.4759,
        'Position',
      ),
      geo_lng: coordinate(degrees(180), 'Longitude in degrees, together with `geo_lat`.', -73.2121),
      image: imageField(nullDefault),
    },
    body,
  }),
);
