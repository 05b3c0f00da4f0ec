// Settles a new or changed event: defaults, dates and zones, status, slug. Pure.
import type { Call } from '../../core/call.js';
import { noCost } from '../../core/kinds/web.js';
import type { Settled, SettleInput } from '../../core/model.js';
import { invalidParam } from '../../core/problem.js';
import type { Cost } from '../../core/text/cost.js';
import { endOfDay, startOfDay } from '../../core/time/clock.js';
import { type DateText, resolveWall } from '../../core/time/date-text.js';
import { instantWithin, isZone, toInstant, toWall } from '../../core/time/zone.js';
import { type ImageGiven, settleImage } from '../families/image.js';
import { outOfRange, type PostGiven, settlePost, settleSlug } from '../families/post.js';
import { type EventRow, noSeries } from './columns.js';
import { durationClass } from './duration.js';
import { isFree } from './free.js';
import { settlePreviousStart } from './previous-start.js';
import { settleSequence } from './sequence.js';
import { isMaster, isOccurrence } from './series/rows.js';
import { type Readings, settleSeries } from './series/settle.js';
import { type GivenTicket, settleTickets } from './ticket.js';

type EventGiven = PostGiven &
  ImageGiven & {
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
    readonly hide_from_listings?: boolean;
    readonly event_status?: EventRow['event_status'];
    readonly online_url_from?: DateText | '';
    readonly recurrence?: unknown;
    readonly align?: boolean;
  };

export type EventTimes = Pick<EventGiven, 'start_date' | 'end_date' | 'timezone' | 'all_day'>;

export function settleEvent(input: SettleInput<EventRow, EventGiven>): Settled {
  const { given, stored, call } = input;
  const post = settlePost(input);
  const title = given.title ?? stored?.title ?? '';
  const cost = given.cost ?? stored?.cost ?? noCost;
  const tickets = given.tickets ? settleTickets(given.tickets, cost) : (stored?.tickets ?? []);
  const hidden = given.hide_from_listings ?? stored?.hide_from_listings ?? false;
  const { readings, rule } = settleSeries(given, stored, readTimes(given, stored, call), hidden);
  // A date of a series gets its slug from the series, unless it has one of its own.
  const keepsSlug = stored !== undefined && isOccurrence(stored) && !given.slug;
  const times = keptTimes(given, stored) ?? settleTimes(given, readings);
  const event_status = given.event_status ?? stored?.event_status ?? 'scheduled';
  return {
    values: {
      ...post,
      ...settleImage(input),
      ...times,
      title,
      excerpt: given.excerpt ?? stored?.excerpt ?? '',
      cost,
      website: given.website ?? stored?.website ?? '',
      parent: given.parent ?? stored?.parent ?? 0,
      password: given.password ?? stored?.password ?? '',
      tickets,
      ticketed: tickets.length > 0,
      free: isFree(cost, tickets),
      ...(stored ? {} : { ...noSeries, uid: '' }),
      listing: stored && isMaster(stored) ? stored.listing : Number(hidden),
      ...rule,
      online_url_from: settleOnlineFrom(given, stored, times.timezone, call),
      previous_start: settlePreviousStart(stored, { ...times, event_status }),
      sequence: settleSequence(stored, { ...times, ...rule, event_status, status: post.status }),
    },
    ...(keepsSlug
      ? {}
      : settleSlug({ requested: given.slug, stored, status: post.status, title, fallback: 'event', draftsToo: false })),
  };
}

/** An instant. Like start and end it keeps its wall-clock time when the time zone of the event changes. */
function settleOnlineFrom(
  { online_url_from: date }: EventGiven,
  stored: EventRow | undefined,
  zone: string,
  { now, facade }: Call,
): string {
  const before = stored?.online_url_from ?? '';
  if (date === '' || (!date && (before === '' || stored?.timezone === zone))) return date ?? before;
  const wall = date
    ? (resolveWall(date, { now, zone, offsets: facade.offsets }) ?? outOfRange('online_url_from'))
    : toWall(before, stored?.timezone ?? zone);
  return (instantWithin(wall, zone) ?? outOfRange('online_url_from')).instant;
}

/** The start of a series is read as its rule has it: the first date may have moved out of a gap of the time zone. */
export function readTimes(given: EventTimes, stored: EventRow | undefined, { now, site, facade }: Call): Readings {
  const timezone = given.timezone === '' ? site.zone : (given.timezone ?? stored?.timezone ?? site.zone);
  const all_day = given.all_day ?? stored?.all_day ?? false;
  const wall = (name: 'start_date' | 'end_date', before: string | undefined): string => {
    const date = given[name];
    if (!date) return before ?? '';
    return resolveWall(date, { now, zone: timezone, offsets: facade.offsets }) ?? outOfRange(name);
  };
  const start = wall('start_date', stored?.recurrence?.start ?? stored?.start_date);
  const end = wall('end_date', stored?.end_date);
  return { timezone, all_day, start: all_day ? startOfDay(start) : start, end: all_day ? endOfDay(end) : end };
}

/** Of an event whose zone this runtime does not know: the instants that a newer one has stored. Other times need another zone. */
function keptTimes(given: EventTimes, stored: EventRow | undefined): ReturnType<typeof settleTimes> | undefined {
  if (!stored || given.timezone !== undefined || isZone(stored.timezone)) return undefined;
  if (given.start_date || given.end_date || given.all_day !== undefined)
    throw invalidParam('timezone', 'Unknown time zone. Use a name such as Europe/Paris.');
  const { timezone, all_day, start_date, end_date, utc_start_date, utc_end_date } = stored;
  const duration_class = durationClass(start_date, end_date);
  return { timezone, all_day, start_date, end_date, utc_start_date, utc_end_date, duration_class };
}

/** Wall-clock times are kept when the zone changes; the instants are derived from both. */
export function settleTimes(given: EventTimes, { timezone, all_day, start, end }: Readings) {
  /** Near the years 1 and 9999 a valid wall-clock time can have an instant outside of them. */
  const instantOf = (name: 'start_date' | 'end_date', reading: string) => {
    const changed = ([name, 'timezone', 'all_day'] as const).find((field) => given[field] !== undefined);
    return instantWithin(reading, timezone) ?? (changed ? outOfRange(changed) : toInstant(reading, timezone));
  };
  const from = instantOf('start_date', start);
  const to = instantOf('end_date', end);
  if (to.instant < from.instant) throw invalidParam('end_date', 'The end is before the start.');
  // Whole days begin at 00:00, also on a day whose clocks skip midnight.
  const start_date = all_day ? start : from.wall;
  return {
    timezone,
    all_day,
    start_date,
    end_date: to.wall,
    utc_start_date: from.instant,
    utc_end_date: to.instant,
    duration_class: durationClass(start_date, to.wall),
  };
}
