// Media, and a copy of the image data on each record that refers to it.
import { type Migration, type Step, searchTable } from './migration.js';

const media = [
  `create table media (
  id integer primary key,
  author integer not null,
  date_utc {text} not null,
  modified_utc {text} not null,
  version integer not null,
  title {text} not null,
  alt_text {text} not null,
  caption {text} not null,
  name {text} not null,
  origin {text},
  hash {text} not null unique,
  extension {text} not null,
  width integer not null,
  height integer not null,
  filesize integer not null,
  sizes {text} not null){strict}`,
  'create index media_by_date on media (date_utc, id)',
];

/** SQLite cannot prove that a bound value is not 0, so it would never use a partial index.  */
const byImage = (table: string): Step => {
  const index = `create index ${table}_by_image on ${table} (image_id)`;
  return { embedded: [index], postgres: [`${index} where image_id <> 0`] };
};

const copies = (table: string): readonly Step[] => [
  `alter table ${table} add column image {text} not null default ''`,
  `alter table ${table} add column image_id integer not null default 0`,
  byImage(table),
];

export const migration: Migration = {
  statements: [
    ...media,
    'create index media_by_origin on media {hash}(origin)',
    ...searchTable('media', ['words']),
    ...['events', 'venues', 'organizers'].flatMap(copies),
  ],
};
