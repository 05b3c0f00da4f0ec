// How many events a subscribed calendar has here, so that lists need not count them.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'alter table subscriptions add column event_count integer not null default 0',
    "update subscriptions set event_count = (select count(*) from events where events.source = 'subscription:' || subscriptions.id and events.status <> 'trash')",
  ],
};
