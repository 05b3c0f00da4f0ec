// Rate limit buckets. The embedded engine stores them in a separate file, PostgreSQL in an unlogged table.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    {
      embedded: [],
      postgres: [
        `create unlogged table throttles
            (name {text} primary key, tokens double precision not null, at double precision not null, granted integer not null)`,
      ],
    },
  ],
};
