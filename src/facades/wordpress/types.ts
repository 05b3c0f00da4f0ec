// `types`: the post types, each with the URL of its list.
import type { Call } from '../../core/call.js';
import type { StaticEndpoint } from '../endpoints.js';
import { withContext } from './context.js';
import { named } from './named.js';
import { recordTypes } from './records.js';
import { linkTo } from './rendered.js';

interface Type {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly base: string;
  readonly taxonomies: readonly string[];
  readonly hierarchical?: true;
  readonly archive?: true;
}

const types: readonly Type[] = [
  { slug: 'post', name: 'Posts', description: '', base: 'posts', taxonomies: ['category', 'post_tag'] },
  { slug: 'page', name: 'Pages', description: '', base: 'pages', taxonomies: [], hierarchical: true },
  { slug: 'attachment', name: 'Media', description: '', base: 'media', taxonomies: [] },
  ...recordTypes.map(
    ({ shape, page, name, terms }): Type => ({
      slug: page.type,
      name,
      description: shape.about,
      base: page.type,
      taxonomies: terms.map(({ taxonomy }) => taxonomy.name),
      archive: true,
    }),
  ),
];

/** Plural of each post type in the names of WordPress capabilities. */
export const capabilityTypes = recordTypes.map(({ shape }) => `tribe_${shape.path}`);

const typeBody = ({ slug, name, description, base, taxonomies, hierarchical, archive }: Type, call: Call) => ({
  description,
  hierarchical: hierarchical ?? false,
  has_archive: archive ?? false,
  name,
  slug,
  taxonomies,
  rest_base: base,
  rest_namespace: call.facade.namespace,
  _links: { collection: [linkTo(call, 'types')], 'wp:items': [linkTo(call, base)] },
});

export const wordpressTypes: StaticEndpoint = withContext({
  path: 'types',
  byName: 'slug',
  answer: (call, { part }) => named(types, part, 'no-type', (type) => typeBody(type, call)),
});
