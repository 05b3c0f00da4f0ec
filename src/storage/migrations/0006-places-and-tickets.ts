// Coordinates of venues with their geocoding state, and tickets of events.
import type { Migration } from './migration.js';

const places = [
  `alter table venues add column geo_lat {real}`,
  `alter table venues add column geo_lng {real}`,
  'alter table venues add column geo_found integer not null default 0',
  `alter table venues add column geocode_at {text}`,
  'alter table venues add column geocode_tries integer not null default 0',
  'create index venues_by_place on venues (geo_lat, geo_lng, id) where geo_lat is not null',
  'create index venues_to_geocode on venues (geocode_at) where geocode_at is not null',
  // Existing addresses are geocoded once a geocoder is configured.
  "update venues set geocode_at = modified_utc where address <> '' or city <> '' or zip <> ''",
];

/** Includes the password, so that protected events are excluded without reading the row. */
const protection = [
  'drop index events_by_start',
  `create index events_by_start on events
    (status, start_date, id, utc_end_date, end_date, hide_from_listings, password)`,
];

const tickets = [
  `alter table events add column tickets {text} not null default ''`,
  'alter table events add column ticketed integer not null default 0',
  'create index events_by_ticketed on events (ticketed, status, start_date, id, utc_end_date)',
];

export const migration: Migration = {
  statements: [...places, ...tickets, ...protection],
};
