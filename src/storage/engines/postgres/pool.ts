// A connection pool of one PostgreSQL server, and statements that are prepared when they come again.
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Cell } from '../../../core/column.js';
import { type Connection, maxLongQueryMs, type Statement } from '../../engine.js';

export interface PoolOptions {
  readonly connections: number;
  /** A pooler gives each transaction another session of the server, so nothing may be left in one: no prepared statement. */
  readonly hasPooler: boolean;
  /** Rejects if the server is not the right one. */
  readonly checkServer?: (client: pg.ClientBase) => Promise<void>;
}

/** The client is loaded with the first connection: most services use the embedded database. */
export const loadClient = async (): Promise<typeof pg> => (await import('pg')).default;

export interface Pool extends Queryable {
  readonly connect: () => Promise<pg.PoolClient>;
  readonly end: () => Promise<void>;
}

export function openPool(url: string, options: PoolOptions): Pool {
  let opened: Promise<pg.Pool> | undefined;
  const pool = () => {
    opened ??= createPool(url, options);
    return opened;
  };
  return {
    connect: async () => (await pool()).connect(),
    query: async (config) => (await pool()).query(config),
    end: async () => (await opened)?.end(),
  };
}

const maxQueryMs = 30_000;

/** A pooler takes none of them: it and the server have settings of their own. */
const sessionSettings = {
  // A forgotten transaction would hold back the positions of all later changes.
  idle_in_transaction_session_timeout: 120_000,
  // The server goes on with a query that the client no longer waits for.
  statement_timeout: maxQueryMs,
  // It would compile lists of large calendars for longer than they run.
  options: '-c jit=off',
};

async function createPool(url: string, { connections, hasPooler, checkServer }: PoolOptions): Promise<pg.Pool> {
  const { Pool } = await loadClient();
  // The pool waits for it and passes on its error, although its type does not say so.
  const onConnect: ((client: pg.ClientBase) => unknown) | undefined = checkServer;
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: maxQueryMs,
    ...(!hasPooler && sessionSettings),
    ...(onConnect && { onConnect }),
    keepAlive: true,
    // Statements of a transaction that are sent together need no round trip each.
    pipeline: true,
    application_name: 'almanac',
    // Values stay text; columns decode them.
    types: { getTypeParser: () => (text: string) => text },
  });
  // A stopped server emits an error on each connection; without a listener that ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

interface Queryable {
  query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Cell[]>>;
}

const maxPrepared = 300;
/** Names by statement text. No name is given twice, because a connection may still have it. */
const names = new LRUCache<string, string>({ max: maxPrepared });
let named = 0;
/** Statements that ran once so far. */
const seenOnce = new LRUCache<string, true>({ max: maxPrepared });
/** Names that a connection has prepared: the server keeps a statement until it is closed. */
const preparedOn = new WeakMap<pg.Client, LRUCache<string, true>>();

/** Selectivity of a pattern depends on its words: a generic plan scans whole tables for a rare word. */
const hasPattern = (sql: string): boolean => sql.includes(' like $');

/** Statements that run a second time are prepared. */
function nameOf({ sql, isPlannedByValues }: Statement): string | undefined {
  const known = names.get(sql);
  if (known || !/^(select|with|insert|update|delete) /.test(sql)) return known;
  if (isPlannedByValues || hasPattern(sql)) return undefined;
  if (!seenOnce.delete(sql)) {
    seenOnce.set(sql, true);
    return undefined;
  }
  const name = `almanac_${named++}`;
  names.set(sql, name);
  return name;
}

/** Closes the statement that the connection has not used for the longest time. */
function noteName(name: string, client: pg.Client): void {
  // The types of the client lack these names.
  const connection = client.connection as pg.Connection & { readonly parsedStatements: Record<string, string> };
  const kept =
    preparedOn.get(client) ??
    new LRUCache<string, true>({
      max: maxPrepared,
      dispose: (_, old) => {
        delete connection.parsedStatements[old];
        connection.close({ type: 'S', name: old }, true);
      },
    });
  preparedOn.set(client, kept);
  kept.set(name, true);
}

/** Runs statements by `to`. Without the client behind it, none is prepared. */
export function connectionOver(to: Queryable, client?: pg.Client): Connection {
  function execute(statement: Statement) {
    const name = client && nameOf(statement);
    if (name) noteName(name, client);
    return to.query({ text: statement.sql, values: [...statement.values], rowMode: 'array', ...(name && { name }) });
  }
  return {
    all: async (statement) => (await execute(statement)).rows,
    run: async (statement) => (await execute(statement)).rowCount ?? 0,
  };
}

/** Ends the query of the connection when the signal aborts. The connection is not used again: a late cancellation would end
 * another query. */
async function endOnAbort<Result>(
  pool: Pool,
  { processID }: pg.ClientBase & { readonly processID?: number },
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const cancel = (): void => {
    pool.query({ text: 'select pg_cancel_backend($1)', values: [processID], rowMode: 'array' }).catch(() => undefined);
  };
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const result = await work();
    signal?.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Runs the work on a connection of the pool, until the signal aborts. */
export async function onClient<Result>(
  pool: Pool,
  work: (connection: Connection, client: pg.PoolClient) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await endOnAbort(pool, client, signal, () => work(connectionOver(client, client), client));
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Runs the work in one transaction, whose begin and commit leave in the same packet as its statements. */
export async function inOnePacket<Result>(
  pool: Pool,
  begin: 'begin read write' | 'begin read only',
  work: (connection: Connection) => Promise<Result>,
  isLong = false,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const [, result] = await Promise.all([
      // A pooler passes no cancellation on.
      client.query(isLong ? `${begin}; set local statement_timeout = ${maxLongQueryMs}` : begin),
      work(connectionOver(client)),
      client.query('commit'),
    ]);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
