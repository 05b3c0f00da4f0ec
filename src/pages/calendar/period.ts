// The events of a period, and their lanes in a row of days.

import { firstDayOf, lastDayOf, lastsDays } from './date-format.js';
import { type Day, numberOf, plusDays } from './days.js';
import type { Resolved } from './filters.js';
import type { LaneItem } from './lanes.js';
import { layOut } from './lanes.js';
import type { PageRequest } from './page-request.js';
import { listEvents } from './queries.js';
import type { ListedEvent } from './records.js';

export interface PeriodEvents {
  readonly events: readonly ListedEvent[];
  /** Number of events per day, where not all of them were read. */
  readonly counts?: ReadonlyMap<Day, number>;
}

/** Filter for events on any of the days, in their own time zones. */
export const duringDays = (first: Day, last: Day) => ({ ends_after: plusDays(first, -1), starts_before: last });

const maxEvents = 400;
const maxPerDay = 6;

/** One query; with more than `maxEvents` results, one query per day for its first events and their number. */
export async function eventsDuring(
  request: PageRequest,
  { input }: Resolved,
  days: readonly Day[],
): Promise<PeriodEvents> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { items, total } = await listEvents(request, { ...input, ...duringDays(first, last) }, { limit: maxEvents });
  if (total <= items.length) return { events: items };
  const lists = await Promise.all(
    days.map((day) => listEvents(request, { ...input, ...duringDays(day, day) }, { limit: maxPerDay })),
  );
  const byId = new Map(lists.flatMap((list) => list.items).map((event) => [event.id, event]));
  return {
    events: [...byId.values()],
    counts: new Map(days.map((day, at) => [day, lists[at]?.total ?? 0])),
  };
}

const rank = (event: ListedEvent): number => (event.sticky ? 0 : lastsDays(event) ? 1 : event.all_day ? 2 : 3);

/** Pinned events first, then multi-day, all-day and timed events by start. */
export const inOrder = (events: readonly ListedEvent[]): readonly ListedEvent[] =>
  events.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0) ||
      (lastDayOf(a) < lastDayOf(b) ? 1 : lastDayOf(a) > lastDayOf(b) ? -1 : a.id - b.id),
  );

export const touching = (events: readonly ListedEvent[], first: Day, last: Day): readonly ListedEvent[] =>
  events.filter((event) => firstDayOf(event) <= last && lastDayOf(event) >= first);

/** The events of a row of days, each in a lane. */
export function lanesOf(events: readonly ListedEvent[], days: readonly Day[]): readonly LaneItem<ListedEvent>[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const indexOf = (day: Day) => Math.min(Math.max(numberOf(day) - numberOf(first), 0), days.length - 1);
  return layOut(inOrder(touching(events, first, last)), (event) => ({
    from: indexOf(firstDayOf(event)),
    to: indexOf(lastDayOf(event)),
  }));
}

/** Longer events would fill every day of an agenda and mark every day of a mini month. */
export const isUnderAWeek = (event: ListedEvent): boolean =>
  numberOf(lastDayOf(event)) - numberOf(firstDayOf(event)) < 7;

/** CSS classes: lane, number of days, and whether the event continues outside the row. */
export function barClasses({ item, span, lane }: LaneItem<ListedEvent>, days: readonly Day[]): readonly string[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return [
    `lane-${lane + 1}`,
    `span-${span.to - span.from + 1}`,
    ...(item.all_day || lastsDays(item) ? ['is-bar'] : []),
    ...(firstDayOf(item) < first ? ['from-before'] : []),
    ...(lastDayOf(item) > last ? ['goes-on'] : []),
  ];
}
