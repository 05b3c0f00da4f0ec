// Recurring events: parameters, filters and endpoints of series and their dates. Clients that know nothing of them see plain
// events.
import { all, type Condition, either, firstOf, is, not, oneOf } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import type { Endpoint } from '../../core/facade.js';
import { type Fields, optional } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { choice } from '../../core/kinds/choice.js';
import { requiresExtension } from '../../core/kinds/extension.js';
import { flag } from '../../core/kinds/flag.js';
import { identifier } from '../../core/kinds/number.js';
import { isRecurring, recurrence } from '../../core/kinds/recurrence.js';
import { Problem } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { isOccurrence } from '../../models/event/series/rows.js';
import { seriesBody } from './series-body.js';
import { undocumented } from './undocumented.js';

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

/** IDs of events; the ID of a series means its dates. */
export const withIds = (ids: readonly number[]): Condition =>
  either(oneOf('id', ids), all(oneOf('series', ids), not(oneOf('id', ids))));

export const onePerSeries = (where: Condition, { found }: Query): Condition =>
  found.occurrences === 'series' ? all(where, firstOf('series', 'start_date', where)) : where;

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

const path = '/events/:occurrence_of(^\\d+$)/occurrences';

/** The dates of a series, and one date by its original start. */
export const occurrenceEndpoints = (shape: Shape): readonly Endpoint[] => [
  {
    path,
    extension: 'recurrence',
    shape,
    within: 'occurrence_of',
    actions: { GET: 'list' },
    titles: { GET: { operationId: 'listOccurrences', summary: 'List the dates of a series' } },
  },
  {
    path: `${path}/:date`,
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
