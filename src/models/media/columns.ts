import { choiceColumn, derived, integerColumn, jsonColumn, sparseTextColumn, textColumn } from '../../core/column.js';
import { externalFields } from '../../core/external.js';
import { type PictureSize, pictureExtensions } from '../../core/picture.js';
import type { RowIn, Table } from '../../core/store.js';
import { storedColumns } from '../../core/stored.js';
import { isPublicImage } from './usage.js';

export const mediaColumns = {
  author: integerColumn,
  date_utc: textColumn,
  modified_utc: derived(textColumn),
  version: derived(integerColumn),
  title: textColumn,
  alt_text: textColumn,
  caption: textColumn,
  /** Original file name; the stored file is named by the hash. */
  name: textColumn,
  /** The URL that it was fetched from, so that it is fetched only once. */
  origin: sparseTextColumn,
  hash: textColumn,
  extension: choiceColumn(pictureExtensions, 'jpg'),
  width: integerColumn,
  height: integerColumn,
  filesize: integerColumn,
  sizes: jsonColumn<Readonly<Record<string, PictureSize>>>({}),
  slug: sparseTextColumn,
  ...storedColumns(externalFields),
};
export type MediaRow = RowIn<typeof mediaColumns>;

export const mediaTable: Table<typeof mediaColumns> = {
  name: 'media',
  table: 'media',
  sequence: 'post',
  columns: mediaColumns,
  links: {},
  followed: { public: isPublicImage, owner: 'author' },
  trackedColumns: ['author', 'date_utc', 'slug'],
  translatedKeys: [],
  searched: ['words'],
};
