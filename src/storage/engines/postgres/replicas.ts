// Sends reads that may be stale to a replica whose lag is at most one second. One replica serves at a time, and only after
// it has replayed everything that was shown before, so that a reader never sees older data than before.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf } from '../../../core/error.js';
import type { Connection, Statement } from '../../engine.js';
import type { Delivered } from './change-log.js';
import { isUnavailable, wrongServer } from './failure.js';
import { connectionOver, inOnePacket, onClient, type Pool, type PoolOptions } from './pool.js';
import {
  includes,
  lagSql,
  none,
  positionAt,
  type Replayed,
  reaches,
  readReplayed,
  type WalPosition,
  writtenSql,
} from './replayed.js';

const pollEveryMs = 250;
const maxLagMs = 1_000;
const catchUp = { maxAttempts: 10, pauseMs: 30 };

interface Replica {
  readonly pool: Pool;
  /** Replayed WAL position, and the last time at which the primary was not ahead of it. */
  replayed: WalPosition;
  freshAt: number;
}

interface PrimaryPosition extends WalPosition {
  readonly at: number;
}

export interface ReplicaPool {
  readonly connection: Connection;
  /** As in `Engine`. */
  readonly onLaggingRead: (listener: () => void) => void;
  readonly close: () => Promise<void>;
}

export function openReplicas(
  pools: readonly Pool[],
  primary: Connection,
  delivered: () => Delivered | undefined,
  hasPooler: boolean,
): ReplicaPool {
  const listeners: (() => void)[] = [];
  const onLaggingRead: ReplicaPool['onLaggingRead'] = (listener) => listeners.push(listener);
  if (pools.length === 0) return { connection: primary, onLaggingRead, close: async () => undefined };
  const replicas: readonly Replica[] = pools.map((pool) => ({ pool, replayed: none, freshAt: 0 }));
  let positions: readonly PrimaryPosition[] = [];
  let chosen: Replica | undefined;
  let changing: Promise<void> | undefined;
  const onPrimary = new Set<Promise<unknown>>();

  const isFresh = ({ freshAt }: Replica): boolean => Date.now() - freshAt <= maxLagMs;
  const primaryPosition = () => positionAt(primary, writtenSql);

  async function checkLag(replica: Replica): Promise<void> {
    try {
      replica.replayed = await positionAt(connectionOver(replica.pool), lagSql);
      const passed = positions.filter((position) => reaches(replica.replayed, position));
      replica.freshAt = Math.max(0, ...passed.map(({ at }) => at));
    } catch {
      replica.freshAt = 0;
    }
  }

  async function poll(): Promise<void> {
    const at = Date.now();
    const position = await primaryPosition().catch(() => undefined);
    if (position !== undefined)
      positions = [...positions.filter((known) => at - known.at <= 2 * maxLagMs), { ...position, at }];
    await Promise.all(replicas.map(checkLag));
    if (chosen && isFresh(chosen)) return;
    chosen = undefined;
    const next = replicas.find(isFresh);
    if (!next) return;
    changing = changeTo(next).finally(() => {
      changing = undefined;
    });
    await changing;
  }

  /** New reads wait until reads on the primary have finished and the replica has replayed what they saw. */
  async function changeTo(next: Replica): Promise<void> {
    await Promise.allSettled(onPrimary);
    const shown = await primaryPosition().catch(() => undefined);
    for (let left = catchUp.maxAttempts; left > 0 && shown !== undefined; left--) {
      await checkLag(next);
      if (reaches(next.replayed, shown)) {
        chosen = next;
        return;
      }
      await sleep(catchUp.pauseMs);
    }
  }

  let polling: Promise<void> | undefined;
  const timer = setInterval(() => {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  }, pollEveryMs);
  timer.unref();

  /** What is read here may be newer than all that a replica has, so one must catch up before it is used again. */
  async function readFromPrimary(statement: Statement, signal: AbortSignal | undefined) {
    chosen = undefined;
    const rows = primary.all(statement, signal);
    onPrimary.add(rows);
    try {
      return await rows;
    } finally {
      onPrimary.delete(rows);
    }
  }

  /** By connection, because a server that crashed can come back with less, which ends its connections. */
  const replayedBy = new WeakMap<pg.PoolClient, Replayed>();

  const judge = (needed: Delivered | undefined, replayed: Replayed | undefined): void => {
    if (!needed || !includes(replayed, needed)) for (const listener of listeners) listener();
  };

  /** Every connection may be another session, so nothing is known of it: asked within the transaction of the read. */
  const readThroughPooler = (pool: Pool, statement: Statement, isLong: boolean) =>
    inOnePacket(
      pool,
      'begin read only',
      async (connection) => {
        const needed = delivered();
        const [replayed, rows] = await Promise.all([readReplayed(connection), connection.all(statement)]);
        judge(needed, replayed);
        return rows;
      },
      isLong,
    );

  /** Asks what the replica has replayed before the read, if more was delivered than is known of this connection. Both leave in
   * one packet. Snapshots never go back, so that the read sees at least as much. */
  async function readFromReplica({ pool }: Replica, statement: Statement, signal: AbortSignal | undefined) {
    if (hasPooler) return readThroughPooler(pool, statement, signal !== undefined);
    const read = async (connection: Connection, client: pg.PoolClient) => {
      const needed = delivered();
      const known = replayedBy.get(client);
      const asking = needed && !includes(known, needed) ? readReplayed(connection) : known;
      const [rows, replayed] = await Promise.all([connection.all(statement), asking]);
      if (replayed) replayedBy.set(client, replayed);
      judge(needed, replayed);
      return rows;
    };
    return onClient(pool, read, signal);
  }

  return {
    onLaggingRead,
    connection: {
      all: async (statement, signal) => {
        await changing;
        const replica = chosen;
        if (!replica || !isFresh(replica)) return readFromPrimary(statement, signal);
        try {
          return await readFromReplica(replica, statement, signal);
        } catch (error) {
          if (signal?.aborted || (!isUnavailable(error) && !isCanceled(error))) throw error;
          replica.freshAt = 0;
          return readFromPrimary(statement, signal);
        }
      },
      run: primary.run,
    },
    close: async () => {
      clearInterval(timer);
      await polling;
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

const serverSql = `select concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as server`;

/** All connections of a URL lead to the server whose lag is measured, also where a balancer has several. Another server is refused
 * as long as a connection is open, and once more afterwards, so that its lag is measured before it is read. */
export function oneServer(): NonNullable<PoolOptions['checkServer']> {
  let server: string | undefined;
  let open = 0;
  return async (client) => {
    const { rows } = await client.query<{ server: string }>(serverSql);
    const found = rows[0]?.server;
    const isSame = server === undefined || server === found;
    if (open === 0) server = isSame ? found : undefined;
    if (!isSame) throw wrongServer('The URL of the replica leads to another server now.');
    open++;
    client.once('end', () => open--);
  };
}

/** A replica cancels a query that conflicts with WAL replay. Through a pooler, the question before it may have failed. */
const isCanceled = (error: unknown): boolean => ['40001', '57014', '25P02'].includes(codeOf(error));
