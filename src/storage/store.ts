// The Store over an engine: readers and writers that know what is kept in memory, and news of every change.
import { type DiskWatch, diskFailure, watchDisk } from '../core/disk.js';
import type { Change, CountPlan, Reader, Store, Tables, Transacting } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import type { Totals } from '../core/totals.js';
import { openTracker } from './change-log/tracker.js';
import { countingWith } from './counting.js';
import { tryDisk } from './disk.js';
import type { Connection, Engine, LogEntry } from './engine.js';
import { readerOver } from './reader.js';
import { openThrottle } from './throttle.js';
import { type Later, writerOver } from './writer.js';

export interface StoreOptions {
  /** Totals of lists, which follow every change; without them each list is counted. */
  readonly totals?: Totals;
}

export function openStore(engine: Engine, registry: Tables, { totals }: StoreOptions = {}): Store {
  const { changeLog } = engine;
  const disk = watchDisk(() => tryDisk(engine));
  const transact: Engine['transact'] = (work) => disk.change(() => engine.transact(work));
  const listeners: ((changes: readonly Change[] | undefined) => void)[] = [];

  /** A store that cannot say what is new may have changed in any way. */
  function look(): readonly LogEntry[] | undefined | 'failed' {
    try {
      return changeLog.drain();
    } catch {
      return 'failed';
    }
  }

  function deliverChanges() {
    const found = look();
    const news = found === 'failed' ? undefined : found;
    if (!news) totals?.clear();
    else if (news.length) totals?.apply(news);
    if (!news || news.length) for (const listener of listeners) listener(news?.flatMap(({ changes }) => changes));
    if (found === 'failed') return 'unknown';
    return changeLog.isFresh() ? (changeLog.isExact ? 'exact' : 'recent') : 'unknown';
  }

  /** Totals are as late as the change log is: a reader that must be exact counts where the log is not. */
  const counting = (connection: Connection, exact: boolean): Reader => {
    const reader = readerOver(connection, engine, registry);
    if (!totals) return reader;
    const following = countingWith(totals, connection, engine, registry, reader);
    const readerFor = ({ table }: CountPlan): Pick<Reader, 'count' | 'page'> => {
      // What no answer rests on is not followed either.
      if (!table.trackedColumns) return reader;
      const trust = deliverChanges();
      return trust === 'exact' || (trust === 'recent' && !exact) ? following : reader;
    };
    return { ...reader, count: (plan) => readerFor(plan).count(plan), page: (plan) => readerFor(plan).page(plan) };
  };

  const transacting: Transacting = {
    ...counting(engine.reading, true),
    transact: async (work) => {
      let later: Later[] = [];
      const { result, logged } = await transact(async (connection) => {
        const tracker = openTracker();
        later = [];
        const result = await work(writerOver(connection, engine, registry, tracker, later));
        const changes = tracker.changes();
        return { result, logged: changes.length ? await changeLog.log(connection, changes) : undefined };
      });
      if (logged) changeLog.committed(logged);
      for (const rest of later) await rest(transacting).catch(() => undefined);
      return result;
    },
  };
  return {
    ...transacting,
    preview: async (work) => {
      try {
        return await transact(async (connection) => {
          throw new Undone(await work(writerOver(connection, engine, registry, openTracker(), [], true)));
        });
      } catch (error) {
        if (error instanceof Undone) return error.result;
        throw error;
      }
    },
    maybeStale: counting(engine.maybeStale, false),
    subscribe: (listener) => listeners.push(listener),
    pollChanges: changeLog.pollChanges,
    deliverChanges,
    throttle: (rate) =>
      watchedThrottle(
        openThrottle(engine, rate, () => Date.now()),
        disk,
      ),
    ready: async () => {
      await engine.reading.all({ sql: 'select 1', values: [] });
      if (engine.lacksSpace?.()) throw diskFailure();
      await disk.ready();
    },
    updateStatistics: async () => engine.updateStatistics?.(),
    close: () => engine.close(),
  };
}

const watchedThrottle = ({ wait, spend }: Throttle, { change }: DiskWatch): Throttle => ({
  wait,
  spend: (key) => change(() => spend(key)),
});

/** Ends a transaction so that nothing of it is kept but what was found out. */
class Undone<Result> extends Error {
  constructor(readonly result: Result) {
    super('undone');
  }
}
