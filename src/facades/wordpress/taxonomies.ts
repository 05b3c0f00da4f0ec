// `taxonomies`: what records are sorted by, each with the address of its terms.
import type { Call } from '../../core/call.js';
import type { StaticEndpoint } from '../endpoints.js';
import { categoryPlace } from '../events/category.js';
import { tagPlace } from '../events/tag.js';
import { withContext } from './context.js';
import { named } from './named.js';
import { recordTypes } from './records.js';
import { linkTo } from './rendered.js';

interface Taxonomy {
  readonly slug: string;
  readonly name: string;
  readonly base: string;
  readonly hierarchical: boolean;
  readonly types: readonly string[];
}

const typesWith = (taxonomy: string): readonly string[] =>
  recordTypes
    .filter(({ terms }) => terms.some(({ place }) => place.taxonomy === taxonomy))
    .map(({ page }) => page.type);

const taxonomies: readonly Taxonomy[] = [
  { slug: 'category', name: 'Categories', base: 'categories', hierarchical: true, types: ['post'] },
  {
    slug: tagPlace.taxonomy,
    name: 'Tags',
    base: tagPlace.path,
    hierarchical: tagPlace.tree,
    types: ['post', ...typesWith(tagPlace.taxonomy)],
  },
  {
    slug: categoryPlace.taxonomy,
    name: 'Event Categories',
    base: categoryPlace.taxonomy,
    hierarchical: categoryPlace.tree,
    types: typesWith(categoryPlace.taxonomy),
  },
];

const taxonomyBody = ({ slug, name, base, hierarchical, types }: Taxonomy, call: Call) => ({
  name,
  slug,
  description: '',
  types,
  hierarchical,
  rest_base: base,
  rest_namespace: call.facade.namespace,
  _links: { collection: [linkTo(call, 'taxonomies')], 'wp:items': [linkTo(call, base)] },
});

/** `type` asks for those of one type of record. */
export const wordpressTaxonomies: StaticEndpoint = withContext({
  path: 'taxonomies',
  byName: 'slug',
  answer: (call, { query, part }) => {
    const { type } = query;
    const asked = taxonomies.filter(
      ({ types }) => part !== undefined || type === undefined || types.includes(`${type}`),
    );
    return named(asked, part, 'no-taxonomy', (taxonomy) => taxonomyBody(taxonomy, call));
  },
});
