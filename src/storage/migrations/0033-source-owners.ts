// Several sources can know one record: the state of an import is found by source and external ID. Sources get owners.
import type { Migration } from './migration.js';

const tables = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
};

export const migration: Migration = {
  statements: [
    `alter table imported add column source {text} not null default ''`,
    `alter table imported add column external_id {text} not null default ''`,
    ...Object.entries(tables).map(
      ([resource, table]) =>
        `update imported set source = (select source from ${table} where id = record_id),
  external_id = (select external_id from ${table} where id = record_id)
  where resource = '${resource}' and record_id in (select id from ${table} where external_id is not null)`,
    ),
    // Their records are gone or have no external ID any more.
    `delete from imported where external_id = ''`,
    'drop index imported_by_record',
    'create index imported_by_record on imported (resource, record_id)',
    'create unique index imported_by_external_id on imported (resource, source, external_id)',
    `create table source_owners (
  id integer primary key,
  source {text} not null unique,
  user_id integer not null){strict}`,
    'create index source_owners_by_user on source_owners (user_id)',
  ],
};
