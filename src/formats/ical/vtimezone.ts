// VTIMEZONE components. Every one covers all years from 1970 on, so that it is right for all events of a feed, whenever
// they are and in whichever order they come.

import { LRUCache } from 'lru-cache';
import { DAY, padded, secondsOf, type Wall, wallOf, yearOf } from '../../core/time/clock.js';
import { abbreviation } from '../../core/time/zone.js';
import { transitionsOf } from '../../core/time/zone-transitions.js';
import { basic } from '../times.js';
import { line } from './line.js';
import { type Onset, onsetsOf } from './onsets.js';

export const firstZoneYear = 1970;

/** In this many years every date of a yearly rule such as "last Sunday" occurs, so that the rule is certain. */
const yearsAhead = 12;
/** Zones without a lasting rule, such as those that follow Ramadan, are written transition by transition until here. */
const lastZoneYear = 2100;

const cache = new LRUCache<string, string>({ max: 500 });

function offsetText(offset: number): string {
  const size = Math.abs(offset);
  const [hours, minutes, seconds] = [Math.floor(size / 3_600), Math.floor(size / 60) % 60, size % 60];
  return `${offset < 0 ? '-' : '+'}${padded(hours)}${padded(minutes)}${seconds === 0 ? '' : padded(seconds)}`;
}

/** A day after the last transition: some programs take UNTIL as local time, and would lose that transition. */
const untilAfter = (last: Wall, offset: number): string => `${basic(wallOf(secondsOf(last) - offset + DAY))}Z`;

function observance({ isDaylight, offsetBefore, offset, name, start, last, rule }: Onset): string {
  const kind = isDaylight ? 'DAYLIGHT' : 'STANDARD';
  const until = last === undefined ? '' : `;UNTIL=${untilAfter(last, offsetBefore)}`;
  return [
    line(`BEGIN:${kind}`),
    line(`DTSTART:${basic(start)}`),
    rule === undefined ? '' : line(`RRULE:${rule}${until}`),
    line(`TZOFFSETFROM:${offsetText(offsetBefore)}`),
    line(`TZOFFSETTO:${offsetText(offset)}`),
    line(`TZNAME:${name}`),
    line(`END:${kind}`),
  ].join('');
}

const component = (id: string, onsets: readonly Onset[]): string =>
  [line('BEGIN:VTIMEZONE'), line(`TZID:${id}`), ...onsets.map(observance), line('END:VTIMEZONE')].join('');

const fixedOnset = (offset: number, name: string): Onset => ({
  isDaylight: false,
  offsetBefore: offset,
  offset,
  name,
  start: `${firstZoneYear}-01-01 00:00:00`,
  last: `${firstZoneYear}-01-01 00:00:00`,
});

/** True if every transition of the last year belongs to a rule without an end. */
const isSettled = (onsets: readonly Onset[], lastYear: number): boolean =>
  onsets.every(({ last }) => last === undefined || yearOf(last) < lastYear);

function write(zone: string, year: number): string {
  for (let lastYear = year + yearsAhead; ; lastYear = lastZoneYear) {
    const { offset, changes } = transitionsOf(zone, firstZoneYear, lastYear);
    const onsets = onsetsOf(zone, changes, lastYear);
    if (lastYear < lastZoneYear && !isSettled(onsets, lastYear)) continue;
    const first = fixedOnset(offset, abbreviation(`${firstZoneYear}-01-01 00:00:00`, zone));
    return component(zone, [first, ...onsets]);
  }
}

/** The component of a named zone. `year` is the current one. */
export function vtimezone(zone: string, year: number): string {
  const key = `${zone} ${year}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const text = write(zone, Math.max(year, firstZoneYear));
  cache.set(key, text);
  return text;
}

/** The component of a fixed offset, in seconds. */
export const fixedVtimezone = (id: string, offset: number): string => component(id, [fixedOnset(offset, id)]);
