// Counts of failures and changes. The embedded engine keeps them in a file of their own; a server keeps them unlogged.
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
