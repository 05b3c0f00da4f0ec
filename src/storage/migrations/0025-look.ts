// Colours of categories.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [],
};
