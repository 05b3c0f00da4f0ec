// Times in iCalendar. All times of an event have one of three forms: dates, UTC, or local times with a TZID.
import { LRUCache } from 'lru-cache';
import type { CalendarEntry } from '../../core/calendar-entry.js';
import { DAY, type Instant, plusSeconds, type Wall, yearOf } from '../../core/time/clock.js';
import { readDigits } from '../../core/time/ical-value.js';
import { isZone, toInstant } from '../../core/time/zone.js';
import { fixedOffset } from '../../core/time/zone-offset.js';
import { nameOfOffset } from '../fixed-zone.js';
import { basic } from '../times.js';
import { firstZoneYear, fixedVtimezone, vtimezone } from './vtimezone.js';

export interface TimeForm {
  readonly kind: 'date' | 'utc' | 'local';
  /** Of the property: VALUE or TZID. */
  readonly parameter: string;
  /** The zone of the local times that this form writes. */
  readonly zone: string;
  /** Only for local times. */
  readonly tzid?: string;
}

const basicDate = (wall: Wall): string => basic(wall).slice(0, 8);

const local = (zone: string, tzid: string): TimeForm => ({ kind: 'local', parameter: `;TZID=${tzid}`, zone, tzid });

/** The forms of the times of one zone. */
interface ZoneForms {
  readonly date: TimeForm;
  /** Of a single event. */
  readonly single: TimeForm;
  /** Of a single event before the first year of VTIMEZONE. */
  readonly early: TimeForm;
  readonly series: TimeForm;
}

/** About the number of IANA zones. */
const known = new LRUCache<string, ZoneForms>({ max: 600 });

/**
 * Fixed offsets and times before the first year of VTIMEZONE are written in UTC. A rule needs local times, because its
 * weekdays and days of the month are those of the zone.
 */
function formsOf(zone: string): ZoneForms {
  const offset = fixedOffset(zone);
  const isUtc = zone.toUpperCase() === 'UTC' || offset === 0 || !isZone(zone);
  const utc: TimeForm = { kind: 'utc', parameter: '', zone };
  return {
    date: { kind: 'date', parameter: ';VALUE=DATE', zone },
    single: isUtc || offset !== undefined ? utc : local(zone, zone),
    early: utc,
    series: isUtc ? utc : local(zone, offset === undefined ? zone : nameOfOffset(offset)),
  };
}

export function formOf({ allDay, timezone, start, recurrence }: CalendarEntry): TimeForm {
  const forms = known.get(timezone) ?? formsOf(timezone);
  known.set(timezone, forms);
  if (allDay) return forms.date;
  if (recurrence !== undefined) return forms.series;
  return yearOf(start) < firstZoneYear ? forms.early : forms.single;
}

/** The VTIMEZONE that a form needs. `year` is the current one. */
export function zoneComponent({ zone, tzid = '' }: TimeForm, year: number): string {
  const offset = fixedOffset(zone);
  return offset === undefined ? vtimezone(zone, year) : fixedVtimezone(tzid, offset);
}

/** A local time of the zone; `utc` is its instant if it is known. */
export function timeValue({ kind, zone }: TimeForm, wall: Wall, utc?: Instant): string {
  if (kind === 'date') return basicDate(wall);
  return kind === 'local' ? basic(wall) : `${basic(utc ?? toInstant(wall, zone).instant)}Z`;
}

/** The end of an entry; for dates the day after the last one. */
export const endValue = (form: TimeForm, wall: Wall, utc?: Instant): string =>
  form.kind === 'date' ? basicDate(plusSeconds(wall, DAY)) : timeValue(form, wall, utc);

/** UNTIL is a date for dates, and UTC otherwise. */
export function ruleValue({ kind, zone }: TimeForm, rule: string): string {
  return rule.replace(/UNTIL=([\dT]+)(?!Z)\b/, (part, digits: string) => {
    const until = readDigits(digits);
    if (!until) return part;
    const wall = until.isDate && kind !== 'date' ? `${until.wall.slice(0, 10)} 23:59:59` : until.wall;
    return `UNTIL=${kind === 'date' ? basicDate(wall) : `${basic(toInstant(wall, zone).instant)}Z`}`;
  });
}
