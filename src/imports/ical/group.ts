// The VEVENTs of one UID: an event or a series, and the dates of it that differ.

import { isDeepStrictEqual } from 'node:util';
import { spend } from '../../core/budget.js';
import type { Given } from '../../core/field.js';
import { groupBy } from '../../core/group-by.js';
import { plusSeconds, secondsBetween, type Wall } from '../../core/time/clock.js';
import type { Recurrence } from '../../core/time/recurrence.js';
import type { FileBudget } from '../file-budget.js';
import type { Incoming, Warning } from '../incoming.js';
import { type CalendarHead, type IcalOptions, type MappedEvent, mapEvent } from './event.js';
import type { Properties } from './properties.js';
import { givenStarts, seriesOf } from './recurrence.js';
import { type EventTimes, type ReadTime, timesOf, wallIn } from './times.js';
import { collectWarnings, type Warn, type WarningCounts } from './warnings.js';

/** A VEVENT with its properties. */
export interface Entry {
  readonly properties: Properties;
  readonly line: number;
  readonly head: CalendarHead;
  readonly read: ReadTime;
}

/** What the events of one file share. */
export interface FileContext {
  readonly options: IcalOptions;
  readonly budget: FileBudget;
  readonly counts: WarningCounts;
}

/** A date of a series that differs from it. */
export interface ChangedDate {
  /** The start that the rule gave it. */
  readonly start: Wall;
  /** Only what differs. */
  readonly fields: Given;
  readonly venue?: Incoming;
  readonly organizers?: readonly Incoming[];
}

export interface ReadEvent {
  readonly uid: string;
  /** RECURRENCE-ID of a date without its series. */
  readonly dateId?: string;
  readonly mapped: MappedEvent;
  readonly times: EventTimes;
  readonly recurrence?: Recurrence;
  readonly changed: readonly ChangedDate[];
  readonly sequence: number;
  readonly line: number;
}

const maxChanged = 1_000;

const numberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
const sequenceOf = ({ properties }: Entry): number => numberOf(properties.text('SEQUENCE'));
const stampOf = ({ properties }: Entry): string => properties.text('LAST-MODIFIED') || properties.text('DTSTAMP');

/** Of several versions of an event the newest counts: by SEQUENCE, then by time, then by place in the file. */
function newest(entries: readonly Entry[]): Entry | undefined {
  return entries.reduce<Entry | undefined>((best, entry) => {
    if (!best) return entry;
    const order = sequenceOf(entry) - sequenceOf(best) || (stampOf(entry) >= stampOf(best) ? 1 : -1);
    return order > 0 ? entry : best;
  }, undefined);
}

const isDate = ({ properties }: Entry): boolean => properties.first('RECURRENCE-ID') !== undefined;

export function readGroup(
  uid: string,
  entries: readonly Entry[],
  file: FileContext,
): { readonly events: readonly ReadEvent[]; readonly warnings: readonly Warning[] } {
  const { warnings, add, warn } = collectWarnings(file.counts);
  for (const { properties } of entries) for (const warning of properties.warnings) add(warning);
  const masters = entries.filter((entry) => !isDate(entry));
  const dates = entries.filter(isDate);
  const master = newest(masters);
  if (masters.length > 1 && uid !== '' && master)
    warn(
      'UID repeated',
      master.line,
      `${masters.length} events have the UID ${uid.slice(0, 80)}. The newest was imported.`,
    );
  const first = master && readMaster(uid, master, file, warn);
  if (first && !first.recurrence) return { events: [first, ...looseDates(uid, dates, file, warn)], warnings };
  if (first && master) return { events: [withChanges(first, master, dates, file, warn)], warnings };
  return { events: master ? [] : looseDates(uid, dates, file, warn), warnings };
}

/** Times in UTC are shown in the zone of the calendar, unless a rule depends on them. */
function shownZone({ head, properties }: Entry): string | undefined {
  const isSeries = properties.first('RRULE') || properties.first('RDATE') || properties.first('EXRULE');
  return head.isOwn || isSeries ? undefined : head.zone;
}

function readTimes(entry: Entry, warn: Warn, zone: string | undefined): EventTimes | undefined {
  const times = timesOf(entry.properties, { read: entry.read, warn, shownZone: zone });
  if (!times) warn('start missing', entry.line, 'The event has no valid DTSTART and was left out.');
  return times;
}

function readMaster(uid: string, entry: Entry, { options, budget }: FileContext, warn: Warn): ReadEvent | undefined {
  const { properties, line, head, read } = entry;
  const times = readTimes(entry, warn, shownZone(entry));
  if (!times) return undefined;
  const { now, months, onceADay = false } = options;
  const recurrence = seriesOf(properties, times, { read, warn, now, months, onceADay, budget });
  if (recurrence === 'empty') {
    warn('no dates', line, 'Every date of the event is excepted. It was left out.');
    return undefined;
  }
  const mapped = mapEvent(properties, times, head, options, line, warn);
  const sequence = sequenceOf(entry);
  return { uid, mapped, times, changed: [], sequence, line, ...(recurrence && { recurrence }) };
}

