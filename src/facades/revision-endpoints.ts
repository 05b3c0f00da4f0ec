// Revisions of records: their list, one of them, and restoring a record. A record has the fields of its API, not those of
// the database.
import type { Endpoint } from '../core/facade.js';
import { type AnyField, type Fields, optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { momentFilter } from '../core/kinds/moment.js';
import { identifier, nonNegative, positive } from '../core/kinds/number.js';
import { filterText } from '../core/kinds/text.js';
import { Problem } from '../core/problem.js';
import { type FieldChange, type RevisionRow, revisionActions } from '../core/revision.js';
import { listOf, reference, type Schema } from '../core/schema.js';
import type { Shape } from '../core/shape.js';

export const revisionPath = 'revisions';

const tag = {
  name: 'Revisions',
  description: 'Changes of records: who changed what, and when. Records can be restored.',
};

const listFields = (shapes: readonly Shape[]): Fields => ({
  page: optional(positive, 'Page number.', { documentedDefault: 1, example: 1 }),
  per_page: optional(positive, 'Records per page.', { documentedDefault: 10, example: 10 }),
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

const text: Schema = { type: 'string' };

const changeSchema: Schema = {
  type: 'object',
  required: ['field'],
  properties: {
    field: { ...text, description: 'Name of the field, as in the resource.' },
    language: { ...text, description: 'Language of a translated text, if it is not the main language of the record.' },
    before: { description: 'Value before the change; null if there was none. IDs for linked records.' },
    after: { description: 'Value after the change; null if there is none.' },
    secret: { type: 'boolean', description: 'True for a password: its values are not recorded.' },
    shortened: {
      type: 'boolean',
      description: 'True in lists if a long text was cut. The single revision has it whole.',
    },
  },
};

const revisionSchema: Schema = {
  type: 'object',
  description: 'A change of a record.',
  required: ['id', 'date_utc', 'resource', 'record', 'action', 'user', 'via', 'title', 'changes'],
  properties: {
    id: { type: 'integer' },
    date_utc: { ...text, description: 'Time of the change in UTC.' },
    resource: { ...text, description: 'Resource of the record, such as `events`.' },
    record: { type: 'integer', description: 'ID of the record.' },
    action: { ...text, enum: revisionActions },
    user: {
      type: 'object',
      description: 'The user who made the change, with the name at that time. ID 0 for jobs and the command line.',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: text },
    },
    via: { ...text, description: 'Name of the application password or job; `console` for changes in the console.' },
    title: { ...text, description: 'Title or name of the record at that time.' },
    changes: {
      ...listOf(changeSchema),
      description: 'Changed fields. Empty for a record that was created or erased.',
    },
  },
};

const example = {
  id: 7,
  date_utc: '2026-11-16 09:30:00',
  resource: 'events',
  record: 41,
  action: 'updated',
  user: { id: 1, name: 'ada' },
  via: 'console',
  title: 'Harvest Fair',
  changes: [{ field: 'title', before: 'Harvest Market', after: 'Harvest Fair' }],
};

const page = {
  revisions: [example],
  rest_url: 'https://calendar.example/cal/events/v1/revisions/',
  total: 1,
  total_pages: 1,
};

const listSchema: Schema = {
  type: 'object',
  description: 'A page of revisions, newest first.',
  required: ['revisions', 'rest_url', 'total', 'total_pages'],
  properties: {
    revisions: listOf(reference('Revision')),
    rest_url: { ...text, format: 'uri' },
    next_rest_url: { ...text, format: 'uri' },
    previous_rest_url: { ...text, format: 'uri' },
    total: { type: 'integer' },
    total_pages: { type: 'integer' },
  },
};

const id = { description: 'ID of the revision.', schema: { type: 'integer' }, example: 7 } as const;
const unknown = new Problem('not-found', { resource: 'revision' });

export const revisionEndpoints = (shapes: readonly Shape[]): readonly Endpoint[] => [
  {
    path: `/${revisionPath}`,
    pattern: `/${revisionPath}`,
    actions: { GET: 'custom' },
    custom: 'revisions',
    takes: { GET: listFields(shapes) },
    operations: {
      GET: {
        right: 'write',
        operationId: 'listRevisions',
        summary: 'List revisions',
        description:
          'Newest first, of records that the caller may edit. Those of erased records are listed for administrators only.',
        tag,
        schemaName: 'RevisionList',
        schema: listSchema,
        example: page,
        problems: [new Problem('no-page', { resource: 'revision' })],
      },
    },
  },
  {
    path: `/${revisionPath}/:id(^\\d+$)`,
    pattern: `/${revisionPath}/(?P<id>\\d+)`,
    parts: { id },
    actions: { GET: 'custom' },
    custom: 'revision',
    operations: {
      GET: {
        right: 'write',
        operationId: 'readRevision',
        summary: 'Get a revision by ID',
        tag,
        schemaName: 'Revision',
        schema: revisionSchema,
        example,
        problems: [unknown],
      },
    },
  },
  {
    path: `/${revisionPath}/:id(^\\d+$)/restore`,
    pattern: `/${revisionPath}/(?P<id>\\d+)/restore`,
    parts: { id },
    actions: { POST: 'custom' },
    custom: 'restore',
    operations: {
      POST: {
        right: 'write',
        operationId: 'restoreRevision',
        summary: 'Restore a record to its state after a revision',
        description:
          'Updates the record like any other change: with the rights of the caller, `If-Match` and a new revision. Passwords stay as they are.',
        tag,
        schemaName: 'RestoredRecord',
        schema: { type: 'object', description: 'The restored record, as its resource shows it.' },
        example: { id: 41, title: 'Harvest Fair' },
        problems: [unknown, new Problem('missing-records', { names: 'venue 12' }), new Problem('stale')],
      },
    },
  },
];

/** Longer texts are cut in lists. */
const maxListedLength = 2_000;

/** `isItem`: in a list. */
export function revisionBody(row: RevisionRow, shapes: readonly Shape[], isItem: boolean) {
  const { id, at_utc, resource, record_id, action, user_id, user_name, via, title, changes } = row;
  const shape = shapes.find(({ model }) => model.name === resource);
  return {
    id,
    date_utc: at_utc,
    resource: shape?.path ?? resource,
    record: record_id,
    action,
    user: { id: user_id, name: user_name },
    via,
    title,
    changes: changes.flatMap((change) => {
      const field = shape && fieldOf(shape, change.field);
      return field === undefined ? [] : [changeBody({ ...change, field }, isItem)];
    }),
  };
}

/** The field that sets a column; undefined for columns that no field shows. References are stored as `<field>_id`. */
function fieldOf({ fields }: Shape, column: string): string | undefined {
  const sets = (name: string, { sets = name }: AnyField) => sets === column || `${sets}_id` === column;
  return Object.entries(fields).find(([name, field]) => sets(name, field))?.[0];
}

function changeBody({ field, language, before = null, after = null, secret }: FieldChange, isItem: boolean) {
  const spoken = language !== undefined && { language };
  if (secret) return { field, ...spoken, secret };
  const isLong = [before, after].some((value) => typeof value === 'string' && value.length > maxListedLength);
  if (!isItem || !isLong) return { field, ...spoken, before, after };
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxListedLength) : value);
  return { field, ...spoken, before: cut(before), after: cut(after), shortened: true };
}
