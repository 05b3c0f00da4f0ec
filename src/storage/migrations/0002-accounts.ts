// Accounts, application passwords, sessions, and stored responses for idempotent requests.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    `create table users (
  id integer primary key,
  name {text} not null,
  name_key {text} not null unique,
  role {text} not null,
  password {text} not null,
  created_utc {text} not null){strict}`,
    `create table application_passwords (
  id integer primary key,
  user_id integer not null,
  label {text} not null,
  digest {text} not null unique,
  created_utc {text} not null){strict}`,
    'create index application_passwords_by_user on application_passwords (user_id)',
    `create table sessions (
  id integer primary key,
  user_id integer not null,
  digest {text} not null unique,
  csrf {text} not null,
  expires_utc {text} not null){strict}`,
    'create index sessions_by_user on sessions (user_id)',
    'create index sessions_by_expiry on sessions (expires_utc)',
    `create table kept_answers (
  id integer primary key,
  user_id integer not null,
  route {text} not null,
  idempotency_key {text} not null,
  fingerprint {text} not null,
  http integer not null,
  headers {text} not null,
  body {text} not null,
  created_utc {text} not null,
  unique (user_id, route, idempotency_key)){strict}`,
    'create index kept_answers_by_age on kept_answers (created_utc)',
  ],
};
