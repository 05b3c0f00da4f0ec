// Most events have no parent, and most records no image: indexes of those that have one are small, and the planner knows that
// they find few rows.
import type { Migration } from './migration.js';

const owners = ['events', 'venues', 'organizers'];

export const migration: Migration = {
  statements: [
    'drop index events_by_parent',
    'create index events_by_parent on events (parent, id) where parent <> 0',
    ...owners.flatMap((table) => [
      `drop index ${table}_by_image`,
      `create index ${table}_by_image on ${table} (image_id, id) where image_id <> 0`,
    ]),
  ],
};
