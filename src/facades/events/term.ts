// The common shape of categories and tags: fields, filters, order and list body.
import { after, everything, hasSlug, linked, matching, not, oneOf } from '../../core/condition.js';
import { type Fields, optional, required } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { lenientChoice } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { identifier, ids } from '../../core/kinds/number.js';
import { filterText, htmlText, nameText, slugText } from '../../core/kinds/text.js';
import type { Model } from '../../core/model.js';
import type { Body, ListPage, ListShape, Shape } from '../../core/shape.js';
import type { Link } from '../../core/store.js';
import { fold } from '../../core/text/fold.js';
import { slugify } from '../../core/text/slug.js';
import { existing, readableEvent } from './lookup.js';
import { recordNotFound } from './post.js';
import { embeddedTerm, type TermTaxonomy, termBody } from './term-body.js';

interface Examples {
  readonly name: string;
  readonly description: string;
  readonly slug: string;
}

const termFields = (example: Examples): Fields => ({
  name: required(nameText(200), 'Name of the term.', { example: example.name }),
  description: optional(htmlText, 'Description as HTML.', { example: example.description }),
  slug: optional(slugText, 'Slug. Default: generated from the name.', {
    inForm: { help: 'Last part of the web address. Leave empty to use the name.' },
    example: example.slug,
  }),
});

const sortable: Readonly<Record<string, string>> = {
  name: 'name_key',
  slug: 'slug',
  id: 'id',
  count: 'count',
  description: 'description',
};

const termFilters = (model: Model, link: Link, sortKeys: readonly string[]): Filters => ({
  search: filter(filterText, 'Terms that contain this text in name or slug.', (text) => matching([fold(text)])),
  exclude: filter(ids, 'Exclude terms with these IDs.', (found) => not(oneOf('id', found)), {
    lookUp: existing(model),
  }),
  include: filter(ids, 'Only terms with these IDs.', (found) => oneOf('id', found), { lookUp: existing(model) }),
  order: filter(filterText, '`asc` for ascending, any other value for descending. Default: `asc`.', undefined, {
    example: 'asc',
  }),
  orderby: filter(
    lenientChoice([...sortKeys, 'include']),
    'Property to sort by. `include` keeps the order of the given IDs. Default: `name`.',
    undefined,
    { example: 'name' },
  ),
  hide_empty: filter(flag, 'Exclude terms without published events.', undefined, { documentedDefault: '1' }),
  post: filter(
    identifier,
    'Terms of the event with this ID.',
    (id, query) => (query.found.event === undefined ? linked(link.table, oneOf('id', [id])) : everything),
    { lookUp: readableEvent },
  ),
  event: filter(identifier, 'Same as `post`.', (id) => linked(link.table, oneOf('id', [id])), {
    lookUp: readableEvent,
  }),
  slug: filter(filterText, 'Term with this slug.', (slug) => hasSlug([slugify(slug)])),
});

type TermQuery = Query<{
  readonly hide_empty?: boolean;
  readonly order?: string;
  readonly orderby?: string;
  readonly include?: readonly number[];
}>;

const listBody =
  (key: string) =>
  ({ items, restUrl, next, previous, total, pages }: ListPage) => ({
    rest_url: restUrl,
    total,
    total_pages: pages,
    [key]: items,
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
  });

interface TermList {
  readonly filters: Filters;
  /** Columns by `orderby` value, in addition to those of every term. */
  readonly sortable: Readonly<Record<string, string>>;
}

const termList = (model: Model, link: Link, path: string, extra: TermList): ListShape => {
  const columns = new Map(Object.entries({ ...sortable, ...extra.sortable }));
  return {
    filters: { ...termFilters(model, link, [...columns.keys()]), ...extra.filters },
    defaultScope: ({ found }: TermQuery) => (found.hide_empty === false ? everything : after('count', 0)),
    order: ({ found }: TermQuery) => {
      const descending = found.order !== undefined && found.order.toLowerCase() !== 'asc';
      if (found.orderby === 'include' && found.include) return [{ column: 'id', inOrderOf: found.include, descending }];
      const column = columns.get(found.orderby === 'term_id' ? 'id' : String(found.orderby)) ?? 'name_key';
      const byId = { column: 'id', descending };
      return column === 'id' ? [byId] : [{ column, descending }, byId];
    },
    selfQuery: () => [],
    body: listBody(path),
    emptyPageAllowed: true,
  };
};

interface TermDefinition {
  readonly schema: string;
  readonly about: string;
  readonly examples: Examples;
  readonly fields: Fields;
  /** Keys in addition to those of every term. */
  readonly body?: Body;
  readonly list?: TermList;
}

export const termShape = (model: Model, link: Link, taxonomy: TermTaxonomy, definition: TermDefinition): Shape => ({
  model,
  path: taxonomy.path,
  schema: definition.schema,
  about: definition.about,
  lookedUpBy: ['id'],
  fields: { ...termFields(definition.examples), ...definition.fields },
  readParams: {},
  list: termList(model, link, taxonomy.path, definition.list ?? { filters: {}, sortable: {} }),
  body: { ...termBody(taxonomy), ...definition.body },
  embedded: { ...embeddedTerm(taxonomy), ...definition.body },
  notFound: recordNotFound,
  errors: { create: ['term-exists'] },
});
