// Places on the globe: how far two of them lie apart, and the box around a circle by which an index finds its points.

export interface Point {
  /** Degrees, north and east of zero. */
  readonly lat: number;
  readonly lng: number;
}

/** Twelve decimals are a fraction of a micrometre, and all that every engine gives back unchanged. */
export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(12)) + 0;

/** Mean radius in kilometres. */
export const earthRadiusKm = 6371.0088;
export const radians = Math.PI / 180;

/** Great-circle distance in kilometres, to the metre: finer than any address, and the same however it is computed. */
export function distanceKm(from: Point, to: Point): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    half(to.lat - from.lat) + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * half(to.lng - from.lng);
  return Math.floor(2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord))) * 1_000 + 0.5) / 1_000;
}

export interface Box {
  readonly south: number;
  readonly north: number;
  /** From west to east: one span of longitudes, or two where the circle crosses the date line. */
  readonly spans: readonly (readonly [number, number])[];
}

const allLongitudes = [[-180, 180]] as const;

/** Every point within the distance lies in the box; distances are rounded, so it is a metre wider than asked. */
export function boxAround({ lat, lng }: Point, km: number): Box {
  const angle = (km + 0.001) / earthRadiusKm;
  const [south, north] = [lat - angle / radians, lat + angle / radians];
  // Around a pole every longitude is near.
  if (south <= -90 || north >= 90) return { south, north, spans: allLongitudes };
  const width = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * radians))) / radians;
  const [west, east] = [lng - width, lng + width];
  if (west <= -180) return { south, north, spans: [[west + 360, 180] as const, [-180, east] as const] };
  if (east >= 180) return { south, north, spans: [[west, 180] as const, [-180, east - 360] as const] };
  return { south, north, spans: [[west, east] as const] };
}
