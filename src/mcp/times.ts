// Times that assistants send and read. A time without an offset is read in the given zone, and every time that is shown has its
// offset and weekday, so that nobody has to guess.
import type { Call } from '../core/call.js';
import { DAY, plusSeconds, secondsBetween, secondsOf, startOfDay, type Wall, weekdayOf } from '../core/time/clock.js';
import { type DateText, parseDate, resolveInstant, resolveWall, zoned } from '../core/time/date-text.js';
import { isZone, toInstant, toWall } from '../core/time/zone.js';
import { ToolError } from './tool.js';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const weekdayName = (wall: Wall): string => weekdays[weekdayOf(Math.floor(secondsOf(wall) / DAY))] ?? '';

/** The zone in which times without an offset are read. */
export function readingZone(timezone: unknown, { site }: Call): string {
  const zone = typeof timezone === 'string' && timezone !== '' ? timezone : site.zone;
  if (!isZone(zone))
    throw new ToolError(`timezone: unknown time zone ${zone.slice(0, 60)}. Use a name such as Europe/Paris.`);
  return zone;
}

function parsed(text: string, name: string, call: Call): DateText {
  const date = parseDate(text, call.facade.dates);
  if (date) return date;
  throw new ToolError(
    `${name}: invalid date ${JSON.stringify(text.slice(0, 60))}. Use 2027-05-04T19:00 or 2027-05-04.`,
  );
}

const outside = (name: string): never => {
  throw new ToolError(`${name}: the year must be between 1 and 9999.`);
};

/** Words such as “now” have a time, too. */
const hasTime = ({ time, midnight }: DateText): boolean => time !== undefined || !midnight;

/** The wall-clock time in the zone of an event; a bare time is read in `zone`. A date without a time stays that date. */
export function wallFor(text: string, name: string, zone: string, eventZone: string, call: Call): Wall {
  const date = parsed(text, name, call);
  const context = { now: call.now, zone };
  if (!zoned(date) && (zone === eventZone || !hasTime(date)))
    return resolveWall(date, { ...context, offsets: 'honour' }) ?? outside(name);
  return toWall(resolveInstant(date, context) ?? outside(name), eventZone);
}

/** A range of instants; a bound without a time means the whole day. */
export function rangeOf(
  from: unknown,
  to: unknown,
  zone: string,
  defaultDays: number,
  call: Call,
): { readonly from: string; readonly to: string } {
  const today = startOfDay(toWall(call.now, zone));
  const start = from === undefined ? call.now : bound(String(from), 'from', zone, 0, call);
  const base = from === undefined ? today : toWall(start, zone);
  const end =
    to === undefined
      ? toInstant(plusSeconds(startOfDay(base), (defaultDays + 1) * DAY), zone).instant
      : bound(String(to), 'to', zone, DAY, call);
  if (secondsBetween(start, end) <= 0) throw new ToolError('to must be after from.');
  return { from: start, to: end };
}

function bound(text: string, name: string, zone: string, more: number, call: Call): string {
  const date = parsed(text, name, call);
  const context = { now: call.now, zone };
  if (zoned(date) || hasTime(date)) return resolveInstant(date, context) ?? outside(name);
  const day = startOfDay(resolveWall(date, { ...context, offsets: 'honour' }) ?? outside(name));
  return toInstant(plusSeconds(day, more), zone).instant;
}
