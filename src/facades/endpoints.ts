// The endpoints of a facade, generated from its shapes: one per URL.
import type { Endpoint, Method } from '../core/facade.js';
import { feedTypes } from '../core/format.js';
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
  readonly answer: NonNullable<Endpoint['answer']>;
}

export const staticEndpoints = ({ path, byName, answer }: StaticEndpoint): readonly Endpoint[] => [
  { path: `/${path}`, actions: { GET: 'read' }, answer },
  ...(byName === 'id'
    ? [{ path: `/${path}${addresses.id}`, by: byName, actions: { GET: 'read' }, answer } as const]
    : []),
  ...(byName === 'slug'
    ? [
        {
          path: `/${path}/:slug`,
          // Clients know this one; any other slug is an unknown entry.
          pattern: `/${path}/(?P<slug>[\\w-]+)`,
          by: byName,
          actions: { GET: 'read' },
          answer,
        } as const,
      ]
    : []),
];
