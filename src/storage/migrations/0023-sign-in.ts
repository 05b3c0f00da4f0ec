// Second factors, recovery codes, identities of other providers, and details of sessions.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [],
};
