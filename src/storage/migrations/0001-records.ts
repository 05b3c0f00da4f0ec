// Events, venues, organizers, categories and tags, the links between them and the texts they are searched in.
import { type Migration, type Step, searchTable } from './migration.js';

const searched: Readonly<Record<string, readonly string[]>> = {
  events: ['words'],
  venues: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizers: ['name', 'description', 'phone', 'email', 'website'],
  categories: ['name', 'slug'],
  tags: ['name', 'slug'],
};

const links = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];

const sequenceNames = ['post', 'term', 'account'];

const sequences: Step = {
  embedded: [
    'create table sequences (name text primary key, value integer not null) strict',
    `insert into sequences (name, value) values ${sequenceNames.map((name) => `('${name}', 0)`).join(', ')}`,
  ],
  postgres: [
    'create extension if not exists pg_trgm',
    ...sequenceNames.map((name) => `create sequence ${name}_ids as integer`),
  ],
};

const post = `
  id integer primary key,
  author integer not null,
  status {text} not null,
  date_utc {text} not null,
  date_set integer not null,
  modified_utc {text} not null,
  version integer not null,
  slug {text} unique,
  description {text} not null`;

const term = `
  id integer primary key,
  name {text} not null,
  name_key {text} not null,
  slug {text} unique,
  description {text} not null,
  count integer not null,
  modified_utc {text} not null,
  version integer not null`;

const events = [
  `create table events (${post},
  title {text} not null,
  title_key {text} not null,
  excerpt {text} not null,
  all_day integer not null,
  start_date {text} not null,
  end_date {text} not null,
  utc_start_date {text} not null,
  utc_end_date {text} not null,
  timezone {text} not null,
  cost {text} not null,
  website {text} not null,
  show_map integer not null,
  show_map_link integer not null,
  hide_from_listings integer not null,
  sticky integer not null,
  featured integer not null,
  password {text} not null,
  parent integer not null){strict}`,
  // Covering indexes: lists and totals are answered from these alone, so they include every column of a date filter.
  'create index events_by_start on events (status, start_date, id, utc_end_date, end_date, hide_from_listings)',
  'create index events_by_end on events (status, utc_end_date, start_date, hide_from_listings)',
  `create index events_by_day on events
    (start_date, id, status, utc_end_date, end_date, hide_from_listings, author)`,
  'create index events_by_featured on events (featured, status, start_date, id, utc_end_date)',
  'create index events_by_author on events (author, status)',
  'create index events_by_parent on events (parent) where parent <> 0',
  'create index events_by_title on events (title_key)',
  'create index events_by_modified on events (modified_utc)',
];

const byName = (table: string) => `create index ${table}_by_name on ${table} {hash}(name_key)`;

const venues = [
  `create table venues (${post},
  name {text} not null,
  name_key {text} not null,
  address {text} not null,
  city {text} not null,
  country {text} not null,
  province {text} not null,
  state {text} not null,
  zip {text} not null,
  phone {text} not null,
  website {text} not null,
  stateprovince {text} not null,
  show_map integer not null,
  show_map_link integer not null){strict}`,
  'create index venues_by_date on venues (status, date_utc, id)',
  byName('venues'),
];

const organizers = [
  `create table organizers (${post},
  name {text} not null,
  name_key {text} not null,
  phone {text} not null,
  website {text} not null,
  email {text} not null){strict}`,
  'create index organizers_by_date on organizers (status, date_utc, id)',
  byName('organizers'),
];

const terms = [
  `create table categories (${term},
  parent integer not null,
  path {text} not null){strict}`,
  'create index categories_by_name on categories (name_key)',
  'create index categories_by_parent on categories (parent)',
  'create index categories_by_path on categories (path)',
  `create table tags (${term}){strict}`,
  'create index tags_by_name on tags (name_key)',
];

const linkTable = (table: string) => [
  `create table ${table} (
  owner integer not null,
  target integer not null,
  position integer not null,
  primary key (owner, target)){strict}`,
  `create index ${table}_by_target on ${table} (target, owner)`,
];

export const migration: Migration = {
  statements: [
    sequences,
    ...events,
    ...venues,
    ...organizers,
    ...terms,
    ...links.flatMap(linkTable),
    ...Object.entries(searched).flatMap(([table, texts]) => searchTable(table, texts)),
  ],
};
