// The endpoints of a facade, generated from its shapes: one per URL.
import type { Endpoint, Method } from '../core/facade.js';
import { feedTypes } from '../core/format.js';
import type { Shape } from '../core/shape.js';
import { capitalized } from '../core/text/capitalized.js';

export const writeMethods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

const one = { GET: 'read', DELETE: 'remove', POST: 'update', PUT: 'update', PATCH: 'update' } as const;

const addresses = {
  id: { path: '/:id(^\\d+$)', pattern: '/(?P<id>\\d+)' },
  slug: { path: '/by-slug/:slug', pattern: '/by-slug/(?P<slug>[^/]+)' },
} as const;

export const rootEndpoint: Endpoint = { path: '', pattern: '', actions: { GET: 'root' } };
export const documentEndpoint: Endpoint = { path: '/doc', pattern: '/doc', actions: { GET: 'doc' } };

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
  {
    path: `/${shape.path}`,
    pattern: `/${shape.path}`,
    shape,
    actions: shape.only === undefined ? collection : onlyRecord,
  },
  ...shape.addressedBy.map((by) => ({
    path: `/${shape.path}${addresses[by].path}`,
    pattern: `/${shape.path}${addresses[by].pattern}`,
    shape,
    by,
    actions: record,
  })),
];

/** One record by its ID in another system. */
export const externalEndpoint = (shape: Shape): Endpoint => ({
  path: `/${shape.path}/by-external/:source/:external_id`,
  pattern: `/${shape.path}/by-external/(?P<source>[^/]+)/(?P<external_id>[^/]+)`,
  shape,
  by: 'external',
  actions: { GET: 'read', PUT: 'upsert', DELETE: 'remove' },
});

/** Suffix of feed URLs, in the syntax of the router and of patterns. */
const suffixes = Object.keys(feedTypes);
const feedSuffix = {
  path: `.:format(^${suffixes.join('|')}$)`,
  pattern: `\\.(?P<format>${suffixes.join('|')})`,
};

/** The same list or record as a feed, by the suffix of the URL. */
const feedOf = ({ path, pattern, titles, ...endpoint }: Endpoint, operationId: string, summary: string): Endpoint => ({
  ...endpoint,
  path: path + feedSuffix.path,
  pattern: pattern + feedSuffix.pattern,
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
  pattern: `/${owner.path}/(?P<${filter}>\\d+)/${shape.path}`,
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

const partAddresses = { id: addresses.id, slug: { path: '/:slug', pattern: '/(?P<slug>[\\w-]+)' } } as const;

/** An endpoint that answers from code, without stored records. */
export interface StaticEndpoint {
  readonly path: string;
  /** Single entries also have a URL, by slug or by numeric ID. */
  readonly byName?: 'slug' | 'id';
  readonly answer: NonNullable<Endpoint['answer']>;
}

export const staticEndpoints = ({ path, byName, answer }: StaticEndpoint): readonly Endpoint[] => [
  { path: `/${path}`, pattern: `/${path}`, actions: { GET: 'read' }, answer },
  ...(byName
    ? [
        {
          path: `/${path}${partAddresses[byName].path}`,
          pattern: `/${path}${partAddresses[byName].pattern}`,
          by: byName,
          actions: { GET: 'read' },
          answer,
        } as const,
      ]
    : []),
];
