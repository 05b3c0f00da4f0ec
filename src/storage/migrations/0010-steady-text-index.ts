// FTS5 merges its segments a little with every write. By default it also merges all of them at once when many have gathered,
// as after a large import, which would block one write for half a minute.
import type { Migration } from './migration.js';

const searched = ['events', 'venues', 'organizers', 'categories', 'tags'];
const indexes = [...searched.flatMap((table) => [`${table}_fts`, `${table}_readings_fts`]), 'media_fts'];

export const migration: Migration = {
  statements: [
    {
      embedded: indexes.map((index) => `insert into ${index} (${index}, rank) values ('crisismerge', 1000)`),
      postgres: [],
    },
  ],
};
