// `tags`: the same tags, with the list, the parameters and the keys that the platform has for them.
import { after, called, everything, not, oneOf } from '../../core/condition.js';
import { type Filters, filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice } from '../../core/kinds/choice.js';
import { ids, maxItems, readItems } from '../../core/kinds/number.js';
import { readText } from '../../core/kinds/text.js';
import { Problem } from '../../core/problem.js';
import type { Body, Resource } from '../../core/resource.js';
import { slugify } from '../../core/text/slug.js';
import { address, out, restUrl } from '../families/present.js';
import type { TermRow } from '../families/term.js';
import { tag, tagPlace } from '../tag/tag.js';

const slugs: Kind<readonly string[]> = {
  declared: { type: 'array', items: { type: 'string' } },
  schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems }] },
  read: (input) => readItems(input).map((item) => slugify(readText(item, 2_000))),
};

const { search, hide_empty, post } = tag.filters;
const orders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];

/** Unknown ids are passed over in silence. */
const filters = {
  search,
  exclude: filter(ids, 'Ids of tags to leave out', (found) => not(oneOf('id', found)), { advertised: [] }),
  include: filter(ids, 'Only these ids', (found) => oneOf('id', found), { advertised: [] }),
  order: filter(choice(['asc', 'desc']), 'Ascending or descending', undefined, { advertised: 'asc' }),
  orderby: filter(choice(orders), 'What to sort by', undefined, { advertised: 'name' }),
  hide_empty: { ...hide_empty, advertised: false },
  post,
  slug: filter(slugs, 'Tags with one of these slugs', (found) => called(found)),
} as Filters;

const { id, count, description, name, slug, taxonomy, meta } = tag.body;

export const platformTags: Resource = {
  ...tag,
  filters,
  listed: ({ found }) => (found.hide_empty === true ? after('count', 0) : everything),
  unknown: () => new Problem('no-term'),
  body: {
    id,
    count,
    description,
    link: out(address, tagPlace.page),
    name,
    slug,
    taxonomy,
    meta,
    _links: out<TermRow>({ type: 'object' }, (row, view) => ({
      self: [{ href: restUrl(view, `${tagPlace.path}/${row.id}`) }],
      collection: [{ href: restUrl(view, tagPlace.path) }],
    })),
  } as Body,
  answerList: ({ items }) => items,
};
