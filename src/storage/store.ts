// The Store over an engine: readers that use cached totals, writers that log their changes, and change subscriptions.
import { type DiskWatch, diskFailure, watchDisk } from '../core/disk.js';
import {
  type Attempt,
  type Change,
  type CountPlan,
  lastBackupName,
  type Reader,
  type Store,
  type StoreInfo,
  type Tables,
  type Transacting,
} from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { currentTime } from '../core/time/clock.js';
import type { Totals } from '../core/totals.js';
import { openTracker } from './change-log/tracker.js';
import { countingWith } from './counting.js';
import { tryDisk } from './disk.js';
import type { Connection, Engine, LogEntry } from './engine.js';
import { openLongQueries } from './long-queries.js';
import { openMarks } from './positions/marks.js';
import { openPositions } from './positions/positions.js';
import { writePositions } from './positions/write.js';
import { readerOver } from './reader.js';
import { snapshotReaderOver } from './snapshot-reader.js';
import { openThrottle } from './throttle.js';
import { type Later, writerOver } from './writer.js';

export interface StoreOptions {
  /** Cached totals of lists, kept up to date by the change log; without them every list runs a count. */
  readonly totals?: Totals;
}

export function openStore(engine: Engine, registry: Tables, { totals }: StoreOptions = {}): Store {
  const { changeLog } = engine;
  const disk = watchDisk(() => tryDisk(engine));
  const transact: Engine['transact'] = (work, options) => disk.change(() => engine.transact(work, options));
  const limitFor = openLongQueries(engine.maxLongQueries);
  const listeners: ((changes: readonly Change[] | undefined) => void)[] = [];
  const lagListeners: (() => void)[] = totals ? [totals.discardPending] : [];
  engine.onLaggingRead?.(() => {
    for (const listener of lagListeners) listener();
  });

  /** When the change log cannot be read, anything may have changed. */
  function drainLog(): readonly LogEntry[] | undefined | 'failed' {
    try {
      return changeLog.drain();
    } catch {
      return 'failed';
    }
  }

  function deliverChanges() {
    const found = drainLog();
    const logged = found === 'failed' ? undefined : found;
    if (!logged) totals?.clear();
    else if (logged.length) totals?.apply(logged);
    if (!logged || logged.length) for (const listener of listeners) listener(logged?.flatMap(({ changes }) => changes));
    if (found === 'failed') return 'unknown';
    return changeLog.isFresh() ? (changeLog.isExact ? 'exact' : 'recent') : 'unknown';
  }

  /** Cached totals are as stale as the change log: an exact reader runs a count where the log is not exact. */
  const counting = (connection: Connection, exact: boolean): Reader => {
    const reader = readerOver(connection, engine, registry);
    if (!totals) return reader;
    const cached = countingWith(totals, connection, engine, registry, reader);
    const readerFor = ({ table }: CountPlan): Pick<Reader, 'count' | 'page'> => {
      // Changes of such tables are not logged, so their totals cannot be cached.
      if (!table.trackedColumns) return reader;
      const freshness = deliverChanges();
      return freshness === 'exact' || (freshness === 'recent' && !exact) ? cached : reader;
    };
    return { ...reader, count: (plan) => readerFor(plan).count(plan), page: (plan) => readerFor(plan).page(plan) };
  };

  const transacting: Transacting = {
    ...counting(engine.readConnection, true),
    transact: async (work, options) => {
      let later: Later[] = [];
      const { result, logged } = await transact(async (connection) => {
        const [tracker, marks] = [openTracker(), openMarks(registry)];
        later = [];
        const pending: Promise<unknown>[] = [];
        const result = await work(writerOver(connection, engine, registry, tracker, marks, later, pending));
        const changes = tracker.changes();
        if (changes.length === 0) {
          await Promise.all(pending);
          return { result, logged: undefined };
        }
        // The entry comes first, because it takes the number of the transaction.
        const [logged] = await Promise.all([
          changeLog.log(connection, changes),
          writePositions(connection, engine, registry, marks.byTable(), currentTime()),
          ...pending,
        ]);
        return { result, logged };
      }, options);
      if (logged) changeLog.committed(logged);
      for (const rest of later) await rest(transacting).catch(() => undefined);
      return result;
    },
  };
  return {
    ...transacting,
    preview: async (work) => {
      try {
        return await transact(
          async (connection) => {
            const [tracker, marks] = [openTracker(), openMarks(registry)];
            const writer = writerOver(connection, engine, registry, tracker, marks, [], [], true);
            throw new RolledBack(await work(writer, attemptOn(connection)));
          },
          { isLong: true },
        );
      } catch (error) {
        if (error instanceof RolledBack) return error.result;
        throw error;
      }
    },
    snapshot: (work) => engine.snapshot((connection) => work(snapshotReaderOver(connection, engine, registry))),
    maybeStale: counting(engine.maybeStale, false),
    readerFor: (client, isMaybeStale) =>
      counting(limitFor(isMaybeStale ? engine.maybeStale : engine.readConnection, client), !isMaybeStale),
    positions: openPositions(engine),
    subscribe: (listener) => listeners.push(listener),
    onLaggingRead: (listener) => lagListeners.push(listener),
    pollChanges: changeLog.pollChanges,
    deliverChanges,
    throttle: (rate) =>
      watchedThrottle(
        openThrottle(engine, rate, () => Date.now()),
        disk,
      ),
    ready: async () => {
      await engine.readConnection.all({ sql: 'select 1', values: [] });
      if (engine.lacksSpace?.()) throw diskFailure();
      await disk.ready();
    },
    updateStatistics: async () => engine.updateStatistics?.(),
    describe: () => describeStore(engine),
    close: () => engine.close(),
  };
}

/** By a savepoint. A failure of the database itself ends the whole transaction. */
const attemptOn = (connection: Connection): Attempt => {
  const run = (sql: string) => connection.run({ sql, values: [] });
  return async (part) => {
    await run('savepoint part');
    try {
      return await part();
    } catch (error) {
      await run('rollback to savepoint part');
      throw error;
    } finally {
      await run('release savepoint part');
    }
  };
};

async function describeStore({ name, readConnection, sizeSql, dialect }: Engine): Promise<StoreInfo> {
  const backup = `select value from metadata where name = ${dialect.placeholder(1)}`;
  const [size, stored] = await Promise.all([
    readConnection.all({ sql: sizeSql, values: [] }),
    readConnection.all({ sql: backup, values: [lastBackupName] }),
  ]);
  const lastBackup = stored[0]?.[0];
  return { engine: name, sizeBytes: Number(size[0]?.[0]), ...(lastBackup && { lastBackup: String(lastBackup) }) };
}

const watchedThrottle = ({ wait, spend }: Throttle, { change }: DiskWatch): Throttle => ({
  wait,
  spend: (key, cost) => change(() => spend(key, cost)),
});

/** Carries the result of a preview out of its transaction, which the throw rolls back. */
class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super('rolled back');
  }
}
