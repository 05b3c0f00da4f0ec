// The connection pool of the current primary, with failover to another host.
import type pg from 'pg';
import type { TransactOptions } from '../../../core/store.js';
import type { Connection, Engine } from '../../engine.js';
import { openTransactionGuard, type TransactionGuard } from '../transaction-guard.js';
import { isClash, isUnavailable, translated, wrongServer } from './failure.js';
import { hostsOf } from './hosts.js';
import { connectionOver, inOnePacket, loadClient, onClient, openPool, type PoolOptions } from './pool.js';

const maxAttempts = 8;
const probeTimeoutMs = 2_000;
/** The longest time of a timer. */
const unlimitedMs = 2 ** 31 - 1;

/** Corks the socket for one tick, so that statements sent together leave in one packet. */
function connectionWithin(
  guard: TransactionGuard,
  client: pg.PoolClient,
  { hasPooler }: PoolOptions,
  isUnlimited: boolean,
): Connection {
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
    // The types of the client lack the limit of one query.
    const limited: pg.QueryArrayConfig & { query_timeout?: number } = isUnlimited
      ? { ...config, query_timeout: unlimitedMs }
      : config;
    return client.query(limited).catch((error: unknown) => {
      throw guard.fail(error);
    });
  };
  return connectionOver({ query }, hasPooler ? undefined : client);
}

export interface Primary {
  readonly connection: Connection;
  readonly transact: Engine['transact'];
  readonly snapshot: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export function openPrimary(address: string, given: PoolOptions): Primary {
  const options = { ...given, checkServer: refuseStandby };
  const { hasPooler } = options;
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
    begin: string,
    isUnlimited = false,
  ): Promise<Result> {
    const client = await pool.connect();
    const guard = openTransactionGuard();
    let broken = false;
    try {
      await client.query(isUnlimited ? `${begin}; set local statement_timeout = 0` : begin);
      const result = await work(connectionWithin(guard, client, options, isUnlimited));
      guard.close();
      commits();
      await client.query('commit');
      return result;
    } catch (error) {
      guard.end();
      const isRolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      );
      // A session of a former primary works, but not for changes.
      broken = !isRolledBack || isUnavailable(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Retries only while it is certain that nothing was committed. */
  async function transact<Result>(
    work: (connection: Connection) => Promise<Result>,
    { isUnlimited = false }: TransactOptions = {},
  ): Promise<Result> {
    for (let left = maxAttempts, again = true; ; left--) {
      let committing = false;
      try {
        const commits = () => {
          committing = true;
        };
        return await once(work, commits, 'begin read write', isUnlimited);
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

  /** Through a pooler, each transaction may be on another server: one that is read-write is on no standby. */
  const single = <Result>(work: (connection: Connection) => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
    hasPooler ? inOnePacket(pool, 'begin read write', work, signal !== undefined) : onClient(pool, work, signal);
  const repeated: Connection = {
    all: (statement, signal) => withRetry(() => single(({ all }) => all(statement), signal)).catch(rethrow),
    run: (statement) => withRetry(() => single(({ run }) => run(statement))).catch(rethrow),
  };
  const snapshot: Primary['snapshot'] = (work) =>
    once(work, () => undefined, 'begin isolation level repeatable read read only').catch(rethrow);
  return { connection: repeated, transact, snapshot, close: () => pool.end() };
}

const rethrow = (error: unknown): never => {
  throw translated(error);
};

/** A former primary becomes a standby, whose data may be old. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: string }>('select pg_is_in_recovery()::text as standby');
  if (rows[0]?.standby !== 'false') throw wrongServer('The server is a standby.');
}

async function isPrimary(url: string): Promise<boolean> {
  const { Client } = await loadClient();
  const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseStandby(client);
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}
