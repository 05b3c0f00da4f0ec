// The endpoints of a facade, generated from its shapes: one per URL.
import type { Call } from '../core/call.js';
import type { Endpoint, Method, Operation } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { feedTypes } from '../core/format.js';
import { bodyLike } from '../core/output.js';
import type { Shape } from '../core/shape.js';
import { capitalized } from '../core/text/capitalized.js';

export const writeMethods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

const one = { GET: 'read', DELETE: 'remove', POST: 'update', PUT: 'update', PATCH: 'update' } as const;

const addresses = { id: '/:id(^\\d+$)', slug: '/by-slug/:slug' } as const;

export const rootEndpoint: Endpoint = { path: '', actions: { GET: 'root' } };
export const documentEndpoint: Endpoint = { path: '/doc', actions: { GET: 'doc' } };

interface EndpointActions {
  readonly collection: Endpoint['actions'];
  readonly record: Endpoint['actions'];
}

const allActions: EndpointActions = { collection: { GET: 'list', POST: 'create' }, record: one };

const { DELETE: _, ...onlyRecord } = one;

/** The list endpoint of a shape, and its record endpoints by ID or slug. */
export const recordEndpoints = (
  shape: Shape,
  { collection, record }: EndpointActions = allActions,
): readonly Endpoint[] => [
  { path: `/${shape.path}`, shape, actions: shape.only === undefined ? collection : onlyRecord },
  ...shape.lookedUpBy.map((by) => ({ path: `/${shape.path}${addresses[by]}`, shape, by, actions: record })),
];

/** One record by its ID in another system. */
export const externalEndpoint = (shape: Shape): Endpoint => ({
  path: `/${shape.path}/by-external/:source/:external_id`,
  shape,
  by: 'external',
  actions: { GET: 'read', PUT: 'upsert', DELETE: 'remove' },
});

const feedSuffix = `.:format(^${Object.keys(feedTypes).join('|')}$)`;

/** The same list or record as a feed, by the suffix of the URL. */
const feedOf = ({ path, titles, ...endpoint }: Endpoint, operationId: string, summary: string): Endpoint => ({
  ...endpoint,
  path: path + feedSuffix,
  actions: { GET: 'feed' },
  titles: { GET: { operationId, summary } },
});

/** For each list and each record by ID. */
export const feedEndpoints = (endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints
    .filter(({ shape, by, actions }) => shape?.feed && 'GET' in actions && (by === undefined || by === 'id'))
    .map((endpoint) => {
      const { shape, by, titles } = endpoint;
      const many = shape?.model.noun.many ?? '';
      if (by) return feedOf(endpoint, `read${shape?.schema}Feed`, `Get ${shape?.model.noun.a} as a feed`);
      const list = titles?.GET ?? { operationId: `list${capitalized(many)}`, summary: `List ${many}` };
      return feedOf(endpoint, `${list.operationId}Feed`, `${list.summary} as a feed`);
    });

/** The list of a shape limited to one record of another shape, which `filter` takes. */
export const ownedEndpoint = (shape: Shape, owner: Shape, filter: string): Endpoint => ({
  path: `/${owner.path}/:${filter}(^\\d+$)/${shape.path}`,
  shape,
  within: filter,
  owner: owner.model.name,
  actions: { GET: 'list' },
  titles: {
    GET: {
      operationId: `list${capitalized(shape.path)}Of${owner.schema}`,
      summary: `List the ${shape.model.noun.many} of ${owner.model.noun.a}`,
    },
  },
});

/** An endpoint that answers from code, without stored records. */
export interface StaticEndpoint {
  readonly path: string;
  /** Single entries also have a URL, by slug or by numeric ID. */
  readonly byName?: 'slug' | 'id';
  /** Returns the body: all entries, or the part that the URL names. */
  readonly answer: (call: Call, request: { readonly query: Given; readonly part?: string }) => unknown;
}

/** The parts of a request and its reply that a static endpoint uses; `http/handler.ts` has the others. */
interface StaticRequest {
  readonly call: Call;
  readonly query: Given;
  readonly recordKey?: { readonly slug?: string; readonly id?: number };
}
type StaticReply = (body: unknown, more?: { readonly headers: Readonly<Record<string, string>> }) => unknown;

const wordpress = { name: 'WordPress', description: 'What clients ask WordPress for.' };

/** A list has one page. */
const readStatic = ({ path, answer }: StaticEndpoint): Operation => ({
  right: 'anyone',
  operationId: `read${capitalized(path)}`,
  summary: `Get ${path}`,
  tag: wordpress,
  output: bodyLike(path, {}, undefined),
  handler: async (_: never, { call, query, recordKey }: StaticRequest, __: never, reply: StaticReply) => {
    const part = recordKey?.slug ?? recordKey?.id?.toString();
    const body = answer(call, { query, ...(part !== undefined && { part }) });
    if (!Array.isArray(body)) return reply(body);
    return reply(body, { headers: { 'X-WP-Total': `${body.length}`, 'X-WP-TotalPages': body.length ? '1' : '0' } });
  },
});

export function staticEndpoints(given: StaticEndpoint): readonly Endpoint[] {
  const path = `/${given.path}`;
  const common = { actions: { GET: 'custom' }, operations: { GET: readStatic(given) } } as const;
  const list = { ...common, path };
  if (given.byName === 'id') return [list, { ...common, path: path + addresses.id, by: 'id' }];
  // Clients know this pattern; any other slug is an unknown entry.
  const pattern = `${path}/(?P<slug>[\\w-]+)`;
  return given.byName === 'slug' ? [list, { ...common, path: `${path}/:slug`, pattern, by: 'slug' }] : [list];
}
