// How long a response is valid if nothing changes: the day it was requested on, unless it asks for a moment within that day.
import type { Call } from '../core/call.js';
import { DAY, plusSeconds, startOfDay } from '../core/time/clock.js';
import { toInstant, toWall } from '../core/time/zone.js';

/** From when to when, as instants; `until` is no longer part of it. */
export interface Validity {
  readonly from: string;
  readonly until: string;
}

export const isValidAt = (validity: Validity | undefined, now: string): boolean =>
  !validity || (validity.from <= now && now < validity.until);

/** The site's present day. */
export function dayOf({ now, site }: Call): Validity {
  const today = startOfDay(toWall(now, site.zone));
  const tomorrow = startOfDay(plusSeconds(today, DAY));
  return { from: toInstant(today, site.zone).instant, until: toInstant(tomorrow, site.zone).instant };
}

/** A plan that is the same at both ends of the day is the same in between. */
export function validityOf(call: Call, planAt: (call: Call) => unknown): Validity {
  const day = dayOf(call);
  const at = (now: string): string => JSON.stringify(planAt({ ...call, now }));
  const present = at(call.now);
  const isSameAllDay = present === at(day.from) && present === at(plusSeconds(day.until, -1));
  return isSameAllDay ? day : { from: call.now, until: plusSeconds(call.now, 1) };
}
