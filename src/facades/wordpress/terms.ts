// `tags` and `tribe_events_cat`: the terms of events, with the lists, the parameters and the keys of the platform.
import type { Right } from '../../core/actor.js';
import { after, everything, is, matching } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { type Filters, filter } from '../../core/filter.js';
import { idOrNone } from '../../core/kinds/number.js';
import { Problem } from '../../core/problem.js';
import type { Body, Resource } from '../../core/resource.js';
import { fold } from '../../core/text/fold.js';
import { category, categoryPlace } from '../../models/category/category.js';
import { address, out } from '../../models/families/present.js';
import type { TermRow } from '../../models/families/term.js';
import type { TermPlace } from '../../models/families/term-body.js';
import { tag, tagPlace } from '../../models/tag/tag.js';
import { commonFilters, orderFilters, searchFilter, withRefusals } from './collection.js';
import { contextFor } from './context.js';
import { linkTo } from './rendered.js';

const orders = ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'];

const filtersOf = ({ filters }: Resource, right: Right, { tree }: TermPlace): Filters => {
  const { hide_empty, post } = filters;
  return withRefusals('terms', {
    search: searchFilter('Terms with this text in their name or slug', (words) => matching([fold(words)])),
    ...commonFilters(right),
    ...orderFilters(orders, 'asc', 'name'),
    hide_empty: { ...hide_empty, advertised: false },
    post,
    ...(tree && { parent: filter(idOrNone, 'Terms right below this one; 0 for the top', (id) => is('parent', id)) }),
  } as Filters);
};

function reshaped(resource: Resource, place: TermPlace, path: string): Resource {
  const { id, count, description, name, slug, taxonomy, parent, meta } = resource.body;
  const { change: right } = resource.policy;
  return {
    ...resource,
    path,
    readParams: { context: optional(contextFor(right), '`edit` for people who may edit terms') },
    filters: filtersOf(resource, right, place),
    listed: ({ found }) => (found.hide_empty === true ? after('count', 0) : everything),
    unknown: () => new Problem('no-term'),
    body: {
      id,
      count,
      description,
      link: out(address, place.page),
      name,
      slug,
      taxonomy,
      ...(parent && { parent }),
      meta,
      _links: out<TermRow>({ type: 'object' }, (row, view) => ({
        self: [linkTo(view, `${path}/${row.id}`)],
        collection: [linkTo(view, path)],
        about: [linkTo(view, `taxonomies/${place.taxonomy}`)],
        ...(row.parent && { up: [{ embeddable: true, ...linkTo(view, `${path}/${row.parent}`) }] }),
      })),
    } as Body,
    answerList: ({ items }) => items,
  };
}

export const terms: readonly Resource[] = [
  reshaped(tag, tagPlace, tagPlace.path),
  reshaped(category, categoryPlace, categoryPlace.taxonomy),
];
