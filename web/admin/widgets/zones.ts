// The zones that this browser knows, and how far each is from UTC on a given day.
import { isWall } from './wall';

export const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** `UTC+02:00`; empty for a zone that this browser does not know. */
export function offsetOf(zone: string, wall: unknown): string {
  const day = isWall(wall) ? new Date(`${wall.slice(0, 10)}T12:00:00Z`) : new Date();
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(day);
    const told = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return told.replace('GMT', 'UTC').replace(/^UTC$/, 'UTC+00:00');
  } catch {
    return '';
  }
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[_/\s-]+/g, ' ')
    .trim();

/** Zones by any words of their names; those that begin with the text come first. */
export function matchingZones(text: string, known = zones()): readonly string[] {
  const words = plain(text).split(' ');
  const found = known.filter((zone) => words.every((word) => plain(zone).includes(word)));
  const rank = (zone: string) => (plain(zone).split(' ').at(-1)?.startsWith(plain(text)) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}
