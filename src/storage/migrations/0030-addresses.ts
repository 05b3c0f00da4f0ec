// Paths that records had on another site.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table addresses (
  id integer primary key,
  path {text} not null,
  resource {text} not null,
  record_id integer not null){strict}`,
    'create unique index addresses_by_path on addresses (path)',
    'create index addresses_by_record on addresses (resource, record_id)',
  ],
};
