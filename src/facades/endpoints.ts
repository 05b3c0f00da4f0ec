// The endpoints of a facade, generated from its shapes: one per URL.
import type { Endpoint, Method } from '../core/facade.js';
import type { Shape } from '../core/shape.js';

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

/** The list endpoint of a shape, and its record endpoints by ID or slug. */
export const recordEndpoints = (
  shape: Shape,
  { collection, record }: EndpointActions = allActions,
): readonly Endpoint[] => [
  { path: `/${shape.path}`, pattern: `/${shape.path}`, shape, actions: collection },
  ...shape.addressedBy.map((by) => ({
    path: `/${shape.path}${addresses[by].path}`,
    pattern: `/${shape.path}${addresses[by].pattern}`,
    shape,
    by,
    actions: record,
  })),
];

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
