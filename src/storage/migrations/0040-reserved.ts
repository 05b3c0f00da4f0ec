// Changes nothing: the number belongs to another change of the same release.
import type { Migration } from './migration.js';

export const migration: Migration = { statements: [] };
