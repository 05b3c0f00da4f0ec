// The filters of event lists, in the order of the documentation.
import type { Call } from '../../core/call.js';
import {
  after,
  all,
  any,
  before,
  type Condition,
  either,
  everything,
  is,
  linked,
  oneOf,
  since,
  until,
} from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import type { Given } from '../../core/field.js';
import { type AnyFilter, type Filters, filter, type Query } from '../../core/filter.js';
import { lenientChoice } from '../../core/kinds/choice.js';
import { requiresExtension } from '../../core/kinds/extension.js';
import { flag, wordFlag } from '../../core/kinds/flag.js';
import { termFilter } from '../../core/kinds/linked.js';
import { momentFilter } from '../../core/kinds/moment.js';
import { identifier, ids } from '../../core/kinds/number.js';
import { filterText, searchedText } from '../../core/kinds/text.js';
import { Invalid } from '../../core/problem.js';
import type { Status } from '../../core/status.js';
import type { Order } from '../../core/store.js';
import { DAY, endOfDay, plusMonths, plusSeconds, plusYears, startOfDay } from '../../core/time/clock.js';
import { type DateText, isFixed, resolveInstant, resolveWall, zoned } from '../../core/time/date-text.js';
import { toInstant, toWall, wallWithin } from '../../core/time/zone.js';
import { category } from '../../models/category/category.js';
import { durationClassDays } from '../../models/event/duration.js';
import { outOfRange, outOfYears, postPolicy } from '../../models/families/post.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../../models/links.js';
import { organizer } from '../../models/organizer/organizer.js';
import { tag } from '../../models/tag/tag.js';
import { venue } from '../../models/venue/venue.js';
import { selfQuery } from '../self-query.js';
import { cityFilter } from './city.js';
import { searchedEvents } from './event-search.js';
import { existing, filteredTerms, readableEvent } from './lookup.js';
import { nearbyFilters, nearestFirst, refuseIncompleteArea } from './nearby.js';
import { statusFilter, withStatus } from './post.js';
import { seriesFilters, withIds } from './series.js';
import { statusFilters } from './status.js';

/** The parameters of event lists that several filters read. */
type EventQuery = Query<
  Given & {
    readonly start_date?: DateText;
    readonly end_date?: DateText;
    readonly status?: readonly Status[];
  }
>;

export const relativeBounds = ['starts_before', 'starts_after', 'ends_before', 'ends_after'];

/** Filters that choose dates of a series; all others match a whole series or none of it. */
export const dateFilters: readonly string[] = ['start_date', 'end_date', ...relativeBounds, 'include', 'occurrence_of'];

/** Lists of certain events, or with bounds of their own, have no default window. */
const isUnbounded = (found: Given): boolean =>
  Boolean(found.include || found.occurrence_of) || relativeBounds.some((name) => found[name]);

export const today = ({ now, site }: Call): string => startOfDay(toWall(now, site.zone));

/** The end of the day two years later. */
const inTwoYears = (wall: string): string => (wall < '9998' ? endOfDay(plusYears(wall, 2)) : '9999-12-31 23:59:59');

/** The default end of a list: two years after today, or after `start_date` with `windowFollowsStart`. */
function windowEnd({ found }: EventQuery, call: Call): string {
  const date = found.start_date;
  if (!date || !call.facade.windowFollowsStart) return inTwoYears(today(call));
  const instant = found.strict_dates ? instantOf(date, call) : undefined;
  return inTwoYears((instant ? toWall(instant, call.site.zone) : dayOf(date, call)) ?? today(call));
}

/** Lists within fixed dates are the same at any time, so that their responses are valid for longer. */
const nowFor = (date: DateText, call: Call): string => (isFixed(date) ? '1970-01-01 00:00:00' : call.now);

/** Of dates that depend on neither the current time nor a zone; a request asks for them several times. */
const fixedTimes = new WeakMap<DateText, string>();

