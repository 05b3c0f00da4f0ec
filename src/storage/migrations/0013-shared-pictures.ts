// Several media records may share one stored file, and each has a slug of its own: storage/media-fill.ts fills it in.
import type { Migration, Words } from './migration.js';

const columns =
  'id, author, date_utc, modified_utc, version, title, alt_text, caption, name, origin, hash, extension, width, height, filesize, sizes';

/** SQLite cannot drop a unique constraint of a column: the table is written again without it. */
const rebuilt = ({ text, strict }: Words) => [
  `create table media_shared (
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
  hash ${text} not null,
  extension ${text} not null,
  width integer not null,
  height integer not null,
  filesize integer not null,
  sizes ${text} not null,
  slug ${text} unique)${strict}`,
  `insert into media_shared (${columns}) select ${columns} from media`,
  'drop table media',
  'alter table media_shared rename to media',
  'create index media_by_date on media (date_utc, id)',
  'create index media_by_origin on media (origin)',
];

const altered = ({ text }: Words) => [
  'alter table media drop constraint media_hash_key',
  `alter table media add column slug ${text} unique`,
];

export const sharedPictures: Migration = {
  version: 13,
  name: 'shared pictures',
  statements: (words) => [
    ...(words.engine === 'postgres' ? altered(words) : rebuilt(words)),
    'create index media_by_hash on media (hash)',
  ],
};
