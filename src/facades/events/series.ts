// Recurring events: fields, filters and keys of series and their dates. Clients that know nothing of them see plain events.
import type { Call } from '../../core/call.js';
import { all, type Condition, either, everything, firstOf, is, not, oneOf, since } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { embedsOf } from '../../core/embeds.js';
import type { Endpoint } from '../../core/facade.js';
import { type Fields, optional } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { choice } from '../../core/kinds/choice.js';
import { requiresExtension } from '../../core/kinds/extension.js';
import { flag } from '../../core/kinds/flag.js';
import { identifier } from '../../core/kinds/number.js';
import { isRecurring, recurrence } from '../../core/kinds/recurrence.js';
import { Problem } from '../../core/problem.js';
import { listOf, type Schema } from '../../core/schema.js';
import type { Body, Shape, View } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { ruleOf } from '../../core/time/recurrence.js';
import { isEndless } from '../../core/time/rule.js';
import { iso, toInstant } from '../../core/time/zone.js';
import { recurrenceText } from '../../i18n/recurrence/words.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { dayOf, hasOwn, isMaster, isOccurrence, occurrenceTable } from '../../models/event/series/rows.js';
import { slugOfSeries } from '../../models/event/series/slugs.js';
import { address, clock, flagSchema, integer, out, restUrl, text } from './outputs.js';
import { scheduleOf } from './schedule.js';
import { type DateRow, withMaster } from './series-dates.js';

const scope = optional(
  choice(['this', 'following', 'all']),
  'Which dates of a series change: `this` one, this and the `following` ones, or `all`. Default: `this` for a date, `all` for the series.',
  { example: 'this' },
);

export const seriesFields: Fields = {
  recurrence: optional(
    requiresExtension('recurrence', recurrence, isRecurring),
    'Recurrence: a rule of iCalendar (RFC 5545), a list of its RRULE, RDATE and EXDATE lines, or an object with `rule`, `dates` and `except`. An empty value ends the recurrence.',
    {
      toInput: (row: EventRow) => (isOccurrence(row) ? undefined : inputOf(row)),
      example: 'FREQ=WEEKLY;COUNT=10',
      sample: '',
    },
  ),
};

export const seriesWriteParams: Fields = {
  scope,
  align: optional(flag, '`true` moves the start to the first date of the rule if it does not fit.', {
    example: true,
  }),
  keep: optional(choice(['all']), '`all` turns every date into a single event when the recurrence ends.', {
    example: 'all',
  }),
  own: optional(
    { declared: { type: 'array' }, schema: { type: 'array', maxItems: 0 }, read: () => [] },
    'An empty list undoes the changes of a date, which then follows its series again.',
    { example: [] },
  ),
};

export const seriesRemoveParams: Fields = { scope };

const inputOf = ({ recurrence: rule }: EventRow) =>
  rule ? { rule: rule.rule, dates: rule.dates, except: rule.except } : '';

async function readableSeries(id: number, { store, call }: Context): Promise<number> {
  const where = all(is('id', id), is('listing', 2), event.policy.visible(call.actor, true));
  if ((await store.count({ table: event, where })) === 0) throw new Problem('not-found', { resource: event.name });
  return id;
}

export const seriesFilters: Filters = {
  recurring: filter(
    flag,
    '`true` for dates of series, `false` for single events.',
    (wanted) => (wanted ? not(is('series', 0)) : is('series', 0)),
    { isPublic: true },
  ),
  occurrence_of: filter(identifier, 'Dates of the series with this ID, past ones too.', (id) => is('series', id), {
    isPublic: true,
    lookUp: readableSeries,
    example: 341,
  }),
  occurrences: filter(
    choice(['dates', 'series']),
    '`series` lists each series once, with its next date. Default: `dates`.',
    undefined,
    { example: 'series' },
  ),
};

/** IDs of events; the ID of a series stands for its dates. */
export const withIds = (ids: readonly number[]): Condition =>
  either(oneOf('id', ids), all(oneOf('series', ids), not(oneOf('id', ids))));

export const onePerSeries = (where: Condition, { found }: Query): Condition =>
  found.occurrences === 'series' ? all(where, firstOf('series', 'start_date', where)) : where;

type SeriesSummary = {
  readonly next: EventRow | undefined;
  /** Only for a single series. */
  readonly whole?: {
    readonly count: number;
    readonly first: EventRow | undefined;
    readonly last: EventRow | undefined;
    /** schema.org Schedule; undefined if the rule cannot be expressed as one. */
    readonly schedule: object | undefined;
  };
};
export type CompletedRow = DateRow & { readonly summary?: SeriesSummary };

