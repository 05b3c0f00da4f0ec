// Events as rows of a table: first the columns of the importer of The Events Calendar, so that a file from here can be read
// there, then further ones.

import { localized } from '../../core/language.js';
import type { View } from '../../core/shape.js';
import type { StoredFields } from '../../core/stored.js';
import { basicFormat } from '../../core/time/ical-value.js';
import { type EventRow, eventFields, nativeFields } from '../../models/event/columns.js';
import { currencyOf, isCurrencyCode } from '../../models/event/currency.js';
import { event } from '../../models/event/event.js';
import { isOccurrence } from '../../models/event/series/rows.js';
import { shownSlug } from '../../models/event/series/slugs.js';
import { eventUrl } from './event-url.js';
import { uidOf } from './feed-entry.js';
import type { FeedRow } from './feed-series.js';
import { isLocked } from './guarded.js';
import { imageBody } from './image.js';

type Cell = (row: FeedRow, view: View) => string;

const cellText = (value: unknown): string => (typeof value === 'boolean' ? String(value).toUpperCase() : String(value));
const names = (rows: readonly { readonly name: string }[]): string => rows.map(({ name }) => name).join(', ');

/** Empty while the event is locked by its password. */
const guarded =
  (cell: Cell): Cell =>
  (row, view) =>
    isLocked(row, view) ? '' : cell(row, view);

/** The currency has columns of its own. */
function costWithoutCurrency({ cost: { text, symbol } }: EventRow): string {
  return symbol === '' ? text : text.replaceAll(symbol, '').trim();
}

const currencyCode = ({ cost: { text, symbol } }: EventRow): string => {
  const code = text === '' ? '' : currencyOf(symbol);
  return isCurrencyCode(code) ? code : '';
};

const positions: Readonly<Record<string, string>> = { prefix: 'prefix', postfix: 'suffix' };

/** Lines of iCalendar in local time, as the `recurrence` field accepts them. */
function recurrenceLines({ recurrence }: EventRow): string {
  if (!recurrence) return '';
  const { rule, dates, except } = recurrence;
  const dateText = ({ start, end }: (typeof dates)[number]) =>
    end ? `${basicFormat(start)}/${basicFormat(end)}` : basicFormat(start);
  return [
    rule && `RRULE:${rule}`,
    dates.length > 0 && `RDATE:${dates.map(dateText).join(',')}`,
    except.length > 0 && `EXDATE:${except.map(basicFormat).join(',')}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Plain fields with a name in CSV. */
const storedCells = (fields: StoredFields): Readonly<Record<string, Cell>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { csv, isPublic }]) => {
      const cell: Cell = (row) => cellText(row[name as keyof FeedRow]);
      return csv?.name === undefined ? [] : [[csv.name, isPublic ? cell : guarded(cell)]];
    }),
  );

const { show_map, show_map_link, ...listFlags } = eventFields;

const cells: Readonly<Record<string, Cell>> = {
  'EVENT NAME': (row) => row.title,
  'EVENT DESCRIPTION': guarded((row) => row.description),
  'EVENT EXCERPT': guarded((row) => row.excerpt),
  'EVENT START DATE': (row) => row.start_date.slice(0, 10),
  'EVENT START TIME': (row) => row.start_date.slice(11),
  'EVENT END DATE': (row) => row.end_date.slice(0, 10),
  'EVENT END TIME': (row) => row.end_date.slice(11),
  TIMEZONE: (row) => row.timezone,
  'ALL DAY EVENT': (row) => cellText(row.all_day),
  ...storedCells(listFlags),
  'EVENT VENUE NAME': guarded((row) => row.venue[0]?.name ?? ''),
  'EVENT ORGANIZER NAME': guarded((row) => names(row.organizer)),
  ...storedCells({ show_map_link, show_map }),
  'EVENT COST': guarded(costWithoutCurrency),
  'EVENT ISO CURRENCY CODE': guarded(currencyCode),
  'EVENT CURRENCY SYMBOL': guarded((row) => row.cost.symbol),
  'EVENT CURRENCY POSITION': guarded((row) => positions[row.cost.position] ?? ''),
  'EVENT CATEGORY': guarded((row) => names(row.categories)),
  'EVENT TAGS': guarded((row) => names(row.tags)),
  'EVENT WEBSITE': guarded((row) => row.website),
  'EVENT FEATURED IMAGE': guarded((row, view) => imageBody(row, view)?.url ?? ''),
  'ALLOW COMMENTS': () => 'FALSE',
  'ALLOW TRACKBACKS AND PINGBACKS': () => 'FALSE',
  ID: (row) => String(row.id),
  UID: uidOf,
  SLUG: shownSlug,
  URL: eventUrl,
  STATUS: (row) => row.status,
  RECURRENCE: recurrenceLines,
  'OCCURRENCE OF': (row) => (isOccurrence(row) ? String(row.series) : ''),
  'START UTC': (row) => row.utc_start_date,
  'END UTC': (row) => row.utc_end_date,
  SOURCE: () => '',
  'EXTERNAL ID': () => '',
  MODIFIED: (row) => row.modified_utc,
  ...storedCells(nativeFields),
};

export const feedColumns: readonly string[] = Object.keys(cells);

export function feedCells(row: FeedRow, view: View): Readonly<Record<string, string>> {
  const shown = localized(row, event, view) as EventRow;
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell(shown, view)]));
}
