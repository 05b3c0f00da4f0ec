// Paths that records had on another site.
import type { Migration } from './migration.js';

export const migration: Migration = { statements: [] };
