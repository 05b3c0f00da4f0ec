// Several media records may share one stored file, and each has a slug of its own.
import type { FillTools, Migration } from './migration.js';

const columns =
  'id, author, date_utc, modified_utc, version, title, alt_text, caption, name, origin, hash, extension, width, height, filesize, sizes';

/** SQLite cannot drop a unique constraint, so the table is rebuilt without it. */
const rebuilt = [
  `create table media_shared (
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
  hash {text} not null,
  extension {text} not null,
  width integer not null,
  height integer not null,
  filesize integer not null,
  sizes {text} not null,
  slug {text} unique){strict}`,
  `insert into media_shared (${columns}) select ${columns} from media`,
  'drop table media',
  'alter table media_shared rename to media',
  'create index media_by_date on media (date_utc, id)',
  'create index media_by_origin on media (origin)',
];

const altered = ['alter table media drop constraint media_hash_key', 'alter table media add column slug {text} unique'];

/** Slugs from the titles; search texts without the file name, which visitors do not see. */
async function fill({ all, run, placeholder, fold, slugify, withSuffix }: FillTools): Promise<void> {
  const update = (table: string, column: string, value: string, id: number) =>
    run({
      sql: `update ${table} set ${column} = ${placeholder(1)} where id = ${placeholder(2)}`,
      values: [value, id],
    });
  const taken = new Set<string>();
  const nextNumber = new Map<string, number>();
  const rows = await all({ sql: 'select id, title, alt_text from media order by id', values: [] });
  for (const [id, title, alt] of rows) {
    const wanted = slugify(String(title)) || String(id);
    let slug = wanted;
    let number = nextNumber.get(wanted) ?? 2;
    while (taken.has(slug)) slug = withSuffix(wanted, number++);
    nextNumber.set(wanted, number);
    taken.add(slug);
    await update('media', 'slug', slug, Number(id));
    await update('media_search', 'words', fold([title, alt].join('\n')), Number(id));
  }
}

export const migration: Migration = {
  statements: [{ embedded: rebuilt, postgres: altered }, 'create index media_by_hash on media (hash)'],
  fill,
};
