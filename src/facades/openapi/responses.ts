// Success responses: status code, headers, body schema and example of every action.
import type { Call } from '../../core/call.js';
import type { Facade, TableAction } from '../../core/facade.js';
import { feedTypes } from '../../core/format.js';
import { reference, type Schema } from '../../core/schema.js';
import type { Shape, View } from '../../core/shape.js';
import { describeRoot } from '../describe.js';
import { sampleBody, sampleList } from './sample.js';

const header = (description: string, schema: Schema = { type: 'string' }) => ({ description, schema });
const count: Schema = { type: 'integer', minimum: 0 };

const headers = {
  'X-TEC-Total': header('Total number of records.', count),
  'X-TEC-TotalPages': header('Total number of pages.', count),
  'X-WP-Total': header('Same as X-TEC-Total.', count),
  'X-WP-TotalPages': header('Same as X-TEC-TotalPages.', count),
  Link: header('URLs of the next and previous page, as rel="next" and rel="prev".'),
  ETag: header('Version of the response, for If-None-Match and If-Match.'),
  Location: header('URL of the new record.', { type: 'string', format: 'uri' }),
  Allow: header('Methods that the caller may use.'),
  'Idempotency-Replayed': header('`true` if this is the stored response to an earlier request.'),
  'X-Sync-Token': header('Token of the changes after this response, for `since`.'),
  'X-Unchanged': header('`1` if nothing was changed.'),
  'X-Dry-Run': header('`1` if nothing was saved, because of `dry_run=true`.'),
  'Retry-After': header('Seconds to wait.', count),
  'Set-Cookie': header('The session cookie.'),
} as const;

/** Headers that some response of the facade has. */
export function headersOf({ endpoints, console }: Facade) {
  const offered: Readonly<Record<string, boolean>> = {
    'X-Sync-Token': endpoints.some(({ follows }) => follows),
    'X-Unchanged': endpoints.some(({ actions }) => Object.values(actions).includes('upsert')),
    'X-Dry-Run': console,
    'Set-Cookie': console,
  };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => offered[name] ?? true));
}

type HeaderName = keyof typeof headers;
const headersNamed = (...names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const totals = ['X-TEC-Total', 'X-TEC-TotalPages', 'X-WP-Total', 'X-WP-TotalPages', 'Link'] as const;

const json = (schema: Schema, example: string) => ({
  'application/json': { schema, examples: { [example]: { $ref: `#/components/examples/${example}` } } },
});

export const unchanged = {
  description: 'Not modified: the ETag that was sent is still current.',
  headers: headersNamed('ETag', 'Allow'),
};

const root: Schema = {
  type: 'object',
  required: ['namespace', 'routes', '_links'],
  properties: { namespace: { type: 'string' }, routes: { type: 'object' }, _links: { type: 'object' } },
};

const document: Schema = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
};

export interface ResponseOptions {
  /** There is an endpoint with the changes of the list. */
  readonly isFollowed?: boolean | undefined;
  readonly hasDryRuns: boolean;
}

/** Beside the keys of the record. */
export const dryRunSchema: Schema = {
  type: 'object',
  description: 'The record as a change would leave it, and the fields that would change.',
  required: ['changes'],
  additionalProperties: true,
  properties: {
    id: { type: ['integer', 'null'], description: 'Null for a new record.' },
    changes: {
      type: 'object',
      description:
        'Old and new value by field: as an update accepts them, with ids of linked records. Without secrets and derived values.',
      additionalProperties: { type: 'array', minItems: 2, maxItems: 2 },
    },
    series: {
      type: 'object',
      description:
        'Dates of a series that are kept, moved, added and removed, and changed dates that stay although the new rule does not have them.',
    },
  },
};

const dryRunExample = { id: null, title: 'Harvest Fair', changes: { title: [null, 'Harvest Fair'] } };

