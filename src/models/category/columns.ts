import { derived, integerColumn, textColumn } from '../../core/column.js';
import type { RowIn } from '../../core/store.js';
import { termColumns, termFollowed, termTable } from '../families/term.js';
import { eventCategories } from '../links.js';

/** `path` holds the slugs from the root to the category itself, separated by slashes. */
export const categoryColumns = { ...termColumns, parent: integerColumn, path: derived(textColumn) };
export const categoryTable = {
  ...termTable,
  name: 'category',
  table: 'categories',
  columns: categoryColumns,
  followed: termFollowed(eventCategories, 'parent', 'path'),
  trackedColumns: [...termTable.trackedColumns, 'parent', 'path'],
};
export type CategoryRow = RowIn<typeof categoryColumns>;