/** The wall-clock time of a date parameter in whole-day mode. */
function dayOf(date: DateText, call: Call): string | undefined {
  const { site, facade } = call;
  const known = fixedTimes.get(date);
  if (known !== undefined) return known;
  const now = nowFor(date, call);
  if (!zoned(date)) {
    const wall = resolveWall(date, { now, zone: site.zone, offsets: 'ignore' });
    if (wall !== undefined && isFixed(date)) fixedTimes.set(date, wall);
    return wall;
  }
  const instant = resolveInstant(date, { now, zone: site.zone });
  return instant && wallWithin(instant, facade.offsets === 'honour' ? site.zone : 'UTC');
}

const strictZone = ({ site, facade }: Call): string => (facade.strictZone === 'site' ? site.zone : 'UTC');

/** The instant of a date parameter in strict mode; undefined if its local time lies outside the years 1 to 9999. */
function instantOf(date: DateText, call: Call): string | undefined {
  const instant = resolveInstant(date, { now: nowFor(date, call), zone: strictZone(call) });
  return instant && wallWithin(instant, call.site.zone) ? instant : undefined;
}

async function withinYears(date: DateText, { call }: Context): Promise<DateText> {
  if (!dayOf(date, call) && !instantOf(date, call)) throw new Invalid(outOfYears);
  return date;
}

type Compare = (column: string, value: unknown) => Condition;

/** In seconds: no UTC offset is as large as a day. Bounds the difference between an instant and any local time. */
const maxUtcOffset = DAY;

/** Implied by an end after `moment`: an event of each duration class started at most its maximum duration earlier. Gives the
 * planner a range on `start_date`. */
function startedWithinDuration(moment: string, toleranceSeconds = 0): Condition {
  if (moment < '0003') return everything;
  const [firstClassStart = '', ...longerClassStarts] = durationClassDays.map((days) =>
    plusSeconds(moment, -days * DAY - toleranceSeconds),
  );
  // Redundant with the class below, but it lets the partial index of long events be used.
  const longer = all(before('start_date', firstClassStart), after('duration_class', 0));
  const classes = [...longerClassStarts.map((edge) => since('start_date', edge)), everything];
  const startBounds = classes.map((from, at) => all(is('duration_class', at + 1), longer, from));
  return either(since('start_date', firstClassStart), ...startBounds);
}

const endingAfter: Compare = (column, value) =>
  all(after(column, value), startedWithinDuration(String(value), column === 'end_date' ? 0 : maxUtcOffset));

const shifted = (moment: string, seconds: number): string | undefined =>
  moment > '0002' && moment < '9998' ? plusSeconds(moment, seconds) : undefined;

/** The bound on `start_date` that a bound on another date column implies. Lists are sorted by `start_date`, so that its
 * index serves both. */
function impliedStartBound(side: 'start' | 'end', compare: Compare, value: string, strict: boolean): Condition {
  const upper = compare === until || compare === before;
  if (side === 'start' && !strict) return everything;
  if (!upper && side === 'end') return everything;
  const edge = shifted(value, strict ? (upper ? maxUtcOffset : -maxUtcOffset) : 0);
  if (edge === undefined) return everything;
  return upper ? until('start_date', edge) : since('start_date', edge);
}

/** Whole days are compared with the local time of the event, strict times with instants. */
const dateFilter = (
  name: string,
  about: string,
  side: 'start' | 'end',
  compare: Compare,
  edge: (wall: string) => string,
  options: Pick<AnyFilter, 'documentedDefault' | 'inUrl'> = {},
) =>
  filter<DateText>(
    momentFilter,
    about,
    (date, { found }, call) => {
      if (found.include) return everything;
      const strict = Boolean(found.strict_dates);
      const moment = (strict ? instantOf : dayOf)(date, call) ?? outOfRange(name);
      const value = strict ? moment : edge(moment);
      const column = strict ? `utc_${side}_date` : `${side}_date`;
      return all(compare(column, value), impliedStartBound(side, compare, value, strict));
    },
    { isPublic: true, lookUp: withinYears, example: '2027-10-09', ...options },
  );

