// The start that an event had when it became `rescheduled`, for search engines and clients. A second move keeps it, another
// status forgets it. Pure.
import { iso } from '../../core/time/zone.js';
import type { EventRow } from './columns.js';

type Start = Pick<EventRow, 'start_date' | 'utc_start_date' | 'timezone' | 'all_day'>;

/** With the offset of the time zone, because the event may move to another one. An all-day event has a day without a time,
 * as midnight would be shown as a time. */
export const startText = ({ all_day, start_date, utc_start_date, timezone }: Start): string =>
  all_day ? start_date.slice(0, 10) : iso(utc_start_date, timezone);

/** `before` is undefined for a new event, which has the status from its first start on. */
export function settlePreviousStart(
  before: (Start & Pick<EventRow, 'event_status' | 'previous_start'>) | undefined,
  after: Start & Pick<EventRow, 'event_status'>,
): string {
  if (after.event_status !== 'rescheduled') return '';
  return before?.event_status === 'rescheduled' ? before.previous_start : startText(before ?? after);
}

/** Undefined while the event has not moved. */
export const previousStart = (row: EventRow): string | undefined =>
  row.previous_start !== '' && row.previous_start !== startText(row) ? row.previous_start : undefined;
