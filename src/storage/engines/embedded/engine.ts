// The embedded engine: libSQL in this process with one read connection, one write connection and a background pool.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { codeOf } from '../../../core/error.js';
import { openSlices } from '../../../core/event-loop.js';
import { Problem } from '../../../core/problem.js';
import type { Connection, Engine, PositionSql, Statement } from '../../engine.js';
import { openTransactionGuard, type TransactionGuard } from '../transaction-guard.js';
import { maxQueries, openBackground } from './background.js';
import { openChangeLog } from './change-log.js';
import { type CommitOptions, openCommits } from './commits.js';
import { embeddedDialect } from './dialect.js';
import {
  analyzeInBackground,
  assertBackground,
  commitInBackground,
  connect,
  connectInBackground,
  prepareThreads,
  type Statements,
  statementsOn,
} from './driver.js';
import { openStatistics } from './statistics.js';

const busyTimeoutMs = 5_000;

/** There is one writer at a time, so the numbers of the change log are in the order of the commits. */
const newest = '(select coalesce(max(seq), 0) from changes)';
const positionSql: PositionSql = { current: newest, settled: `${newest} + 1`, next: `${newest} + 1`, identity: `''` };

export function openEmbedded(file: string, options?: CommitOptions): Engine {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The file holds password digests, so its mode is 0600, which SQLite also uses for the files beside it. An existing file is
  // not opened here: closing it would drop every POSIX lock of this process on it, SQLite's too.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  prepareThreads(maxQueries);
  // The writer opens first: it sets WAL mode, in which readers never wait for writers. The timeout is for the moment in which
  // another process closes the file, and for the rare WAL recovery; a writer that meets another one retries in `begin`.
  const writer = connect(file, busyTimeoutMs);
  writer.pragma('busy_timeout = 0');
  const reader = connect(file, busyTimeoutMs);
  const background = openBackground(() => connectInBackground(file, busyTimeoutMs));
  const inBackground = { allInBackground: background.all, allAsJson: background.allAsJson };
  const readConnection = { ...connectionOver(statementsOn(reader)), ...inBackground };
  const writing = statementsOn(writer);
  const ephemeral = ephemeralBeside(file);
  const asserted = assertBackground(writer);
  // Handled where it is awaited.
  asserted.catch(() => undefined);
  /** One writer at a time: a transaction spans several ticks of the event loop. */
  const commits = openCommits(
    {
      begin: async () => {
        await asserted;
        await begin(writer);
      },
      commit: () => commitInBackground(writer),
      rollback: () => writer.exec('rollback'),
      isOpen: () => writer.inTransaction,
      save: (name) => writer.exec(`savepoint ${name}`),
      rollBackTo: (name) => writer.exec(`rollback to ${name}`),
    },
    options,
  );

  const transact: Engine['transact'] = async (work, options) => {
    let changed = 0;
    const result = await commits.add(async () => {
      const guard = openTransactionGuard();
      const run: Statements['run'] = (statement) => {
        const rows = writing.run(statement);
        changed += rows;
        return rows;
      };
      try {
        const result = await work(connectionWithin(guard, { ...writing, run }));
        guard.close();
        return result;
      } finally {
        guard.end();
      }
    }, options);
    statistics.noteChanges(changed);
    return result;
  };

  const statistics = openStatistics({
    read: background.all,
    analyze: (table) => commits.add(() => analyzeInBackground(writer, table), { isLong: true }),
    transact,
  });

  return {
    name: 'embedded',
    dialect: embeddedDialect,
    changeLog: openChangeLog(reader),
    positionSql,
    readConnection,
    maxLongQueries: maxQueries,
    maybeStale: readConnection,
    ephemeral,
    transact,
    snapshot: (work) => snapshotOf(file, work),
    lock: async () => undefined,
    updateStatistics: statistics.update,
    sizeSql: 'select page_count * page_size from pragma_page_count(), pragma_page_size()',
    lacksSpace: () => lacksSpace(dirname(file)),
    close: async () => {
      await statistics.close();
      await asserted.catch(() => undefined);
      await commits.close();
      await background.close();
      reader.close();
      writer.close();
      ephemeral.close();
    },
  };
}