/** The bound in effect, in the time zone of the site; a strict one in the strict zone. */
const boundInUrl =
  (
    name: 'start_date' | 'end_date',
    edge: (wall: string) => string,
    fallback: (query: EventQuery, call: Call) => string,
  ) =>
  (query: EventQuery, call: Call): string | undefined => {
    const { found } = query;
    const date = found[name];
    if (!date || found.include) return isUnbounded(found) ? undefined : fallback(query, call);
    return found.strict_dates ? toWall(instantOf(date, call) ?? '', strictZone(call)) : edge(dayOf(date, call) ?? '');
  };

/** Columns by value of `orderby`. */
const sortable: ReadonlyMap<string, string> = new Map([
  ['start_date', 'start_date'],
  ['title', 'title_key'],
  ['modified', 'modified_utc'],
  ['id', 'id'],
]);

export const eventFilters: Filters = {
  start_date: dateFilter(
    'start_date',
    'Events that start on or after this date. Default: today, unless `include` or one of the `starts_` and `ends_` filters is set.',
    'start',
    since,
    startOfDay,
    { documentedDefault: today, inUrl: boundInUrl('start_date', startOfDay, (_, call) => today(call)) },
  ),
  end_date: dateFilter(
    'end_date',
    'Events that end on or before this date. Default: two years after the start, unless `include` or one of the `starts_` and `ends_` filters is set.',
    'end',
    until,
    endOfDay,
    {
      documentedDefault: (call: Call) => plusYears(today(call), 2),
      inUrl: boundInUrl('end_date', endOfDay, windowEnd),
    },
  ),
  starts_before: dateFilter('starts_before', 'Events that start on or before this date.', 'start', before, endOfDay),
  starts_after: dateFilter('starts_after', 'Events that start after this date.', 'start', after, endOfDay),
  ends_before: dateFilter('ends_before', 'Events that end on or before this date.', 'end', before, endOfDay),
  ends_after: dateFilter('ends_after', 'Events that end after this date.', 'end', endingAfter, endOfDay),
  strict_dates: filter(wordFlag, 'Compare exact times instead of whole days.', undefined, {
    documentedDefault: 'false',
    example: 'true',
  }),
  search: filter(
    searchedText,
    'Events that contain all these words in title, description or excerpt. The native API also searches the names of venues, cities, organizers, categories and tags. Supports "phrases" and -exclusions; at most 16 words, 8 of them excluded.',
    (text, _, call) => searchedEvents(text, call),
    { example: 'harvest -market' },
  ),
  categories: filter(
    termFilter,
    'Events in any of these categories or their subcategories. IDs or slugs.',
    (found) => linked(eventCategories.table, oneOf('id', found)),
    { lookUp: filteredTerms(category), example: 'music' },
  ),
  tags: filter(
    termFilter,
    'Events with any of these tags. IDs or slugs.',
    (found) => linked(eventTags.table, oneOf('id', found)),
    { lookUp: filteredTerms(tag), example: 'free' },
  ),
  venue: filter(ids, 'Events at any of these venues. IDs.', (found) => linked(eventVenues.table, oneOf('id', found)), {
    lookUp: existing(venue),
  }),
  organizer: filter(
    ids,
    'Events of any of these organizers. IDs.',
    (found) => linked(eventOrganizers.table, oneOf('id', found)),
    { lookUp: existing(organizer) },
  ),
  city: cityFilter,
  featured: filter(flag, '`true` for featured events, `false` for the others.', (wanted) => is('featured', wanted), {
    inUrl: ({ found }) => (found.featured ? '1' : undefined),
  }),
  status: statusFilter,
  ...nearbyFilters,
  include: filter(
    ids,
    'Only events with these IDs; the ID of a series means its dates. Ignores date filters.',
    withIds,
    {
      isPublic: true,
    },
  ),
  post_parent: filter(identifier, 'Child events of the event with this ID.', (id) => is('parent', id), {
    lookUp: readableEvent,
  }),
  ticketed: filter(
    requiresExtension('tickets', flag, (wanted) => wanted),
    '`true` for events with tickets, `false` for those without. Requires the tickets extension.',
    (wanted, _, call) => (call.site.tickets ? is('ticketed', wanted) : everything),
  ),
  ...statusFilters,
  ...seriesFilters,
  order: filter(filterText, '`asc` for ascending, any other value for descending. Default: `asc`.', undefined, {
    example: 'asc',
  }),
  orderby: filter(
    lenientChoice([...sortable.keys(), 'distance']),
    'Property to sort by. `distance` is from the coordinates. Default: `start_date`.',
    undefined,
    { example: 'start_date' },
  ),
  context: filter(
    filterText,
    '`edit` includes hidden and password-protected content that the caller may edit.',
    undefined,
    { example: 'view' },
  ),
};

