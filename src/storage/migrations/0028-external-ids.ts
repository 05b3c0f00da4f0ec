// Identities of records in other systems, and the state of imported records.
import type { Migration } from './migration.js';

const tables = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'];

export const migration: Migration = {
  statements: [
    ...tables.flatMap((table) => [
      `alter table ${table} add column source {text}`,
      `alter table ${table} add column external_id {text}`,
      `create unique index ${table}_by_external_id on ${table} (source, external_id) where external_id is not null`,
    ]),
    `create table imported (
  id integer primary key,
  resource {text} not null,
  record_id integer not null,
  hash {text} not null,
  version {text} not null,
  missed integer not null){strict}`,
    'create unique index imported_by_record on imported (resource, record_id)',
  ],
};
