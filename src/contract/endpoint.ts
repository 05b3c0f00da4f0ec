// The table of addresses under a mount: one row for each, made from the registry.
import type { Registry, Resource } from '../core/resource.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Action = 'root' | 'doc' | 'list' | 'create' | 'read' | 'update' | 'remove';

export const writeMethods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

export interface Endpoint {
  /** Below the mount, in the router's form. */
  readonly path: string;
  /** Below the namespace, in the form that the root route tells. */
  readonly pattern: string;
  readonly resource?: Resource;
  readonly by?: 'id' | 'slug';
  readonly actions: Readonly<Partial<Record<Method, Action>>>;
}

const one = { GET: 'read', DELETE: 'remove', POST: 'update', PUT: 'update', PATCH: 'update' } as const;

const addresses = {
  id: { path: '/:id(^\\d+$)', pattern: '/(?P<id>\\d+)' },
  slug: { path: '/by-slug/:slug', pattern: '/by-slug/(?P<slug>[^/]+)' },
} as const;

export const endpointsOf = (registry: Registry): readonly Endpoint[] => [
  { path: '', pattern: '', actions: { GET: 'root' } },
  { path: '/doc', pattern: '/doc', actions: { GET: 'doc' } },
  ...registry.resources.flatMap(endpointsFor),
];

export function endpointsFor(resource: Resource): readonly Endpoint[] {
  return [
    {
      path: `/${resource.path}`,
      pattern: `/${resource.path}`,
      resource,
      actions: { GET: 'list', POST: 'create' },
    },
    ...resource.addressedBy.map((by) => ({
      path: `/${resource.path}${addresses[by].path}`,
      pattern: `/${resource.path}${addresses[by].pattern}`,
      resource,
      by,
      actions: one,
    })),
  ];
}
