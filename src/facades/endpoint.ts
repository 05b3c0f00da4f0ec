// The table of addresses under a mount: one row for each, made from the registry.
import type { Profile } from '../core/call.js';
import type { Fields } from '../core/field.js';
import type { Habits, Notice } from '../core/habit.js';
import type { Registry, Resource } from '../core/resource.js';
import { peopleEndpoints } from './people.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RecordAction = 'list' | 'create' | 'read' | 'update' | 'remove';
export type TableAction = 'root' | 'doc' | RecordAction;
/** An address may have a manner of its own. */
export type Action = TableAction | 'own';

export const writeMethods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

/** A set of addresses under one prefix. */
export interface Surface {
  readonly profile: Profile;
  readonly endpoints: readonly Endpoint[];
}

export interface Endpoint {
  /** Below the mount, in the router's form. */
  readonly path: string;
  /** Below the namespace, in the form that the root route tells. */
  readonly pattern: string;
  readonly resource?: Resource;
  readonly by?: 'id' | 'slug';
  readonly actions: Readonly<Partial<Record<Method, Action>>>;
  /** In place of a resource: what is read here. */
  readonly tell?: Notice['tell'];
  /** Which address of a manner of its own this is, and the fields that its methods take. */
  readonly own?: Own;
  readonly takes?: Readonly<Partial<Record<Method, Fields>>>;
}

export type Own = 'account' | 'passwords' | 'password';

const one = { GET: 'read', DELETE: 'remove', POST: 'update', PUT: 'update', PATCH: 'update' } as const;

const addresses = {
  id: { path: '/:id(^\\d+$)', pattern: '/(?P<id>\\d+)' },
  slug: { path: '/by-slug/:slug', pattern: '/by-slug/(?P<slug>[^/]+)' },
} as const;

/** The resources of a mount. */
export const resourcesOf = ({ resources, managed }: Registry, { console }: Profile): readonly Resource[] =>
  console ? [...resources, ...managed] : resources;

export const endpointsOf = (registry: Registry, profile: Profile): readonly Endpoint[] => [
  { path: '', pattern: '', actions: { GET: 'root' } },
  { path: '/doc', pattern: '/doc', actions: { GET: 'doc' } },
  ...resourcesOf(registry, profile).flatMap(endpointsFor),
  ...(profile.console ? peopleEndpoints : []),
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

const partAddresses = { id: addresses.id, slug: { path: '/:slug', pattern: '/(?P<slug>[\\w-]+)' } } as const;

/** Records that can be read one by one and not changed. */
const readableEndpoints = (resource: Resource, actions: Endpoint['actions']): readonly Endpoint[] => [
  { path: `/${resource.path}`, pattern: `/${resource.path}`, resource, actions },
  {
    path: `/${resource.path}${addresses.id.path}`,
    pattern: `/${resource.path}${addresses.id.pattern}`,
    resource,
    by: 'id',
    actions: { GET: 'read' },
  },
];

/** The platform's own addresses beside the calendar's. */
export const habitEndpointsOf = ({ notices, readOnly, guises, wholes }: Habits): readonly Endpoint[] => [
  { path: '', pattern: '', actions: { GET: 'root' } },
  ...notices.flatMap(({ path, parts, tell }): readonly Endpoint[] => [
    { path: `/${path}`, pattern: `/${path}`, actions: { GET: 'read' }, tell },
    ...(parts
      ? [
          {
            path: `/${path}${partAddresses[parts].path}`,
            pattern: `/${path}${partAddresses[parts].pattern}`,
            by: parts,
            actions: { GET: 'read' },
            tell,
          } as const,
        ]
      : []),
  ]),
  ...readOnly.flatMap((resource) => readableEndpoints(resource, { GET: 'list' })),
  ...guises.flatMap((resource) => readableEndpoints(resource, { GET: 'list', POST: 'create' })),
  ...wholes.flatMap(endpointsFor),
];
