// The descriptions of routes, methods and arguments that the namespace route, the index and OPTIONS return.
import type { Call } from '../core/call.js';
import {
  type Endpoint,
  endpointsOf,
  type Facade,
  inputFields,
  type LookedUpBy,
  type Method,
  methodsOf,
  patternOf,
} from '../core/facade.js';
import type { AnyField, Fields } from '../core/field.js';
import { optional, updatable } from '../core/field.js';
import { filterText } from '../core/kinds/text.js';
import type { Schema } from '../core/schema.js';
import type { Shape } from '../core/shape.js';
import { offsetAt } from '../core/time/zone.js';
import { writeMethods } from './endpoints.js';
import { languageParam } from './language.js';
import { listParams, removeParamsOf } from './parse.js';

export const idSchema = { type: 'integer' } as const;
const textSchema = { type: 'string' } as const;

/** A part of the path that says which record is meant. */
export interface LookupPart {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

export const lookupParts: Readonly<Record<LookedUpBy, readonly LookupPart[]>> = {
  id: [{ name: 'id', description: 'ID of the record.', schema: idSchema }],
  slug: [{ name: 'slug', description: 'Slug of the record.', schema: textSchema }],
  date: [{ name: 'date', description: 'Original start of the record.', schema: textSchema, example: '2027-10-09' }],
  external: [
    {
      name: 'source',
      description: 'System that the record comes from, percent-encoded.',
      schema: textSchema,
      example: 'box-office',
    },
    {
      name: 'external_id',
      description: 'ID of the record in that system, percent-encoded.',
      schema: textSchema,
      example: 'show-1204',
    },
  ],
};

export const rootParams = (call: Call): Fields => ({
  namespace: optional(filterText, 'Name of the namespace.', { documentedDefault: call.facade.namespace }),
  context: optional(filterText, 'Accepted and ignored.', { documentedDefault: 'view' }),
});

interface Args {
  readonly methods: readonly Method[];
  readonly args: Readonly<Record<string, unknown>> | readonly never[];
}

function argOf({ kind, about, documentedDefault, required }: AnyField, call: Call, isCreate: boolean) {
  const value = typeof documentedDefault === 'function' ? documentedDefault(call) : documentedDefault;
  return {
    ...kind.declared,
    description: about,
    ...(value !== undefined && { default: value }),
    required: isCreate && required,
  };
}

const argsOf = (fields: Fields, call: Call, isCreate = true) =>
  Object.fromEntries(
    Object.entries({ ...fields, ...languageParam(call.site) })
      .filter(([, field]) => !field.undocumented)
      .map(([name, field]) => [name, argOf(field, call, isCreate)]),
  );

const lookupArgs = (by: LookedUpBy) =>
  Object.fromEntries(
    lookupParts[by].map(({ name, description, schema }) => [name, { ...schema, description, required: true }]),
  );

function feedArgs(shape: Shape, by: LookedUpBy | undefined, call: Call): readonly Args[] {
  const params = { ...(by ? shape.readParams : listParams(shape)), ...shape.feed?.params };
  return [{ methods: ['GET'], args: { ...(by && lookupArgs(by)), ...argsOf(params, call) } }];
}

function shapeArgs(shape: Shape, by: LookedUpBy | undefined, call: Call): readonly Args[] {
  if (!by) {
    return [
      { methods: ['GET'], args: argsOf(listParams(shape), call) },
      { methods: ['POST'], args: argsOf({ ...shape.fields, ...shape.writeParams }, call) },
    ];
  }
  return [
    { methods: ['GET'], args: { ...lookupArgs(by), ...argsOf(shape.readParams, call) } },
    {
      methods: ['DELETE'],
      args: {
        ...lookupArgs(by),
        ...argsOf({ ...shape.readParams, ...removeParamsOf(shape, call.facade) }, call),
      },
    },
    {
      methods: writeMethods,
      args: { ...lookupArgs(by), ...argsOf({ ...updatable(shape.fields), ...shape.writeParams }, call, false) },
    },
  ];
}

/** A route without arguments has an empty array, not an object, as clients expect. */
const orNone = (args: ReturnType<typeof argsOf>): Args['args'] => (Object.keys(args).length ? args : []);

function argsAt({ path, shape, by, parts, actions, operations }: Endpoint, call: Call): readonly Args[] {
  if (operations) {
    return methodsOf({ actions }).map((method) => ({
      methods: [method],
      args: orNone({ ...(by && !parts && lookupArgs(by)), ...argsOf(inputFields({ operations }, method), call) }),
    }));
  }
  if (!shape) return [{ methods: ['GET'], args: orNone(argsOf(path === '' ? rootParams(call) : {}, call)) }];
  if (actions.GET === 'feed') return feedArgs(shape, by, call);
  return shapeArgs(shape, by, call).filter(({ methods }) => methods.some((method) => method in actions));
}

export function describeEndpoint(endpoint: Endpoint, call: Call) {
  const args = argsAt(endpoint, call);
  const self = call.site.baseUrl + call.facade.prefix + endpoint.path;
  return {
    namespace: call.facade.namespace,
    methods: args.flatMap(({ methods }) => methods),
    endpoints: args,
    ...(call.facade.describesSchema && endpoint.shape && { schema: recordSchema(endpoint.shape) }),
    ...(!endpoint.by && { _links: { self: [{ href: self }] } }),
  };
}

const recordSchema = ({ model, body }: Shape) => ({
  $schema: 'http://json-schema.org/draft-04/schema#',
  title: model.name,
  type: 'object',
  properties: Object.fromEntries(Object.entries(body).map(([key, { schema }]) => [key, schema])),
});

export function describeRoot(call: Call, endpoints = endpointsOf(call.facade, call.site)) {
  return {
    namespace: call.facade.namespace,
    routes: routesOf(endpoints, call),
    _links: { up: [{ href: call.site.baseUrl + call.facade.index }] },
  };
}

const routesOf = (endpoints: readonly Endpoint[], call: Call) =>
  Object.fromEntries(
    endpoints.map((endpoint) => [`/${call.facade.namespace}${patternOf(endpoint)}`, describeEndpoint(endpoint, call)]),
  );

/** The index above the namespaces, which clients use for discovery. */
export function describeIndex(facades: readonly Facade[], call: Call) {
  const routes = facades.map((facade) => routesOf(endpointsOf(facade, call.site), { ...call, facade }));
  return {
    name: call.site.name,
    description: call.site.tagline,
    url: call.site.baseUrl,
    home: call.site.baseUrl,
    gmt_offset: offsetAt(call.now, call.site.zone) / 3_600,
    timezone_string: call.site.zone,
    namespaces: facades.map(({ namespace }) => namespace),
    // Users create application passwords in the console.
    authentication: {
      'application-passwords': { endpoints: { authorization: `${call.site.baseUrl}/admin/account` } },
    },
    routes: Object.assign({}, ...routes),
    _links: { help: [{ href: `${call.site.baseUrl}/docs` }] },
  };
}
