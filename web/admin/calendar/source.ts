// Maps records to events of the calendar library, and back.
import type { Calendar } from '@event-calendar/core';
import type { ResourceInfo } from '../api/contract';
import { type ApiRecord, allRecords, nameOf } from '../api/records';
import { unusualChoices } from '../api/unusual';
import { limitPerDay } from './day-limit';
import { timesIn } from './drag';
import { texts } from './texts';
import { plus } from './zone';

/** Events per day in the month view; the others are counted. */
const maxPerDay = 3;

const dayOf = (moment: unknown): string => String(moment).slice(0, 10);
const midnight = (day: string): string => `${day} 00:00:00`;
const dayBefore = (wall: string): string => plus(wall, { days: 0, seconds: -1 }).slice(0, 10);

/** The record of an event; undefined for “+3 more” and for a selection in progress. */
export const recordOf = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>): ApiRecord | undefined =>
  extendedProps.record as ApiRecord | undefined;

/** The day of a “+3 more” event. */
export const countedDay = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>): string | undefined =>
  typeof extendedProps.day === 'string' ? extendedProps.day : undefined;

const isMonth = (viewType: string): boolean => viewType.startsWith('dayGrid');

/** The month view shows limited events and counts, the other views all events. */
export const isVisible = ({ extendedProps }: Pick<Calendar.Event, 'extendedProps'>, viewType: string): boolean =>
  isMonth(viewType) ? extendedProps.hidden !== true : extendedProps.day === undefined;

export function eventsBetween(resource: ResourceInfo, zone: string | undefined) {
  return async ({ startStr, endStr }: Calendar.FetchInfo): Promise<Calendar.EventInput[]> => {
    const records = await allRecords(resource, {
      ends_after: plus(midnight(dayOf(startStr)), { days: -2, seconds: 0 }).slice(0, 10),
      starts_before: plus(midnight(dayOf(endStr)), { days: 1, seconds: 0 }).slice(0, 10),
    });
    const placed = records.map((record) => {
      const times = timesIn(record, zone);
      const [start, end] = [String(times.start), String(times.end)];
      // An end at midnight belongs to the day before, unless the event has no duration.
      return { record, times, start: dayOf(start), last: end > start ? dayBefore(end) : dayOf(start) };
    });
    const days = { start: dayOf(startStr), last: dayBefore(midnight(dayOf(endStr))) };
    const limited = limitPerDay(placed, days, maxPerDay);
    const drawn = placed.map((one) => ({
      id: one.record.id,
      title: [...unusualChoices(resource, one.record).map(({ label }) => label), nameOf(resource, one.record)].join(
        ' · ',
      ),
      editable: one.record._input !== undefined,
      classNames: [
        `status-${one.record.status}`,
        ...unusualChoices(resource, one.record).map(({ value }) => `is-${value}`),
        ...(one.record._input ? [] : ['fixed']),
      ],
      extendedProps: { record: one.record, hidden: !limited.shown.has(one) },
      ...one.times,
    }));
    return [...drawn, ...[...limited.more].map(([day, count]) => moreOn(day, count))];
  };
}

/** Sorted after all events of its day. */
const moreOn = (day: string, count: number): Calendar.EventInput => ({
  id: `more-${day}`,
  title: texts().more(count),
  start: `${day} 23:59:59`,
  end: `${day} 23:59:59`,
  editable: false,
  classNames: ['more'],
  extendedProps: { day },
});
