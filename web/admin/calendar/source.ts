// From records to what the calendar library draws, and back.
import type { Calendar } from '@event-calendar/core';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, allRecords, nameOf } from '../api/records';
import { crowdOf } from './crowd';
import { shown } from './moved';
import { plus } from './zone';

/** Chips per day of the month view; further records of a day are counted. */
const mostPerDay = 3;

const dayOf = (moment: unknown): string => String(moment).slice(0, 10);
const midnight = (day: string): string => `${day} 00:00:00`;
const dayBefore = (wall: string): string => plus(wall, { days: 0, seconds: -1 }).slice(0, 10);

/** The record behind an event; none for counts, and for what is being drawn over free time. */
export const recordOf = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>): ApiRecord | undefined =>
  extendedProps.record as ApiRecord | undefined;

/** The day whose other records an event counts. */
export const countedDay = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>): string | undefined =>
  typeof extendedProps.day === 'string' ? extendedProps.day : undefined;

const isMonth = (viewType: string): boolean => viewType.startsWith('dayGrid');

/** Only the month view is bounded, and only there days have a count. */
export const isDrawn = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>, viewType: string): boolean =>
  isMonth(viewType) ? extendedProps.crowded !== true : extendedProps.day === undefined;

export function eventsBetween(resource: ResourceInfo, zone: string | undefined) {
  return async ({ startStr, endStr }: Calendar.FetchInfo): Promise<Calendar.EventInput[]> => {
    const records = await allRecords(resource, {
      ends_after: plus(midnight(dayOf(startStr)), { days: -2, seconds: 0 }).slice(0, 10),
      starts_before: plus(midnight(dayOf(endStr)), { days: 1, seconds: 0 }).slice(0, 10),
    });
    const placed = records.map((record) => {
      const times = shown(record, zone);
      const [start, end] = [String(times.start), String(times.end)];
      // An end at midnight belongs to the day before, except of what takes no time.
      return { record, times, start: dayOf(start), last: end > start ? dayBefore(end) : dayOf(start) };
    });
    const days = { start: dayOf(startStr), last: dayBefore(midnight(dayOf(endStr))) };
    const crowd = crowdOf(placed, days, mostPerDay);
    const drawn = placed.map((one) => ({
      id: one.record.id,
      title: nameOf(resource, one.record),
      editable: one.record._input !== undefined,
      classNames: [`status-${one.record.status}`, ...(one.record._input ? [] : ['fixed'])],
      extendedProps: { record: one.record, crowded: !crowd.shown.has(one) },
      ...one.times,
    }));
    return [...drawn, ...[...crowd.more].map(([day, count]) => moreOn(day, count))];
  };
}

/** Behind everything else of its day. */
const moreOn = (day: string, count: number): Calendar.EventInput => ({
  id: `more-${day}`,
  title: `+${count} more`,
  start: `${day} 23:59:59`,
  end: `${day} 23:59:59`,
  editable: false,
  classNames: ['more'],
  extendedProps: { day },
});
