// Tables and columns get the usual word for what they hold.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'alter table sources rename to subscriptions',
    "update revisions set resource = 'subscription' where resource = 'source'",
    "update revisions set via = 'subscriptions' where via = 'sources' and user_id = 0",
    'alter table remarks rename to metadata',
    'alter table events rename column lasting to duration_class',
  ],
};
