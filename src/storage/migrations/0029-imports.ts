// Imports: what was read from where, how far it got, and what came of it.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table imports (
  id integer primary key,
  kind {text} not null,
  name {text} not null,
  source {text} not null,
  state {text} not null,
  user_id integer not null,
  user_name {text} not null,
  options {text} not null,
  position {text} not null,
  report {text} not null,
  started_utc {text} not null,
  changed_utc {text} not null,
  finished_utc {text} not null){strict}`,
    'create index imports_by_source on imports (source, id)',
    'create index imports_by_state on imports (state, id)',
    {
      embedded: [`insert into sequences (name, value) values ('import', 0), ('imported', 0)`],
      postgres: ['create sequence import_ids as integer', 'create sequence imported_ids as integer'],
    },
  ],
};
