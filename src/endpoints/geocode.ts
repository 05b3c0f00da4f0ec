// Finds the position of an address for the form of a venue, with the geocoder of the operator. Nothing is saved.
import { type Fields, required } from '../core/field.js';
import type { FoundPlace } from '../core/geo.js';
import { lineText } from '../core/kinds/text.js';
import { key, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { described, listOf, objectOf, text } from '../core/schema.js';
import { number } from '../facades/events/outputs.js';
import { venueShape } from '../facades/events/venue.js';
import { endpoint, operation } from '../http/handler.js';

const fields: Fields = {
  address: required(lineText(500), 'The address, with its parts separated by commas.', {
    example: '1 Mill Rd, 05001 Oakton, VT',
  }),
};

const found = output<readonly FoundPlace[]>('FoundPlaces', 'Places with an address.', {
  places: key(
    described(listOf(objectOf({ label: text, geo_lat: number, geo_lng: number })), 'The best matches first.'),
    [{ label: '1, Mill Road, Oakton, Vermont, United States', geo_lat: 44.4759, geo_lng: -73.2121 }],
    (places) => places.map(({ label, point }) => ({ label, geo_lat: point.lat, geo_lng: point.lng })),
  ),
});

export const geocodeEndpoint = endpoint(
  '/venues/geocode',
  {
    GET: operation({
      // An outgoing request at the cost of all users.
      right: 'edit-others',
      operationId: 'geocode',
      summary: 'Find the position of an address',
      description:
        'Asks the geocoder of the service, at most once per second for all users together. Returns up to 5 places.',
      tag: { name: 'Venues', description: venueShape.about },
      input: fields,
      output: found,
      problems: [
        new Problem('geocoder-off'),
        new Problem('geocoder-failed'),
        new Problem('rate-limited', { seconds: 1 }),
      ],
      handler: async ({ geocoder }, _, given, reply) => {
        if (!geocoder) throw new Problem('geocoder-off');
        const seconds = await geocoder.limiter.spend('');
        if (seconds > 0) throw new Problem('rate-limited', { seconds, headers: { 'Retry-After': String(seconds) } });
        const places = await geocoder.search(String(given.address)).catch(() => {
          throw new Problem('geocoder-failed');
        });
        return reply(places, { headers: { 'Cache-Control': 'private, no-store' } });
      },
    }),
  },
  { extension: 'geolocation' },
);
