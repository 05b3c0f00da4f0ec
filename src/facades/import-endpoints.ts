// Imports of files: starting one, their reports, and undoing one.
import type { Endpoint } from '../core/facade.js';
import { optional } from '../core/field.js';
import { positive } from '../core/kinds/number.js';
import { Problem } from '../core/problem.js';
import { listOf, reference, type Schema } from '../core/schema.js';
import { importBodyLimit, importFields } from './import-fields.js';

export const importPath = 'imports';

const tag = { name: 'Imports', description: 'Records from files and other systems, with reports. For editors.' };

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const outcomes = ['created', 'updated', 'same', 'skipped', 'failed'];

const columnsSchema: Schema = {
  type: 'object',
  description: 'Columns of a CSV file, in dry runs.',
  required: ['resource', 'columns', 'missing', 'fields', 'rows', 'sample'],
  properties: {
    resource: text,
    columns: listOf({
      type: 'object',
      required: ['name'],
      properties: { name: text, field: { ...text, description: 'Absent if the column is ignored.' } },
    }),
    missing: { ...listOf(text), description: 'Required fields without a column.' },
    fields: { ...listOf(text), description: 'Fields that a column can be mapped to.' },
    rows: integer,
    sample: { ...listOf(listOf(text)), description: 'The first rows.' },
  },
};

const importSchema: Schema = {
  type: 'object',
  description: 'An import with its report.',
  required: [
    'id',
    'kind',
    'name',
    'source',
    'state',
    'user',
    'started_utc',
    'finished_utc',
    'undo_until_utc',
    'report',
  ],
  properties: {
    id: { ...integer, description: '0 for a dry run that was not stored.' },
    dry_run: { type: 'boolean', description: 'True for a dry run that took long. It is stored for a day.' },
    kind: { ...text, description: '`csv`, `ical`, `ndjson`, `tec` or `subscription`.' },
    name: { ...text, description: 'Name of the file, or URL.' },
    source: text,
    state: {
      ...text,
      description:
        '`running`, `finished`, `failed`, `interrupted` (its process has ended, or its undo has stopped: start it again), `mirrored`, `undoing` or `undone`.',
    },
    user: {
      type: 'object',
      description: 'The user who imported it. ID 0 for jobs and the command line.',
      required: ['id', 'name'],
      properties: { id: integer, name: text },
    },
    started_utc: text,
    changed_utc: { ...text, description: 'Time of the last page.' },
    finished_utc: { ...text, description: 'Empty until it is finished.' },
    undo_until_utc: { ...text, description: 'The caller may undo it until then. Empty if not.' },
    report: {
      type: 'object',
      required: ['counts', 'warnings'],
      properties: {
        error: { ...text, description: 'Why it ended before its end. Absent otherwise.' },
        counts: {
          type: 'object',
          description: 'Numbers of records by resource and result.',
          additionalProperties: {
            type: 'object',
            properties: Object.fromEntries(outcomes.map((name) => [name, integer])),
          },
        },
        warnings: {
          type: 'object',
          description: 'By kind, with the first of each.',
          additionalProperties: {
            type: 'object',
            required: ['count', 'examples'],
            properties: {
              count: integer,
              examples: listOf({
                type: 'object',
                required: ['place', 'text'],
                properties: { place: { ...text, description: 'Where it is in the source.' }, text },
              }),
            },
          },
        },
      },
    },
    preview: {
      ...listOf({
        type: 'object',
        required: ['resource', 'place', 'result', 'fields'],
        properties: {
          resource: text,
          place: text,
          result: { ...text, enum: outcomes },
          id: { ...integer, description: 'ID of an existing record.' },
          fields: { type: 'object', description: 'Fields as a request of the resource has them.' },
        },
      }),
      description: 'The first 50 records, up to 1 MiB, in dry runs.',
    },
    csv: columnsSchema,
    undone: {
      type: 'object',
      description: 'Numbers of records that an undo has removed, restored, or left as they were.',
      properties: { removed: integer, restored: integer, kept: integer },
    },
  },
};