const withDatesOf = (master: EventRow, date: EventRow | undefined): EventRow =>
  date
    ? {
        ...master,
        start_date: date.start_date,
        end_date: date.end_date,
        utc_start_date: date.utc_start_date,
        utc_end_date: date.utc_end_date,
        timezone: date.timezone,
        all_day: date.all_day,
        day_number: date.day_number,
      }
    : master;

/** A series is shown with its first date, and tells the next one. A date tells the series it belongs to. */
export async function completeSeries(context: Context, row: Row): Promise<Row> {
  const { store, call } = context;
  const master = row as EventRow;
  if (!isMaster(master)) return showsSeries(call) ? withMaster(context, row) : row;
  const where = all(is('series', row.id), event.policy.visible(call.actor, false));
  const dateAt = async (descending: boolean, part: Condition = everything) => {
    const order = [
      { column: 'start_date', descending },
      { column: 'id', descending },
    ];
    const [date] = await store.list({ table: event, where: all(where, part), order, limit: 1 });
    return date as EventRow | undefined;
  };
  const [count, first, last, next, skipped] = await Promise.all([
    store.count({ table: event, where }),
    dateAt(false),
    dateAt(true),
    dateAt(false, since('utc_start_date', call.now)),
    showsSeries(call) ? skippedStarts(context, master) : [],
  ]);
  const summary: SeriesSummary = { next, whole: { count, first, last, schedule: scheduleOf(master, skipped) } };
  return { ...withDatesOf(master, first), summary };
}

const maxSkipped = 1_000;

/** Original starts of dates that were moved or are not public. */
async function skippedStarts({ store }: Context, { id }: EventRow): Promise<readonly string[]> {
  const where = all(is('series', id), hasOwn);
  const order = [{ column: 'original_start' }];
  const rows = await store.list({ table: occurrenceTable, where, order, limit: maxSkipped });
  return rows
    .filter(({ status, start_date, original_start }) => status !== 'publish' || start_date !== original_start)
    .map(({ original_start }) => original_start);
}

/** Until the next date begins. */
export const seriesValidUntil = (row: Row): string | undefined => {
  const { summary } = row as CompletedRow;
  return summary?.next?.utc_start_date;
};

/** With `occurrences=series` each date stands for its series. */
export async function completeSeriesList(
  context: Context,
  rows: readonly Row[],
  { found }: Query,
): Promise<readonly Row[]> {
  const ids = rows.map((row) => (row as EventRow).series).filter((id) => id !== 0);
  if (found.occurrences !== 'series' || ids.length === 0) return rows;
  const { store, call } = context;
  const masters = await store.list({
    table: event,
    where: oneOf('id', ids),
    order: [],
    limit: ids.length,
    embeds: embedsOf(event, call.actor, context),
    language: call.language,
  });
  const byId = new Map(masters.map((master) => [master.id, master as EventRow]));
  return rows.map((row) => {
    const next = row as EventRow;
    const master = byId.get(next.series);
    return master ? { ...withDatesOf(master, next), summary: { next } satisfies SeriesSummary } : row;
  });
}

/** Other facades than the native one show plain events. */
export const showsSeries = ({ site, facade }: Call): boolean => site.recurrence && facade.console;

/** Editors see more than plain events there. */
const isShown = (view: View): boolean => showsSeries(view) || (view.site.recurrence && view.found.context === 'edit');

const rfc3339: Schema = { type: 'string', format: 'date-time' };
const startOf = (row: EventRow | undefined): string | null => (row ? iso(row.utc_start_date, row.timezone) : null);
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type ?? [], 'null'].flat() });

export const recurrenceSchema: Schema = {
  type: 'object',
  description: 'The recurrence of a series.',
  required: ['rule', 'dates', 'except', 'text', 'endless', 'horizon', 'next'],
  properties: {
    rule: { ...text, description: 'Rule of iCalendar; empty for a list of dates.' },
    dates: listOf({ type: 'object', required: ['start'], properties: { start: clock, end: clock } }),
    except: listOf(text),
    text: { ...text, description: 'The recurrence in words.' },
    endless: flagSchema,
    horizon: { ...orNull(text), description: 'Date up to which the dates exist; null if all of them do.' },
    next: { ...orNull(rfc3339), description: 'Start of the next date.' },
    count: { ...integer, description: 'Number of dates that exist. Not in lists.' },
    first: { ...orNull(rfc3339), description: 'Not in lists.' },
    last: { ...orNull(rfc3339), description: 'Null without an end. Not in lists.' },
  },
};

