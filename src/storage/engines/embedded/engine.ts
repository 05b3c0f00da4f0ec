// What is particular to the embedded engine: SQLite in the process, one connection for reading and one for writing, and a
// few beside them for what takes long.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import Threaded from 'libsql/promise';
import type { Cell } from '../../../core/column.js';
import { codeOf } from '../../../core/error.js';
import { Problem } from '../../../core/problem.js';
import type { Connection, Dialect, Engine, Statement } from '../../engine.js';
import { type Course, openCourse } from '../transaction-guard.js';
import { commitAside, openAside, prepareThreads } from './background.js';
import { openFeed } from './change-log.js';
import { watchWalIndex } from './wal-index.js';

/** What to ask the text index for: the rarest pieces, since every row of a common one would be gone through. How rare one
 * is tell the pages from where it stands to the next that begins with another, in each segment of the index. */
function rarest(index: string, pieces: string): string {
  const page = (which: string) => `(select pgno / 2 from ${index}_idx where segid = segment and ${which} limit 1)`;
  const here = page("term <= cast('0' || value as blob) order by term desc");
  const next = page("term > cast('0' || value as blob) order by term");
  return (
    `with recursive segments (segment) as (select min(segid) from ${index}_idx union all` +
    ` select (select min(segid) from ${index}_idx where segid > segment) from segments where segment is not null),` +
    ` sizes (piece, pages) as materialized` +
    ` (select value, (select total(${next} - ${here}) from segments) from json_each(${pieces}))` +
    ` select group_concat('"' || replace(piece, '"', '""') || '"', ' AND ') from sizes` +
    ' where pages <= 2 * (select min(pages) from sizes)'
  );
}

export const embeddedDialect: Dialect = {
  placeholder: () => '?',
  jsonRows: (cells, order) => `json_group_array(json_array(${cells.join(', ')}) order by ${order})`,
  hinting: ({ table, pieces, bind }) =>
    `select rowid from ${table}_fts where ${table}_fts match (${rarest(`${table}_fts`, bind(JSON.stringify(pieces)))})`,
  containing: (text, word, bind) => `instr(${text}, ${bind(word)}) > 0`,
  least: 'min',
  // Nothing is known here of how often a value occurs, so a status would be taken for as rare as an id.
  aside: (column) => `+${column}`,
  among: (id, ids) => `${id} in (${ids})`,
  apart: '',
  // Lists in the same order are merged as far as they are wanted.
  partOf: (list) => list,
  // Rows are wide, and what stands behind their long texts lies on pages of its own.
  leanly: (table) => ` indexed by ${table}_lean`,
  nextIds: (bind, sequence, count) =>
    `update sequences set value = value + ${bind(count)} where name = ${bind(sequence)} returning value`,
};

const keptStatements = 500;

export function openEmbedded(file: string): Engine {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // It holds digests of passwords, so nobody else may read it; the files beside it take over its mode. One that is there
  // is left alone: closing a file gives up every lock that this process has on it, the engine's own too.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  prepareThreads();
  // The writer comes first: it makes the file and puts it into WAL mode, in which readers never wait.
  const writer = connect(file, 0);
  const reader = connect(file, 5_000);
  const aside = openAside(() => connectAside(file));
  const reading = { ...connectionOver(statementsOn(reader)), allAside: aside.all };
  const writing = statementsOn(writer);
  const scratch = scratchBeside(file);
  const walIndex = watchWalIndex(file);
  let queue: Promise<unknown> = Promise.resolve();

  async function transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    await begin(writer);
    const course = openCourse();
    try {
      const result = await work(connectionWithin(course, writing));
      course.close();
      await commitAside(writer);
      return result;
    } catch (error) {
      course.end();
      if (writer.inTransaction) writer.exec('rollback');
      throw error;
    }
  }

  return {
    name: 'embedded',
    dialect: embeddedDialect,
    feed: openFeed(reader, walIndex),
    reading,
    late: reading,
    scratch,
    // One writer at a time: a transaction spans several turns of the event loop.
    transact: (work) => {
      const turn = queue.then(() => transaction(work));
      queue = turn.catch(() => undefined);
      return turn;
    },
    snapshot: (work) => snapshotOf(file, work),
    claim: async () => undefined,
    lacksSpace: () => lacksSpace(dirname(file)),
    close: async () => {
      await queue;
      await aside.close();
      reader.close();
      writer.close();
      scratch.close();
      walIndex.close();
    },
  };
}

async function snapshotOf<Result>(file: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const database = connect(file, 5_000);
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

/** Bytes of the file that are read where the system keeps them: what a connection keeps itself, it forgets with every
 * commit of another. The engine takes less where it cannot have so much. */
const mapped = 2 ** 34;
const pragmas = ['journal_mode = wal', 'synchronous = full', 'temp_store = memory', `mmap_size = ${mapped}`];

/** Readers wait for nobody but the rare recovery; a writer that finds another one steps back and tries again. */
function connect(file: string, timeout: number): Database.Database {
  const database = new Database(file, { timeout });
  for (const pragma of pragmas) database.pragma(pragma);
  return database;
}

async function connectAside(file: string): Promise<Threaded> {
  const database = new Threaded(file, { timeout: 5_000 });
  await database.exec(pragmas.map((pragma) => `pragma ${pragma};`).join(' '));
  return database;
}

const patience = 15_000;

/** Waiting inside the engine would hold up every other request of this process. */
async function begin(writer: Database.Database): Promise<void> {
  for (const start = Date.now(); ; await sleep(1 + Math.random() * 4)) {
    try {
      writer.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() - start > patience) throw new Problem('overloaded', { headers: { 'Retry-After': '2' } });
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

interface Statements {
  readonly all: (statement: Statement) => Cell[][];
  readonly run: (statement: Statement) => number;
}

/** Prepared statements are kept by their text; the oldest goes when there are too many. */
function statementsOn(database: Database.Database): Statements {
  const kept = new Map<string, Database.Statement>();
  const prepared = (sql: string): Database.Statement => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statement.reader) statement.raw(true);
    if (kept.size >= keptStatements) kept.delete(kept.keys().next().value as string);
    kept.set(sql, statement);
    return statement;
  };
  return {
    all: ({ sql, values }) => prepared(sql).all(values) as Cell[][],
    run: ({ sql, values }) => prepared(sql).run(values).changes,
  };
}

const connectionOver = ({ all, run }: Statements): Connection => ({
  all: async (statement) => all(statement),
  run: async (statement) => run(statement),
});

function connectionWithin(course: Course, { all, run }: Statements): Connection {
  function attempt<Answer>(ask: () => Answer): Answer {
    course.check();
    try {
      return ask();
    } catch (error) {
      throw course.fail(error);
    }
  }
  return {
    all: async (statement) => attempt(() => all(statement)),
    run: async (statement) => attempt(() => run(statement)),
  };
}