async function snapshotOf<Result>(file: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const { all, allAsJson, begin, end, close } = await connectInBackground(file, busyTimeoutMs);
  let queue: Promise<unknown> = begin();
  /** One statement at a time: libsql would block the event loop while a second one waits. */
  function queued<Result>(run: (statement: Statement) => Promise<Result>) {
    return (statement: Statement): Promise<Result> => {
      const result = queue.then(() => run(statement));
      queue = result.catch(() => undefined);
      return result;
    };
  }
  try {
    await queue;
    return await work({ all: queued(all), allAsJson: queued(allAsJson), run: readOnly });
  } finally {
    await queue.catch(() => undefined);
    await end();
    close();
  }
}

async function readOnly(): Promise<never> {
  throw new Error('a snapshot is read-only');
}

const writeTimeoutMs = 15_000;

/** Retries here instead of inside SQLite, which would block the event loop. */
async function onceFree(run: () => void): Promise<void> {
  for (const start = Date.now(); ; await sleep(1 + Math.random() * 4)) {
    try {
      run();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() - start > writeTimeoutMs) throw new Problem('overloaded', { headers: { 'Retry-After': '2' } });
    }
  }
}

const begin = (writer: Database.Database): Promise<void> => onceFree(() => writer.exec('begin immediate'));

const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** Less than the WAL of a few changes needs. */
const minFreeBytes = 1_000_000;

/** A file system that reports no size counts as having space. */
function lacksSpace(folder: string): boolean {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    return blocks > 0 && bavail * bsize < minFreeBytes;
  } catch {
    return false;
  }
}

/** The rate limit file holds user names and IP addresses, so it and the files beside it get mode 0600. */
function keepPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      if (existsSync(one)) chmodSync(one, 0o600);
    } catch {
      // The file belongs to another user.
    }
  }
}

/** The rate limit database, opened on first use. `synchronous = off`: it may lose its data in a power failure. */
function ephemeralBeside(file: string): Connection & { readonly close: () => void } {
  let opening: Promise<Connection> | undefined;
  let database: Database.Database | undefined;
  async function open(): Promise<Connection> {
    const beside = join(dirname(file), 'throttles.db');
    keepPrivate(beside);
    const opened = new Database(beside, { timeout: 2_000 });
    database = opened;
    // Two processes that set WAL mode at the same moment: SQLite refuses one of them at once, whatever its timeout.
    await onceFree(() => opened.pragma('journal_mode = wal'));
    opened.pragma('synchronous = off');
    opened.exec(
      'create table if not exists throttles (name text primary key, tokens real not null, at real not null, granted integer not null)',
    );
    return connectionOver(statementsOn(opened));
  }
  function connection(): Promise<Connection> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }
  return {
    all: async (statement) => (await connection()).all(statement),
    run: async (statement) => (await connection()).run(statement),
    close: () => database?.close(),
  };
}

const connectionOver = ({ all, run }: Statements): Connection => ({
  all: async (statement) => all(statement),
  run: async (statement) => run(statement),
});

/** Statements run on this thread, so a transaction of many lets other requests run between them. */
function connectionWithin(guard: TransactionGuard, { all, run }: Statements): Connection {
  const yieldAfterSlice = openSlices();
  let last: Promise<unknown> = Promise.resolve();
  /** In the order in which they were sent, also those that were sent in parallel. */
  function inTurn<Result>(execute: () => Result): Promise<Result> {
    const result = last.then(yieldAfterSlice).then(() => attempt(execute));
    last = result.catch(() => undefined);
    return result;
  }
  function attempt<Result>(execute: () => Result): Result {
    guard.check();
    try {
      return execute();
    } catch (error) {
      throw guard.fail(error);
    }
  }
  return { all: (statement) => inTurn(() => all(statement)), run: (statement) => inTurn(() => run(statement)) };
}
