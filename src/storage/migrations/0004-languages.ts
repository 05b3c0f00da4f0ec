// Translations: the language of a record's own columns, its texts in other languages, a search and sort index per language,
// further slugs, and a table for metadata of the store.
import { type Migration, type Step, textIndex } from './migration.js';

interface Spoken {
  /** Columns to filter and sort by, beside the searched texts. */
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

const byName = (table: string): string =>
  `create index ${table}_readings_by_name on ${table}_readings {hash}(name_key)`;

function readings(table: string, { keys, searched }: Spoken): readonly Step[] {
  const columns = [...keys, ...searched].map((name) => `${name} {text} not null`).join(', ');
  return [
    `alter table ${table} add column language {text} not null default ''`,
    `alter table ${table} add column translations {text} not null default ''`,
    `create table ${table}_slugs (slug {text} primary key, owner integer not null){strict}`,
    `create index ${table}_slugs_by_owner on ${table}_slugs (owner)`,
    `create table ${table}_readings
      (id integer primary key, owner integer not null, language {text} not null, ${columns}, unique (owner, language)){strict}`,
    ...(keys.includes('name_key') ? [byName(table)] : []),
    textIndex(`${table}_readings_fts`, `${table}_readings`, searched),
  ];
}

export const migration: Migration = {
  statements: [
    {
      embedded: ["insert into sequences (name, value) values ('reading', 0)"],
      postgres: ['create sequence reading_ids as integer'],
    },
    'create table remarks (name {text} primary key, value {text} not null){strict}',
    ...Object.entries(spoken).flatMap(([table, texts]) => readings(table, texts)),
  ],
};
