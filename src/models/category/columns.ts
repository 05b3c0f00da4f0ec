import { derived, integerColumn, textColumn } from '../../core/column.js';
import { colorOrNone } from '../../core/kinds/color.js';
import type { RowIn } from '../../core/store.js';
import { stored, storedColumns } from '../../core/stored.js';
import { termColumns, termFollowed, termTable } from '../families/term.js';
import { eventCategories } from '../links.js';

/** Existing clients know none of these. */
export const categoryFields = {
  color: stored(colorOrNone, textColumn, 'Color on pages and in calendars, as `#rrggbb`. An empty string for none.', {
    default: '',
    inForm: { help: 'Lighter and darker shades are derived from it.' },
    example: '#1a6b3c',
  }),
};

/** `path` holds the slugs from the root to the category itself, separated by slashes. */
export const categoryColumns = {
  ...termColumns,
  parent: integerColumn,
  path: derived(textColumn),
  ...storedColumns(categoryFields),
};
export const categoryTable = {
  ...termTable,
  name: 'category',
  table: 'categories',
  columns: categoryColumns,
  followed: termFollowed(eventCategories, 'parent', 'path'),
  trackedColumns: [...termTable.trackedColumns, 'parent', 'path'],
};
export type CategoryRow = RowIn<typeof categoryColumns>;
