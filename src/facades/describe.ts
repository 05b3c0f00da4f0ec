// What the root route, the index and OPTIONS tell about the routes: their methods and arguments.
import type { Call } from '../core/call.js';
import type { AnyField, Fields } from '../core/field.js';
import { lasting, optional } from '../core/field.js';
import { filterText } from '../core/kinds/text.js';
import type { Resource } from '../core/resource.js';
import type { Schema } from '../core/schema.js';
import { offsetAt } from '../core/time/zone.js';
import { type Endpoint, type Method, type Surface, writeMethods } from './endpoint.js';
import { languageParam } from './language.js';
import { listParams, removeParamsOf } from './parse.js';

export const addressSchema = { id: { type: 'integer' }, slug: { type: 'string' } } as const;

export const rootParams = (call: Call): Fields => ({
  namespace: optional(filterText, 'The namespace itself', { advertised: call.profile.namespace }),
  context: optional(filterText, 'Any word', { advertised: 'view' }),
});

interface Args {
  readonly methods: readonly Method[];
  readonly args: Readonly<Record<string, unknown>> | readonly never[];
}

function argOf({ kind, about, advertised, required }: AnyField, call: Call, complete: boolean) {
  const told = typeof advertised === 'function' ? advertised(call) : advertised;
  return {
    ...kind.declared,
    description: about,
    ...(told !== undefined && { default: told }),
    required: complete && required,
  };
}

const argsOf = (fields: Fields, call: Call, complete = true) =>
  Object.fromEntries(
    Object.entries({ ...fields, ...languageParam(call.site) })
      .filter(([, field]) => !field.silent)
      .map(([name, field]) => [name, argOf(field, call, complete)]),
  );

const addressArg = (by: 'id' | 'slug') => ({
  [by]: { ...(addressSchema[by] as Schema), description: `The ${by} of the record`, required: true },
});

function resourceArgs(resource: Resource, by: 'id' | 'slug' | undefined, call: Call): readonly Args[] {
  if (!by) {
    return [
      { methods: ['GET'], args: argsOf(listParams(resource), call) },
      { methods: ['POST'], args: argsOf(resource.fields, call) },
    ];
  }
  return [
    { methods: ['GET'], args: { ...addressArg(by), ...argsOf(resource.readParams, call) } },
    {
      methods: ['DELETE'],
      args: {
        ...addressArg(by),
        ...argsOf({ ...resource.readParams, ...removeParamsOf(resource, call.profile) }, call),
      },
    },
    { methods: writeMethods, args: { ...addressArg(by), ...argsOf(lasting(resource.fields), call, false) } },
  ];
}

/** Clients know a route without arguments by an empty list. */
const orNone = (args: ReturnType<typeof argsOf>): Args['args'] => (Object.keys(args).length ? args : []);

function argsAt({ path, resource, by, actions, own, takes }: Endpoint, call: Call): readonly Args[] {
  if (own) {
    const methods = Object.keys(actions) as Method[];
    return methods.map((method) => ({ methods: [method], args: orNone(argsOf(takes?.[method] ?? {}, call)) }));
  }
  if (!resource) {
    const own = argsOf(path === '' ? rootParams(call) : {}, call);
    return [{ methods: ['GET'], args: orNone(by ? { ...addressArg(by), ...own } : own) }];
  }
  return resourceArgs(resource, by, call).filter(({ methods }) => methods.some((method) => method in actions));
}

export function describeEndpoint(endpoint: Endpoint, call: Call) {
  const args = argsAt(endpoint, call);
  const self = call.site.baseUrl + call.profile.prefix + endpoint.path;
  return {
    namespace: call.profile.namespace,
    methods: args.flatMap(({ methods }) => methods),
    endpoints: args,
    ...(call.profile.tellsSchema && endpoint.resource && { schema: recordSchema(endpoint.resource) }),
    ...(!endpoint.by && { _links: { self: [{ href: self }] } }),
  };
}

const recordSchema = ({ name, body }: Resource) => ({
  $schema: 'http://json-schema.org/draft-04/schema#',
  title: name,
  type: 'object',
  properties: Object.fromEntries(Object.entries(body).map(([key, { schema }]) => [key, schema])),
});

export function describeRoot(endpoints: readonly Endpoint[], call: Call) {
  return {
    namespace: call.profile.namespace,
    routes: routesOf(endpoints, call),
    _links: { up: [{ href: call.site.baseUrl + call.profile.index }] },
  };
}

const routesOf = (endpoints: readonly Endpoint[], call: Call) =>
  Object.fromEntries(
    endpoints.map((endpoint) => [`/${call.profile.namespace}${endpoint.pattern}`, describeEndpoint(endpoint, call)]),
  );

/** The index above the namespace, where clients discover it. */
export function describeIndex(surfaces: readonly Surface[], call: Call) {
  const told = surfaces.map(({ profile, endpoints }) => routesOf(endpoints, { ...call, profile }));
  return {
    name: 'Almanac',
    description: 'An event calendar',
    url: call.site.baseUrl,
    home: call.site.baseUrl,
    gmt_offset: offsetAt(call.now, call.site.zone) / 3_600,
    timezone_string: call.site.zone,
    namespaces: surfaces.map(({ profile }) => profile.namespace),
    // People make application passwords in the console.
    authentication: {
      'application-passwords': { endpoints: { authorization: `${call.site.baseUrl}/admin/account` } },
    },
    routes: Object.assign({}, ...told),
    _links: { help: [{ href: `${call.site.baseUrl}/docs` }] },
  };
}
