// The rows of a series. The master has the texts, the links and the rule, and is in no list. An occurrence is one date: a
// slim row reads its content from the master, a detached row has content of its own.

import { all, is, isSet } from '../../../core/condition.js';
import { copiedFromContent } from '../../../core/content.js';
import { eachRow } from '../../../core/each-row.js';
import { plainTable, type Reader, type RowIn, type Values } from '../../../core/store.js';
import { plusSeconds, secondsBetween, type Wall } from '../../../core/time/clock.js';
import type { ExtraDate } from '../../../core/time/recurrence.js';
import { toInstant } from '../../../core/time/zone.js';
import { type EventRow, eventColumns } from '../columns.js';
import { durationClass } from '../duration.js';
import type { SeriesRule } from '../series-rule.js';

export const masterListing = 2;
export const isMaster = ({ listing }: Pick<EventRow, 'listing'>): boolean => listing === masterListing;
export const isOccurrence = ({ series }: Pick<EventRow, 'series'>): boolean => series !== 0;
export const isDetached = ({ id, series, content_id }: Pick<EventRow, 'id' | 'series' | 'content_id'>): boolean =>
  series !== 0 && content_id === id;

/** Occurrences with values of their own. */
export const hasOverrides = isSet('own');

/** Every master has a rule. */
export function ruleOfMaster({ recurrence }: Pick<EventRow, 'recurrence'>): SeriesRule {
  if (!recurrence) throw new TypeError('a series without a rule');
  return recurrence;
}

/** Columns of a slim row that have the values of the master, by the field that sets them. */
export const inheritedColumns = copiedFromContent(eventColumns);

/** Fields of the dates; an occurrence with dates of its own keeps them when the series moves. */
export const dateFields = ['start_date', 'end_date', 'all_day', 'timezone'] as const;
const dateColumns = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'all_day'] as const;

const { author, status, was_public, date_utc, date_set, hide_from_listings, listing, featured } = eventColumns;
const { ticketed, parent, password, series, content_id, original_start, own, slug_number, day_number } = eventColumns;
const { start_date, end_date, utc_start_date, utc_end_date, timezone, all_day, version, sequence } = eventColumns;
const { event_status, previous_start } = eventColumns;

const occurrenceColumns = {
  ...{ author, status, was_public, date_utc, date_set, hide_from_listings, listing, featured, ticketed, parent },
  ...{ password, series, content_id, original_start, own, slug_number, day_number, event_status, previous_start },
  ...{ start_date, end_date, utc_start_date, utc_end_date, timezone, all_day, version, sequence },
};

export type OccurrenceRow = RowIn<typeof occurrenceColumns>;

/** Reads what an occurrence stores itself, without its content. */
export const occurrenceTable = { ...plainTable('events', occurrenceColumns), name: 'event', sequence: 'post' };

export async function occurrencesOf(
  { store }: { readonly store: Reader },
  id: number,
  where = all(),
): Promise<readonly OccurrenceRow[]> {
  const rows: OccurrenceRow[] = [];
  await eachRow(store, occurrenceTable, all(is('series', id), where), async (row) => {
    rows.push(row);
  });
  return rows.sort((one, other) => (one.original_start < other.original_start ? -1 : 1));
}

export interface Dates {
  readonly start_date: Wall;
  readonly end_date: Wall;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly duration_class: number;
}

/** Whole days begin at 00:00, also on a day whose clocks skip midnight. */
export function datesBetween(start: Wall, end: Wall, zone: string, allDay: boolean): Dates {
  const from = toInstant(start, zone);
  const to = toInstant(end, zone);
  // In a repeated hour of autumn the end can be read before the start.
  const last = to.instant < from.instant ? from : to;
  const start_date = allDay ? start : from.wall;
  return {
    start_date,
    end_date: last.wall,
    utc_start_date: from.instant,
    utc_end_date: last.instant,
    duration_class: durationClass(start_date, last.wall),
  };
}

/** The dates of an occurrence: the length of the series on the wall clock, unless the date has an end of its own. */
export function datesAt({ start, end }: ExtraDate, master: EventRow): Dates {
  const length = secondsBetween(master.recurrence?.start ?? master.start_date, master.end_date);
  return datesBetween(start, end ?? plusSeconds(start, length), master.timezone, master.all_day);
}

export const dayOf = (wall: Wall): string => wall.slice(0, 10);

/** The values of a slim row that follow its master. */
export const inheritedValues = (master: EventRow): Values => ({
  ...Object.fromEntries(
    Object.values(inheritedColumns)
      .flat()
      .map((name) => [name, master[name as keyof EventRow]]),
  ),
  listing: Number(master.hide_from_listings),
  timezone: master.timezone,
  all_day: master.all_day,
});

export const overridesDates = ({ own: fields }: Pick<OccurrenceRow, 'own'>): boolean =>
  dateFields.some((name) => fields.includes(name));

export const sameDates = (one: Values, other: Values): boolean =>
  dateColumns.every((name) => one[name] === other[name]);
