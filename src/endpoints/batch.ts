// Many changes in one request: its parameters and documentation.
import type { Endpoint } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { filterText } from '../core/kinds/text.js';
import { bodyLike } from '../core/output.js';
import { Invalid, Problem } from '../core/problem.js';
import { listOf, type Schema } from '../core/schema.js';
import type { Shape } from '../core/shape.js';
import { maxOperations, operationsKind } from '../facades/batch-operations.js';
import { runBatch } from '../http/batch/run.js';
import { endpoint, operation } from '../http/handler.js';

const bodyLimit = 5 * 1_048_576;

const operations = [
  { method: 'POST', path: '/venues', ref: 'barn', body: { venue: 'Old Barn' } },
  {
    method: 'POST',
    path: '/events',
    body: {
      title: 'Harvest Fair',
      start_date: '2027-10-09 10:00:00',
      end_date: '2027-10-09 18:00:00',
      venue: '$barn.id',
    },
  },
  { method: 'PATCH', path: '/events/41', if_match: '"3-x"', body: { featured: true } },
];

const fields: Fields = {
  operations: required(operationsKind, `1 to ${maxOperations} changes, which run in this order.`, {
    bodyOnly: true,
    example: operations,
  }),
  atomic: optional(flag, '`false`: each operation succeeds or fails on its own. Default: all or none.', {
    example: true,
  }),
  dry_run: optional(flag, '`true` returns the results without saving anything.', { example: false }),
  _fields: optional(filterText, 'Properties of the records in the results, separated by commas.', {
    bodyOnly: true,
    example: 'id,title',
  }),
};

const count: Schema = { type: 'integer', minimum: 0 };

const schema: Schema = {
  type: 'object',
  description: 'The results in the order of the operations.',
  required: ['results', 'summary'],
  properties: {
    results: listOf({
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer', description: 'Status code, as of a single request.' },
        id: { type: ['integer', 'null'], description: 'ID of the record. Null in a dry run if it would be created.' },
        headers: {
          type: 'object',
          properties: { etag: { type: 'string', description: 'For `if_match` of a later change.' } },
        },
        body: {
          type: 'object',
          description: 'The record, as a single request returns it.',
          additionalProperties: true,
        },
        changed: { ...listOf({ type: 'string' }), description: 'Names of the fields that changed, except passwords.' },
        error: {
          type: 'object',
          description: 'The error of a failed operation, as a single request returns it.',
          additionalProperties: true,
        },
      },
    }),
    summary: {
      type: 'object',
      description: 'Number of operations by outcome.',
      required: ['created', 'updated', 'unchanged', 'deleted', 'failed'],
      properties: { created: count, updated: count, unchanged: count, deleted: count, failed: count },
    },
  },
};

const example = {
  results: [
    {
      status: 201,
      id: 57,
      headers: { etag: '"1-q8mN2fP0dXw"' },
      body: { id: 57, venue: 'Old Barn' },
      changed: ['venue', 'status'],
    },
  ],
  summary: { created: 1, updated: 0, unchanged: 0, deleted: 0, failed: 0 },
};

/** `shapes`: the resources that operations may change. */
export const batchEndpoint = (shapes: readonly Shape[]): Endpoint =>
  endpoint(
    '/batch',
    {
      POST: operation({
        right: 'signed-in',
        operationId: 'runBatch',
        cost: 'own',
        summary: 'Change many records in one request',
        description: [
          `Up to ${maxOperations} operations and 5 MiB, on ${shapes.map(({ path }) => `\`${path}\``).join(', ')}.`,
          'Each has the rights, the errors and the result of a single request, and counts as one in the rate limit, a series by its dates.',
          'By default the batch is atomic: at the first error nothing is saved, and the response is that error with the place of the operation in `data.index`.',
          'Of several new records in a row, the bodies show the state after the last of them.',
          'An `Idempotency-Key` applies to the whole batch.',
          'Files cannot be uploaded, and images are fetched from URLs only with `atomic: false`.',
        ].join(' '),
        tag: { name: 'Batch', description: 'Many changes in one request.' },
        input: fields,
        output: bodyLike('BatchResult', schema, example),
        problems: [
          new Problem('not-found', { resource: 'event', extra: { index: 2 } }),
          new Problem('in-trash', { resource: 'event', extra: { index: 2 } }),
          new Problem('wrong-method', { extra: { index: 2 } }),
          new Problem('stale', { extra: { index: 2 } }),
          new Problem('too-large', { limit: '5 MiB' }),
          new Problem('key-reused'),
          new Problem('invalid-params', {
            names: 'operations[1].path',
            faults: { 'operations[1].path': new Invalid('Refers to no earlier operation.') },
            extra: { index: 1 },
          }),
        ],
        handler: runBatch,
      }),
    },
    { batched: shapes, bodyLimit },
  );
