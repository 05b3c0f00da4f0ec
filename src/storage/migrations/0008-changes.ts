// The change log that invalidates the caches of every process. The engines read it differently, so each has its own table.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    {
      embedded: ['create table changes (seq integer primary key, changes text not null) strict'],
      postgres: [
        `create table change_log (
  seq bigint generated always as identity primary key,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  changes {text} not null)`,
        'create index change_log_by_xid on change_log (xid)',
      ],
    },
  ],
};
