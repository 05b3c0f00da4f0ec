// The text index of the embedded engine is merged a little with every write. Left alone it also merges everything at once
// when many parts have gathered, as after a large import, and one write would wait for that for half a minute.
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
