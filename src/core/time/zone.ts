// Conversion between wall-clock times and instants, and their ISO format.
import { DAY, type Instant, inRange, padded, secondsOf, type Wall, wallOf, yearOf } from './clock.js';
import { offsetAtSecond } from './zone-offset.js';

export { abbreviation } from './abbreviation.js';
export { isZone } from './zone-offset.js';

/** Seconds east of UTC. */
export function offsetAt(instant: Instant, zone: string): number {
  return offsetAtSecond(secondsOf(instant), zone, yearOf(instant));
}

export function toWall(instant: Instant, zone: string): Wall {
  const second = secondsOf(instant);
  return wallOf(second + offsetAtSecond(second, zone, yearOf(instant)));
}

/** The instant of a wall-clock time, both in seconds; see `toInstant` for gaps and repeated hours. */
export function instantSecond(reading: number, zone: string): number {
  // No offset is a whole day, so these two are the offsets before and after any relevant transition.
  const before = offsetAtSecond(reading - DAY, zone);
  const after = offsetAtSecond(reading + DAY, zone);
  const earlier = reading - Math.max(before, after);
  const later = reading - Math.min(before, after);
  if (earlier + offsetAtSecond(earlier, zone) === reading) return earlier;
  if (later + offsetAtSecond(later, zone) === reading) return later;
  return reading - before;
}

/**
 * A time in the spring gap moves forward by the gap (02:30 becomes 03:30, returned in `wall`); of a repeated time in
 * autumn the first counts.
 */
export function toInstant(wall: Wall, zone: string): { readonly instant: Instant; readonly wall: Wall } {
  const second = instantSecond(secondsOf(wall), zone);
  return { instant: wallOf(second), wall: wallOf(second + offsetAtSecond(second, zone)) };
}

/** Undefined if the instant or the wall-clock time is outside the years 1 to 9999. */
export function instantWithin(wall: Wall, zone: string): ReturnType<typeof toInstant> | undefined {
  const second = instantSecond(secondsOf(wall), zone);
  return inRange(second) && inRange(second + offsetAtSecond(second, zone)) ? toInstant(wall, zone) : undefined;
}

/** Undefined if the wall-clock time is outside the years 1 to 9999. */
export function wallWithin(instant: Instant, zone: string): Wall | undefined {
  const second = secondsOf(instant);
  return inRange(second + offsetAtSecond(second, zone)) ? toWall(instant, zone) : undefined;
}

/** RFC 3339 with the zone's offset. */
export function iso(instant: Instant, zone: string): string {
  // Offsets before about 1930 had seconds, which the format does not allow: with whole minutes the instant stays exact.
  const minutes = Math.round(offsetAt(instant, zone) / 60);
  const size = Math.abs(minutes);
  const wall = wallOf(secondsOf(instant) + minutes * 60);
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${padded(Math.floor(size / 60))}:${padded(size % 60)}`;
}
