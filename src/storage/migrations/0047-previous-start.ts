// The start of an event before it was rescheduled.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [`alter table events add column previous_start {text} not null default ''`],
};
