// Preferences of users in the console: one document per user.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table preferences (
  id integer primary key,
  user_id integer not null unique,
  document {text} not null,
  modified_utc {text} not null){strict}`,
  ],
};
