// The quota of security mails, the public URL in mails, and the client that sent an unconfirmed submission.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'alter table mails add column is_security integer not null default 0',
    'drop index mails_due',
    'create index mails_due on mails (is_security, next_attempt_utc) where next_attempt_utc is not null',
    `alter table settings add column public_url {text} not null default ''`,
    `alter table submissions add column client_key {text} not null default ''`,
  ],
};
