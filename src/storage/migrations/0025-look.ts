// Colours of categories.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [`alter table categories add column color {text} not null default ''`],
};
