// Geographic conditions: within a distance, and the distance itself.
import type { Cell } from '../../core/column.js';
import type { Condition, PlaceColumns } from '../../core/condition.js';
import { boxAround, earthRadiusKm, type Point, radians } from '../../core/geo.js';
import type { Dialect } from '../engine.js';

export interface Measuring {
  readonly dialect: Dialect;
  readonly bind: (value: Cell) => string;
}

/** The index selects a bounding box; the exact distance is then computed for its rows. */
export function nearTo(measuring: Measuring, { place, point, km }: Condition & { is: 'near' }, row: string): string {
  const { bind } = measuring;
  const { south, north, spans } = boxAround(point, km);
  const within = (column: string, from: number, to: number) =>
    `${row}.${column} >= ${bind(from)} and ${row}.${column} <= ${bind(to)}`;
  const latitudes = within(place.lat, south, north);
  const longitudes = spans.map(([west, east]) => within(place.lng, west, east));
  return `${latitudes} and (${longitudes.join(' or ')}) and ${metresTo(measuring, row, place, point)} <= ${bind(km * 1_000)}`;
}

/** Whole metres along the great circle (haversine). Near the antipode rounding can exceed 1, which asin rejects. */
export function metresTo({ dialect, bind }: Measuring, row: string, { lat, lng }: PlaceColumns, point: Point): string {
  const half = (column: string, from: number) => `power(sin((${row}.${column} - ${bind(from)}) * ${radians / 2}), 2)`;
  const heights = half(lat, point.lat);
  const narrowing = `cos(${row}.${lat} * ${radians}) * ${bind(Math.cos(point.lat * radians))}`;
  const chord = `sqrt(${heights} + ${narrowing} * ${half(lng, point.lng)})`;
  return `floor(asin(${dialect.least}(1.0, ${chord})) * ${2_000 * earthRadiusKm} + 0.5)`;
}
