// The operations of the document: one for each address and method of the route table.
import type { Call } from '../../core/call.js';
import type { Registry, Resource } from '../../core/resource.js';
import { rootParams } from '../describe.js';
import { type Endpoint, endpointsOf, type Method, type RecordAction, type TableAction } from '../endpoint.js';
import { languageParam } from '../language.js';
import { listParams, removeParamsOf } from '../parse.js';
import { answerOf, unchanged } from './answers.js';
import { requestBody } from './bodies.js';
import { commonFor, commonParameters, pathParameter, queryParameters } from './parameters.js';
import type { Refusals } from './refusals.js';
import { sampleId } from './sample.js';
import { securityFor } from './security.js';

export const namespaceTag = 'Namespace';
export const tagOf = ({ path }: Resource): string => path.charAt(0).toUpperCase() + path.slice(1);

interface Told {
  readonly registry: Registry;
  readonly call: Call;
  readonly refusals: Refusals;
}

/** Words for reading, and for identifiers: the three ways to update differ only in their method. */
const verbs: Readonly<Record<RecordAction, (method: Method) => string>> = {
  list: () => 'list',
  create: () => 'create',
  read: () => 'read',
  update: (method) => (method === 'POST' ? 'update' : method.toLowerCase()),
  remove: () => 'delete',
};

function namesOf(action: TableAction, method: Method, { resource, by }: Endpoint) {
  if (action === 'root') return { operationId: 'readNamespace', summary: 'Describe the namespace and its routes' };
  if (action === 'doc' || !resource) return { operationId: 'readDocument', summary: 'Read this document' };
  const { schema, noun } = resource;
  if (action === 'list') return { operationId: `list${tagOf(resource)}`, summary: `List ${noun.many}` };
  const verb = action === 'remove' ? 'Delete' : action.charAt(0).toUpperCase() + action.slice(1);
  return {
    operationId: `${verbs[action](method)}${schema}${by === 'slug' ? 'BySlug' : ''}`,
    summary: `${verb} ${noun.a}${by ? ` by ${by}` : ''}`,
  };
}

function descriptionOf(action: TableAction, resource: Resource | undefined): string | undefined {
  switch (action) {
    case 'update':
      return 'POST, PUT and PATCH do the same: what is left out stays as it is.';
    case 'remove':
      return resource?.removal === 'trash'
        ? 'Moves the record to the trash. An update of its status brings it back.'
        : 'Deletes the record for good.';
    case 'root':
    case 'doc':
    case 'list':
    case 'create':
    case 'read':
      return undefined;
  }
}

function parametersOf(action: TableAction, method: Method, { resource, by }: Endpoint, { registry, call }: Told) {
  const example = resource && (by === 'slug' ? exampleSlug(resource) : sampleId(registry, resource));
  const own = !resource
    ? queryParameters(action === 'root' ? rootParams(call) : {})
    : action === 'list'
      ? queryParameters(listParams(resource))
      : action === 'read' || action === 'remove'
        ? queryParameters({
            ...resource.readParams,
            ...(action === 'remove' && removeParamsOf(resource, call.profile)),
          })
        : [];
  return [
    ...(by ? [pathParameter(by, example)] : []),
    ...own,
    ...queryParameters(languageParam(call.site)),
    ...commonFor(action, method, call.profile)
      .filter((name) => own.every((parameter) => parameter.name !== commonParameters[name].name))
      .map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** The first field is the title or name that slugs are made from. */
const exampleSlug = ({ fields }: Resource): string =>
  String(Object.values(fields)[0]?.example ?? 'example')
    .toLowerCase()
    .replaceAll(' ', '-');

function operationOf(action: TableAction, method: Method, endpoint: Endpoint, told: Told) {
  const { resource } = endpoint;
  const description = descriptionOf(action, resource);
  const refused = Object.entries(told.refusals.of(action, endpoint));
  return {
    ...namesOf(action, method, endpoint),
    ...(description && { description }),
    tags: [resource ? tagOf(resource) : namespaceTag],
    security: securityFor(method),
    parameters: parametersOf(action, method, endpoint, told),
    ...(resource &&
      (action === 'create' || action === 'update') && { requestBody: requestBody(resource, action === 'create') }),
    responses: {
      ...answerOf(action, resource),
      ...(method === 'GET' && { 304: unchanged }),
      // Only a POST may carry a key for repeating it.
      ...Object.fromEntries(refused.filter(([http]) => http !== '422' || method === 'POST')),
    },
  };
}

const templateOf = (path: string): string => path.replace(/:(\w+)(\([^/]*\))?/g, '{$1}') || '/';

export const pathsOf = (told: Told) =>
  Object.fromEntries(
    endpointsOf(told.registry, told.call.profile)
      .filter(({ own }) => !own)
      .map((endpoint) => [
        templateOf(endpoint.path),
        Object.fromEntries(
          Object.entries(endpoint.actions).map(([method, action]) => [
            method.toLowerCase(),
            operationOf(action as TableAction, method as Method, endpoint, told),
          ]),
        ),
      ]),
  );
