// Events behind a password no longer count for their terms.
import type { Migration } from './migration.js';

const counted = [
  ['categories', 'event_categories'],
  ['tags', 'event_tags'],
] as const;

const protectedEvents = (table: string, links: string): string =>
  `from ${links} l join events e on e.id = l.owner
    where l.target = ${table}.id and e.status = 'publish' and e.password <> ''`;

export const protection: Migration = {
  version: 12,
  name: 'protection',
  statements: () =>
    counted.map(
      ([table, links]) =>
        `update ${table} set count = count - (select count(*) ${protectedEvents(table, links)})
          where exists (select 1 ${protectedEvents(table, links)})`,
    ),
};
