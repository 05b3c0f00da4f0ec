// Time zones that the browser knows, their UTC offsets, and search by name.
import { isWall } from './wall-clock';

export const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** `UTC+02:00`; empty for a zone that this browser does not know. */
export function offsetOf(zone: string, wall: unknown): string {
  const day = isWall(wall) ? new Date(`${wall.slice(0, 10)}T12:00:00Z`) : new Date();
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(day);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name.replace('GMT', 'UTC').replace(/^UTC$/, 'UTC+00:00');
  } catch {
    return '';
  }
}

/** `Europe/Paris (UTC+02:00)`, with the present offset. */
export const zoneLabel = (zone: string): string => {
  const offset = offsetOf(zone, undefined);
  return `${zone.replaceAll('_', ' ')}${offset && zone !== 'UTC' ? ` (${offset})` : ''}`;
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[_/\s-]+/g, ' ')
    .trim();

/** Zones of large cities, ranked before other matches. */
const popular: ReadonlySet<string> = new Set(
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

/** Sort key, ascending: where the city matches, popular zones, fewer segments, shorter names. */
function rankOf(zone: string, typed: string): readonly number[] {
  const city = plain(zone.split('/').at(-1) ?? '');
  const match = city.startsWith(typed) ? 0 : ` ${city}`.includes(` ${typed}`) ? 1 : 2;
  return [match, popular.has(zone) ? 0 : 1, zone.split('/').length, city.length];
}

/** Zones whose names contain all typed words. Cities that begin with the text come first, popular ones before others. */
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
