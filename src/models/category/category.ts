// Event categories, which stand in a tree. `path` holds the slugs from the top down to the category itself.
import { integerColumn, textColumn } from '../../core/column.js';
import { is } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import { identifier, idOrNone } from '../../core/kinds/number.js';
import { Invalid } from '../../core/problem.js';
import type { Resource } from '../../core/resource.js';
import type { Desk, Row } from '../../core/store.js';
import { fold } from '../../core/text/fold.js';
import { invalidAddress } from '../families/place.js';
import {
  answerTerms,
  refuseTwins,
  settleTerm,
  type TermRow,
  termColumns,
  termFields,
  termFilters,
  termListed,
  termOrder,
  termPolicy,
  termTexts,
} from '../families/term.js';
import { type TermPlace, termBody } from '../families/term-body.js';
import { claimTree } from '../families/tree.js';
import { eventCategories } from '../links.js';
import { existingOne, knownTerm } from '../lookup.js';
import { keepPaths, moveChildrenUp } from './tree.js';

export type CategoryRow = TermRow & { readonly parent: number; readonly path: string };

export const categoryPlace: TermPlace = {
  path: 'categories',
  taxonomy: 'tribe_events_cat',
  tree: true,
  page: (row, { site }) => `${site.baseUrl}/events/category/${(row as CategoryRow).path}/`,
};

/** The parent category, or undefined for the top level. */
async function parentCategory(id: number, desk: Desk): Promise<Row | undefined> {
  if (id === 0) return undefined;
  const row = await desk.store.read({ table: category, where: is('id', id) });
  if (!row) throw new Invalid('There is no such category.');
  return row;
}

const { name, description, slug } = termFields;

export const category: Resource = {
  name: 'category',
  path: 'categories',
  schema: 'Category',
  about: 'Categories of events, in a tree.',
  noun: { one: 'category', a: 'a category', many: 'categories' },
  table: 'categories',
  sequence: 'term',
  addressedBy: ['id'],
  columns: { ...termColumns, parent: integerColumn, path: textColumn },
  links: {},
  fields: {
    name,
    description,
    slug,
    parent: optional(idOrNone, 'Id of the parent category; 0 for the top level', {
      lookUp: parentCategory,
      among: 'category',
      example: 0,
    }),
  },
  readParams: {},
  filters: {
    ...termFilters(() => category, eventCategories),
    parent: filter(identifier, 'Categories right below this one', (id) => is('parent', id), {
      lookUp: existingOne(() => category),
    }),
  },
  listed: termListed,
  order: termOrder(['parent', 'parent']),
  address: () => [],
  term: true,
  policy: termPolicy('categorize'),
  settle: (question) => {
    const { values, slug, slugOrNone } = settleTerm(question);
    const parent = question.given.parent as CategoryRow | undefined;
    const moved = 'parent' in question.given || !question.stored;
    const below = question.given.slug === undefined && parent ? [`${slug}-${parent.slug}`] : [];
    return {
      values: { ...values, ...(moved && { parent: parent?.id ?? 0 }), ...(!question.stored && { path: slug }) },
      slugs: [slug, ...below],
      slugOrNone,
    };
  },
  ...termTexts,
  watched: [...termTexts.watched, 'parent', 'path'],
  searched: ['name', 'slug'],
  texts: (row) => ({ name: fold((row as TermRow).name), slug: (row as TermRow).slug }),
  known: async (desk, given) => {
    // Before the name, as when a category is created: two locks in two orders would wait for each other.
    await claimTree(desk.store, category);
    return knownTerm(() => category)(desk, given);
  },
  removal: 'erase',
  unknown: invalidAddress,
  body: termBody(categoryPlace),
  answerList: answerTerms('categories'),
  wrap: {
    create: (generic) =>
      keepPaths.create(refuseTwins((given) => is('parent', (given.parent as Row | undefined)?.id ?? 0))(generic)),
    update: keepPaths.update,
    remove: moveChildrenUp,
  },
  refusals: { create: ['term-exists'] },
};
