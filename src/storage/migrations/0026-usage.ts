// Counters of requests: one row per day. Its id is the number of days since 1970-01-01.
import type { Migration, Step } from './migration.js';

const columns = `
  id integer primary key,
  native bigint not null,
  dropin bigint not null,
  wordpress bigint not null,
  feeds bigint not null,
  feed_readers integer not null,
  pages bigint not null,
  sketch {text} not null`;

const table: Step = {
  embedded: [`create table usage (${columns.replaceAll('bigint', 'integer')}) strict`],
  postgres: [`create table usage (${columns})`],
};

export const migration: Migration = { statements: [table] };
