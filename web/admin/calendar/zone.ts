// From instants to clocks and back, with what the browser knows of zones.
import { readWall, writeWall } from '../api/moment';

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** A name the browser does not know has no format. */
function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) {
    try {
      formats.set(
        zone,
        new Intl.DateTimeFormat('en-CA', {
          timeZone: zone,
          hourCycle: 'h23',
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
        }),
      );
    } catch {
      formats.set(zone, undefined);
    }
  }
  return formats.get(zone);
}

/** Seconds that the clock of a zone is ahead of UTC at an instant. */
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

/** What the clock of a zone shows at an instant, both as text. */
export const wallAt = (utc: string, zone: string): string => {
  const instant = readWall(utc);
  return writeWall(later(instant, offsetAt(instant, zone)));
};

/** The instant at which the clock of a zone shows this. */
export function instantOf(wall: string, zone: string): string {
  const asUtc = readWall(wall);
  // The offset that holds near it, then the one that holds at it.
  const near = later(asUtc, -offsetAt(asUtc, zone));
  return writeWall(later(asUtc, -offsetAt(near, zone)));
}

/** A clock reading so much later on the same clock. */
export const plus = (wall: string, { days, seconds }: { readonly days: number; readonly seconds: number }): string =>
  writeWall(later(readWall(wall), days * 86_400 + seconds));
