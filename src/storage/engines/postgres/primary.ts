// The connection pool of the current primary, with failover to another host.
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Cell } from '../../../core/column.js';
import type { Connection, Statement } from '../../engine.js';
import { openTransactionGuard, type TransactionGuard } from '../transaction-guard.js';
import { isClash, isUnavailable, translated } from './failure.js';
import { hostsOf } from './hosts.js';

export interface PoolOptions {
  readonly connections: number;
}

const maxAttempts = 8;
const probeTimeoutMs = 2_000;

/** The client is loaded with the first connection: most services use the embedded database. */
const loadClient = async (): Promise<typeof pg> => (await import('pg')).default;

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

async function createPool(url: string, { connections }: PoolOptions): Promise<pg.Pool> {
  const { Pool } = await loadClient();
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 30_000,
    // A forgotten transaction would hold back the positions of all later changes.
    idle_in_transaction_session_timeout: 120_000,
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
/** Names by statement text, never evicted: the server keeps a prepared statement as long as its connection. */
const prepared = new Map<string, string>();
/** Statements that ran once so far. */
const seenOnce = new LRUCache<string, true>({ max: maxPrepared });

/** Selectivity of a pattern depends on its words: a generic plan scans whole tables for a rare word. */
const hasPattern = (sql: string): boolean => sql.includes(' like $');

/** Statements that run a second time are prepared, up to `maxPrepared` of them. */
function nameOf(sql: string): string | undefined {
  const known = prepared.get(sql);
  if (known || prepared.size >= maxPrepared || !/^(select|with|insert|update|delete) /.test(sql)) return known;
  if (hasPattern(sql)) return undefined;
  if (!seenOnce.delete(sql)) {
    seenOnce.set(sql, true);
    return undefined;
  }
  const name = `almanac_${prepared.size}`;
  prepared.set(sql, name);
  return name;
}

function execute(to: Queryable, { sql, values }: Statement) {
  const name = nameOf(sql);
  return to.query({ text: sql, values: [...values], rowMode: 'array', ...(name && { name }) });
}

export const connectionOver = (to: Queryable): Connection => ({
  all: async (statement) => (await execute(to, statement)).rows,
  run: async (statement) => (await execute(to, statement)).rowCount ?? 0,
});

/** Corks the socket for one tick, so that statements sent together leave in one packet. */
function connectionWithin(guard: TransactionGuard, client: pg.PoolClient): Connection {
  const { stream } = client.connection;
  let corked = false;
  function cork(): void {
    if (corked) return;
    corked = true;
    stream.cork();
    process.nextTick(() => {
      corked = false;
      stream.uncork();
    });
  }
  const query = async (config: pg.QueryArrayConfig) => {
    guard.check();
    cork();
    return client.query(config).catch((error: unknown) => {
      throw guard.fail(error);
    });
  };
  return connectionOver({ query });
}

export interface Primary {
  readonly connection: Connection;
  readonly transact: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  readonly snapshot: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export function openPrimary(address: string, options: PoolOptions): Primary {
  const urls = hostsOf(address);
  let [url = address] = urls;
  let pool = openPool(url, options);
  let electing: Promise<void> | undefined;

  async function electPrimary(): Promise<void> {
    for (const candidate of [url, ...urls.filter((other) => other !== url)]) {
      if (!(await isPrimary(candidate))) continue;
      if (candidate !== url) {
        const former = pool;
        [url, pool] = [candidate, openPool(candidate, options)];
        former.end().catch(() => undefined);
      }
      return;
    }
  }

  /** One election at a time, however many requests need it. */
  function elect(): Promise<void> {
    if (urls.length === 1) return Promise.resolve();
    electing ??= electPrimary().finally(() => {
      electing = undefined;
    });
    return electing;
  }

  /** A connection that broke while idle fails on its next use, so a read is retried once. */
  async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await elect();
      return work();
    }
  }

  async function once<Result>(
    work: (connection: Connection) => Promise<Result>,
    commits: () => void,
    begin = 'begin',
  ): Promise<Result> {
    const client = await pool.connect();
    const guard = openTransactionGuard();
    let broken = false;
    try {
      await client.query(begin);
      const result = await work(connectionWithin(guard, client));
      guard.close();
      commits();
      await client.query('commit');
      return result;
    } catch (error) {
      guard.end();
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Retries only while it is certain that nothing was committed. */
  async function transact<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    for (let left = maxAttempts, again = true; ; left--) {
      let committing = false;
      try {
        return await once(work, () => {
          committing = true;
        });
      } catch (error) {
        if (left > 1 && isClash(error)) continue;
        if (again && !committing && isUnavailable(error)) {
          again = false;
          await elect();
          continue;
        }
        // An error of the election shows in the next request.
        if (isUnavailable(error)) elect().catch(() => undefined);
        throw translated(error);
      }
    }
  }

  const repeated: Connection = {
    all: (statement) => withRetry(() => connectionOver(pool).all(statement)).catch(rethrow),
    run: (statement) => withRetry(() => connectionOver(pool).run(statement)).catch(rethrow),
  };
  const snapshot: Primary['snapshot'] = (work) =>
    once(work, () => undefined, 'begin isolation level repeatable read read only').catch(rethrow);
  return { connection: repeated, transact, snapshot, close: () => pool.end() };
}

const rethrow = (error: unknown): never => {
  throw translated(error);
};

async function isPrimary(url: string): Promise<boolean> {
  const { Client } = await loadClient();
  const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}
