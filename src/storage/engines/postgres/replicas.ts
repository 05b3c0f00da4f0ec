// Reads that may be a little late go to a replica that is close behind the primary. One replica is used at a time, and
// it is begun only once it has come as far as anything shown before, so that time never runs backwards for a reader.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf } from '../../../core/error.js';
import type { Connection, Statement } from '../../engine.js';
import { isAway } from './failure.js';
import { connectionOver, openPool, type PoolOptions } from './primary.js';

const lookEvery = 250;
const latest = 1_000;
const patience = { times: 10, milliseconds: 30 };

interface Replica {
  readonly pool: pg.Pool;
  /** How far it has come, and when the primary had last come no further. */
  position: bigint;
  freshAt: number;
}

interface Mark {
  readonly position: bigint;
  readonly at: number;
}

/** `16/B374D848` as a number that can be compared. */
export function positionOf(text: unknown): bigint {
  const [high = '0', low = '0'] = String(text ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

const positionAt = async (connection: Connection, words: string): Promise<bigint> =>
  positionOf((await connection.all({ sql: `select ${words}`, values: [] }))[0]?.[0]);

export interface Late {
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

export function openReplicas(urls: readonly string[], primary: Connection, options: PoolOptions): Late {
  if (urls.length === 0) return { connection: primary, close: async () => undefined };
  const replicas: readonly Replica[] = urls.map((url) => ({ pool: openPool(url, options), position: 0n, freshAt: 0 }));
  let marks: readonly Mark[] = [];
  let chosen: Replica | undefined;
  let changing: Promise<void> | undefined;
  const onPrimary = new Set<Promise<unknown>>();

  const isFresh = ({ freshAt }: Replica): boolean => Date.now() - freshAt <= latest;
  const primaryPosition = () => positionAt(primary, 'pg_current_wal_lsn()');

  async function lookAt(replica: Replica): Promise<void> {
    try {
      replica.position = await positionAt(connectionOver(replica.pool), 'pg_last_wal_replay_lsn()');
      const passed = marks.filter(({ position }) => position <= replica.position);
      replica.freshAt = Math.max(0, ...passed.map(({ at }) => at));
    } catch {
      replica.freshAt = 0;
    }
  }

  async function look(): Promise<void> {
    const at = Date.now();
    const position = await primaryPosition().catch(() => undefined);
    if (position !== undefined) marks = [...marks.filter((mark) => at - mark.at <= 2 * latest), { position, at }];
    await Promise.all(replicas.map(lookAt));
    if (chosen && isFresh(chosen)) return;
    chosen = undefined;
    const next = replicas.find(isFresh);
    if (!next) return;
    changing = changeTo(next).finally(() => {
      changing = undefined;
    });
    await changing;
  }

  /** New readers wait while those of the primary finish and the replica catches up with what they saw. */
  async function changeTo(next: Replica): Promise<void> {
    await Promise.allSettled(onPrimary);
    const shown = await primaryPosition().catch(() => undefined);
    for (let left = patience.times; left > 0 && shown !== undefined; left--) {
      await lookAt(next);
      if (next.position >= shown) {
        chosen = next;
        return;
      }
      await sleep(patience.milliseconds);
    }
  }

  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, lookEvery);
  timer.unref();

  async function askPrimary(statement: Statement) {
    const asked = primary.all(statement);
    onPrimary.add(asked);
    try {
      return await asked;
    } finally {
      onPrimary.delete(asked);
    }
  }

  return {
    connection: {
      all: async (statement) => {
        await changing;
        const replica = chosen;
        if (!replica || !isFresh(replica)) return askPrimary(statement);
        try {
          return await connectionOver(replica.pool).all(statement);
        } catch (error) {
          if (!isAway(error) && !isCanceled(error)) throw error;
          replica.freshAt = 0;
          return askPrimary(statement);
        }
      },
      run: primary.run,
    },
    close: async () => {
      clearInterval(timer);
      await looking;
      await Promise.all(replicas.map(({ pool }) => pool.end()));
    },
  };
}

/** A replica cancels a query that stands in the way of what it replays. */
const isCanceled = (error: unknown): boolean => ['40001', '57014'].includes(codeOf(error));
