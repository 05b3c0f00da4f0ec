// Profiles of users, mails and one-time links.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [],
};
