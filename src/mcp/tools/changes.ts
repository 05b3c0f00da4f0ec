// Tools that write events. Each sends one change to the API, with its scope for dates of a series, and returns what changed and
// the call that takes it back.
import type { Given } from '../../core/field.js';
import { isObject } from '../../core/is-object.js';
import { Problem } from '../../core/problem.js';
import { described, flagSchema, type Schema, text } from '../../core/schema.js';
import type { Site } from '../../core/site.js';
import { type FieldChanges, fieldChanges } from '../../http/dry-run.js';
import type { ApiResponse } from '../../http/response.js';
import { eventStatuses } from '../../models/event/columns.js';
import { eventDetails, filled, notice } from '../rows.js';
import { readingZone } from '../times.js';
import { type Tool, type ToolContext, ToolError } from '../tool.js';
import {
  eventArguments,
  eventBody,
  idArgument,
  previousValues,
  shownChanges,
  writableStatuses,
} from './event-fields.js';
import { languageArgument, languageOf } from './lists.js';
import { dryRun, ifVersion } from './write-request.js';

const scopes = ['this', 'following', 'all'];

const common: Readonly<Record<string, Schema>> = {
  if_version: described(text, 'Refuse if `version` of get_event is another.'),
  dry_run: flagSchema,
};

const scopeArgument = ({ recurrence }: Site): Readonly<Record<string, Schema>> =>
  recurrence ? { scope: { ...text, enum: scopes, description: 'Required for dates of a series.' } } : {};

const output = {
  saved: flagSchema,
  event: { type: 'object' },
  changes: { type: 'object' },
  undo: { type: 'object' },
} as const;
const optional = ['changes', 'undo'];

/** The event as its editors see it. */
async function storedEvent({ id, ...args }: Given, { request }: ToolContext): Promise<Given> {
  const { body } = await request({
    method: 'GET',
    path: `/events/${id}`,
    query: { context: 'edit', ...languageOf(args) },
  });
  return body as Given;
}

/** A change of a date without a scope would be a guess, and the wrong one is hard to notice. */
function requireScope(stored: Given, scope: unknown, verb: string): void {
  const { id, occurrence_of: series, recurrence, start } = stored;
  if (isObject(recurrence)) {
    if (scope === 'all') return;
    throw new ToolError(
      `Event ${id} is a whole series (${recurrence.text}). To ${verb} all its dates send scope "all". For some of them, use the id of a date: list_events with series ${id}.`,
    );
  }
  if (series === undefined || scope !== undefined) return;
  throw new ToolError(
    `Event ${id} is the date ${start} of series ${series}. Send scope: "this" to ${verb} only this date, "following" for this and all later dates, "all" for the whole series. Ask the person if it is not clear.`,
  );
}

const changesOf = (response: ApiResponse, { call }: ToolContext): FieldChanges | undefined => {
  const { changes } = Object(response.body) as { readonly changes?: FieldChanges };
  return response.write ? fieldChanges(response.write, call) : changes;
};

/** How many dates of a series a change keeps, moves, adds and removes. */
function effectOf({ write, body }: ApiResponse): Given | undefined {
  const effects: unknown = write?.written.effects ?? (Object(body) as Given).series;
  if (!isObject(effects)) return undefined;
  return Object.fromEntries(
    Object.entries(effects).flatMap(([name, dates]) =>
      Array.isArray(dates) && dates.length > 0 ? [[name, dates.length] as const] : [],
    ),
  );
}

function changed(response: ApiResponse, args: Given, context: ToolContext, undo: Given | undefined): Given {
  const { changes: _, ...body } = Object(response.body) as Given;
  const changes = changesOf(response, context);
  const isSaved = args.dry_run !== true;
  return {
    saved: isSaved,
    event: eventDetails(body, isSaved ? response.version : undefined),
    ...(changes && { changes: shownChanges(changes) }),
    ...filled({ dates: effectOf(response) }),
    ...(isBare(args) && { times_read_in: readingZone(args.timezone, context.call) }),
    ...(isSaved && undo && { undo }),
    notice,
  };
}

/** Whether a time came without an offset. */
const isBare = ({ start, end }: Given): boolean =>
  [start, end].some((one) => typeof one === 'string' && !/(z|[+-]\d\d:?\d\d)$/i.test(one.trim()));

const undoBy = (tool: string, args: Given): Given => ({ tool, arguments: args });

const scoped = ({ scope }: Given): Given => (scope === undefined ? {} : { scope });

export const createEvent: Tool = {
  name: 'create_event',
  title: 'Create an event',
  description:
    'Creates an event, or a series with recurrence. It is a draft unless status is publish. Check list_events for duplicates first.',
  right: 'write',
  write: { isDestructive: false },
  input: (site) => ({
    ...eventArguments(site),
    ...languageArgument(site),
    idempotency_key: { ...text, maxLength: 200, description: 'The same key creates the event once.' },
    dry_run: flagSchema,
  }),
  required: ['title', 'start', 'end'],
  output,
  optional,
  run: async (args, context) => {
    const { idempotency_key: key } = args;
    const response = await context.request({
      method: 'POST',
      path: '/events',
      query: { ...dryRun(args), ...languageOf(args) },
      body: { status: 'draft', ...(await eventBody(args, context)) },
      ...(typeof key === 'string' && { headers: { 'idempotency-key': key } }),
    });
    const { id } = Object(response.body) as Given;
    const { 'Idempotency-Replayed': repeated } = response.headers;
    const undo = undoBy('trash_event', { id, ...(args.recurrence ? { scope: 'all' } : {}) });
    return { ...changed(response, args, context, undo), ...(repeated && { repeated: true }) };
  },
};

