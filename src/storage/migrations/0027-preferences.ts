// Preferences of users in the console.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [],
};
