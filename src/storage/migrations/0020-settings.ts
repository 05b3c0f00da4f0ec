// Settings of the site.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [],
};
