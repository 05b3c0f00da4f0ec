// Whether an event takes place, where it can be attended, and what calendar apps identify it by.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'alter table events add column event_status integer not null default 0',
    `alter table events add column event_status_note {text} not null default ''`,
    'alter table events add column attendance integer not null default 0',
    `alter table events add column online_url {text} not null default ''`,
    'alter table events add column online_url_from {text}',
    `alter table events add column uid {text} not null default ''`,
    'alter table events add column sequence integer not null default 0',
    // Responses change when an online URL becomes public: the next and the last such moment are looked up.
    'create index events_by_online_url on events (online_url_from) where online_url_from is not null',
  ],
};