function recurrenceOf(row: CompletedRow, call: Call) {
  const { recurrence: series, summary, horizon } = row;
  if (!series) return undefined;
  const rule = ruleOf(series);
  const endless = rule !== undefined && isEndless(rule);
  const { whole } = summary ?? {};
  return {
    rule: series.rule,
    dates: series.dates,
    except: series.except,
    text: textOfSeries(row, call),
    endless,
    horizon: horizon === '' ? null : dayOf(horizon),
    next: startOf(summary?.next),
    ...(whole && {
      count: whole.count,
      first: startOf(whole.first),
      last: horizon === '' ? startOf(whole.last) : null,
    }),
  };
}

/** The recurrence in words. */
export const textOfSeries = ({ recurrence: series, all_day }: EventRow, { language }: Call): string =>
  series ? recurrenceText(series, series.start, language, all_day) : '';

export const seriesBody: Body = {
  recurrence: out<CompletedRow>({ $ref: '#/components/schemas/Recurrence' }, (row, view) =>
    isShown(view) && isMaster(row) ? recurrenceOf(row, view) : undefined,
  ),
  occurrences_url: out<EventRow>({ ...address, description: 'All dates of a series.' }, (row, view) =>
    isShown(view) && isMaster(row) ? restUrl(view, `events/${row.id}/occurrences`) : undefined,
  ),
  occurrence_of: out<EventRow>(
    { ...integer, description: 'ID of the series that this date belongs to.' },
    (row, view) => (isShown(view) && isOccurrence(row) ? row.series : undefined),
  ),
  original_start: out<EventRow>(
    { ...rfc3339, description: 'Start that the rule gave to this date, even if it was moved.' },
    (row, view) =>
      isShown(view) && isOccurrence(row)
        ? iso(toInstant(row.original_start, row.timezone).instant, row.timezone)
        : undefined,
  ),
  changed: out<EventRow>(
    { ...listOf(text), description: 'With `context=edit`: fields in which this date differs from its series.' },
    (row, view) =>
      isShown(view) && isOccurrence(row) && (view.form || view.found.context === 'edit') ? row.own : undefined,
  ),
};

/** Path of the page below `/event/`: dates of a series have one each. */
export function eventPath(row: EventRow): string {
  const dated = (slug: string) => `${slug}/${dayOf(row.start_date)}${row.day_number > 0 ? `/${row.day_number}` : ''}`;
  if (isOccurrence(row)) {
    const slug = slugOfSeries(row);
    return slug === undefined ? row.slug : dated(slug);
  }
  return isMaster(row) && (row as CompletedRow).summary ? dated(row.slug) : row.slug;
}

const undocumented = <Item extends object>(items: Readonly<Record<string, Item>>) =>
  Object.fromEntries(Object.entries(items).map(([name, item]) => [name, { ...item, undocumented: true as const }]));

/** For clients that know only single events: series are accepted, but not documented, and lists have no filters for them. */
export function plainShape(shape: Shape): Shape {
  const { fields, body, list, writeParams = {}, removeParams = {} } = shape;
  const filters = Object.entries(list.filters).filter(([name]) => !(name in seriesFilters));
  return {
    ...shape,
    fields: { ...fields, ...undocumented(seriesFields) },
    writeParams: undocumented(writeParams),
    removeParams: undocumented(removeParams),
    body: { ...body, ...undocumented(seriesBody) },
    list: { ...list, filters: Object.fromEntries(filters) },
  };
}

const series = {
  path: '/events/:occurrence_of(^\\d+$)/occurrences',
  pattern: '/events/(?P<occurrence_of>\\d+)/occurrences',
};

/** The dates of a series, and one date by its original start. */
export const occurrenceEndpoints = (shape: Shape): readonly Endpoint[] => [
  {
    ...series,
    extension: 'recurrence',
    shape,
    within: 'occurrence_of',
    actions: { GET: 'list' },
    titles: { GET: { operationId: 'listOccurrences', summary: 'List the dates of a series' } },
  },
  {
    path: `${series.path}/:date`,
    pattern: `${series.pattern}/(?P<date>[^/]+)`,
    extension: 'recurrence',
    shape,
    within: 'occurrence_of',
    by: 'date',
    actions: { GET: 'read', PATCH: 'update', DELETE: 'remove' },
    titles: {
      GET: { operationId: 'readOccurrence', summary: 'Get a date of a series by its original start' },
      PATCH: { operationId: 'patchOccurrence', summary: 'Update a date of a series by its original start' },
      DELETE: { operationId: 'deleteOccurrence', summary: 'Delete a date of a series by its original start' },
    },
  },
];
