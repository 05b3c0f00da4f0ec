// Fields of events that existing clients do not know, such as whether an event takes place and how it can be attended: fields,
// filters and keys.
import type { Call } from '../../core/call.js';
import { after, all, type Condition, is, isSet, oneOf, until } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import { type Fields, optional } from '../../core/field.js';
import { type Filters, filter } from '../../core/filter.js';
import { mayChange } from '../../core/form.js';
import { choices } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { momentOrNone } from '../../core/kinds/moment.js';
import type { Schema } from '../../core/schema.js';
import type { Body, Shape, View } from '../../core/shape.js';
import { plainTable } from '../../core/store.js';
import { storedBody } from '../../core/stored.js';
import { toWall } from '../../core/time/zone.js';
import { attendances, type EventRow, eventColumns, eventStatuses, nativeFields } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { previousStart } from '../../models/event/previous-start.js';
import { guarded, isLocked } from './guarded.js';
import { address, clock, out } from './outputs.js';
import { undocumented, unlessPlain } from './undocumented.js';

export const nativeEventFields: Fields = {
  ...nativeFields,
  online_url_from: optional(
    momentOrNone,
    'From when the public sees `online_url`, in the time zone of the event. Empty: always.',
    {
      inForm: { label: 'Show online link from', help: 'Leave empty to show the link at once.' },
      toInput: (row) => onlineFrom(row as EventRow),
      example: '2027-10-09 09:30:00',
    },
  ),
};

const onlineFrom = ({ online_url_from: instant, timezone }: EventRow): string =>
  instant === '' ? '' : toWall(instant, timezone);

/** The online URL as the caller may see it now: before its moment only those who may edit the event do. */
export const shownOnlineUrl = (row: EventRow, call: Call): string =>
  row.online_url_from <= call.now || mayChange(event, row, call) ? row.online_url : '';

/** The instant at which the public begins to see the online URL; undefined if it does already, or never will. */
export const onlineUrlSince = ({ online_url, online_url_from }: EventRow, { now }: Call): string | undefined =>
  online_url !== '' && online_url_from > now ? online_url_from : undefined;

const { online_url_from } = eventColumns;
const onlineTable = { ...plainTable(event.table, { online_url_from }), name: event.name };

/** The latest moment at which an online URL became public, and the next one. */
export async function onlineUrlState({ store, call }: Context): Promise<{ text: string; until?: string }> {
  const first = (where: Condition, descending: boolean) =>
    store.list({
      table: onlineTable,
      where: all(isSet('online_url_from'), where),
      order: [{ column: 'online_url_from', descending }],
      limit: 1,
    });
  const [[last], [next]] = await Promise.all([
    first(until('online_url_from', call.now), true),
    first(after('online_url_from', call.now), false),
  ]);
  return { text: last?.online_url_from ?? '', ...(next && { until: next.online_url_from }) };
}

/** For representations of other users than editors of the event: empty for a protected event. */
export const openOnlineUrl = (row: EventRow, view: View): string =>
  isLocked(row, view) ? '' : shownOnlineUrl(row, view);

export const statusFilters: Filters = {
  event_status: filter(
    choices(eventStatuses),
    `Comma-separated event statuses: ${eventStatuses.join(', ')}.`,
    (wanted) => oneOf('event_status', wanted),
    { isPublic: true, example: 'scheduled,rescheduled' },
  ),
  attendance: filter(
    choices(attendances),
    `Comma-separated ways to attend: ${attendances.join(', ')}.`,
    (wanted) => oneOf('attendance', wanted),
    { isPublic: true, example: 'online,mixed' },
  ),
  free: filter(
    flag,
    '`true` for events without a cost, or with one of zero, and without a ticket that has a price; `false` for the others.',
    (wanted) => is('free', wanted),
    { example: true },
  ),
};

const previousStartSchema: Schema = {
  type: ['string', 'null'],
  description:
    'Start of a rescheduled event when it became `rescheduled`, with the offset of its time zone; a day without a time for an all-day event. Null for other events, and while the start is the same.',
};

const outputs: Body = {
  ...storedBody(nativeFields, (output, { isPublic, default: blank }) =>
    isPublic ? output : guarded(output.schema, blank, output.of),
  ),
  online_url: guarded({ anyOf: [address, { const: '' }] }, '', shownOnlineUrl),
  online_url_from: guarded({ anyOf: [clock, { const: '' }] }, '', onlineFrom),
  previous_start_date: out<EventRow>(previousStartSchema, (row) => previousStart(row) ?? null),
};

export const nativeBody: Body = Object.fromEntries(
  Object.entries(outputs).map(([name, output]) => [name, unlessPlain(output)]),
);

/** For existing clients: the fields are accepted, but not documented, and lists have no filters for them. */
export function withoutNative(shape: Shape): Shape {
  const filters = Object.entries(shape.list.filters).filter(([name]) => !(name in statusFilters));
  return {
    ...shape,
    fields: { ...shape.fields, ...undocumented(nativeEventFields) },
    body: { ...shape.body, ...undocumented(nativeBody) },
    list: { ...shape.list, filters: Object.fromEntries(filters) },
  };
}
