// A narrower index of what lists ask of an event that is found by its id. The former one of the embedded engine had three more
// dates in it: its tree was one level deeper than that of the table, so that an id was found later than without it.
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
