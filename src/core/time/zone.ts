// Clock readings and instants: what a zone's clock shows at an instant, which instant a reading means,
// and how both are written for people and machines.
import { DAY, type Instant, inRange, secondsOf, textOf, type Wall, yearOf } from './clock.js';
import { offsetAtSecond } from './zone-offset.js';

export { abbreviation } from './abbreviation.js';
export { isZone } from './zone-offset.js';

/** Seconds east of UTC. */
export function offsetAt(instant: Instant, zone: string): number {
  return offsetAtSecond(secondsOf(instant), zone, yearOf(instant));
}

export function toWall(instant: Instant, zone: string): Wall {
  const second = secondsOf(instant);
  return textOf(second + offsetAtSecond(second, zone, yearOf(instant)));
}

/** The second a clock reading (as seconds on its own clock) stands for; see toInstant for gaps and doubles. */
export function instantSecond(reading: number, zone: string): number {
  // No clock is a whole day away from UTC, so these two lie before and after any change that matters.
  const before = offsetAtSecond(reading - DAY, zone);
  const after = offsetAtSecond(reading + DAY, zone);
  const earlier = reading - Math.max(before, after);
  const later = reading - Math.min(before, after);
  if (earlier + offsetAtSecond(earlier, zone) === reading) return earlier;
  if (later + offsetAtSecond(later, zone) === reading) return later;
  return reading - before;
}

/**
 * Readings skipped in spring move forward by the gap (02:30 becomes 03:30, and `wall` says so); readings
 * that happen twice in autumn take the first.
 */
export function toInstant(wall: Wall, zone: string): { readonly instant: Instant; readonly wall: Wall } {
  const second = instantSecond(secondsOf(wall), zone);
  return { instant: textOf(second), wall: textOf(second + offsetAtSecond(second, zone)) };
}

/** The same where both the instant and the reading lie within the years 1 to 9999: others cannot be written exactly. */
export function instantWithin(wall: Wall, zone: string): ReturnType<typeof toInstant> | undefined {
  const second = instantSecond(secondsOf(wall), zone);
  return inRange(second) && inRange(second + offsetAtSecond(second, zone)) ? toInstant(wall, zone) : undefined;
}

/** What a zone's clock shows at an instant, unless that lies outside the years 1 to 9999. */
export function wallWithin(instant: Instant, zone: string): Wall | undefined {
  const second = secondsOf(instant);
  return inRange(second + offsetAtSecond(second, zone)) ? toWall(instant, zone) : undefined;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** RFC 3339 with the zone's offset. */
export function iso(instant: Instant, zone: string): string {
  // Clocks before about 1930 were off by odd seconds, which the format cannot say: whole minutes keep the instant exact.
  const minutes = Math.round(offsetAt(instant, zone) / 60);
  const size = Math.abs(minutes);
  const wall = textOf(secondsOf(instant) + minutes * 60);
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
