// Subscriptions to other calendars.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table sources (
  id integer primary key,
  name {text} not null,
  url {text} not null,
  every integer not null,
  default_status {text} not null,
  default_venue integer not null,
  default_category integer not null,
  paused integer not null,
  last_result {text} not null,
  message {text} not null,
  failures integer not null,
  checked_utc {text} not null,
  next_utc {text} not null,
  running_until {text} not null,
  etag {text} not null,
  last_modified {text} not null,
  content_hash {text} not null,
  import_id integer not null,
  modified_utc {text} not null,
  version integer not null){strict}`,
    'create index sources_by_next on sources (next_utc)',
  ],
};
