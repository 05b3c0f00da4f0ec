// The part of an event that the dates of a series read from their master.
import { is } from '../../core/condition.js';
import { languageColumns } from '../../core/language.js';
import type { Content } from '../../core/store.js';
import { imageColumns } from '../families/image.js';

export const contentColumns: readonly string[] = [
  ...['title', 'title_key', 'slug', 'description', 'excerpt', 'website', 'cost', 'tickets'],
  ...['show_map', 'show_map_link', 'sticky', 'online_url', 'online_url_from', 'modified_utc'],
  ...Object.keys(imageColumns),
  ...Object.keys(languageColumns),
];

export const eventContent: Content = {
  column: 'content_id',
  columns: contentColumns,
  extra: { content_version: 'version', content_sequence: 'sequence' },
  shared: is('listing', 2),
};
