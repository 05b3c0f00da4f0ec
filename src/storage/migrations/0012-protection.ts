// A flag for records that were public once, because only these answer 410 in the trash; and counts of terms without protected
// events.
import type { Migration } from './migration.js';

/** The former status of trashed records is unknown, so they count as never published. */
const publicRecords = ['events', 'venues', 'organizers'].flatMap((table) => [
  `alter table ${table} add column was_public integer not null default 0`,
  `update ${table} set was_public = 1 where status = 'publish'`,
]);

const protectedEvents = (table: string, links: string): string =>
  `from ${links} l join events e on e.id = l.owner
    where l.target = ${table}.id and e.status = 'publish' and e.password <> ''`;

const counts = [
  ['categories', 'event_categories'],
  ['tags', 'event_tags'],
].map(
  ([table = '', links = '']) =>
    `update ${table} set count = count - (select count(*) ${protectedEvents(table, links)})
      where exists (select 1 ${protectedEvents(table, links)})`,
);

export const migration: Migration = {
  statements: [...publicRecords, ...counts],
};
