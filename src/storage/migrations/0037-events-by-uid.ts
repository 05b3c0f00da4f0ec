// Each event of an imported calendar is looked up by its UID.
import type { Migration } from './migration.js';

export const migration: Migration = { statements: ["create index events_by_uid on events (uid) where uid <> ''"] };
