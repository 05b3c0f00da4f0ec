// The operations of endpoints that return the changes of several lists.
import type { Call } from '../../core/call.js';
import { endpointsOf } from '../../core/facade.js';
import { Invalid, invalidParams, Problem } from '../../core/problem.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import { languageParam } from '../language.js';
import { errorsIn, json } from './account.js';
import { responseOf } from './errors.js';
import { queryParameters } from './parameters.js';
import { securityFor } from './security.js';

const followedBy = ({ facade, site }: Call) =>
  endpointsOf(facade, site).flatMap(({ follows, ...endpoint }) => (follows ? [{ ...endpoint, follows }] : []));

export const followedTags = (call: Call) =>
  followedBy(call).map(({ follows: { tag } }) => ({
    name: tag,
    description: 'New, changed and removed records, for copies that are kept up to date.',
  }));

const text: Schema = { type: 'string' };

/** Bodies are those of lists, with IDs in place of linked records. */
const changeSchema = (resources: readonly string[]): Schema => ({
  type: 'object',
  description: 'A record that changed.',
  required: ['resource', 'id', 'change'],
  properties: {
    resource: { type: 'string', enum: resources },
    id: { type: 'integer' },
    change: { type: 'string', enum: ['updated', 'removed'] },
    at: {
      type: 'string',
      format: 'date-time',
      description: 'Time of the latest change. Of removed records only for editors.',
    },
    version: { ...text, description: 'Version of an updated record, as in its ETag.' },
    ...Object.fromEntries(
      resources.map((name) => [
        name,
        { type: 'object', description: 'The record as in lists, with IDs in place of linked records.' },
      ]),
    ),
  },
});

export const followedSchemas = (call: Call): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    followedBy(call).flatMap(({ follows: { shapes } }): readonly (readonly [string, Schema])[] => [
      ['Change', changeSchema(shapes.map(({ model }) => model.name))],
      [
        'ChangeList',
        {
          type: 'object',
          required: ['changes', 'next', 'more'],
          properties: {
            changes: listOf(reference('Change')),
            next: { ...text, description: 'Token for `since` of the next request.' },
            more: { type: 'boolean', description: 'True if there are further changes already.' },
          },
        },
      ],
    ]),
  );

const since = 'MTIzNDU2Nzg5';

export function followedPaths(call: Call) {
  const { commonErrors } = errorsIn(call.facade);
  const { errorBody } = call.facade;
  const headers = Object.fromEntries(
    ['Link', 'X-Sync-Token', 'Allow'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  const paths = followedBy(call).map(({ path, takes, follows }) => {
    const { operationId, summary, description, tag, shapes } = follows;
    const removed = { resource: shapes[0].model.name, id: 40, change: 'removed' };
    const example = { changes: [removed], next: since, more: false };
    const operation = {
      operationId,
      summary,
      description,
      tags: [tag],
      security: securityFor('GET'),
      parameters: [...queryParameters(takes?.GET ?? {}), ...queryParameters(languageParam(call.site))],
      responses: {
        200: {
          description: 'One page of changes.',
          headers,
          content: {
            ...json(reference('ChangeList'), example),
            'text/event-stream': { schema: { type: 'string', description: 'Server-sent events.' } },
          },
        },
        400: responseOf(
          [
            ['invalid-params', invalidParams({ limit: new Invalid('Must be a whole number from 1 to 500.') })],
            ['sync-token-mismatch', new Problem('sync-token-mismatch')],
          ],
          errorBody,
        ),
        401: responseOf([['wrong-credentials', new Problem('wrong-credentials')]], errorBody),
        410: responseOf([['sync-token-expired', new Problem('sync-token-expired')]], errorBody),
        429: commonErrors[429],
        503: responseOf([['overloaded', new Problem('overloaded')]], errorBody),
      },
    };
    return [path, { get: operation }] as const;
  });
  return Object.fromEntries(paths);
}
