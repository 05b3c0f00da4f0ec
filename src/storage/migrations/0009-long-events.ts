// A flag for long events, so that running events are found without scanning the past; and covering indexes for selective
// filters.
import type { Migration } from './migration.js';

/** The columns that lists filter by, after id and after parent, because the rows themselves are wide. */
const asked = 'start_date, utc_end_date, end_date, hide_from_listings, password';
const lean = [
  `create index events_lean on events
    (id, status, ${asked}, utc_start_date, featured, ticketed, parent, author, long, modified_utc)`,
  'drop index events_by_parent',
  `create index events_by_parent on events (parent, status, ${asked}, id)`,
];

export const migration: Migration = {
  statements: [
    'alter table events add column long integer not null default 0',
    {
      embedded: [`update events set long = 1 where utc_end_date > datetime(utc_start_date, '+7 days')`],
      postgres: [
        `update events set long = 1 where utc_end_date::timestamp > utc_start_date::timestamp + interval '7 days'`,
      ],
    },
    `create index events_by_long on events
      (long, status, utc_end_date, start_date, id, end_date, hide_from_listings)`,
    { embedded: lean, postgres: [] },
  ],
};
