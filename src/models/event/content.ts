// The part of an event that the dates of a series read from their master.
import { is } from '../../core/condition.js';
import { readFromContent } from '../../core/content.js';
import type { Content } from '../../core/store.js';
import { eventColumns } from './columns.js';

export const eventContent: Content = {
  column: 'content_id',
  columns: readFromContent(eventColumns),
  extra: { content_version: 'version', content_sequence: 'sequence' },
  shared: is('listing', 2),
};
