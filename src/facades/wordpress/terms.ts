// `tags` and `tribe_events_cat`: the terms of events with the parameters and keys of WordPress terms.
import type { Right } from '../../core/actor.js';
import { after, everything, is, matching } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { type Filters, filter } from '../../core/filter.js';
import { idOrNone } from '../../core/kinds/number.js';
import { Problem } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import { fold } from '../../core/text/fold.js';
import type { TermRow } from '../../models/families/term.js';
import { categoryShape, categoryTaxonomy, withoutColor } from '../events/category.js';
import { address, out } from '../events/outputs.js';
import { tagShape, tagTaxonomy } from '../events/tag.js';
import type { TermTaxonomy } from '../events/term-body.js';
import { termLinks } from '../events/term-links.js';
import { commonFilters, orderFilters, refuseUnsupported, searchFilter } from './collection.js';
import { contextFor } from './context.js';

const orders = ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'];

const filtersOf = ({ list }: Shape, right: Right, { tree }: TermTaxonomy): Filters => {
  const { hide_empty, post } = list.filters;
  return refuseUnsupported('terms', {
    search: searchFilter('Terms that contain this text in name or slug.', (words) => matching([fold(words)])),
    ...commonFilters(right),
    ...orderFilters(orders, 'asc', 'name'),
    ...(hide_empty && { hide_empty: { ...hide_empty, documentedDefault: false } }),
    ...(post && { post }),
    ...(tree && {
      parent: filter(idOrNone, 'Direct children of this term, 0 for the top level.', (id) => is('parent', id)),
    }),
  });
};

const shownKeys = ['name', 'slug', 'taxonomy', 'parent', 'meta'];

function reshaped(shape: Shape, taxonomy: TermTaxonomy): Shape {
  const { change: right } = shape.model.policy;
  const pick = (...names: readonly string[]) =>
    Object.fromEntries(Object.entries(shape.body).filter(([name]) => names.includes(name)));
  return {
    ...shape,
    path: taxonomy.base,
    readParams: { context: optional(contextFor(right), '`edit` for callers who may edit terms.') },
    list: {
      ...shape.list,
      filters: filtersOf(shape, right, taxonomy),
      defaultScope: ({ found }) => (found.hide_empty === true ? after('count', 0) : everything),
      body: ({ items }) => items,
    },
    notFound: () => new Problem('no-term'),
    body: {
      ...pick('id', 'count', 'description'),
      link: out(address, taxonomy.page),
      ...pick(...shownKeys),
      _links: out<TermRow>({ type: 'object' }, (row, view) => termLinks(taxonomy, row, view)),
    },
  };
}

export const termShapes: readonly Shape[] = [
  reshaped(tagShape, tagTaxonomy),
  reshaped(withoutColor(categoryShape), categoryTaxonomy),
];