export function defaultEvents(query: EventQuery, call: Call): Condition {
  refuseIncompleteArea(query.found);
  return all(listedEvents(query, call), defaultWindow(query, call));
}

/** The events of any date that lists show. */
export const listedEvents = ({ found }: EventQuery, { actor }: Call): Condition =>
  all(
    withStatus(found.status),
    found.context === 'edit'
      ? any(is('listing', 0), all(is('listing', 1), postPolicy.changeable(actor)))
      : is('listing', 0),
  );

/** From today to the end of the day two years later, for each bound that was not given. */
function defaultWindow(query: EventQuery, call: Call): Condition {
  const { found } = query;
  if (isUnbounded(found) || (found.start_date && found.end_date)) return everything;
  const [from, to] = [today(call), windowEnd(query, call)];
  if (!found.start_date && !found.end_date && call.facade.listsRunning) {
    const { instant } = toInstant(from, call.site.zone);
    // Redundant with the condition below, but an index on `utc_end_date` can serve it.
    const notOver = after('utc_end_date', plusSeconds(from, -maxUtcOffset));
    const running = after('utc_end_date', instant);
    return all(
      notOver,
      any(running, since('start_date', from)),
      until('start_date', to),
      startedWithinDuration(instant, maxUtcOffset),
    );
  }
  return all(
    found.start_date ? everything : since('start_date', from),
    found.end_date ? everything : all(until('end_date', to), until('start_date', to)),
  );
}

export function eventOrder({ found }: EventQuery, call: Call): readonly Order[] {
  const column = sortable.get(String(found.orderby)) ?? 'start_date';
  const descending = found.order !== undefined && String(found.order).toLowerCase() !== 'asc';
  const nearest = found.orderby === 'distance' ? nearestFirst(found, call) : undefined;
  if (nearest) {
    return [
      { nearest, descending },
      { column, descending },
      { column: 'id', descending },
    ];
  }
  return column === 'id'
    ? [{ column, descending }]
    : [
        { column, descending },
        { column: 'id', descending },
      ];
}

/** Dates of endless series exist up to a horizon: a list that asks beyond it tells how far it is complete. */
export function horizonHeader({ found }: EventQuery, call: Call): Readonly<Record<string, string>> {
  if (!call.site.recurrence || !call.facade.console) return {};
  const horizon = plusMonths(today(call), call.site.recurrenceMonths - 1).slice(0, 10);
  const asked = ['start_date', 'end_date', ...relativeBounds].flatMap((name) => {
    const date = found[name];
    return date ? (dayOf(date as DateText, call) ?? []) : [];
  });
  return asked.some((wall) => wall.slice(0, 10) > horizon) ? { 'X-Recurrence-Horizon': horizon } : {};
}

/** The order that clients know; other filters follow. */
export const eventSelfQuery = selfQuery(eventFilters, [
  ...['start_date', 'end_date', 'search', ...Object.keys(nearbyFilters), 'status', 'post_parent', 'include'],
  ...[...relativeBounds, 'ticketed', 'venue', 'organizer', 'featured', 'categories', 'tags'],
]);
