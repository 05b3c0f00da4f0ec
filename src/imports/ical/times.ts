// Times of events: which clock they are on, where they start and end.
import { DAY, endOfDay, plusSeconds, secondsOf, startOfDay, type Wall, wallOf } from '../../core/time/clock.js';
import { toInstant, toWall } from '../../core/time/zone.js';
import type { Properties, Property } from './properties.js';
import { readDurationValue, readTimeValue } from './time-value.js';
import { secondAt } from './vtimezone.js';
import type { Warn } from './warnings.js';
import type { FindZone } from './zones.js';

export interface Time {
  /** In `zone`; midnight for a date. */
  readonly wall: Wall;
  readonly zone: string;
  readonly form: 'date' | 'utc' | 'local';
}

/** Undefined if the value is no date or time. */
export type ReadTime = (property: Pick<Property, 'params' | 'line'>, value: string) => Time | undefined;

/** Times without a zone are in that of the site. */
export const timeReader =
  (find: FindZone, site: string): ReadTime =>
  ({ params, line }, value) => {
    const read = readTimeValue(value);
    if (!read) return undefined;
    const { wall, isDate, offset } = read;
    if (isDate || params.value?.toUpperCase() === 'DATE') return { wall: startOfDay(wall), zone: site, form: 'date' };
    const utc = (second: number): Time => ({ wall: wallOf(second), zone: 'UTC', form: 'utc' });
    const tzid = params.tzid?.trim() ?? '';
    if (tzid === '') return offset === undefined ? { wall, zone: site, form: 'local' } : utc(secondsOf(wall) - offset);
    const found = find(tzid, line);
    if (offset !== undefined) {
      const instant = utc(secondsOf(wall) - offset);
      return 'zone' in found ? { wall: wallIn(instant, found.zone), zone: found.zone, form: 'local' } : instant;
    }
    return 'zone' in found ? { wall, zone: found.zone, form: 'local' } : utc(secondAt(found.offsets, wall));
  };

/** The same moment on the clock of another zone. */
export const wallIn = ({ wall, zone, form }: Time, other: string): Wall =>
  form === 'date' || zone === other ? wall : toWall(toInstant(wall, zone).instant, other);

export interface EventTimes {
  readonly start: Wall;
  /** 23:59:59 of the last day of an all-day event. */
  readonly end: Wall;
  readonly zone: string;
  readonly allDay: boolean;
}

/** Whole days are exact on the clock, hours in time: an hour stays one hour when the clocks change. */
export function plusDuration(start: Wall, zone: string, seconds: number): Wall {
  if (seconds % DAY === 0) return plusSeconds(start, seconds);
  return toWall(plusSeconds(toInstant(start, zone).instant, seconds), zone);
}

function allDayEnd(start: Wall, end: Time | undefined, duration: number | undefined): Wall {
  // Many programs write the same day as the end.
  if (end?.wall === start) return endOfDay(start);
  if (end?.form === 'date') return plusSeconds(end.wall, -1);
  if (end) return end.wall.endsWith('00:00:00') ? plusSeconds(end.wall, -1) : endOfDay(end.wall);
  return plusSeconds(start, Math.max(DAY, Math.ceil((duration ?? 0) / DAY) * DAY) - 1);
}

interface TimesOptions {
  readonly read: ReadTime;
  readonly warn: Warn;
  /** Zone to show times in that the calendar has in UTC; rules stay in UTC. */
  readonly shownZone?: string | undefined;
}

/** Undefined without a readable start. */
export function timesOf(properties: Properties, { read, warn, shownZone }: TimesOptions): EventTimes | undefined {
  const [startProperty, endProperty] = [properties.first('DTSTART'), properties.first('DTEND')];
  const first = startProperty && read(startProperty, startProperty.values[0] ?? '');
  if (!startProperty || !first) return undefined;
  const last = endProperty && read(endProperty, endProperty.values[0] ?? '');
  if (endProperty && !last)
    warn('date not understood', endProperty.line, 'DTEND is no date. The event ends as it starts.');
  const { line } = endProperty ?? properties.first('DURATION') ?? startProperty;
  const given = properties.text('DURATION');
  const duration = last || given === '' ? undefined : readDurationValue(given);
  if (given !== '' && !last && duration === undefined)
    warn('date not understood', line, 'DURATION is no duration. The event ends as it starts.');
  const isWholeDay = isMarkedAllDay(properties, first, last);
  const allDay = first.form === 'date' || isWholeDay;
  const zone = first.form === 'utc' && shownZone !== undefined ? shownZone : first.zone;
  const start = wallIn(first, zone);
  const end = allDay ? allDayEnd(start, last, duration) : timedEnd(start, zone, last, duration);
  if (end >= start) return { start, end, zone, allDay };
  warn('end before start', line, `The event ends before it starts, at ${end}. It was given no duration.`);
  return { start, end: allDay ? endOfDay(start) : start, zone, allDay };
}

function timedEnd(start: Wall, zone: string, end: Time | undefined, duration: number | undefined): Wall {
  if (!end) return duration === undefined ? start : plusDuration(start, zone, duration);
  const wall = wallIn(end, zone);
  // A date as the end of an event with times: midnight, or the end of the day on which it starts.
  return end.form === 'date' && wall === startOfDay(start) ? endOfDay(start) : wall;
}

/** Outlook marks all-day events that have times from midnight to midnight. */
const isMarkedAllDay = (properties: Properties, start: Time, end: Time | undefined): boolean =>
  properties.text('X-MICROSOFT-CDO-ALLDAYEVENT').toUpperCase() === 'TRUE' &&
  start.form === 'local' &&
  start.wall.endsWith('00:00:00') &&
  (end === undefined || end.wall.endsWith('00:00:00'));
