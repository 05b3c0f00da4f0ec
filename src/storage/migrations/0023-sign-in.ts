// Second factors, recovery codes, identities of other providers, and details of sessions.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `alter table sessions add column created_utc {text} not null default ''`,
    `alter table sessions add column last_seen_utc {text} not null default ''`,
    `alter table sessions add column ip {text} not null default ''`,
    `alter table sessions add column browser {text} not null default ''`,
    `alter table sessions add column method {text} not null default 'password'`,
    `create table second_factors (
  id integer primary key,
  user_id integer not null unique,
  secret {text} not null,
  created_utc {text} not null,
  confirmed_utc {text},
  last_step integer not null){strict}`,
    `create table recovery_codes (
  id integer primary key,
  user_id integer not null,
  digest {text} not null){strict}`,
    'create index recovery_codes_by_user on recovery_codes (user_id)',
    `create table known_browsers (
  id integer primary key,
  user_id integer not null,
  digest {text} not null,
  last_used_utc {text} not null){strict}`,
    'create index known_browsers_by_user on known_browsers (user_id)',
    `create table identities (
  id integer primary key,
  user_id integer not null,
  issuer {text} not null,
  subject {text} not null,
  created_utc {text} not null,
  last_used_utc {text} not null,
  unique (issuer, subject)){strict}`,
    'create index identities_by_user on identities (user_id)',
    `create table pending_sign_ins (
  id integer primary key,
  digest {text} not null unique,
  expires_utc {text} not null){strict}`,
  ],
};
