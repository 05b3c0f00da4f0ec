// How long a list stands if nothing changes: the day it was asked on, unless it asks for a moment within that day.
import type { Call } from '../core/call.js';
import { DAY, plusSeconds, startOfDay } from '../core/time/clock.js';
import { toInstant, toWall } from '../core/time/zone.js';
import type { Window } from './responses.js';

/** The site's present day, as instants. */
export function dayOf({ now, site }: Call): Window {
  const today = startOfDay(toWall(now, site.zone));
  const tomorrow = startOfDay(plusSeconds(today, DAY));
  return { from: toInstant(today, site.zone).instant, until: toInstant(tomorrow, site.zone).instant };
}

/** Whatever is worked out is the same at both ends of the day: then it is so in between. */
export function windowOf(call: Call, workOut: (call: Call) => unknown): Window {
  const day = dayOf(call);
  const at = (now: string): string => JSON.stringify(workOut({ ...call, now }));
  const here = at(call.now);
  const stands = here === at(day.from) && here === at(plusSeconds(day.until, -1));
  return stands ? day : { from: call.now, until: plusSeconds(call.now, 1) };
}
