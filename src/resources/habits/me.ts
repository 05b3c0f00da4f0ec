// `users/me`: who is signed in. Nobody else is told about, and no address of anybody.
import { may, type Right } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import type { Notice } from '../../core/habit.js';
import { Problem } from '../../core/problem.js';
import { slugify } from '../../core/text/slug.js';
import { typeWords } from './types.js';

/** Our rights in the platform's words, for each of its types. */
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
  const granted = (words: typeof general) =>
    (Object.keys(words) as Right[]).filter((right) => may(actor, right)).flatMap((right) => words[right] ?? []);
  const typed = granted(ofEachType).flatMap((verb) => ['posts', ...typeWords].map((type) => `${verb}_${type}`));
  return Object.fromEntries(['read', ...typed, ...granted(general), actor.role].map((name) => [name, true]));
}

export const me: Notice = {
  path: 'users/me',
  tell: (call, { query }) => {
    const { actor, site, profile } = call;
    if (actor.role === 'anonymous') throw new Problem('not-signed-in');
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
      _links: { self: [{ href: `${site.baseUrl}${profile.prefix}/users/me` }] },
    };
  },
};