const example = {
  id: 3,
  kind: 'csv',
  name: 'autumn.csv',
  source: 'box-office',
  state: 'finished',
  user: { id: 1, name: 'ada' },
  started_utc: '2026-11-16 09:30:00',
  changed_utc: '2026-11-16 09:30:02',
  finished_utc: '2026-11-16 09:30:02',
  undo_until_utc: '2026-11-17 09:30:02',
  report: {
    counts: { events: { created: 40, updated: 2, same: 0, skipped: 0, failed: 0 } },
    warnings: {
      'ambiguous date': {
        count: 1,
        examples: [{ place: 'line 7', text: '“05/06/2027” could be two dates. Choose a date format.' }],
      },
    },
  },
};

const listSchema: Schema = {
  type: 'object',
  description: 'A page of imports, newest first.',
  required: ['imports', 'rest_url', 'total', 'total_pages'],
  properties: {
    imports: listOf(reference('Import')),
    rest_url: { ...text, format: 'uri' },
    next_rest_url: { ...text, format: 'uri' },
    previous_rest_url: { ...text, format: 'uri' },
    total: integer,
    total_pages: integer,
  },
};

const id = { description: 'ID of the import.', schema: { type: 'integer' }, example: 3 } as const;
const common = { right: 'edit-others', tag, schemaName: 'Import', schema: importSchema, example } as const;
const unknown = new Problem('not-found', { resource: 'import' });

export const importEndpoints: readonly Endpoint[] = [
  {
    path: `/${importPath}`,
    pattern: `/${importPath}`,
    actions: { GET: 'custom', POST: 'custom' },
    custom: 'imports',
    bodyLimit: importBodyLimit,
    takes: {
      GET: {
        page: optional(positive, 'Page number.', { documentedDefault: 1, example: 1 }),
        per_page: optional(positive, 'Records per page.', { documentedDefault: 10, example: 10 }),
      },
      POST: importFields,
    },
    operations: {
      GET: {
        ...common,
        operationId: 'listImports',
        summary: 'List imports',
        schemaName: 'ImportList',
        schema: listSchema,
        example: {
          imports: [example],
          rest_url: 'https://calendar.example/cal/events/v1/imports/',
          total: 1,
          total_pages: 1,
        },
        problems: [new Problem('no-page', { resource: 'import' })],
      },
      POST: {
        ...common,
        operationId: 'createImport',
        summary: 'Import a file',
        description:
          'Creates and updates records from a CSV or iCalendar file, with the rights of the caller. Counts in the rate limit by the number of records. After 10 seconds the response is 202 with the state `running`, and the import goes on: read it by its ID. A dry run is 200 with the ID 0, or 202 with an ID whose preview can be read for a day. A repeated request with the same `Idempotency-Key` returns the same import.',
        statusCode: 201,
        otherStatusCodes: [200, 202],
        problems: [new Problem('too-large', { limit: '11 MiB' })],
      },
    },
  },
  {
    path: `/${importPath}/:id(^\\d+$)`,
    pattern: `/${importPath}/(?P<id>\\d+)`,
    parts: { id },
    actions: { GET: 'custom' },
    custom: 'import',
    operations: {
      GET: { ...common, operationId: 'readImport', summary: 'Get an import by ID', problems: [unknown] },
    },
  },
  {
    path: `/${importPath}/:id(^\\d+$)/undo`,
    pattern: `/${importPath}/(?P<id>\\d+)/undo`,
    parts: { id },
    actions: { POST: 'custom' },
    custom: 'undo-import',
    operations: {
      POST: {
        ...common,
        operationId: 'undoImport',
        noDryRun: true,
        summary: 'Undo an import',
        description:
          'Within a day, by the user who imported it or an administrator. Created records are moved to the trash, updated ones are restored. Records that were changed since stay as they are and are reported. After 10 seconds the response is 202 with the state `undoing`. An undo that was interrupted goes on where it stopped.',
        otherStatusCodes: [202],
        problems: [unknown, new Problem('undo-expired'), new Problem('not-undoable'), new Problem('import-running')],
      },
    },
  },
];
