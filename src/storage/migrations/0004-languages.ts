// Texts in several languages: the language of a record's own columns and the texts of the others, how translated records
// read in each language of the site, the slugs that they have beside their own, and remarks of the store to itself.
import { type Migration, textIndex, type Words } from './migration.js';

interface Spoken {
  /** Columns to find and sort by, beside the texts that are searched. */
  readonly keys: readonly string[];
  readonly searched: readonly string[];
}

const termTexts: Spoken = { keys: ['name_key', 'description'], searched: ['name', 'slug'] };

const spoken: Readonly<Record<string, Spoken>> = {
  events: { keys: ['title_key'], searched: ['words'] },
  venues: {
    keys: ['name_key'],
    searched: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  },
  organizers: { keys: ['name_key'], searched: ['name', 'description', 'phone', 'email', 'website'] },
  categories: termTexts,
  tags: termTexts,
};

/** Names may be longer than an entry of a sorted index; they are only compared for equality. */
const byName = (table: string, engine: Words['engine']): string =>
  `create index ${table}_readings_by_name on ${table}_readings ${engine === 'postgres' ? 'using hash ' : ''}(name_key)`;

function readings(table: string, { keys, searched }: Spoken, { engine, text, strict }: Words): readonly string[] {
  const columns = [...keys, ...searched].map((name) => `${name} ${text} not null`).join(', ');
  return [
    `alter table ${table} add column language ${text} not null default ''`,
    `alter table ${table} add column translations ${text} not null default ''`,
    `create table ${table}_slugs (slug ${text} primary key, owner integer not null)${strict}`,
    `create index ${table}_slugs_by_owner on ${table}_slugs (owner)`,
    `create table ${table}_readings
      (id integer primary key, owner integer not null, language ${text} not null, ${columns}, unique (owner, language))${strict}`,
    ...(keys.includes('name_key') ? [byName(table, engine)] : []),
    ...(engine === 'postgres'
      ? searched.map((name) => `create index on ${table}_readings using gin (${name} gin_trgm_ops)`)
      : textIndex(`${table}_readings_fts`, `${table}_readings`, searched)),
  ];
}

export const languages: Migration = {
  version: 4,
  name: 'languages',
  statements: (words) => [
    words.engine === 'postgres'
      ? 'create sequence reading_ids as integer'
      : "insert into sequences (name, value) values ('reading', 0)",
    `create table remarks (name ${words.text} primary key, value ${words.text} not null)${words.strict}`,
    ...Object.entries(spoken).flatMap(([table, texts]) => readings(table, texts, words)),
  ],
};
