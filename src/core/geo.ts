// Geographic distances, and the bounding box of a circle for index range scans.

export interface Point {
  /** Degrees; north and east are positive. */
  readonly lat: number;
  readonly lng: number;
}

/** A match of a geocoder. */
export interface FoundPlace {
  readonly point: Point;
  /** The address as the geocoder writes it. */
  readonly label: string;
}

/** 12 decimals, below a micrometre: more precision does not survive a round trip through every engine. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(12)) + 0;

/** Mean radius. */
export const earthRadiusKm = 6371.0088;
export const radians = Math.PI / 180;

/** Great-circle distance, rounded to metres so that SQL and JavaScript get the same result. */
export function distanceKm(from: Point, to: Point): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(to.lat - from.lat) + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * half(to.lng - from.lng);
  return Math.floor(2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord))) * 1_000 + 0.5) / 1_000;
}

export interface Box {
  readonly south: number;
  readonly north: number;
  /** Ranges of longitudes from west to east: two if the circle crosses the date line. */
  readonly spans: readonly (readonly [number, number])[];
}

const allLongitudes = [[-180, 180]] as const;

/** Contains every point within the distance; one metre wider, because distances are rounded. */
export function boxAround({ lat, lng }: Point, km: number): Box {
  const angle = (km + 0.001) / earthRadiusKm;
  const [south, north] = [lat - angle / radians, lat + angle / radians];
  // A circle around a pole crosses all longitudes.
  if (south <= -90 || north >= 90) return { south, north, spans: allLongitudes };
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * radians))) / radians;
  const [west, east] = [lng - width, lng + width];
  if (west <= -180) return { south, north, spans: [[west + 360, 180] as const, [-180, east] as const] };
  if (east >= 180) return { south, north, spans: [[west, 180] as const, [-180, east - 360] as const] };
  return { south, north, spans: [[west, east] as const] };
}
