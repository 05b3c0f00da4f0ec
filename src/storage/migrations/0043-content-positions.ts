// Rows that read the content of another row get the position of its newest change when positions are read: which row they read
// from (0: none), and the newest change of the content that others read (-1: none).
import type { Migration } from './migration.js';

const slim = `from events e where e.id = positions.id and e.content_id <> e.id`;

export const migration: Migration = {
  statements: [
    'alter table positions add column content integer not null default 0',
    {
      embedded: ['alter table positions add column content_pos integer not null default -1'],
      postgres: ['alter table positions add column content_pos bigint not null default -1'],
    },
    `alter table positions add column content_utc {text} not null default ''`,
    `update positions set content = (select e.content_id ${slim}) where table_name = 'events' and exists (select 1 ${slim})`,
    'create index positions_of_content on positions (content, table_name, id) where content <> 0',
    'create index positions_by_content_pos on positions (content_pos, table_name, id) where content_pos >= 0',
  ],
};
