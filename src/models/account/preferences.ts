// Preferences of users in the console: one document per user.
import { integerColumn, jsonColumn, textColumn } from '../../core/column.js';
import { plainTable, type RowIn } from '../../core/store.js';

export interface SavedView {
  /** Path of the resource. */
  readonly resource: string;
  readonly name: string;
  /** Query of the list page: tab, search, filters, order, columns and page size. */
  readonly query: string;
}

export interface Preferences {
  /** By the path of the resource. */
  readonly lists: Readonly<Record<string, { readonly columns?: readonly string[]; readonly per_page?: number }>>;
  readonly views: readonly SavedView[];
}

export const noPreferences: Preferences = { lists: {}, views: [] };

/** Bytes of a document. */
export const maxPreferenceBytes = 65_536;

const columns = { user_id: integerColumn, document: jsonColumn(noPreferences), modified_utc: textColumn };

export const preferences = plainTable('preferences', columns);
export type PreferencesRow = RowIn<typeof columns>;
