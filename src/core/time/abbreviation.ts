// Time zone abbreviations at an instant: EDT, CEST, JST, -03.

import { ABBREVIATIONS } from './abbreviations.js';
import { type Instant, padded, secondsOf, yearOf } from './clock.js';
import { fixedOffset, offsetAtSecond } from './zone-offset.js';

interface Period {
  readonly since: number;
  readonly letters: ReadonlyMap<number, string>;
}

function readPeriod(text: string): Period {
  const [since, pairs] = text.includes(':') ? text.split(':') : ['0', text];
  const entries = (pairs ?? '').split(',').map((pair) => pair.split('='));
  return { since: Number(since), letters: new Map(entries.map(([offset, name]) => [Number(offset), name ?? ''])) };
}

const periodsByZone: ReadonlyMap<string, readonly Period[]> = new Map(
  ABBREVIATIONS.flatMap(([text, zones]) => {
    const periods = text.split(';').map(readPeriod);
    return zones.split(' ').map((zone) => [zone.toLowerCase(), periods] as const);
  }),
);

/** `+05` or `+0530`, for zones without an abbreviation. */
function numeric(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60);
  const rest = minutes % 60 === 0 ? '' : padded(minutes % 60);
  return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60))}${rest}`;
}

/** A zone given as an offset (`UTC+5`, `-03:30`) is its own abbreviation. */
export function abbreviation(instant: Instant, zone: string): string {
  if (fixedOffset(zone) !== undefined) return zone;
  const second = secondsOf(instant);
  const offset = offsetAtSecond(second, zone, yearOf(instant));
  const periods = periodsByZone.get(zone.toLowerCase()) ?? [];
  // Falls back to earlier periods: this table and the runtime's zone data may have different versions.
  const period = periods.findLast((one) => one.since <= second && one.letters.has(offset));
  return (period ?? periods[0])?.letters.get(offset) ?? numeric(offset);
}
