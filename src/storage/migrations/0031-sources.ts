// Subscriptions to other calendars.
import type { Migration } from './migration.js';

export const migration: Migration = { statements: [] };
