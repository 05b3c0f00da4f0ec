// Lists by title or time of change walk the rows with content of their own, not the dates of series, which have neither. The old indexes
// are dropped last: on PostgreSQL that also stops reads, until the end of the transaction.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'create index event_contents_by_title on events (title_key, id, content_id) where content_id = id',
    'create index event_contents_by_modified on events (modified_utc, id, content_id) where content_id = id',
    'drop index events_by_title',
    'drop index events_by_modified',
  ],
};
