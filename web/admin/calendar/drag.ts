// New times of a record that was dragged or resized, in the record's own time zone.
import type { Calendar } from '@event-calendar/core';
import type { ApiRecord } from '../api/records';
import { instantOf, plus, wallAt } from './zone';

export interface Span {
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day?: boolean;
}

export const spanOf = (record: ApiRecord): Span => ({
  start_date: String(record.start_date),
  end_date: String(record.end_date),
});

/** All fields that a move may change. */
export const fullSpanOf = (record: ApiRecord): Span => ({ ...spanOf(record), all_day: record.all_day === true });

/** Times of a record in `zone`, or in its own zone if undefined. All-day events have the same days in every zone. */
export function timesIn(
  record: ApiRecord,
  zone: string | undefined,
): Pick<Calendar.EventInput, 'start' | 'end' | 'allDay'> {
  const { start_date, end_date } = spanOf(record);
  if (record.all_day) {
    return {
      start: start_date.slice(0, 10),
      end: plus(`${end_date.slice(0, 10)} 00:00:00`, { days: 1, seconds: 0 }),
      allDay: true,
    };
  }
  if (zone === undefined) return { start: start_date, end: end_date, allDay: false };
  const [start, end] = [record.utc_start_date, record.utc_end_date].map((utc) => wallAt(String(utc), zone));
  return { start: start ?? '', end: end ?? '', allDay: false };
}

/** Moves wall-clock times: the time of day stays, also across a daylight-saving change. */
export const dragged = (record: ApiRecord, delta: Calendar.Duration): Span => {
  const { start_date, end_date } = spanOf(record);
  return { start_date: plus(start_date, delta), end_date: plus(end_date, delta) };
};

export const resized = (record: ApiRecord, endDelta: Calendar.Duration): Span => {
  const { start_date, end_date } = spanOf(record);
  return { start_date, end_date: plus(end_date, endDelta) };
};

/** Dragged between the all-day row and the hours: new times come from the calendar, in the zone that it shows. */
export function convertedAllDay(
  record: ApiRecord,
  start: string,
  end: string,
  allDay: boolean,
  shownZone: string | undefined,
): Span {
  if (allDay) {
    const day = start.slice(0, 10);
    return { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59`, all_day: true };
  }
  const zone = String(record.timezone);
  const own = (wall: string) => (shownZone === undefined ? wall : wallAt(instantOf(wall, shownZone), zone));
  return { start_date: own(start), end_date: own(end), all_day: false };
}
