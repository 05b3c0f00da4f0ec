// How long events last is kept as a class instead of a flag: of what runs at a moment, the start is bounded on both sides
// for every class but the last. The index holds only what lasts longer than two days, which is little.
import type { Migration } from './migration.js';

const day = 86_400;

/** What lists ask of a row, by its id: PostgreSQL, too, finds few rows among many without reading them. */
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
    // On the embedded engine nothing is looked for by its end any more; PostgreSQL counts by it.
    { embedded: ['drop index events_by_end'], postgres: [lean] },
  ],
};
