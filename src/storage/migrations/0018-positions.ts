// The position of the newest change of every record, for followers of changes. Records that exist already have position 0.
import type { Migration, Step } from './migration.js';

/** `pos` is the number of the transaction that made the change. */
const columns = `
  table_name {text} not null,
  id integer not null,
  pos bigint not null,
  changed_utc {text} not null,
  gone integer not null,
  shown integer not null,
  primary key (table_name, id)`;

const meta = 'create table positions_meta (epoch {text} primary key, purged bigint not null){strict}';

const fill = (table: string, shown: string, now: string): string =>
  `insert into positions select '${table}', id, 0, coalesce(nullif(modified_utc, ''), ${now}), 0, ${shown} from ${table}`;

const wasPublic = `case when status = 'publish' or was_public = 1 then 1 else 0 end`;

const used = (table: string, which: string): string =>
  `exists (select 1 from ${table} o where o.image_id = media.id and o.status = 'publish'${which})`;
const inPublic = [used('events', ` and o.password = ''`), used('venues', ''), used('organizers', '')].join(' or ');

const fillAll = (now: string): readonly string[] => [
  fill('events', wasPublic, now),
  fill('venues', wasPublic, now),
  fill('organizers', wasPublic, now),
  fill('categories', '1', now),
  fill('tags', '1', now),
  fill('media', `case when ${inPublic} then 1 else 0 end`, now),
];

const filled: Step = {
  embedded: fillAll(`datetime('now')`),
  postgres: fillAll(`to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`),
};

export const migration: Migration = {
  statements: [
    {
      embedded: [`create table positions (${columns.replaceAll('bigint', 'integer')}) strict, without rowid`],
      postgres: [`create table positions (${columns})`],
    },
    {
      embedded: [
        meta.replaceAll('bigint', 'integer'),
        `insert into positions_meta values (lower(hex(randomblob(8))), 0)`,
      ],
      postgres: [meta, 'insert into positions_meta values (gen_random_uuid()::text, 0)'],
    },
    filled,
    'create index positions_by_pos on positions (pos, table_name, id)',
    'create index positions_gone on positions (changed_utc) where gone = 1',
  ],
};
