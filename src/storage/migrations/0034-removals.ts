// Events that a subscribed calendar no longer lists: how many are missing or wait for a decision, and how removed ones are
// restored.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'alter table sources add column missing_events integer not null default 0',
    'alter table sources add column removal_events integer not null default 0',
    `alter table sources add column removal_utc {text} not null default ''`,
    `alter table imported add column removed {text} not null default ''`,
  ],
};
