// What the passing of time will do to records, found without a search: scheduled ones, and those in the trash.
import type { Migration } from './migration.js';

const posts = ['events', 'venues', 'organizers'];

export const migration: Migration = {
  statements: [
    // Venues and organizers are in order by status and date already. The status leads although it is the same in every
    // entry: otherwise the planners take an index in which they can look for it.
    "create index events_scheduled on events (status, date_utc, id) where status = 'future'",
    ...posts.map(
      (table) => `create index ${table}_in_trash on ${table} (status, modified_utc, id) where status = 'trash'`,
    ),
    // The former one left out the parent 0, and SQLite does not see that a question for one parent never asks for it.
    'drop index events_by_parent',
    'create index events_by_parent on events (parent)',
  ],
};
