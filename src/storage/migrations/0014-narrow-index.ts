// A narrower covering index by id. The previous one had three more date columns on the embedded engine, which made its tree
// one level deeper than the table's.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    {
      embedded: [
        'drop index events_lean',
        `create index events_by_id on events
    (id, status, start_date, utc_end_date, lasting, hide_from_listings, password, author, featured, ticketed)`,
      ],
      postgres: [],
    },
  ],
};
