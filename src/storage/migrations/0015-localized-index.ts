// Plain names for two kinds of tables: `<table>_localized` holds how translated records are found and sorted in each
// language, `idempotent_responses` the responses for repeated requests. An FTS5 table and its triggers do not follow the
// rename of their content table, so they are built again; these tables hold translated records only.
import { type Migration, type Step, textIndex } from './migration.js';

const term = ['name', 'slug'];

/** The searched columns of each localized table. */
const searched: Readonly<Record<string, readonly string[]>> = {
  events: ['words'],
  venues: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizers: ['name', 'description', 'phone', 'email', 'website'],
  categories: term,
  tags: term,
};

function renamed(table: string, texts: readonly string[]): readonly Step[] {
  const [from, to] = [`${table}_readings`, `${table}_localized`];
  const index = textIndex(`${to}_fts`, to, texts);
  const byName = table === 'events' ? [] : ['by_name'];
  const indexes = ['pkey', 'owner_language_key', ...byName, ...texts.map((name) => `${name}_idx`)];
  return [
    {
      embedded: [
        ...['insert', 'delete', 'update'].map((event) => `drop trigger ${from}_fts_${event}`),
        `drop table ${from}_fts`,
        ...byName.map((name) => `drop index ${from}_${name}`),
      ],
      postgres: indexes.map((name) => `alter index ${from}_${name} rename to ${to}_${name}`),
    },
    `alter table ${from} rename to ${to}`,
    {
      embedded: [
        ...byName.map((name) => `create index ${to}_${name} on ${to} (name_key)`),
        ...(typeof index === 'string' ? [] : index.embedded),
        `insert into ${to}_fts (${to}_fts, rank) values ('crisismerge', 1000)`,
        `insert into ${to}_fts (${to}_fts) values ('rebuild')`,
      ],
      postgres: [],
    },
  ];
}

export const migration: Migration = {
  statements: [
    ...Object.entries(searched).flatMap(([table, texts]) => renamed(table, texts)),
    'alter table kept_answers rename to idempotent_responses',
    'alter table idempotent_responses rename column http to status_code',
    {
      embedded: [
        'drop index kept_answers_by_age',
        'create index idempotent_responses_by_age on idempotent_responses (created_utc)',
        "update sequences set name = 'localized' where name = 'reading'",
      ],
      postgres: [
        'alter index kept_answers_by_age rename to idempotent_responses_by_age',
        'alter index kept_answers_pkey rename to idempotent_responses_pkey',
        'alter index kept_answers_user_id_route_idempotency_key_key rename to idempotent_responses_request_key',
        'alter sequence reading_ids rename to localized_ids',
      ],
    },
  ],
};
