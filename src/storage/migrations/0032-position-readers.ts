// Who may know of a change: the users whose record it was, and until when everyone could see it. A record that was public once
// counts as public until its next change.
import type { Migration } from './migration.js';

const owned = ['events', 'venues', 'organizers', 'media'];

const fillOwners = (table: string): string =>
  `update positions set owners = ',' || (select cast(author as text) from ${table} r where r.id = positions.id) || ','
    where table_name = '${table}' and exists (select 1 from ${table} r where r.id = positions.id)`;

export const migration: Migration = {
  statements: [
    `alter table positions add column owners {text} not null default ''`,
    {
      embedded: ['alter table positions add column seen_pos integer not null default -1'],
      postgres: ['alter table positions add column seen_pos bigint not null default -1'],
    },
    'update positions set shown = 2, seen_pos = pos where shown = 1',
    ...owned.map(fillOwners),
  ],
};
