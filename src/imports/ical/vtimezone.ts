// Offsets of a VTIMEZONE, and the IANA zone that has the same ones.

import { type Budget, BudgetExceeded } from '../../core/budget.js';
import { DAY, dayNumber, secondsOf, type Wall, wallOf, yearOf } from '../../core/time/clock.js';
import { expand } from '../../core/time/expand.js';
import { basicFormat, readDigits } from '../../core/time/ical-value.js';
import { parseRule } from '../../core/time/rule.js';
import { offsetAtSecond } from '../../core/time/zone-offset.js';
import type { Component } from './components.js';
import { propertiesOf } from './properties.js';
import { readOffset } from './time-value.js';

/** A change of the offset: seconds since 1970 in UTC, and seconds east of UTC from then on. */
interface Onset {
  readonly second: number;
  readonly offset: number;
}

export interface ZoneOffsets {
  /** Before the first onset. */
  readonly offset: number;
  readonly onsets: readonly Onset[];
}

const maxOnsets = 400;

/** UNTIL of an observance is in UTC, its other times are on the clock before the change. */
function onsetWalls(
  start: Wall,
  rule: string,
  before: number,
  lastYear: number,
  budget: Budget | undefined,
): readonly Wall[] {
  const until = /UNTIL=(\d{8}T\d{6})Z/i.exec(rule);
  const end = until?.[1] ? readDigits(until[1]) : undefined;
  const local = end ? rule.replace(/UNTIL=[^;]*/i, `UNTIL=${basicFormat(wallOf(secondsOf(end.wall) + before))}`) : rule;
  try {
    const span = { to: `${lastYear}-12-31 23:59:59`, limit: maxOnsets, budget };
    return [...expand(parseRule(local, 'UTC'), start, span)];
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
    return [];
  }
}

/** Undefined if no observance can be read. Rules are followed to the end of `lastYear`. */
export function offsetsOf(vtimezone: Component, lastYear: number, budget?: Budget): ZoneOffsets | undefined {
  const onsets: Onset[] = [];
  let earliest: { readonly wall: Wall; readonly offset: number } | undefined;
  for (const part of vtimezone.parts.slice(0, maxOnsets)) {
    const properties = propertiesOf(part);
    const from = readOffset(properties.text('TZOFFSETFROM'));
    const to = readOffset(properties.text('TZOFFSETTO'));
    const start = readDigits(properties.text('DTSTART').toUpperCase().replace(/Z$/, ''));
    if (from === undefined || to === undefined || !start) continue;
    const dates = properties.all('RDATE').flatMap(({ values }) => values.flatMap((value) => readDigits(value) ?? []));
    const rule = properties.text('RRULE');
    const walls = new Set([start.wall, ...dates.slice(0, maxOnsets).map(({ wall }) => wall)]);
    for (const wall of rule === '' ? [] : onsetWalls(start.wall, rule, from, lastYear, budget)) walls.add(wall);
    for (const wall of walls) onsets.push({ second: secondsOf(wall) - from, offset: to });
    if (!earliest || start.wall < earliest.wall) earliest = { wall: start.wall, offset: from };
  }
  if (!earliest) return undefined;
  return { offset: earliest.offset, onsets: onsets.sort((one, other) => one.second - other.second) };
}

/** By binary search: a hostile zone has a hundred thousand onsets. */
export function offsetAt({ offset, onsets }: ZoneOffsets, second: number): number {
  let [low, high] = [0, onsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((onsets[middle]?.second ?? 0) > second) high = middle;
    else low = middle + 1;
  }
  return onsets[low - 1]?.offset ?? offset;
}

/** The instant of a local time, in seconds; of a repeated time the first. */
export function secondAt(offsets: ZoneOffsets, wall: Wall): number {
  const reading = secondsOf(wall);
  const candidates = [...new Set([offsetAt(offsets, reading - DAY), offsetAt(offsets, reading + DAY)])];
  const found = candidates
    .map((offset) => reading - offset)
    .sort((one, other) => one - other)
    .find((second) => second + offsetAt(offsets, second) === reading);
  return found ?? reading - offsetAt(offsets, reading - DAY);
}

/** Noon of the 1st and 15th of each month, from the year before to the year after. */
const samples = (year: number): readonly number[] =>
  [-1, 0, 1].flatMap((more) =>
    Array.from({ length: 24 }, (_, at) => {
      const day = dayNumber(year + more, Math.floor(at / 2) + 1, at % 2 === 0 ? 1 : 15);
      return day * DAY + DAY / 2;
    }),
  );

/** The first of these zones that has the same offsets around `now`. */
export function zoneWithOffsets(offsets: ZoneOffsets, zones: readonly string[], now: string): string | undefined {
  const expected = samples(yearOf(now)).map((second) => ({ second, offset: offsetAt(offsets, second) }));
  return zones.find((zone) => expected.every(({ second, offset }) => offsetAtSecond(second, zone) === offset));
}
