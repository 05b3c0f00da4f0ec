// Whether pages show maps at once, without a click.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: ['alter table settings add column map_open integer not null default 0'],
};
