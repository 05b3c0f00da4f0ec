// Whether assistants may make changes.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: ['alter table settings add column assistant_writes integer not null default 0'],
};
