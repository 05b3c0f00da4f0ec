// Recurring events: a series has one master row with the texts and links, and one row per date that reads them from it.
// `listing` becomes a class (0 listed, 1 hidden, 2 master of a series), because every covering index of lists has it.
import type { Migration } from './migration.js';

const columns = [
  'alter table events rename column hide_from_listings to listing',
  'alter table events add column hide_from_listings integer not null default 0',
  'alter table events add column content_id integer not null default 0',
  'alter table events add column series integer not null default 0',
  `alter table events add column original_start {text} not null default ''`,
  `alter table events add column recurrence {text} not null default ''`,
  'alter table events add column horizon {text}',
  'alter table events add column own {text}',
  'alter table events add column slug_number integer not null default 0',
  'alter table events add column day_number integer not null default 0',
];

/** Lists find rows by their content row, so the columns they filter by are beside it instead of beside the id. */
const byContent: Migration['statements'][number] = {
  embedded: [
    'drop index events_by_id',
    `create index events_by_content on events
      (content_id, start_date, status, utc_end_date, lasting, listing, password, author, featured, ticketed)`,
  ],
  postgres: [
    'drop index events_lean',
    `create index events_by_content on events (content_id, start_date, id) include
      (status, utc_end_date, end_date, listing, password, utc_start_date, featured, ticketed, parent, author, lasting, series)`,
  ],
};

/** With the content row, which conditions on texts and links compare. */
const covering = [
  'drop index events_by_start',
  `create index events_by_start on events
    (status, start_date, id, utc_end_date, end_date, listing, password, content_id)`,
  'drop index events_by_day',
  `create index events_by_day on events
    (start_date, id, status, utc_end_date, end_date, listing, author, content_id)`,
];

/** Few events are featured or have tickets; only those are asked for by these indexes. */
const rareFlags = ['featured', 'ticketed'].flatMap((flag) => [
  `drop index events_by_${flag}`,
  `create index events_by_${flag} on events (status, start_date, id, utc_end_date) where ${flag} = 1`,
]);

export const migration: Migration = {
  statements: [
    ...columns,
    'update events set content_id = id, hide_from_listings = listing',
    byContent,
    ...covering,
    ...rareFlags,
    'create unique index events_by_series on events (series, original_start) where series <> 0',
    'create index events_of_series on events (series, start_date, id, status) where series <> 0',
    'create index events_with_own on events (series) where own is not null',
    'create index events_by_horizon on events (horizon) where horizon is not null',
    `create table tombstones (
      id integer primary key,
      resource {text} not null,
      erased_utc {text} not null,
      was_public integer not null){strict}`,
  ],
};
