// Duration classes instead of a flag: for every class but the last, the start of a running event is bounded on both sides.
// The index holds only events longer than two days.
import type { Migration } from './migration.js';

const day = 86_400;

/** The columns that lists filter by, after id: index-only access on PostgreSQL too. */
const lean = `create index events_lean on events (id) include
  (status, start_date, utc_end_date, end_date, hide_from_listings, password,
  utc_start_date, featured, ticketed, parent, author, lasting, modified_utc)`;

const classes = (seconds: string): readonly string[] => [
  `update events set lasting =
        case when ${seconds} <= ${30 * day} then 1 when ${seconds} <= ${480 * day} then 2 else 3 end
        where ${seconds} > ${2 * day}`,
];

export const migration: Migration = {
  statements: [
    'drop index events_by_long',
    'alter table events rename column long to lasting',
    {
      embedded: classes('(unixepoch(end_date) - unixepoch(start_date))'),
      postgres: classes('extract(epoch from end_date::timestamp - start_date::timestamp)'),
    },
    `create index events_by_lasting on events
        (lasting, status, start_date, id, utc_end_date, end_date, hide_from_listings) where lasting > 0`,
    // Nothing on the embedded engine searches by end any more; PostgreSQL counts by it.
    { embedded: ['drop index events_by_end'], postgres: [lean] },
  ],
};
