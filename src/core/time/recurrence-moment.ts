// Days and moments in a recurrence. Unlike other dates they are explicit: "tomorrow" would mean another day at every read.

import { Invalid } from '../problem.js';
import type { Wall } from './clock.js';
import { parseDate, resolveWall } from './date-text.js';
import { basicFormat, readDigits } from './ical-value.js';
import { toInstant, toWall } from './zone.js';

export interface Moment {
  /** In the zone of the event; midnight for a day. */
  readonly wall: Wall;
  readonly isDay: boolean;
}

const iso = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?Z|[+-]\d\d:?\d\d)?)?$/i;

/** As times are stored. A series may have thousands of them, and the grammar of `parseDate` tries dozens of formats. */
const plainFormat = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/i;

/** Any instant: explicit dates do not depend on the current time. */
const now = '2000-01-01 00:00:00';

function readIso(text: string, zone: string): Moment | undefined {
  const date = iso.test(text) ? parseDate(text) : undefined;
  const wall = date && resolveWall(date, { now, zone, offsets: 'honour' });
  return wall === undefined ? undefined : { wall, isDay: text.length === 10 };
}

/** Converts a wall-clock time of another zone. */
const inZone = (wall: Wall, from: string, zone: string): Wall =>
  from === zone ? wall : toWall(toInstant(wall, from).instant, zone);

/**
 * `2027-05-01 10:00`, with an offset if wanted, or `20270501T100000Z`; both also as a day alone. `writtenIn` is the zone of
 * a text without an offset.
 */
export function readMoment(text: string, zone: string, writtenIn = zone): Moment {
  const plain = text.trim();
  const digits = readDigits((plainFormat.test(plain) ? basicFormat(plain) : plain).toUpperCase());
  if (digits?.isDate) return { wall: digits.wall, isDay: true };
  if (digits) return { wall: inZone(digits.wall, digits.isUtc ? 'UTC' : writtenIn, zone), isDay: false };
  const read = readIso(plain, writtenIn);
  if (!read) throw new Invalid(`Invalid date in the recurrence: ${plain.slice(0, 40)}. Use YYYY-MM-DD HH:MM.`);
  return read.isDay ? read : { wall: inZone(read.wall, writtenIn, zone), isDay: false };
}
