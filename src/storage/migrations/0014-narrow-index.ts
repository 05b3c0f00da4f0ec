// A narrower index of what lists ask of an event that is found by its id. The former one on the embedded engine had fourteen
// columns: it was so wide that looking up an id in it took longer than reading the row itself.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    {
      embedded: [
        'drop index events_lean',
        `create index events_by_id on events
    (id, status, start_date, utc_end_date, lasting, hide_from_listings, password)`,
      ],
      postgres: [],
    },
  ],
};
