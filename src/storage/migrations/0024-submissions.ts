// Events submitted by visitors, senders whose events are published without review, and how long senders are stored.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table submissions (
  id integer primary key,
  event_id integer not null,
  user_id integer not null,
  form_nonce {text} not null unique,
  digest {text} unique,
  name {text} not null,
  email {text} not null,
  email_key {text} not null,
  is_confirmed integer not null,
  message {text} not null,
  language {text} not null,
  content {text} not null,
  created_utc {text} not null){strict}`,
    'create index submissions_by_event on submissions (event_id, created_utc)',
    'create index submissions_by_date on submissions (created_utc)',
    `create table trusted_senders (
  id integer primary key,
  email {text} not null,
  email_key {text} not null unique,
  user_id integer not null,
  created_utc {text} not null){strict}`,
    'alter table settings add column submission_days integer not null default 365',
  ],
};
