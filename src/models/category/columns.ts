import { integerColumn, textColumn } from '../../core/column.js';
import type { RowIn } from '../../core/store.js';
import { termColumns, termTable } from '../families/term.js';

/** `path` holds the slugs from the top down to the category itself. */
export const categoryColumns = { ...termColumns, parent: integerColumn, path: textColumn };
export const categoryTable = {
  ...termTable,
  name: 'category',
  table: 'categories',
  columns: categoryColumns,
  trackedColumns: [...termTable.trackedColumns, 'parent', 'path'],
};
export type CategoryRow = RowIn<typeof categoryColumns>;