/** The success response of an action, by status code. */
export function responseFor(
  action: TableAction,
  shape: Shape | undefined,
  { isFollowed = false, hasDryRuns }: ResponseOptions,
) {
  const schema = shape?.schema ?? '';
  const usual = ['ETag', 'Allow'] as const;
  const dryRun = hasDryRuns ? (['X-Dry-Run'] as const) : [];
  const response = (description: string, body: Schema, example: string, ...names: readonly HeaderName[]) => ({
    description,
    headers: headersNamed(...names),
    content: json(body, example),
  });
  const record = (description: string, example: string, ...names: readonly HeaderName[]) =>
    response(description, reference(schema), schema + example, ...names);
  const orDryRun: Schema = hasDryRuns ? { anyOf: [reference(schema), reference('DryRun')] } : reference(schema);
  switch (action) {
    case 'root':
      return { 200: response('The routes of the namespace.', root, 'Namespace', ...usual) };
    case 'doc':
      return { 200: response('The OpenAPI document.', document, 'Document', ...usual) };
    case 'feed': {
      const content = Object.values(feedTypes).map((type) => [
        type,
        { schema: { type: type.endsWith('+json') ? 'object' : 'string' } },
      ]);
      return {
        200: { description: 'The feed.', headers: headersNamed('ETag'), content: Object.fromEntries(content) },
      };
    }
    case 'list': {
      const names = [...totals, ...(isFollowed ? (['X-Sync-Token'] as const) : []), ...usual];
      return { 200: response('One page of the list.', reference(`${schema}List`), `${schema}List`, ...names) };
    }
    case 'create': {
      const dry = 'With `dry_run=true`: the record as it would be created, without ids of new records.';
      const known = 'Else the record that has this external ID, updated or unchanged.';
      const isUpsert = 'external_id' in (shape?.fields ?? {});
      const body = isUpsert ? { anyOf: [reference('DryRun'), reference(schema)] } : reference('DryRun');
      const names = [...usual, ...dryRun, ...(isUpsert ? (['X-Unchanged'] as const) : [])];
      return {
        201: record('The new record.', 'Changed', 'Location', ...usual, 'Idempotency-Replayed'),
        ...(hasDryRuns && { 200: response(isUpsert ? `${dry} ${known}` : dry, body, 'DryRun', ...names) }),
      };
    }
    case 'read':
      return { 200: record('The record.', 'Read', ...usual) };
    case 'upsert':
      return {
        200: response(
          'The updated or unchanged record. With `dry_run=true` also the record as it would be created.',
          orDryRun,
          `${schema}Changed`,
          'X-Unchanged',
          ...usual,
          ...dryRun,
        ),
        201: record('The new record.', 'Changed', 'Location', ...usual),
      };
    case 'update': {
      const dry = hasDryRuns ? ' With `dry_run=true` as it would be, without ids of new linked records.' : '';
      return { 200: response(`The updated record.${dry}`, orDryRun, `${schema}Changed`, ...usual, ...dryRun) };
    }
    case 'remove': {
      const about = shape?.model.removal === 'trash' ? 'The record in the trash.' : 'The deleted record.';
      return { 200: record(about, 'Removed', ...usual, ...dryRun) };
    }
  }
}

const occasions: readonly (readonly [string, View['occasion']])[] = [
  ['Read', 'read'],
  ['Changed', 'changed'],
  ['Removed', 'removed'],
];

export function examplesOf(call: Call) {
  const { shapes, endpoints } = call.facade;
  const records = shapes.flatMap((shape) => [
    ...(shape.only === undefined ? [[`${shape.schema}List`, { value: sampleList(shape, call) }] as const] : []),
    ...occasions
      .filter(([, occasion]) => shape.only === undefined || occasion !== 'removed')
      .map(([name, occasion]) => [shape.schema + name, { value: sampleBody(shape, call, occasion) }] as const),
  ]);
  const routes = endpoints.filter(({ actions }) => actions.GET === 'doc');
  return {
    Namespace: { summary: 'One of the routes', value: describeRoot(call, routes) },
    Document: { summary: 'First lines', value: { openapi: '3.1.0', info: { title: 'Almanac' }, paths: {} } },
    ...Object.fromEntries(records),
    ...(call.facade.console && { DryRun: { value: dryRunExample } }),
  };
}
