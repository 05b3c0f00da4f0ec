// The zones that this browser knows, and how far each is from UTC on a given day.
import { isWall } from './wall-clock';

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

/** Zones that most people live in or look for; they come before others that match as well. */
const usual: ReadonlySet<string> = new Set(
  [
    'UTC Africa/Cairo Africa/Johannesburg Africa/Lagos Africa/Nairobi',
    'America/Bogota America/Chicago America/Denver America/Halifax America/Lima America/Los_Angeles',
    'America/Mexico_City America/New_York America/Phoenix America/Santiago America/Sao_Paulo America/Toronto',
    'America/Vancouver Asia/Bangkok Asia/Dhaka Asia/Dubai Asia/Hong_Kong Asia/Jakarta Asia/Jerusalem Asia/Karachi',
    'Asia/Manila Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Tehran Asia/Tokyo Australia/Melbourne Australia/Sydney',
    'Europe/Amsterdam Europe/Athens Europe/Berlin Europe/Brussels Europe/Dublin Europe/Istanbul Europe/Lisbon',
    'Europe/London Europe/Madrid Europe/Moscow Europe/Paris Europe/Rome Europe/Vienna Europe/Warsaw Europe/Zurich',
    'Pacific/Auckland Pacific/Honolulu',
  ].flatMap((line) => line.split(' ')),
);

/** Smaller comes first: where the city matches, whether it is a usual zone, how deep it lies, how long its name is. */
function rankOf(zone: string, typed: string): readonly number[] {
  const city = plain(zone.split('/').at(-1) ?? '');
  const match = city.startsWith(typed) ? 0 : ` ${city}`.includes(` ${typed}`) ? 1 : 2;
  return [match, usual.has(zone) ? 0 : 1, zone.split('/').length, city.length];
}

/** Zones by any words of their names. Those whose city begins with the text come first, usual ones before others. */
export function matchingZones(text: string, known = zones()): readonly string[] {
  const typed = plain(text);
  const words = typed.split(' ');
  const compare = (one: readonly number[], other: readonly number[]) =>
    one.map((rank, at) => rank - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return known
    .filter((zone) => words.every((word) => plain(zone).includes(word)))
    .map((zone) => ({ zone, rank: typed === '' ? [] : rankOf(zone, typed) }))
    .toSorted((one, other) => compare(one.rank, other.rank))
    .map(({ zone }) => zone);
}
