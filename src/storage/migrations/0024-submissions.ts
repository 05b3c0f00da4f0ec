// Events submitted by visitors.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [],
};
