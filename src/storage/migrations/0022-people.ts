// Profiles of users, mails and one-time links.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `alter table users add column email {text} not null default ''`,
    // Lower case; NULL without an address, which the unique index allows more than once.
    'alter table users add column email_key {text}',
    `alter table users add column display_name {text} not null default ''`,
    `alter table users add column language {text} not null default ''`,
    'alter table users add column muted_notices {text}',
    'create unique index users_by_email on users (email_key)',
    `create table mails (
  id integer primary key,
  recipient {text} not null,
  subject {text} not null,
  content {text} not null,
  state {text} not null,
  attempts integer not null,
  next_attempt_utc {text},
  error {text} not null,
  created_utc {text} not null,
  finished_utc {text}){strict}`,
    'create index mails_due on mails (next_attempt_utc) where next_attempt_utc is not null',
    'create index mails_by_state on mails (state, id)',
    'create index mails_by_recipient on mails (recipient, created_utc)',
    'create index mails_finished on mails (finished_utc) where finished_utc is not null',
    // Digests of the tokens in links that set a password.
    `create table account_links (
  id integer primary key,
  user_id integer not null,
  purpose {text} not null,
  digest {text} not null unique,
  created_utc {text} not null,
  expires_utc {text} not null){strict}`,
    'create index account_links_by_user on account_links (user_id)',
    // Requests for a link to reset a password, whether or not the user exists.
    `create table password_requests (
  id integer primary key,
  user_key {text} not null,
  created_utc {text} not null){strict}`,
  ],
};