/** The description of the tool refers to the other one, to keep the list of tools short. */
const undescribed = (schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, { description: _, ...schema }]) => [name, schema]));

export const updateEvent: Tool = {
  name: 'update_event',
  title: 'Update an event',
  description:
    'Changes the given fields, which are those of create_event. A new start without end keeps the duration. Dates of a series need scope; moving several dates to another weekday needs recurrence, too.',
  right: 'write',
  write: { isDestructive: true },
  input: (site) => ({
    id: idArgument,
    ...scopeArgument(site),
    ...undescribed(eventArguments(site)),
    ...languageArgument(site),
    ...common,
  }),
  required: ['id'],
  output,
  optional,
  run: async (args, context) => {
    const stored = await storedEvent(args, context);
    requireScope(stored, args.scope, 'change');
    const body = await eventBody(args, context, stored);
    if (Object.keys(body).length === 0) throw new ToolError('Nothing to change: send at least one field.');
    const response = await patch(args, body, context);
    const before = previousValues(changesOf(response, context) ?? {}, String(stored.timezone));
    const undo =
      Object.keys(before).length > 0 ? undoBy('update_event', { id: args.id, ...scoped(args), ...before }) : undefined;
    return changed(response, args, context, undo);
  },
};

const patch = (args: Given, body: Given, { request }: ToolContext): Promise<ApiResponse> =>
  request({
    method: 'PATCH',
    path: `/events/${args.id}`,
    query: { ...scoped(args), ...dryRun(args), ...languageOf(args) },
    body,
    ...ifVersion(args.if_version),
  });

export const cancelEvent: Tool = {
  name: 'cancel_event',
  title: 'Cancel or postpone an event',
  description: 'Announces that an event is cancelled, postponed or takes place again. It stays visible.',
  right: 'write',
  write: { isDestructive: true },
  input: (site) => ({
    id: idArgument,
    ...scopeArgument(site),
    event_status: { ...text, enum: eventStatuses, description: 'Default: cancelled.' },
    note: { ...text, maxLength: 1_000, description: 'Reason, shown to visitors.' },
    ...common,
  }),
  required: ['id'],
  output,
  optional,
  run: async (args, context) => {
    const stored = await storedEvent(args, context);
    requireScope(stored, args.scope, 'cancel');
    const { event_status = 'cancelled', note = event_status === 'scheduled' ? '' : undefined } = args;
    const body = { event_status, ...(note !== undefined && { event_status_note: note }) };
    const response = await patch(args, body, context);
    const undo = undoBy('cancel_event', {
      id: args.id,
      ...scoped(args),
      event_status: stored.event_status,
      note: stored.event_status_note ?? '',
    });
    return changed(response, args, context, undo);
  },
};

export const trashEvent: Tool = {
  name: 'trash_event',
  title: 'Move an event to the trash',
  description:
    'Removes an event from the calendar; restore_event brings it back. For a date of a series, scope following ends the series before it.',
  right: 'write',
  write: { isDestructive: true },
  input: (site) => ({ id: idArgument, ...scopeArgument(site), ...common }),
  required: ['id'],
  output,
  optional,
  run: async (args, context) => {
    const stored = await storedEvent(args, context);
    requireScope(stored, args.scope, 'remove');
    const rule = args.scope === 'following' ? await ruleOfSeries(stored, context) : undefined;
    const response = await context.request({
      method: 'DELETE',
      path: `/events/${args.id}`,
      query: { ...scoped(args), ...dryRun(args) },
      ...ifVersion(args.if_version),
    });
    return changed(response, args, context, undoOfTrash(stored, args, rule));
  },
};

async function ruleOfSeries({ occurrence_of: id }: Given, context: ToolContext): Promise<unknown> {
  if (id === undefined) return undefined;
  const { _input: input } = await storedEvent({ id }, context);
  return isObject(input) ? input.recurrence : undefined;
}

function undoOfTrash(stored: Given, { id, scope }: Given, rule: unknown): Given {
  const { status, occurrence_of: series } = stored;
  if (scope === 'following' && rule !== undefined)
    return {
      ...undoBy('update_event', { id: series, scope: 'all', recurrence: rule }),
      note: 'Future dates come back with new ids. If the series itself is in the trash, use restore_event with its id.',
    };
  return undoBy('restore_event', { id: scope === 'all' ? (series ?? id) : id, status });
}

export const restoreEvent: Tool = {
  name: 'restore_event',
  title: 'Restore an event from the trash',
  description: 'Takes an event, a skipped date of a series or a whole series out of the trash. Default status: draft.',
  right: 'write',
  write: { isDestructive: false },
  input: () => ({
    id: idArgument,
    status: { ...text, enum: writableStatuses },
    dry_run: flagSchema,
  }),
  required: ['id'],
  output,
  optional,
  run: async (args, context) => {
    if (await isReadable(args, context)) throw new ToolError(`Event ${args.id} is not in the trash.`);
    const response = await patch(args, { status: args.status ?? 'draft' }, context);
    const { recurrence, occurrence_of: series } = Object(response.body) as Given;
    const scope = isObject(recurrence) ? { scope: 'all' } : series === undefined ? {} : { scope: 'this' };
    return changed(response, args, context, undoBy('trash_event', { id: args.id, ...scope }));
  },
};

/** Records in the trash are gone for readers; other problems, such as an unknown id, are reported. */
async function isReadable(args: Given, context: ToolContext): Promise<boolean> {
  try {
    await storedEvent({ id: args.id }, context);
    return true;
  } catch (error) {
    if (error instanceof Problem && (error.problem === 'gone' || error.problem === 'in-trash')) return false;
    throw error;
  }
}
