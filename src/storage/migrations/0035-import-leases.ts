// The process that runs an import, and dry runs that are stored until they are read.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `alter table imports add column lease {text} not null default '{}'`,
    'alter table imports add column dry_run integer not null default 0',
    `alter table imports add column preview {text} not null default '{}'`,
  ],
};
