// Revisions of records: their list, one of them, and restoring a record. A record has the fields of its API, not those of
// the database.
import type { Call } from '../core/call.js';
import { all, before, type Condition, everything, is, since } from '../core/condition.js';
import { type Endpoint, shapeOf } from '../core/facade.js';
import { type Fields, fieldOf, type Given, optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { momentFilter } from '../core/kinds/moment.js';
import { identifier, nonNegative } from '../core/kinds/number.js';
import { filterText } from '../core/kinds/text.js';
import { bodyLike, key, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import {
  type FieldChange,
  type RevisionAction,
  type RevisionRow,
  revisionActions,
  revisions,
} from '../core/revision.js';
import { described, flagSchema, integer, listOf, objectOf, type Schema, text } from '../core/schema.js';
import type { Shape } from '../core/shape.js';
import { type DateText, resolveInstant } from '../core/time/date-text.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { newestRows, pageFields, pageOutput } from '../http/paging.js';
import { findChangeable, recordResponse } from '../http/record.js';
import { type ApiRequest, idOf } from '../http/request.js';
import { recurrenceText } from '../i18n/recurrence/words.js';
import type { SeriesRule } from '../models/event/series-rule.js';
import { find, hydratedRow } from '../operations/read.js';
import { restore } from '../operations/restore.js';
import { findRevision, readableRevisions, stateAfter } from '../operations/revisions.js';

const path = 'revisions';

const listFields = (shapes: readonly Shape[]): Fields => ({
  ...pageFields(),
  resource: optional(choice(shapes.map(({ path }) => path)), 'Revisions of records of this resource.', {
    example: 'events',
  }),
  record: optional(identifier, 'Revisions of the record with this ID. IDs are unique with `resource` only.', {
    example: 41,
  }),
  user: optional(nonNegative, 'Changes by the user with this ID; 0 for background jobs and the command line.', {
    example: 1,
  }),
  action: optional(choice(revisionActions), 'Changes of this kind.', { example: 'updated' }),
  via: optional(filterText, 'Changes made with the application password of this name, or by this job.', {
    example: 'Newsletter',
  }),
  after: optional(momentFilter, 'Changes from this moment on.', { example: '2026-11-01 00:00:00' }),
  before: optional(momentFilter, 'Changes before this moment.', { example: '2026-12-01 00:00:00' }),
});

const changeSchema: Schema = objectOf(
  {
    field: described(text, 'Name of the field, as in the resource.'),
    language: described(text, 'Language of a translated text, if it is not the main language of the record.'),
    before: { description: 'Value before the change; null if there was none. IDs for linked records.' },
    after: { description: 'Value after the change; null if there is none.' },
    secret: described(flagSchema, 'True for a password: its values are not recorded.'),
    shortened: described(flagSchema, 'True in lists if a long text was cut. The single revision has it whole.'),
  },
  { optional: ['language', 'before', 'after', 'secret', 'shortened'] },
);

/** A revision as an item of a list, or as a whole. */
interface Shown extends RevisionRow {
  readonly shapes: readonly Shape[];
  readonly isItem: boolean;
  /** Of rules in words. */
  readonly language: string | undefined;
}

const shownTo = ({ facade, consoleLanguage, language }: Call, row: RevisionRow, isItem: boolean): Shown => ({
  ...row,
  shapes: facade.shapes,
  isItem,
  language: consoleLanguage ?? language,
});

const modelShape = ({ shapes, resource }: Shown): Shape | undefined =>
  shapes.find(({ model }) => model.name === resource);

const revision = output<Shown>('Revision', 'A change of a record.', {
  id: key(integer, 7),
  date_utc: key(described(text, 'Time of the change in UTC.'), '2026-11-16 09:30:00', (row) => row.at_utc),
  resource: key(
    described(text, 'Resource of the record, such as `events`.'),
    'events',
    (row) => modelShape(row)?.path ?? row.resource,
  ),
  record: key(described(integer, 'ID of the record.'), 41, (row) => row.record_id),
  action: key({ ...text, enum: revisionActions }, 'updated'),
  user: key(
    objectOf(
      { id: integer, name: text },
      {
        description: 'The user who made the change, with the name at that time. ID 0 for jobs and the command line.',
      },
    ),
    { id: 1, name: 'ada' },
    (row) => ({ id: row.user_id, name: row.user_name }),
  ),
  via: key(
    described(text, 'Name of the application password or job; `console` for changes in the console.'),
    'console',
  ),
  title: key(described(text, 'Title or name of the record at that time.'), 'Harvest Fair'),
  changes: key(
    described(listOf(changeSchema), 'Changed fields. Empty for a record that was created or erased.'),
    [{ field: 'title', before: 'Harvest Market', after: 'Harvest Fair' }],
    (row) => changesIn(row),
  ),
});

function changesIn(row: Shown): readonly Given[] {
  const shape = modelShape(row);
  return row.changes.flatMap((one) => {
    const field = shape && fieldOf(shape.fields, one.field);
    return field === undefined ? [] : [changeBody({ ...one, field }, row)];
  });
}

/** Longer texts are cut in lists. */
const maxListedLength = 2_000;

/** A rule of iCalendar is text for programs: people get it in words, too. */
const withWords = (value: unknown, language: string | undefined): unknown =>
  isRecurrence(value) ? { ...value, text: recurrenceText(value, value.start, language) } : value;

const isRecurrence = (value: unknown): value is SeriesRule =>
  typeof value === 'object' && value !== null && 'rule' in value && 'start' in value && 'except' in value;

function changeBody({ field, language, secret, ...change }: FieldChange, { isItem, language: words }: Shown) {
  const [before, after] = [change.before ?? null, change.after ?? null].map((value) => withWords(value, words));
  const inLanguage = language !== undefined && { language };
  if (secret) return { field, ...inLanguage, secret };
  const isLong = [before, after].some((value) => typeof value === 'string' && value.length > maxListedLength);
  if (!isItem || !isLong) return { field, ...inLanguage, before, after };
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxListedLength) : value);
  return { field, ...inLanguage, before: cut(before), after: cut(after), shortened: true };
}

