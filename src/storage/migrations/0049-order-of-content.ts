// Lists by title or time of change walk the rows with content of their own, not the dates of series, which have neither.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'drop index events_by_title',
    'create index events_by_title on events (title_key, id, content_id) where content_id = id',
    'drop index events_by_modified',
    'create index events_by_modified on events (modified_utc, id, content_id) where content_id = id',
  ],
};
