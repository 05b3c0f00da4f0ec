// What a new or changed event becomes: defaults, dates and zones, status, slug. Pure.
import type { Call } from '../../core/call.js';
import { noCost } from '../../core/kinds/web.js';
import { invalidParam } from '../../core/problem.js';
import type { Question, Settled } from '../../core/resource.js';
import type { Cost } from '../../core/text/cost.js';
import { DAY, endOfDay, secondsOf, startOfDay } from '../../core/time/clock.js';
import { type DateText, resolveWall } from '../../core/time/date-text.js';
import { instantWithin, toInstant } from '../../core/time/zone.js';
import { settleImage } from '../families/image.js';
import { outOfRange, settlePost, settleSlug } from '../families/post.js';
import type { EventRow } from './event.js';
import { type GivenTicket, settleTickets } from './tickets.js';

const flags = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const;

interface EventGiven {
  readonly title?: string;
  readonly start_date?: DateText;
  readonly end_date?: DateText;
  readonly slug?: string;
  readonly excerpt?: string;
  readonly timezone?: string;
  readonly all_day?: boolean;
  readonly cost?: Cost;
  readonly website?: string;
  readonly parent?: number;
  readonly password?: string;
  readonly tickets?: readonly GivenTicket[];
}

export function settleEvent(question: Question): Settled {
  const given = question.given as EventGiven;
  const stored = question.stored as EventRow | undefined;
  const post = settlePost(question);
  const title = given.title ?? stored?.title ?? '';
  const cost = given.cost ?? stored?.cost ?? noCost;
  const tickets = given.tickets ? settleTickets(given.tickets, cost) : (stored?.tickets ?? []);
  const slugs = settleSlug({
    asked: given.slug,
    stored,
    status: post.status,
    title,
    fallback: 'event',
    early: false,
  });
  return {
    values: {
      ...post,
      ...settleImage(question),
      ...settleTimes(given, stored, question.call),
      ...Object.fromEntries(flags.map((name) => [name, question.given[name] ?? stored?.[name] ?? false])),
      title,
      excerpt: given.excerpt ?? stored?.excerpt ?? '',
      cost,
      website: given.website ?? stored?.website ?? '',
      parent: given.parent ?? stored?.parent ?? 0,
      password: given.password ?? stored?.password ?? '',
      tickets,
      ticketed: tickets.length > 0,
    },
    ...(slugs && { slugs }),
  };
}

/** Days that events of each class last at most on their own clock; what lasts longer is the last class. */
export const lastingDays = [2, 30, 480] as const;

function lastingOf(start: string, end: string): number {
  const shorter = lastingDays.findIndex((days) => secondsOf(end) - secondsOf(start) <= days * DAY);
  return shorter < 0 ? lastingDays.length : shorter;
}

/** Wall-clock times stay whatever else changes; their instants follow from the zone. */
function settleTimes(given: EventGiven, stored: EventRow | undefined, { now, site, profile }: Call) {
  const timezone = given.timezone === '' ? site.zone : (given.timezone ?? stored?.timezone ?? site.zone);
  const all_day = given.all_day ?? stored?.all_day ?? false;
  const wall = (name: 'start_date' | 'end_date'): string => {
    const date = given[name];
    if (!date) return stored?.[name] ?? '';
    return resolveWall(date, { now, zone: timezone, offsets: profile.offsets }) ?? outOfRange(name);
  };
  const [start, end] = [wall('start_date'), wall('end_date')];
  /** At the edge of the years a clock shows times whose instant lies beyond them. */
  const instantOf = (name: 'start_date' | 'end_date', reading: string) => {
    const changed = ([name, 'timezone', 'all_day'] as const).find((field) => given[field] !== undefined);
    return instantWithin(reading, timezone) ?? (changed ? outOfRange(changed) : toInstant(reading, timezone));
  };
  const from = instantOf('start_date', all_day ? startOfDay(start) : start);
  const to = instantOf('end_date', all_day ? endOfDay(end) : end);
  if (to.instant < from.instant) throw invalidParam('end_date', 'An event cannot end before it starts.');
  return {
    timezone,
    all_day,
    start_date: from.wall,
    end_date: to.wall,
    utc_start_date: from.instant,
    utc_end_date: to.instant,
    lasting: lastingOf(from.wall, to.wall),
  };
}
