// Stored pictures, and on each record that can have one a copy of what is known of it.
import { searchTable } from './0001-records.js';
import type { Migration, Words } from './migration.js';

const media = ({ text, strict }: Words) => [
  `create table media (
  id integer primary key,
  author integer not null,
  date_utc ${text} not null,
  modified_utc ${text} not null,
  version integer not null,
  title ${text} not null,
  alt_text ${text} not null,
  caption ${text} not null,
  name ${text} not null,
  origin ${text},
  hash ${text} not null unique,
  extension ${text} not null,
  width integer not null,
  height integer not null,
  filesize integer not null,
  sizes ${text} not null)${strict}`,
  'create index media_by_date on media (date_utc, id)',
];

/** Addresses may be longer than an entry of a sorted index; they are only compared for equality. */
const byOrigin = ({ engine }: Words) =>
  `create index media_by_origin on media ${engine === 'postgres' ? 'using hash ' : ''}(origin)`;

/** SQLite does not find out that a value it is handed is not 0, so it would never use an index of the others alone. */
const byImage = (table: string, { engine }: Words) =>
  `create index ${table}_by_image on ${table} (image_id)${engine === 'postgres' ? ' where image_id <> 0' : ''}`;

const copies = (table: string, words: Words) => [
  `alter table ${table} add column image ${words.text} not null default ''`,
  `alter table ${table} add column image_id integer not null default 0`,
  byImage(table, words),
];

export const pictures: Migration = {
  version: 7,
  name: 'media',
  statements: (words) => [
    ...media(words),
    byOrigin(words),
    ...searchTable('media', ['words'], words),
    ...['events', 'venues', 'organizers'].flatMap((table) => copies(table, words)),
  ],
};
