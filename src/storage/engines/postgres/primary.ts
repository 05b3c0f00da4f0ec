// The pool of connections to whichever host is the primary now. When it goes away the others are asked.
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Cell } from '../../../core/column.js';
import type { Connection, Statement } from '../../engine.js';
import { openTransactionGuard, type TransactionGuard } from '../transaction-guard.js';
import { isAway, isClash, translated } from './failure.js';
import { hostsOf } from './hosts.js';

export interface PoolOptions {
  readonly connections: number;
}

const attempts = 8;
const probeMilliseconds = 2_000;

export function openPool(url: string, { connections }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 30_000,
    keepAlive: true,
    // What a transaction asks for at once is sent at once.
    pipeline: true,
    application_name: 'almanac',
    // Values arrive as the texts that the server sends; columns decode them.
    types: { getTypeParser: () => (text: string) => text },
  });
  // A server that goes away tells each connection; without a listener that would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

interface Queryable {
  query(question: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Cell[]>>;
}

const maxPrepared = 300;
/** Names by statement. None is ever dropped: the server keeps a prepared statement as long as its connection is open. */
const prepared = new Map<string, string>();
/** Statements that were asked for once so far. */
const seenOnce = new LRUCache<string, true>({ max: maxPrepared });

/** How many rows a pattern finds depends on its words: a plan for any pattern reads whole tables for a rare word. */
const hasPattern = (sql: string): boolean => sql.includes(' like $');

/** Statements that come again are planned once per connection. They are few; whatever comes beyond is planned each time. */
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

function ask(to: Queryable, { sql, values }: Statement) {
  const name = nameOf(sql);
  return to.query({ text: sql, values: [...values], rowMode: 'array', ...(name && { name }) });
}

export const connectionOver = (to: Queryable): Connection => ({
  all: async (statement) => (await ask(to, statement)).rows,
  run: async (statement) => (await ask(to, statement)).rowCount ?? 0,
});

/** What is asked for in one go is sent in one go. */
function connectionWithin(guard: TransactionGuard, client: pg.PoolClient): Connection {
  const { stream } = client.connection;
  let gathering = false;
  function gather(): void {
    if (gathering) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  }
  const query = async (question: pg.QueryArrayConfig) => {
    guard.check();
    gather();
    return client.query(question).catch((error: unknown) => {
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

  async function electAmong(): Promise<void> {
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

  /** One search at a time, however many requests have noticed. */
  function elect(): Promise<void> {
    if (urls.length === 1) return Promise.resolve();
    electing ??= electAmong().finally(() => {
      electing = undefined;
    });
    return electing;
  }

  /** A connection that broke while nobody used it is noticed by its next user, who asks once more. */
  async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
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

  /** Work is repeated only while it is certain that nothing of it was kept. */
  async function transact<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    for (let left = attempts, again = true; ; left--) {
      let committing = false;
      try {
        return await once(work, () => {
          committing = true;
        });
      } catch (error) {
        if (left > 1 && isClash(error)) continue;
        if (again && !committing && isAway(error)) {
          again = false;
          await elect();
          continue;
        }
        // What the search fails with, the next request meets and reports.
        if (isAway(error)) elect().catch(() => undefined);
        throw translated(error);
      }
    }
  }

  const repeated: Connection = {
    all: (statement) => persistently(() => connectionOver(pool).all(statement)).catch(rethrow),
    run: (statement) => persistently(() => connectionOver(pool).run(statement)).catch(rethrow),
  };
  const snapshot: Primary['snapshot'] = (work) =>
    once(work, () => undefined, 'begin isolation level repeatable read read only').catch(rethrow);
  return { connection: repeated, transact, snapshot, close: () => pool.end() };
}

const rethrow = (error: unknown): never => {
  throw translated(error);
};

async function isPrimary(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: probeMilliseconds });
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