/** Dates without a series are single events. */
function looseDates(uid: string, dates: readonly Entry[], file: FileContext, warn: Warn): readonly ReadEvent[] {
  const byId = groupBy(dates, ({ properties }) => properties.text('RECURRENCE-ID'));
  return [...byId].flatMap(([dateId, same]): readonly ReadEvent[] => {
    const entry = newest(same);
    const read = entry && readMaster(uid, entry, file, warn);
    if (!entry || !read) return [];
    warn(
      'date without its series',
      entry.line,
      `The series ${uid.slice(0, 80)} is missing. The date is a single event.`,
    );
    const { recurrence: _, ...single } = read;
    return [{ ...single, dateId }];
  });
}

function withChanges(
  series: ReadEvent,
  master: Entry,
  dates: readonly Entry[],
  { options, budget }: FileContext,
  warn: Warn,
): ReadEvent {
  const { recurrence, times } = series;
  if (!recurrence || dates.length === 0) return series;
  if (dates.length > maxChanged)
    warn('too many dates', master.line, `${dates.length} changed dates, of which ${maxChanged} were imported.`);
  const found = new Map<Wall, Entry>();
  const given = starts(dates.slice(0, maxChanged), times, recurrence, budget, warn);
  for (const { start, entry } of given.known) {
    const other = found.get(start);
    found.set(start, (other && newest([other, entry])) ?? entry);
  }
  const extra = [...found.keys()].filter((start) => !given.dates.has(start));
  for (const start of extra)
    warn(
      'date outside the rule',
      found.get(start)?.line ?? master.line,
      `${start} was added to the dates of the rule.`,
    );
  const changed = [...found].flatMap(([start, entry]) => {
    spend(budget.changes, 1);
    const usual = given.dates.get(start)?.end;
    const end = usual ?? plusSeconds(start, secondsBetween(times.start, times.end));
    return changedDate(series, start, end, entry, options, warn) ?? [];
  });
  const added = [...recurrence.dates, ...extra.map((start) => ({ start }))].sort((one, other) =>
    one.start < other.start ? -1 : 1,
  );
  return { ...series, recurrence: { ...recurrence, dates: added }, changed };
}

/** The original starts of changed dates, on the clock of the series. */
function starts(entries: readonly Entry[], times: EventTimes, recurrence: Recurrence, budget: FileBudget, warn: Warn) {
  const read = entries.flatMap((entry) => {
    const property = entry.properties.first('RECURRENCE-ID');
    const time = property && entry.read(property, property.values[0] ?? '');
    if (!time || !property) {
      warn('date not understood', entry.line, 'RECURRENCE-ID is no date. The event was left out.');
      return [];
    }
    if (property.params.range !== undefined)
      warn('change of following dates', entry.line, 'RANGE=THISANDFUTURE was applied to one date only.');
    const isDay = time.form === 'date' || times.allDay;
    return [{ entry, isDay, wall: wallIn(time, times.zone) }];
  });
  const timeOfDay = times.start.slice(10);
  const walls = read.map(({ wall, isDay }) =>
    isDay ? wall.slice(0, 10) + (times.allDay ? ' 00:00:00' : timeOfDay) : wall,
  );
  const dates = givenStarts(recurrence, times.start, walls, budget.steps);
  const except = new Set(recurrence.except);
  const known = read.flatMap(({ entry }, at) => {
    const start = walls[at] ?? '';
    const isExcepted = except.has(start) || except.has(start.slice(0, 10));
    if (isExcepted)
      warn('excepted date changed', entry.line, `${start} is an exception of the series. The change was left out.`);
    return isExcepted ? [] : [{ start, entry }];
  });
  return { known, dates };
}

function changedDate(
  series: ReadEvent,
  start: Wall,
  usualEnd: Wall,
  entry: Entry,
  options: IcalOptions,
  warn: Warn,
): ChangedDate | undefined {
  const { mapped, times } = series;
  // In UTC like the rule, or in the zone that the date itself names.
  const read = readTimes(entry, warn, times.zone);
  if (!read) return undefined;
  const own = mapEvent(entry.properties, read, entry.head, options, entry.line, warn);
  const usual: Given = { ...mapped.fields, start_date: start, end_date: usualEnd };
  const differing = Object.entries(own.fields).filter(([name, value]) => !isDeepStrictEqual(value, usual[name]));
  // Almanac writes the page of each date as its URL.
  const ignored = entry.head.isOwn ? ['venue', 'website'] : ['venue'];
  const fields = Object.fromEntries(differing.filter(([name]) => !ignored.includes(name)));
  const ids = (list: readonly Incoming[]): string => list.map(({ externalId }) => externalId).join();
  const isMoved = own.venue !== undefined && own.venue.externalId !== mapped.venue?.externalId;
  const hasOthers = own.organizers.length > 0 && ids(own.organizers) !== ids(mapped.organizers);
  // The start and end belong together: one alone could be before the other.
  const moved = 'start_date' in fields || 'end_date' in fields;
  return {
    start,
    fields: { ...fields, ...(moved && { start_date: read.start, end_date: read.end }) },
    ...(isMoved && own.venue && { venue: own.venue }),
    ...(hasOthers && { organizers: own.organizers }),
  };
}
