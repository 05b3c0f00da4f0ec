// What is particular to PostgreSQL: a pool of connections, raw texts instead of converted values, retried transactions.
import pg from 'pg';
import type { Cell } from '../core/column.js';
import { Problem } from '../core/problem.js';
import type { Connection, Dialect, Engine, Statement } from './dialect.js';

export const postgresDialect: Dialect = {
  placeholder: (position) => `$${position}`,
  jsonRows: (cells, order) => `coalesce(json_agg(json_build_array(${cells.join(', ')}) order by ${order}), '[]'::json)`,
  // The planner finds the index of three-letter pieces by itself.
  match: () => undefined,
  nextId: (bind, sequence) => `select nextval(${bind(`${sequence}_ids`)}::regclass)`,
};

const attempts = 8;
/** Serialization failure, deadlock, and a unique value that another transaction took first. */
const repeatable = new Set(['40001', '40P01', '23505']);
/** The server is starting, stopping, out of connections, or not there. */
const unavailable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$|^25006$/;

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
}

export function openPostgres({ url, connections }: PostgresOptions): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'almanac',
    // Values arrive as the texts that the server sends; columns decode them.
    types: { getTypeParser: () => (text: unknown) => text } as unknown as pg.CustomTypesConfig,
  });
  // A server that goes away tells each idle connection; without a listener that would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  const reading: Connection = connectionOver((config) => pool.query(config));

  async function attempt<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch(translate);
    let broken = false;
    try {
      await client.query('begin');
      const result = await work(connectionOver((config) => client.query(config)));
      await client.query('commit');
      return result;
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    name: 'postgres',
    dialect: postgresDialect,
    reading,
    transact: async (work) => {
      for (let left = attempts; ; left--) {
        try {
          return await attempt(work);
        } catch (error) {
          if (left > 1 && repeatable.has(codeOf(error))) continue;
          return translate(error);
        }
      }
    },
    claim: async (connection, name) => {
      await connection.all({ sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [name] });
    },
    close: () => pool.end(),
  };
}

type Run = (config: {
  text: string;
  values: Cell[];
  rowMode: 'array';
}) => Promise<{ rows: unknown[]; rowCount: number | null }>;

function connectionOver(run: Run): Connection {
  const ask = ({ sql, values }: Statement) => run({ text: sql, values: [...values], rowMode: 'array' });
  return {
    all: async (statement) => (await ask(statement).catch(translate)).rows as Cell[][],
    run: async (statement) => (await ask(statement).catch(translate)).rowCount ?? 0,
  };
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** A database that is away is told as such; it is nobody's mistake and passes. */
function translate(error: unknown): never {
  const message = String((error as Error).message);
  const away =
    unavailable.test(codeOf(error)) || /terminated|timeout exceeded when trying to connect|Connection/.test(message);
  if (away && !(error instanceof Problem)) throw new Problem('overloaded', { headers: { 'Retry-After': '2' } });
  throw error;
}
