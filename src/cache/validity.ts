// How long a cached response is valid when no data changes: the day of the request in the site's zone, or one second if
// its query depends on the time of day.
import type { Call } from '../core/call.js';
import type { ListShape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { DAY, plusSeconds, startOfDay } from '../core/time/clock.js';
import { toInstant, toWall } from '../core/time/zone.js';

/** Instants; `until` is exclusive. */
export interface Validity {
  readonly from: string;
  readonly until: string;
}

export const isValidAt = (validity: Validity | undefined, now: string): boolean =>
  !validity || (validity.from <= now && now < validity.until);

let lastDay: { readonly zone: string; readonly day: Validity } | undefined;

/** The current day in the site's zone. */
export function dayOf({ now, site: { zone } }: Call): Validity {
  if (lastDay?.zone === zone && isValidAt(lastDay.day, now)) return lastDay.day;
  const today = startOfDay(toWall(now, zone));
  const tomorrow = startOfDay(plusSeconds(today, DAY));
  const day = { from: toInstant(today, zone).instant, until: toInstant(tomorrow, zone).instant };
  lastDay = { zone, day };
  return day;
}

/** A plan that does not read the time, or that is equal now, at the start and at the end of the day, is taken to be equal all
 * day. */
export function validityOf(call: Call, planAt: (call: Call) => unknown): Validity {
  const day = dayOf(call);
  let readsTime = false;
  const current = planAt({
    ...call,
    get now() {
      readsTime = true;
      return call.now;
    },
  });
  if (!readsTime) return day;
  const text = JSON.stringify(current);
  const isAt = (now: string): boolean => text === JSON.stringify(planAt({ ...call, now }));
  const isSameAllDay = isAt(day.from) && isAt(plusSeconds(day.until, -1));
  return isSameAllDay ? day : { from: call.now, until: plusSeconds(call.now, 1) };
}

/** Of a list with these rows: also until the first of them may differ though nothing is changed. */
export const validityOfList = (
  call: Call,
  { validUntil }: Pick<ListShape, 'validUntil'>,
  rows: readonly Row[],
  planAt: (call: Call) => unknown,
): Validity =>
  endingAt(
    validityOf(call, planAt),
    rows.flatMap((row) => validUntil?.(row, call) ?? []),
  );

/** Ends at the first of these instants, if that is earlier. */
export const endingAt = ({ from, until }: Validity, ends: readonly string[]): Validity => ({
  from,
  until: ends.reduce((first, end) => (end < first ? end : first), until),
});
