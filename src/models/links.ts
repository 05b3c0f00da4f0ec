// The link tables. Only published events without a password count for their categories and tags,
// and a series counts once, by its master.
import { all, is } from '../core/condition.js';
import type { Link } from '../core/store.js';

const counted = { column: 'count', when: all(is('status', 'publish'), is('password', ''), is('series', 0)) };

export const eventVenues: Link = { table: 'event_venues', owner: 'event', target: 'venue' };
export const eventOrganizers: Link = { table: 'event_organizers', owner: 'event', target: 'organizer' };
export const eventCategories: Link = {
  table: 'event_categories',
  owner: 'event',
  target: 'category',
  sortedBy: 'name_key',
  counted,
};
export const eventTags: Link = { table: 'event_tags', owner: 'event', target: 'tag', sortedBy: 'name_key', counted };