interface RevisionFilters {
  readonly resource?: string;
  readonly record?: number;
  readonly user?: number;
  readonly action?: RevisionAction;
  readonly via?: string;
  readonly after?: DateText;
  readonly before?: DateText;
}

function conditionOf(filters: RevisionFilters, { call }: ApiRequest): Condition {
  const { now, site, facade } = call;
  const instant = (date: DateText) => resolveInstant(date, { now, zone: site.zone }) ?? '';
  const shape = facade.shapes.find(({ path }) => path === filters.resource);
  const same = (column: string, value: unknown) => (value === undefined ? everything : is(column, value));
  return all(
    same('resource', shape?.model.name),
    same('record_id', filters.record),
    same('user_id', filters.user),
    same('action', filters.action),
    same('via', filters.via),
    filters.after ? since('at_utc', instant(filters.after)) : everything,
    filters.before ? before('at_utc', instant(filters.before)) : everything,
  );
}

const common = {
  right: 'write',
  tag: { name: 'Revisions', description: 'Changes of records: who changed what, and when. Records can be restored.' },
} as const;

const list = (shapes: readonly Shape[]) =>
  operation({
    ...common,
    operationId: 'listRevisions',
    summary: 'List revisions',
    description:
      'Newest first, of records that the caller may edit. Those of erased records are listed for administrators only.',
    input: listFields(shapes),
    output: pageOutput('RevisionList', 'A page of revisions, newest first.', path, revision),
    problems: [new Problem('no-page', { resource: 'revision' })],
    handler: async (_, request, given, reply) => {
      const { call, context } = request;
      const where = all(conditionOf(given, request), readableRevisions(call.actor, context.registry));
      const page = await newestRows(request, given, path, revisions, where);
      const items = page.items.map((row) => shownTo(call, row, true));
      return reply({ ...page, items }, { headers: call.facade.listHeaders(page) });
    },
  });

const unknown = new Problem('not-found', { resource: 'revision' });

const read = operation({
  ...common,
  operationId: 'readRevision',
  summary: 'Get a revision by ID',
  output: revision,
  problems: [unknown],
  handler: async (_, { context, call, params }, __, reply) => {
    return reply(shownTo(call, await findRevision(context, idOf(params.id ?? '')), false));
  },
});

const restoreRecord = operation({
  ...common,
  operationId: 'restoreRevision',
  summary: 'Restore a record to its state after a revision',
  description:
    'Updates the record like any other change: with the rights of the caller, `If-Match` and a new revision. Passwords stay as they are.',
  output: bodyLike(
    'RestoredRecord',
    { type: 'object', description: 'The restored record, as its resource shows it.' },
    { id: 41, title: 'Harvest Fair' },
  ),
  problems: [unknown, new Problem('missing-records', { names: 'venue 12' }), new Problem('stale')],
  handler: async (service, request) => {
    return change(service, request, async (context) => {
      const row = await findRevision(context, idOf(request.params.id ?? ''));
      const shape = shapeOf(request.call.facade, row.resource);
      const stored = await findChangeable(context, shape, request, 'update', { id: row.record_id });
      const written = await restore(context, shape, stored, await stateAfter(context, shape.model, stored, row));
      const after = await hydratedRow(context, shape, await find(context, shape, { id: stored.id }, 'read'));
      return { ...recordResponse(shape, after, request, 'changed'), write: { shape, written, before: stored, after } };
    });
  },
});

const parts = { id: { description: 'ID of the revision.', schema: integer, example: 7 } };

export const revisionEndpoints = (shapes: readonly Shape[]): readonly Endpoint[] => [
  endpoint(`/${path}`, { GET: list(shapes) }),
  endpoint(`/${path}/:id(^\\d+$)`, { GET: read }, { parts }),
  endpoint(`/${path}/:id(^\\d+$)/restore`, { POST: restoreRecord }, { parts }),
];
