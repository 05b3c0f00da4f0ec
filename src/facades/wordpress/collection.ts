// The collection parameters that WordPress lists share. Parameters that a list does not support are rejected, because
// silently ignoring a filter would return too many records.
import type { Right } from '../../core/actor.js';
import type { Call } from '../../core/call.js';
import { after, before, type Condition, everything, hasSlug, not, oneOf } from '../../core/condition.js';
import type { Context } from '../../core/context.js';
import type { Given } from '../../core/field.js';
import { type AnyFilter, type Filter, type Filters, filter, type Query } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice } from '../../core/kinds/choice.js';
import { momentFilter } from '../../core/kinds/moment.js';
import { ids, maxItems, nonNegative, positive, readItems } from '../../core/kinds/number.js';
import { readText, searchedText } from '../../core/kinds/text.js';
import { Invalid } from '../../core/problem.js';
import type { Order } from '../../core/store.js';
import { slugify } from '../../core/text/slug.js';
import { type DateText, resolveInstant } from '../../core/time/date-text.js';
import { outOfYears } from '../../models/families/post.js';
import { contextFor } from './context.js';

/** Collection parameters of WordPress. Any other name is ignored, such as `_embed`. */
const wordpressParameters = {
  posts: [
    ...['after', 'author', 'author_exclude', 'before', 'categories', 'categories_exclude', 'context', 'exclude'],
    ...['format', 'include', 'media_type', 'menu_order', 'mime_type', 'modified_after', 'modified_before', 'offset'],
    ...['order', 'orderby', 'parent', 'parent_exclude', 'search', 'search_columns', 'search_semantics', 'slug'],
    ...['status', 'sticky', 'tags', 'tags_exclude', 'tax_relation', 'tribe_events_cat', 'tribe_events_cat_exclude'],
  ],
  terms: [
    ...[
      'context',
      'exclude',
      'hide_empty',
      'include',
      'offset',
      'order',
      'orderby',
      'parent',
      'post',
      'search',
      'slug',
    ],
  ],
} as const;

const unsupported: AnyFilter = {
  ...filter<unknown>(
    {
      declared: {},
      schema: {},
      read: () => {
        throw new Invalid('This list does not support this filter.');
      },
    },
    'Not supported by this list.',
  ),
  undocumented: true,
};

export const refuseUnsupported = (family: keyof typeof wordpressParameters, supported: Filters): Filters => ({
  ...supported,
  ...Object.fromEntries(
    wordpressParameters[family].filter((name) => !(name in supported)).map((name) => [name, unsupported]),
  ),
});

const maxPerPage = 100;

const pageSize: Kind<number> = {
  ...positive,
  read: (input, call) => {
    const size = positive.read(input, call);
    if (size > maxPerPage) throw new Invalid(`Must be a whole number from 1 to ${maxPerPage}.`);
    return size;
  },
};

/** Slugs as an array or comma-separated. An empty list matches nothing. */
const slugs: Kind<readonly string[]> = {
  declared: { type: 'array', items: { type: 'string' } },
  schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems }] },
  read: (input) => readItems(input).map((item) => slugify(readText(item, 2_000))),
};

const searchText: Kind<string> = {
  ...searchedText,
  read: (input, call) => (typeof input === 'string' && input.trim() === '' ? '' : searchedText.read(input, call)),
};

/** An empty search text matches everything, because search forms send one when nothing is entered. */
export const searchFilter = (about: string, where: NonNullable<Filter<string>['where']>): AnyFilter =>
  filter(searchText, about, (words, query, call) => (words === '' ? everything : where(words, query, call)));

/** The filters of every list. Unknown IDs are ignored. */
export const commonFilters = (right: Right, withSlug = hasSlug): Filters => ({
  context: filter(contextFor(right), '`edit` lists only records that the caller may edit.', undefined, {
    documentedDefault: 'view',
  }),
  per_page: filter(pageSize, 'Records per page.', undefined, { documentedDefault: 10 }),
  exclude: filter(ids, 'Exclude records with these IDs.', (found) => not(oneOf('id', found)), {
    isPublic: true,
    documentedDefault: [],
  }),
  include: filter(ids, 'Only records with these IDs.', (found) => oneOf('id', found), {
    isPublic: true,
    documentedDefault: [],
  }),
  offset: filter(nonNegative, 'Number of records to skip, instead of a page number.'),
  slug: filter(slugs, 'Records with one of these slugs.', (found) => withSlug(found), { isPublic: true }),
});

export const orderFilters = (words: readonly string[], order: 'asc' | 'desc', orderby: string): Filters => ({
  order: filter(choice(['asc', 'desc']), '`asc` for ascending, `desc` for descending.', undefined, {
    documentedDefault: order,
  }),
  orderby: filter(choice(words), 'Property to sort by.', undefined, { documentedDefault: orderby }),
});

/** A time without an offset is in the time zone of the site. */
const instantOf = (date: DateText, { now, site }: Call): string | undefined =>
  resolveInstant(date, { now, zone: site.zone });

async function withinYears(date: DateText, { call }: Context): Promise<DateText> {
  if (instantOf(date, call) === undefined) throw new Invalid(outOfYears);
  return date;
}

type Compare = (column: string, value: unknown) => Condition;

const dateFilter = (about: string, column: string, compare: Compare) =>
  filter<DateText>(momentFilter, about, (date, _, call) => compare(column, instantOf(date, call)), {
    isPublic: true,
    lookUp: withinYears,
  });

/** The filters of lists whose records have an author and dates. Password-protected records show these, too. */
export const postFilters: Filters = {
  after: dateFilter('Published after this date and time.', 'date_utc', after),
  before: dateFilter('Published before this date and time.', 'date_utc', before),
  modified_after: dateFilter('Changed after this date and time.', 'modified_utc', after),
  modified_before: dateFilter('Changed before this date and time.', 'modified_utc', before),
  author: filter(ids, 'Records by authors with these IDs.', (found) => oneOf('author', found), { isPublic: true }),
  author_exclude: filter(ids, 'Records not by authors with these IDs.', (found) => not(oneOf('author', found)), {
    isPublic: true,
  }),
};

/** Newest first by default; `orderby=include` keeps the order of the given IDs. */
export const postOrder =
  (columns: Readonly<Record<string, string>>) =>
  ({ found }: Query<Given & { readonly include?: readonly number[] }>): readonly Order[] => {
    if (found.orderby === 'include' && found.include) return [{ column: 'id', inOrderOf: found.include }];
    const column = columns[String(found.orderby ?? 'date')] ?? 'date_utc';
    const descending = found.order !== 'asc';
    return column === 'id'
      ? [{ column, descending }]
      : [
          { column, descending },
          { column: 'id', descending },
        ];
  };

/** With `context=edit` only records that the caller may edit. */
export const editable = (query: Query, changeable: Condition): Condition =>
  query.found.context === 'edit' ? changeable : everything;
