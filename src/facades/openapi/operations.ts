// The operations of the document: one per URL and method of the facade's endpoints.
import type { Call } from '../../core/call.js';
import { conflictParams } from '../../core/external.js';
import {
  type Endpoint,
  endpointsOf,
  type Method,
  methodsOf,
  type RecordAction,
  type TableAction,
} from '../../core/facade.js';
import type { Shape } from '../../core/shape.js';
import { capitalized } from '../../core/text/capitalized.js';
import { rootParams } from '../describe.js';
import { languageParam } from '../language.js';
import { listParams, removeParamsOf } from '../parse.js';
import { requestBody } from './bodies.js';
import { errorResponses } from './errors.js';
import {
  commonFor,
  commonParameters,
  formatParameter,
  ownerParameter,
  pathParameters,
  queryParameters,
} from './parameters.js';
import { responseFor, unchanged } from './responses.js';
import { sampleId } from './sample.js';
import { securityFor } from './security.js';

export const namespaceTag = 'Namespace';
export const tagOf = ({ path }: Shape): string => capitalized(path);

/** The verbs of operation IDs. The three update methods need different ones, since IDs are unique. */
const verbs: Readonly<Record<RecordAction, (method: Method) => string>> = {
  list: () => 'list',
  create: () => 'create',
  read: () => 'read',
  update: (method) => (method === 'POST' ? 'update' : method.toLowerCase()),
  upsert: () => 'put',
  remove: () => 'delete',
};

const summaryVerbs = {
  create: 'Create',
  read: 'Get',
  update: 'Update',
  upsert: 'Create or update',
  remove: 'Delete',
} as const;

const suffixes = { id: '', slug: 'BySlug', date: '', external: 'ByExternalId' } as const;
const addressNames = { id: 'ID', slug: 'slug', date: 'date', external: 'external ID' } as const;

function namesOf(action: TableAction, method: Method, { shape, by, titles }: Endpoint) {
  const own = titles?.[method];
  if (own) return own;
  if (action === 'root') return { operationId: 'readNamespace', summary: 'Get the routes of the namespace' };
  if (action === 'doc' || action === 'feed' || !shape)
    return { operationId: 'readDocument', summary: 'Get the OpenAPI document' };
  const { schema, model } = shape;
  const { noun } = model;
  if (action === 'list') return { operationId: `list${tagOf(shape)}`, summary: `List ${noun.many}` };
  return {
    operationId: `${verbs[action](method)}${schema}${by ? suffixes[by] : ''}`,
    summary: `${summaryVerbs[action]} ${noun.a}${by ? ` by ${addressNames[by]}` : ''}`,
  };
}

function descriptionOf(action: TableAction, shape: Shape | undefined): string | undefined {
  switch (action) {
    case 'update':
      return 'POST, PUT and PATCH are equivalent. Fields that are not sent stay unchanged.';
    case 'upsert':
      return 'Creates the record, or updates the one with this external ID: fields that are not sent stay unchanged. If nothing would change, the response has the header `X-Unchanged: 1` and the version stays the same.';
    case 'remove':
      return shape?.model.removal === 'trash'
        ? 'Moves the record to the trash. To restore it, update its status.'
        : 'Deletes the record permanently.';
    case 'feed':
      return 'Complete, not in pages, except `rss`, `atom` and `jsonfeed`. Without dates it starts 30 days ago. `ics` and `jscalendar` show a series once, with its rule; with dates or `series=flat` each of its dates.';
    case 'root':
    case 'doc':
    case 'list':
    case 'create':
    case 'read':
      return undefined;
  }
}

function parametersOf(action: TableAction, method: Method, { shape, by, within }: Endpoint, call: Call) {
  const examples = shape && { id: sampleId(call, shape), slug: exampleSlug(shape) };
  const isNew = action === 'create' || action === 'upsert';
  const owner = within === undefined ? undefined : shape?.list.filters[within];
  const queried = !shape
    ? queryParameters(action === 'root' ? rootParams(call) : {})
    : action === 'feed'
      ? queryParameters({ ...(by ? shape.readParams : listParams(shape)), ...shape.feed?.params }).filter(
          ({ name }) => name !== within,
        )
      : action === 'list'
        ? queryParameters(listParams(shape)).filter(({ name }) => name !== within)
        : action === 'read' || action === 'remove'
          ? queryParameters({
              ...shape.readParams,
              ...(action === 'remove' && removeParamsOf(shape, call.facade)),
            })
          : queryParameters({ ...shape.writeParams, ...(isNew && 'external_id' in shape.fields && conflictParams) });
  return [
    ...(within && owner ? [ownerParameter(within, owner.about, examples?.id)] : []),
    ...(by ? pathParameters(by, examples ?? {}) : []),
    ...(action === 'feed' ? [formatParameter] : []),
    ...queried,
    ...queryParameters(languageParam(call.site)),
    ...commonFor(action, method, call.facade)
      .filter((name) => queried.every((parameter) => parameter.name !== commonParameters[name].name))
      .map((name) => commonParameters[name]),
  ];
}

/** The first field of a shape is its title or name, from which slugs are generated. */
const exampleSlug = ({ fields }: Shape): string =>
  String(Object.values(fields)[0]?.example ?? 'example')
    .toLowerCase()
    .replaceAll(' ', '-');

function operationOf(action: TableAction, method: Method, endpoint: Endpoint, call: Call) {
  const { shape } = endpoint;
  const description = descriptionOf(action, shape);
  const errors = Object.entries(errorResponses(action, endpoint, call.facade));
  return {
    ...namesOf(action, method, endpoint),
    ...(description && { description }),
    tags: [shape ? tagOf(shape) : namespaceTag],
    security: securityFor(method, action === 'feed'),
    parameters: parametersOf(action, method, endpoint, call),
    ...(shape &&
      (action === 'create' || action === 'update' || action === 'upsert') && {
        requestBody: requestBody(shape, action === 'create'),
      }),
    responses: {
      ...responseFor(action, shape, {
        isFollowed: shape && isFollowed(shape, call),
        hasDryRuns: call.facade.console,
      }),
      ...(method === 'GET' && { 304: unchanged }),
      // 422 is the reuse of an Idempotency-Key, which only POST supports.
      ...Object.fromEntries(errors.filter(([statusCode]) => statusCode !== '422' || method === 'POST')),
    },
  };
}

const isFollowed = ({ path }: Shape, { facade }: Call): boolean =>
  facade.endpoints.some(({ follows }) => follows?.some((followed) => followed.path === path));

export const templateOf = (path: string): string => path.replace(/:(\w+)(\([^/()]*\))?/g, '{$1}') || '/';

export const pathsOf = (call: Call) =>
  Object.fromEntries(
    endpointsOf(call.facade, call.site)
      .filter(({ operations }) => !operations)
      .map((endpoint) => [templateOf(endpoint.path), operationsOf(endpoint, call)]),
  );

const operationsOf = (endpoint: Endpoint, call: Call) =>
  Object.fromEntries(
    methodsOf(endpoint).flatMap((method) => {
      const action = endpoint.actions[method];
      if (!action || action === 'custom') return [];
      return [[method.toLowerCase(), operationOf(action, method, endpoint, call)]];
    }),
  );
