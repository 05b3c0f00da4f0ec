// What is particular to PostgreSQL: its words, and an engine over the primary and its replicas.
import type { Dialect, Engine } from '../../engine.js';
import { escapeLike, likeText } from '../../sql/search.js';
import { openFeed } from './change-log.js';
import { openPrimary } from './primary.js';
import { openReplicas } from './replicas.js';

export const postgresDialect: Dialect = {
  placeholder: (position) => `$${position}`,
  jsonRows: (cells, order) => `coalesce(json_agg(json_build_array(${cells.join(', ')}) order by ${order}), '[]'::json)`,
  // The planner finds the index of three-letter pieces by itself.
  hinting: () => undefined,
  containing: (text, word, bind) => `${text} ${likeText(bind, `%${escapeLike(word)}%`)}`,
  least: 'least',
  aside: (column) => column,
  // What lists ask of a row says much the same several times over, which the planner takes for far fewer rows than there
  // are; so it is told where to begin. The ids of an array are looked up one by one.
  among: (id, ids, rare) => (rare ? `${id} = any(array(${ids}))` : `${id} in (${ids})`),
  // It would go through all rows in the order that is wanted, and hope to meet some soon.
  apart: ' offset 0',
  // It would work out every list to its end and sort them all.
  partOf: (list, part) => `(${list}${part()})`,
  leanly: () => '',
  nextIds: (bind, sequence, count) =>
    `select nextval(${bind(`${sequence}_ids`)}::regclass) from generate_series(1, ${bind(count)}::integer)`,
  lastId: (bind, sequence) => `select coalesce(pg_sequence_last_value(${bind(`${sequence}_ids`)}::regclass), 0)`,
};

export interface PostgresOptions {
  readonly url: string;
  readonly replicas: readonly string[];
  readonly connections: number;
}

export function openPostgres({ url, replicas, connections }: PostgresOptions): Engine {
  const primary = openPrimary(url, { connections });
  const feed = openFeed(primary.connection);
  const late = openReplicas(replicas, primary.connection, { connections });
  return {
    name: 'postgres',
    dialect: postgresDialect,
    feed,
    reading: primary.connection,
    late: late.connection,
    scratch: primary.connection,
    transact: primary.transact,
    snapshot: primary.snapshot,
    claim: async (connection, name) => {
      await connection.all({ sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] });
    },
    close: async () => {
      await late.close();
      await primary.close();
    },
  };
}
