// `users`: only the signed-in user. Usernames are sign-in names, so that the list is empty and other users are never
// disclosed.
import { type Right, rightsOf } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import type { Given } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import { slugify } from '../../core/text/slug.js';
import type { StaticEndpoint } from '../endpoints.js';
import { refuseEditing } from './context.js';
import { capabilityTypes } from './types.js';

/** Our rights as WordPress capabilities, for each post type. */
const ofEachType: Partial<Record<Right, readonly string[]>> = {
  write: ['edit', 'delete'],
  publish: ['publish', 'edit_published', 'delete_published'],
  'edit-others': ['edit_others', 'delete_others', 'read_private', 'edit_private', 'delete_private'],
};
const general: Partial<Record<Right, readonly string[]>> = {
  publish: ['upload_files'],
  label: ['manage_categories'],
  administer: ['manage_options'],
};

function capabilitiesOf({ actor }: Call): Readonly<Record<string, true>> {
  const granted = (words: typeof general) => rightsOf(actor).flatMap((right) => words[right] ?? []);
  const typed = granted(ofEachType).flatMap((verb) => ['posts', ...capabilityTypes].map((type) => `${verb}_${type}`));
  return Object.fromEntries(['read', ...typed, ...granted(general), actor.role].map((name) => [name, true]));
}

function profileOf(call: Call, query: Given) {
  const { actor, site, facade } = call;
  const slug = slugify(actor.name);
  return {
    id: actor.id,
    ...(query.context === 'edit' && { username: actor.name }),
    name: actor.name,
    url: '',
    description: '',
    link: `${site.baseUrl}/author/${slug}/`,
    slug,
    ...(query.context === 'edit' && {
      roles: [actor.role],
      capabilities: capabilitiesOf(call),
      extra_capabilities: { [actor.role]: true },
    }),
    avatar_urls: {},
    meta: [],
    _links: { self: [{ href: `${site.baseUrl}${facade.prefix}/users/me` }] },
  };
}

export const me: StaticEndpoint = {
  path: 'users/me',
  answer: (call, { query }) => {
    if (call.actor.role === 'anonymous') throw new Problem('not-signed-in');
    return profileOf(call, query);
  },
};

/** Every other ID gets the same error, whether such a user exists or not. */
export const users: StaticEndpoint = {
  path: 'users',
  byName: 'id',
  answer: (call, { query, part }) => {
    const { id } = call.actor;
    if (part === undefined) return emptyUserList(call, query);
    if (id === 0) throw new Problem('user-unauthorized');
    if (part !== String(id)) throw new Problem('user-forbidden');
    return profileOf(call, query);
  },
};

const emptyUserList = (call: Call, query: Given): readonly never[] => {
  refuseEditing(call, query.context, 'administer');
  return [];
};
