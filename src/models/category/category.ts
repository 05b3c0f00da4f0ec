// Event categories, a tree.
import { is } from '../../core/condition.js';
import type { Model, SettleInput } from '../../core/model.js';
import { settleStored } from '../../core/stored.js';
import { refuseSameName, settleTerm, type TermGiven, termModel } from '../families/term.js';
import { lockTree } from '../families/tree.js';
import { type CategoryRow, type categoryColumns, categoryFields, categoryTable } from './columns.js';
import { moveChildrenUp, updatePaths } from './tree.js';

/** `parent_slug` is read by `updatePaths` under the tree lock. */
type CategoryGiven = TermGiven & { readonly parent?: number; readonly parent_slug?: string; readonly color?: string };

const term = termModel<typeof categoryColumns, CategoryRow>(
  categoryTable,
  { one: 'category', a: 'a category', many: 'categories' },
  'categorize',
);

export const category: Model<typeof categoryColumns> = {
  ...term,
  settle: (input: SettleInput<CategoryRow, CategoryGiven>) => {
    const { given, stored } = input;
    const { values, slugs, exactSlug } = settleTerm(input);
    const [slug = ''] = slugs;
    const moved = given.parent !== undefined || !stored;
    const below = given.slug === undefined && given.parent_slug ? [`${slug}-${given.parent_slug}`] : [];
    return {
      values: {
        ...values,
        ...settleStored(categoryFields, given, stored),
        ...(moved && { parent: given.parent ?? 0 }),
        ...(!stored && { path: slug }),
      },
      slugs: [slug, ...below],
      exactSlug,
    };
  },
  findExisting: async (context, given) => {
    // Tree lock before name lock, as in `create`: two orders could deadlock.
    await lockTree(context.store, categoryTable);
    return term.findExisting?.(context, given);
  },
  overrides: {
    create: (generic) => updatePaths.create(refuseSameName(({ parent = 0 }) => is('parent', parent))(generic)),
    update: updatePaths.update,
    remove: moveChildrenUp,
  },
};
