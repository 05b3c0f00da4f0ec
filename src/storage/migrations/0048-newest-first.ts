// Lists in the order of publication, as RSS has them, walk an index instead of sorting all events.
import type { Migration } from './migration.js';

export const migration: Migration = { statements: ['create index events_by_date on events (date_utc, id)'] };
