// Feeds of events: parameters, defaults, and an event in each of the forms that feed formats need.
import type { Call } from '../../core/call.js';
import { type Given, optional } from '../../core/field.js';
import type { FeedItems } from '../../core/format.js';
import { choice } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { localized } from '../../core/language.js';
import type { FeedShape, View } from '../../core/shape.js';
import { DAY, plusSeconds } from '../../core/time/clock.js';
import { parseDate } from '../../core/time/date-text.js';
import { iso } from '../../core/time/zone.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { isMaster } from '../../models/event/series/rows.js';
import { dateFilters, relativeBounds, today } from './event-filters.js';
import { eventUrl } from './event-url.js';
import { feedCells, feedColumns } from './feed-cells.js';
import { feedEntry } from './feed-entry.js';
import { type FeedRow, hydrateFeed } from './feed-series.js';
import { isLocked } from './guarded.js';
import { eventData } from './json-ld.js';
import { scheduleOf } from './schedule.js';
import { onlineUrlState } from './status.js';

/** Calendar apps keep what they have read, so that a feed without a date needs little of the past. */
const pastDays = 30;

const day = (text: string) => parseDate(text);
const isGiven = (found: Given, names: readonly string[]): boolean => names.some((name) => found[name] !== undefined);

/** A bound that was not given: 30 days ago, and no end. */
function feedBounds(found: Given, call: Call): Given {
  if (isGiven(found, ['include', 'occurrence_of'])) return {};
  if (!isGiven(found, ['start_date', 'starts_after', 'ends_after'])) {
    return { ends_after: day(plusSeconds(today(call), -pastDays * DAY).slice(0, 10)) };
  }
  // Any bound but `start_date` and `end_date` lifts the default window of lists.
  const isOpen = found.start_date !== undefined && !isGiven(found, ['end_date', ...relativeBounds]);
  return isOpen ? { starts_before: day('9999-12-31') } : {};
}

/** Complete, not only the default window of lists. */
function feedQuery(found: Given, call: Call, items: keyof FeedItems): Given {
  const isBounded = isGiven(found, dateFilters);
  // Tables and lists of bodies have a line for each date; entries can have a rule.
  const wanted =
    found.series ?? (found.occurrences === 'series' || (!isBounded && items === 'entries') ? 'rule' : 'flat');
  const occurrences = wanted === 'rule' && call.site.recurrence ? 'series' : 'dates';
  return { ...found, ...feedBounds(found, call), occurrences };
}

/** JSON-LD; of a protected event only what lists show. */
function feedData(row: FeedRow, view: View): object {
  const shown = localized(row, event, view) as EventRow;
  const url = eventUrl(shown, view);
  if (isLocked(shown, view)) {
    const { title, utc_start_date, utc_end_date, timezone } = shown;
    const [startDate, endDate] = [iso(utc_start_date, timezone), iso(utc_end_date, timezone)];
    return { '@context': 'https://schema.org', '@type': 'Event', name: title, url, startDate, endDate };
  }
  const data = eventData(shown, view, url);
  if (!row.feedSeries) return data;
  const { endDate: _, ...open } = data;
  const { except, changed } = row.feedSeries;
  const eventSchedule = scheduleOf(shown, [...except, ...changed.map((date) => date.original_start)]);
  return { ...open, '@type': 'EventSeries', ...(eventSchedule && { eventSchedule }) };
}

export const eventFeed: FeedShape = {
  params: {
    series: optional(
      choice(['rule', 'flat']),
      '`rule` writes a series once with its rule, `flat` writes every date. Default: `rule` without a date filter, else `flat`.',
      { example: 'flat' },
    ),
    html: optional(flag, '`true` adds descriptions as HTML.', { example: true }),
    download: optional(flag, '`true` sends the feed as a file to save.', { example: true }),
  },
  timeState: onlineUrlState,
  query: feedQuery,
  asList: (row, { series }, items) =>
    isMaster(row as EventRow)
      ? { occurrence_of: String(row.id), series: series ?? (items === 'entries' ? 'rule' : 'flat') }
      : undefined,
  newestFirst: [
    { column: 'date_utc', descending: true },
    { column: 'id', descending: true },
  ],
  hydrate: hydrateFeed,
  entry: (row, view) => feedEntry(row as FeedRow, view),
  data: (row, view) => feedData(row as FeedRow, view),
  columns: feedColumns,
  cells: (row, view) => feedCells(row as FeedRow, view),
};
