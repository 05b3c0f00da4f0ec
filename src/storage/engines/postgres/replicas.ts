// Sends reads that may be stale to a replica whose lag is at most one second. One replica serves at a time, and only after
// it has replayed everything that was shown before, so that a reader never sees older data than before.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf } from '../../../core/error.js';
import type { Connection, Statement } from '../../engine.js';
import { isUnavailable } from './failure.js';
import { connectionOver, openPool, type PoolOptions } from './primary.js';

const pollEveryMs = 250;
const maxLagMs = 1_000;
const catchUp = { maxAttempts: 10, pauseMs: 30 };

interface Replica {
  readonly pool: pg.Pool;
  /** Replayed WAL position, and the last time at which the primary was not ahead of it. */
  position: bigint;
  freshAt: number;
}

interface PrimaryPosition {
  readonly position: bigint;
  readonly at: number;
}

/** Parses a WAL position such as `16/B374D848`. */
export function positionOf(text: unknown): bigint {
  const [high = '0', low = '0'] = String(text ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

const positionAt = async (connection: Connection, expression: string): Promise<bigint> =>
  positionOf((await connection.all({ sql: `select ${expression}`, values: [] }))[0]?.[0]);

export interface ReplicaPool {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

export function openReplicas(urls: readonly string[], primary: Connection, options: PoolOptions): ReplicaPool {
  if (urls.length === 0) return { connection: primary, close: async () => undefined };
  const replicas: readonly Replica[] = urls.map((url) => ({ pool: openPool(url, options), position: 0n, freshAt: 0 }));
  let positions: readonly PrimaryPosition[] = [];
  let chosen: Replica | undefined;
  let changing: Promise<void> | undefined;
  const onPrimary = new Set<Promise<unknown>>();

  const isFresh = ({ freshAt }: Replica): boolean => Date.now() - freshAt <= maxLagMs;
  const primaryPosition = () => positionAt(primary, 'pg_current_wal_lsn()');

  async function checkLag(replica: Replica): Promise<void> {
    try {
      replica.position = await positionAt(connectionOver(replica.pool), 'pg_last_wal_replay_lsn()');
      const passed = positions.filter(({ position }) => position <= replica.position);
      replica.freshAt = Math.max(0, ...passed.map(({ at }) => at));
    } catch {
      replica.freshAt = 0;
    }
  }

  async function poll(): Promise<void> {
    const at = Date.now();
    const position = await primaryPosition().catch(() => undefined);
    if (position !== undefined)
      positions = [...positions.filter((known) => at - known.at <= 2 * maxLagMs), { position, at }];
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
      if (next.position >= shown) {
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

  async function readFromPrimary(statement: Statement) {
    const rows = primary.all(statement);
    onPrimary.add(rows);
    try {
      return await rows;
    } finally {
      onPrimary.delete(rows);
    }
  }

  return {
    connection: {
      all: async (statement) => {
        await changing;
        const replica = chosen;
        if (!replica || !isFresh(replica)) return readFromPrimary(statement);
        try {
          return await connectionOver(replica.pool).all(statement);
        } catch (error) {
          if (!isUnavailable(error) && !isCanceled(error)) throw error;
          replica.freshAt = 0;
          return readFromPrimary(statement);
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

/** A replica cancels a query that conflicts with WAL replay. */
const isCanceled = (error: unknown): boolean => ['40001', '57014'].includes(codeOf(error));
