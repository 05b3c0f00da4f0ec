// Revisions of records: who changed which fields of a record, and when.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table revisions (
  id integer primary key,
  at_utc {text} not null,
  resource {text} not null,
  record_id integer not null,
  action {text} not null,
  user_id integer not null,
  user_name {text} not null,
  via {text} not null,
  title {text} not null,
  changes {text} not null){strict}`,
    'create index revisions_by_record on revisions (resource, record_id, id)',
    'create index revisions_by_user on revisions (user_id, id)',
    'create index revisions_by_time on revisions (at_utc, id)',
    {
      embedded: [`insert into sequences (name, value) values ('revision', 0)`],
      postgres: ['create sequence revision_ids as integer'],
    },
  ],
};
