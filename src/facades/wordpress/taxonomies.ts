// `taxonomies`: categories and tags, each with the URL of its terms.
import type { Call } from '../../core/call.js';
import type { StaticEndpoint } from '../endpoints.js';
import { categoryTaxonomy } from '../events/category.js';
import { tagTaxonomy } from '../events/tag.js';
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
  recordTypes.filter(({ terms }) => terms.some((term) => term.taxonomy.name === taxonomy)).map(({ page }) => page.type);

const taxonomies: readonly Taxonomy[] = [
  { slug: 'category', name: 'Categories', base: 'categories', hierarchical: true, types: ['post'] },
  {
    slug: tagTaxonomy.name,
    name: 'Tags',
    base: tagTaxonomy.base,
    hierarchical: tagTaxonomy.tree,
    types: ['post', ...typesWith(tagTaxonomy.name)],
  },
  {
    slug: categoryTaxonomy.name,
    name: 'Event Categories',
    base: categoryTaxonomy.base,
    hierarchical: categoryTaxonomy.tree,
    types: typesWith(categoryTaxonomy.name),
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

/** `type` filters by post type. */
export const wordpressTaxonomies: StaticEndpoint = withContext({
  path: 'taxonomies',
  byName: 'slug',
  answer: (call, { query, part }) => {
    const { type } = query;
    const matching = taxonomies.filter(
      ({ types }) => part !== undefined || type === undefined || types.includes(`${type}`),
    );
    return named(matching, part, 'no-taxonomy', (taxonomy) => taxonomyBody(taxonomy, call));
  },
});
