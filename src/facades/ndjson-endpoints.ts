// The complete export and the import of lines, for administrators.
import type { Endpoint } from '../core/facade.js';
import { type Fields, optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { flag } from '../core/kinds/flag.js';
import { nonNegative, wholeBetween } from '../core/kinds/number.js';
import { Problem } from '../core/problem.js';
import type { Schema } from '../core/schema.js';

const tag = {
  name: 'Export and import',
  description: 'Everything as lines of JSON (NDJSON), and records in bulk.',
};

const mediaType = 'application/x-ndjson';

/** Records that one change of the rate limit pays for. */
export const recordsPerChange = 10;

export const importFields: Fields = {
  mode: optional(choice(['upsert', 'create']), 'Whether records that exist are updated, or left as they are.', {
    documentedDefault: 'upsert',
    example: 'upsert',
  }),
  batch: optional(wholeBetween(1, 1_000), 'Records per transaction.', { documentedDefault: 500, example: 500 }),
  stop_on_error: optional(nonNegative, 'Stops after so many failed records; 0 for never.', {
    documentedDefault: 0,
    example: 10,
  }),
  force: optional(flag, 'Also imports a complete export into a calendar that is not empty: same IDs are replaced.', {
    documentedDefault: false,
    example: false,
  }),
  dry_run: optional(flag, 'Reports what would be imported, and stores nothing.', {
    documentedDefault: false,
    example: false,
  }),
};

const count: Schema = { type: 'integer' };

const resultSchema: Schema = {
  type: 'object',
  description: 'One line per batch, and a last line with `done`.',
  properties: {
    line: { ...count, description: 'Last line of the batch.' },
    created: count,
    updated: count,
    same: { ...count, description: 'Records that were like this already.' },
    skipped: { ...count, description: 'Records that exist and were left as they are.' },
    failed: count,
    failures: {
      type: 'array',
      description: 'Warnings and faults of the batch, at most 100.',
      items: { type: 'object', properties: { place: { type: 'string' }, text: { type: 'string' } } },
    },
    done: { type: 'boolean', description: 'In the last line: whether the import has reached the end.' },
    error: { type: 'string', description: 'In the last line, if the import has stopped.' },
  },
};

const exampleLine = { line: 500, created: 499, updated: 0, same: 0, skipped: 0, failed: 1, failures: [] };

export const ndjsonEndpoints: readonly Endpoint[] = [
  {
    path: '/export.ndjson',
    pattern: '/export\\.ndjson',
    actions: { GET: 'custom' },
    custom: 'export-lines',
    operations: {
      GET: {
        right: 'administer',
        operationId: 'exportEverything',
        summary: 'Export everything',
        description:
          'Every record with its stored values, one per line, from one moment. Image files are not included, passwords of users neither.',
        tag,
        mediaType,
        schemaName: 'ExportedRecord',
        schema: {
          type: 'object',
          description:
            'A record with its stored values. The first line names the format, the last one counts the records.',
          properties: { resource: { type: 'string' }, id: count },
          additionalProperties: true,
        },
        example: { resource: 'venue', id: 12, name: 'The Barn', slug: 'the-barn', status: 'publish' },
      },
    },
  },
  {
    path: '/import.ndjson',
    pattern: '/import\\.ndjson',
    actions: { POST: 'custom' },
    custom: 'import-lines',
    takes: { POST: importFields },
    operations: {
      POST: {
        right: 'administer',
        operationId: 'importLines',
        summary: 'Import records from lines of JSON',
        description:
          'A complete export, or records as their resources have them, with `resource`, `source` and `external_id`. The body is checked as a whole before anything is stored. A request with the header `Import-Id`, a name of your choice, can be repeated after an interruption: it goes on where it stopped. While it is running, a second one is refused with 409.',
        tag,
        mediaType,
        bodyType: mediaType,
        schemaName: 'ImportResult',
        schema: resultSchema,
        example: exampleLine,
        problems: [
          new Problem('bad-request', { reason: 'line 3: The line is not valid JSON' }),
          new Problem('calendar-not-empty'),
          new Problem('import-running'),
          new Problem('too-large', { limit: '1 GB' }),
        ],
      },
    },
  },
];
