// Converts between instants and wall-clock times with the browser's time zone data.
import { readWall, writeWall } from '../api/moment';
import { clockFormat } from '../widgets/wall-clock';

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Undefined for a zone that the browser does not know. */
function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) {
    try {
      formats.set(zone, clockFormat(zone));
    } catch {
      formats.set(zone, undefined);
    }
  }
  return formats.get(zone);
}

/** UTC offset of a zone at an instant, in seconds. */
export function offsetAt(instant: Date, zone: string): number {
  const fixed = /^UTC([+-])(\d{1,2})(?::(\d\d))?$/.exec(zone);
  if (fixed) return Number(`${fixed[1]}1`) * (Number(fixed[2]) * 3_600 + Number(fixed[3] ?? 0) * 60);
  const format = formatFor(zone);
  if (!format) return 0;
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - instant.getTime()) / 1_000);
}

const later = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1_000);

/** UTC time → wall-clock time in a zone. */
export const wallAt = (utc: string, zone: string): string => {
  const instant = readWall(utc);
  return writeWall(later(instant, offsetAt(instant, zone)));
};

/** Wall-clock time in a zone → UTC time. */
export function instantOf(wall: string, zone: string): string {
  const asUtc = readWall(wall);
  // The first offset may be that of the other side of a daylight-saving change; the second is exact.
  const near = later(asUtc, -offsetAt(asUtc, zone));
  return writeWall(later(asUtc, -offsetAt(near, zone)));
}

/** Adds days and seconds to a wall-clock time. */
export const plus = (wall: string, { days, seconds }: { readonly days: number; readonly seconds: number }): string =>
  writeWall(later(readWall(wall), days * 86_400 + seconds));
