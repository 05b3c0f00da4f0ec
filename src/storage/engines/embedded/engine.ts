// What is particular to the embedded engine: SQLite in the process, one connection for reading and one for writing, and a
// few beside them for what takes long.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { codeOf } from '../../../core/error.js';
import { Problem } from '../../../core/problem.js';
import type { Connection, Engine } from '../../engine.js';
import { openTransactionGuard, type TransactionGuard } from '../transaction-guard.js';
import { maxQueries, openBackground } from './background.js';
import { openChangeLog } from './change-log.js';
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

const readTimeoutMs = 5_000;

export function openEmbedded(file: string): Engine {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It holds digests of passwords, so nobody else may read it; the files beside it take over its mode. One that is there
  // is left alone: closing a file gives up every lock that this process has on it, the engine's own too.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  prepareThreads(maxQueries);
  // The writer comes first: it makes the file and puts it into WAL mode, in which readers never wait. Readers wait for
  // nothing but the rare recovery; a writer that finds another one steps back and tries again.
  const writer = connect(file, 0);
  const reader = connect(file, readTimeoutMs);
  const background = openBackground(() => connectInBackground(file, readTimeoutMs));
  const reading = { ...connectionOver(statementsOn(reader)), allInBackground: background.all };
  const writing = statementsOn(writer);
  const ephemeral = scratchBeside(file);
  const asserted = assertBackground(writer);
  let queue: Promise<unknown> = asserted.catch(() => undefined);

  /** One writer at a time: a transaction spans several ticks of the event loop. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = queue.then(() => committed(work));
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function committed<Result>(work: () => Promise<Result>): Promise<Result> {
    await asserted;
    await begin(writer);
    try {
      const result = await work();
      await commitInBackground(writer);
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.exec('rollback');
      throw error;
    }
  }

  const transact: Engine['transact'] = async (work) => {
    let changed = 0;
    const result = await inTurn(async () => {
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
    });
    statistics.noteChanges(changed);
    return result;
  };

  const statistics = openStatistics({
    read: background.all,
    analyze: (table) => inTurn(() => analyzeInBackground(writer, table)),
    transact,
  });

  return {
    name: 'embedded',
    dialect: embeddedDialect,
    changeLog: openChangeLog(reader),
    reading,
    maybeStale: reading,
    ephemeral,
    transact,
    snapshot: (work) => snapshotOf(file, work),
    lock: async () => undefined,
    updateStatistics: statistics.update,
    lacksSpace: () => lacksSpace(dirname(file)),
    close: async () => {
      await statistics.close();
      await queue;
      await background.close();
      reader.close();
      writer.close();
      ephemeral.close();
    },
  };
}

async function snapshotOf<Result>(file: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const database = connect(file, readTimeoutMs);
  const connection = connectionOver(statementsOn(database));
  try {
    database.exec('begin');
    // The moment is that of the first read.
    await connection.all({ sql: 'select 1 from sqlite_master limit 1', values: [] });
    return await work(connection);
  } finally {
    if (database.inTransaction) database.exec('rollback');
    database.close();
  }
}

const writeTimeoutMs = 15_000;

/** Waiting inside the engine would hold up every other request of this process. */
async function begin(writer: Database.Database): Promise<void> {
  for (const start = Date.now(); ; await sleep(1 + Math.random() * 4)) {
    try {
      writer.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() - start > writeTimeoutMs) throw new Problem('overloaded', { headers: { 'Retry-After': '2' } });
    }
  }
}

const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** Less than the log of a few changes takes. */
const minFreeBytes = 1_000_000;

/** A file system that tells no size is taken to have space. */
function lacksSpace(folder: string): boolean {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    return blocks > 0 && bavail * bsize < minFreeBytes;
  } catch {
    return false;
  }
}

/** It holds user names and addresses: nobody else may read it, nor the files beside it, which take over its mode. */
function keepPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      if (existsSync(one)) chmodSync(one, 0o600);
    } catch {
      // Someone else owns it, and decides who reads it.
    }
  }
}

/** Opened with its first use; it survives a crash of the process, which is more than it needs. */
function scratchBeside(file: string): Connection & { readonly close: () => void } {
  let [connection, database]: [Connection?, Database.Database?] = [];
  const open = (): Connection => {
    if (connection) return connection;
    const beside = join(dirname(file), 'throttles.db');
    keepPrivate(beside);
    database = new Database(beside, { timeout: 2_000 });
    for (const pragma of ['journal_mode = wal', 'synchronous = off']) database.pragma(pragma);
    database.exec(
      'create table if not exists throttles (name text primary key, tokens real not null, at real not null, granted integer not null)',
    );
    connection = connectionOver(statementsOn(database));
    return connection;
  };
  return {
    all: async (statement) => open().all(statement),
    run: async (statement) => open().run(statement),
    close: () => database?.close(),
  };
}

const connectionOver = ({ all, run }: Statements): Connection => ({
  all: async (statement) => all(statement),
  run: async (statement) => run(statement),
});

function connectionWithin(guard: TransactionGuard, { all, run }: Statements): Connection {
  function attempt<Answer>(ask: () => Answer): Answer {
    guard.check();
    try {
      return ask();
    } catch (error) {
      throw guard.fail(error);
    }
  }
  return {
    all: async (statement) => attempt(() => all(statement)),
    run: async (statement) => attempt(() => run(statement)),
  };
}
