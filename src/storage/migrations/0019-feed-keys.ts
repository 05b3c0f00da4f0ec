// Feed keys of users: digests of the secrets in private feed URLs.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table feed_keys (
  id integer primary key,
  user_id integer not null,
  label {text} not null,
  digest {text} not null unique,
  created_utc {text} not null,
  last_used_utc {text}){strict}`,
    'create index feed_keys_by_user on feed_keys (user_id)',
  ],
};
