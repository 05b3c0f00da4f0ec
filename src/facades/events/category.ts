// The shape of categories.
import { is } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import { identifier, idOrNone } from '../../core/kinds/number.js';
import type { Shape } from '../../core/shape.js';
import { storedBody } from '../../core/stored.js';
import { category } from '../../models/category/category.js';
import { type CategoryRow, categoryFields } from '../../models/category/columns.js';
import { eventCategories } from '../../models/links.js';
import { withExternalIds } from './external.js';
import { existingOne, existingOrNone } from './lookup.js';
import { termShape } from './term.js';
import type { TermTaxonomy } from './term-body.js';
import { undocumented, unlessPlain } from './undocumented.js';

export const categoryTaxonomy: TermTaxonomy = {
  path: 'categories',
  name: 'tribe_events_cat',
  base: 'tribe_events_cat',
  recordPaths: ['tribe_events'],
  tree: true,
  page: ({ path }: CategoryRow, { site }) => `${site.baseUrl}/events/category/${path}/`,
};

/** Keys that tags do not have. */
export const categoryBody = storedBody(categoryFields, unlessPlain);

export const categoryShape = withExternalIds(
  termShape(category, eventCategories, categoryTaxonomy, {
    schema: 'Category',
    about: 'Event categories. A category can have a parent.',
    examples: { name: 'Music', description: 'Concerts and sessions', slug: 'music' },
    fields: {
      parent: optional(idOrNone, 'ID of the parent category, 0 for none.', {
        lookUp: existingOrNone(category),
        pickFrom: 'category',
        example: 0,
      }),
      ...categoryFields,
    },
    body: categoryBody,
    list: {
      filters: {
        parent: filter(identifier, 'Direct children of this category.', (id) => is('parent', id), {
          lookUp: existingOne(category),
        }),
      },
      sortable: { parent: 'parent' },
    },
  }),
);

/** For existing clients: the color is accepted, but not documented. */
export const withoutColor = (shape: Shape): Shape => ({
  ...shape,
  fields: { ...shape.fields, ...undocumented(categoryFields) },
  body: { ...shape.body, ...undocumented(categoryBody) },
});
