// Indexes for records that are due: scheduled ones, and those in the trash.
import type { Migration } from './migration.js';

const posts = ['events', 'venues', 'organizers'];

export const migration: Migration = {
  statements: [
    // Venues and organizers have an index by status and date already. The constant status comes first, because otherwise the
    // planners choose an index that can search for it.
    "create index events_scheduled on events (status, date_utc, id) where status = 'future'",
    ...posts.map(
      (table) => `create index ${table}_in_trash on ${table} (status, modified_utc, id) where status = 'trash'`,
    ),
    // Replaces a partial index without parent 0: SQLite cannot prove that a bound parent is not 0.
    'drop index events_by_parent',
    'create index events_by_parent on events (parent)',
  ],
};
