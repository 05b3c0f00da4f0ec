// Filters and order of events by distance from a point.
import type { Call } from '../../core/call.js';
import { all, type Condition, everything, isSet, linked, near } from '../../core/condition.js';
import type { Given } from '../../core/field.js';
import { type Filters, filter } from '../../core/filter.js';
import { distanceKm, type Point } from '../../core/geo.js';
import type { Kind } from '../../core/kind.js';
import { requiresExtension } from '../../core/kinds/extension.js';
import { flag } from '../../core/kinds/flag.js';
import { decimal } from '../../core/kinds/number.js';
import { Invalid, invalidParams } from '../../core/problem.js';
import type { NearestOrder } from '../../core/store.js';
import { eventVenues } from '../../models/links.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { coordinateColumns, pointOf } from '../../models/venue/location.js';
import { venue } from '../../models/venue/venue.js';

/** About 25 miles. */
const defaultRadiusKm = 40;
/** Slightly more than half the circumference of the earth, so that every venue is within it. */
const maxRadiusKm = 20_040;

const radius: Kind<number> = {
  ...decimal(0, maxRadiusKm),
  read: (input, call) => {
    const km = decimal(0, maxRadiusKm).read(input, call);
    if (km === 0) throw new Invalid('Must be greater than 0.');
    return km;
  },
};

const extension = 'Requires the geolocation extension.';

export const nearbyFilters: Filters = {
  geoloc: filter(
    requiresExtension('geolocation', flag),
    `Events whose venue has coordinates. ${extension}`,
    (_, query, call) => placedEvents(query.found, call),
  ),
  geoloc_lat: filter(
    requiresExtension('geolocation', decimal(-90, 90)),
    `Latitude of the center, together with \`geoloc_lng\`. ${extension}`,
    (_, query, call) => nearbyEvents(query.found, call),
    { example: 44.48 },
  ),
  geoloc_lng: filter(
    requiresExtension('geolocation', decimal(-180, 180)),
    `Longitude of the center, together with \`geoloc_lat\`. ${extension}`,
    undefined,
    { example: -73.21 },
  ),
  geoloc_radius: filter(
    requiresExtension('geolocation', radius),
    `Maximum distance of the venue in km. Default: ${defaultRadiusKm}. ${extension}`,
    undefined,
    { example: 25 },
  ),
};

/** Parameters that `distanceTo` reads. */
export const areaParams: readonly string[] = Object.keys(nearbyFilters);

interface Area {
  readonly point: Point;
  readonly km: number;
}

/** The requested circle; `geoloc=false` disables it. */
export function areaOf({
  geoloc,
  geoloc_lat: lat,
  geoloc_lng: lng,
  geoloc_radius: km = defaultRadiusKm,
}: Given): Area | undefined {
  if (geoloc === false || typeof lat !== 'number' || typeof lng !== 'number') return undefined;
  return { point: { lat, lng }, km: Number(km) };
}

/** Rejects a latitude, longitude or radius without the others, and sorting by distance without a point. */
export function refuseIncompleteArea(found: Given): void {
  const isRequested = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius'].some((name) => found[name] !== undefined);
  const missing = ['geoloc_lat', 'geoloc_lng'].filter((name) => isRequested && found[name] === undefined);
  const faults = missing.map((name) => [name, new Invalid('Latitude and longitude are both required.')] as const);
  const unordered = found.orderby === 'distance' && !areaOf(found);
  if (faults.length === 0 && !unordered) return;
  const order = new Invalid('Sorting by distance requires geoloc_lat and geoloc_lng.');
  throw invalidParams({ ...Object.fromEntries(faults), ...(unordered && { orderby: order }) });
}

/** Only venues that the caller may read can match. */
const visibleVenues = ({ actor }: Call): Condition => venue.policy.visible(actor, false);

/** Events within the requested circle. */
function nearbyEvents(found: Given, call: Call): Condition {
  const area = areaOf(found);
  return area
    ? linked(eventVenues.table, all(near(coordinateColumns, area.point, area.km), visibleVenues(call)))
    : everything;
}

/** Events whose venue has coordinates. The condition of a circle implies it. */
function placedEvents(found: Given, call: Call): Condition {
  if (!found.geoloc || areaOf(found)) return everything;
  return linked(eventVenues.table, all(isSet(coordinateColumns.lat), visibleVenues(call)));
}

export function nearestFirst(found: Given, call: Call): NearestOrder['nearest'] | undefined {
  const area = areaOf(found);
  return area && { link: eventVenues, where: visibleVenues(call), place: coordinateColumns, point: area.point };
}

/** Distance in km to the nearest of these venues, in a list with a requested circle. */
export function distanceTo(venues: readonly VenueRow[], found: Given, call: Pick<Call, 'site'>): number | undefined {
  const area = areaOf(found);
  const points = area ? venues.flatMap((row) => pointOf(row, call) ?? []) : [];
  return area && points.length ? Math.min(...points.map((point) => distanceKm(area.point, point))) : undefined;
}
