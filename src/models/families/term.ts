// What categories and tags share: columns, fields, filters, order and the shape of their bodies and lists.
import { may, type Right } from '../../core/actor.js';
import { integerColumn, type RowOf, sparseTextColumn, textColumn } from '../../core/column.js';
import {
  after,
  all,
  type Condition,
  called,
  everything,
  is,
  linked,
  matching,
  not,
  nothing,
  oneOf,
} from '../../core/condition.js';
import { optional, required } from '../../core/field.js';
import { type Filters, filter, type Query } from '../../core/filter.js';
import { flag } from '../../core/kinds/flag.js';
import { identifier, ids } from '../../core/kinds/number.js';
import { filterText, htmlText, nameText, slugText } from '../../core/kinds/text.js';
import { languageColumns } from '../../core/language.js';
import { Problem } from '../../core/problem.js';
import type { ListAnswer, Operations, Policy, Question, Resource } from '../../core/resource.js';
import type { Link, Order, Row } from '../../core/store.js';
import { fold } from '../../core/text/fold.js';
import { slugify } from '../../core/text/slug.js';
import { claimName, existing } from '../lookup.js';
import { readableEvent } from './events.js';
import { nameKeys } from './post.js';

export const termColumns = {
  name: textColumn,
  name_key: textColumn,
  slug: sparseTextColumn,
  description: textColumn,
  count: integerColumn,
  modified_utc: textColumn,
  version: integerColumn,
  ...languageColumns,
};

export const termTexts = {
  spoken: { name: 'name', slug: 'slug', description: 'description' },
  spokenKeys: ['name_key', 'slug', 'description'],
  watched: ['name_key', 'slug', 'translations'],
  keys: nameKeys,
} satisfies Partial<Resource>;
export type TermRow = Row & RowOf<typeof termColumns> & { readonly parent?: number };

export const termFields = {
  name: required(nameText(200), 'Name of the term', { example: 'Music' }),
  description: optional(htmlText, 'Description, as HTML', { example: 'Concerts and sessions' }),
  slug: optional(slugText, 'Slug; made from the name when left out', {
    inForm: { help: 'Last part of the web address. Leave empty to use the name.' },
    example: 'music',
  }),
};

/** Everyone reads terms; the right to change them is one for all of a kind. */
export const termPolicy = (right: Right): Policy => ({
  change: right,
  visible: () => everything,
  changeable: (actor) => (may(actor, right) ? everything : nothing),
});

const sortable: readonly (readonly [string, string])[] = [
  ['name', 'name_key'],
  ['slug', 'slug'],
  ['id', 'id'],
  ['term_id', 'id'],
  ['count', 'count'],
  ['description', 'description'],
];

export const termFilters = (resource: () => Resource, link: Link): Filters => ({
  search: filter(filterText, 'Terms with this text in their name or slug', (text) => matching([fold(text)])),
  exclude: filter(ids, 'Ids of terms to leave out', (found) => not(oneOf('id', found)), { lookUp: existing(resource) }),
  include: filter(ids, 'Only these ids', (found) => oneOf('id', found), { lookUp: existing(resource) }),
  order: filter(filterText, '`asc` for ascending; every other word for descending', undefined, { example: 'asc' }),
  orderby: filter(
    filterText,
    'What to sort by: name, slug, id, count, description or include; other words mean name',
    undefined,
    { example: 'name' },
  ),
  hide_empty: filter(flag, 'Leave out terms that no published event has', undefined, { advertised: '1' }),
  post: filter(
    identifier,
    'Terms of this event',
    (id, query) => (query.found.event === undefined ? linked(link.table, oneOf('id', [id])) : everything),
    { lookUp: readableEvent },
  ),
  event: filter(identifier, 'Terms of this event; the same as post', (id) => linked(link.table, oneOf('id', [id])), {
    lookUp: readableEvent,
  }),
  slug: filter(filterText, 'The term with this slug', (slug) => called([slugify(slug)])),
});

export const termListed = ({ found }: Query): Condition =>
  found.hide_empty === false ? everything : after('count', 0);

export const termOrder = (...extra: typeof sortable) => {
  const columns = new Map([...sortable, ...extra]);
  return ({ found }: Query): readonly Order[] => {
    const descending = found.order !== undefined && String(found.order).toLowerCase() !== 'asc';
    if (found.orderby === 'include' && found.include) {
      return [{ column: 'id', listed: found.include as readonly number[], descending }];
    }
    const column = columns.get(String(found.orderby)) ?? 'name_key';
    return column === 'id'
      ? [{ column, descending }]
      : [
          { column, descending },
          { column: 'id', descending },
        ];
  };
};

export interface TermGiven {
  readonly name?: string;
  readonly description?: string;
  readonly slug?: string;
}

export function settleTerm({ given, stored, call }: Question) {
  const asked = given as TermGiven;
  const before = stored as TermRow | undefined;
  const name = asked.name ?? before?.name ?? '';
  const slug = asked.slug !== undefined || !before?.slug ? asked.slug || slugify(name) || 'term' : before.slug;
  return {
    slug,
    slugOrNone: before !== undefined && Boolean(asked.slug),
    values: {
      name,
      description: asked.description ?? before?.description ?? '',
      ...(before ? {} : { count: 0 }),
      modified_utc: call.now,
      version: (before?.version ?? 0) + 1,
    },
  };
}

/** Two terms of one name at one place are refused; the answer names the first. */
export const refuseTwins =
  (place: (given: Readonly<Record<string, unknown>>) => Condition) =>
  (generic: Operations['create']): Operations['create'] =>
  async (desk, resource, given) => {
    const key = fold(String(given.name));
    await claimName(desk, resource, key);
    const where = all(is('name_key', key), place(given));
    const { language } = desk.call;
    const [twin] = await desk.store.list({ table: resource, where, order: [{ column: 'id' }], limit: 1, language });
    if (twin) throw new Problem('term-exists', { extra: { term_id: twin.id } });
    return generic(desk, resource, given);
  };

export const answerTerms =
  (key: string) =>
  ({ items, restUrl, next, previous, total, pages }: ListAnswer) => ({
    rest_url: restUrl,
    total,
    total_pages: pages,
    [key]: items,
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
  });
