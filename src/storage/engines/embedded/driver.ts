// libsql has two APIs over the same native connection: `libsql` runs statements on the calling thread, `libsql/promise` on
// threads of its own. Only this file uses both.
import Database from 'libsql';
import Threaded from 'libsql/promise';
import { LRUCache } from 'lru-cache';
import type { Cell } from '../../../core/column.js';
import type { Statement } from '../../engine.js';

/** libsql starts one thread per core by default; a commit needs a free one beside this many queries. */
export const prepareThreads = (queries: number): void => {
  process.env.TOKIO_WORKER_THREADS ??= String(queries + 2);
};

/** Bytes of the file to map into memory: a connection drops its own page cache with every commit of another one. SQLite
 * maps less where this is not available. */
const mappedBytes = 2 ** 34;
/** Bytes of the write-ahead log to keep for later commits: after a large import, or a long feed beside many changes, it would keep its
 * size until the service stops. */
const keptLogBytes = 8 * 2 ** 20;
/** Index entries that `analyze` reads; see statistics.ts. */
const analysisLimit = 100_000;
const pragmas = [
  'journal_mode = wal',
  'synchronous = full',
  'temp_store = memory',
  `mmap_size = ${mappedBytes}`,
  `journal_size_limit = ${keptLogBytes}`,
  `analysis_limit = ${analysisLimit}`,
];

export function connect(file: string, timeoutMs: number): Database.Database {
  const database = new Database(file, { timeout: timeoutMs });
  for (const pragma of pragmas) database.pragma(pragma);
  return database;
}

/** Runs a statement of a synchronous connection on another thread. Nothing else may use the connection meanwhile. */
const execInBackground = (database: Database.Database, sql: string): Promise<void> =>
  Threaded.prototype.exec.call(database as unknown as Threaded, sql);

/** A commit includes fsync, checkpoints and merges of the full-text index, which must not block the event loop. */
export const commitInBackground = (writer: Database.Database): Promise<void> => execInBackground(writer, 'commit');

export const analyzeInBackground = (writer: Database.Database, table: string): Promise<void> =>
  execInBackground(writer, `analyze ${table}`);

/** Rejects when a new libsql version no longer supports both APIs on one connection. */
export async function assertBackground(writer: Database.Database): Promise<void> {
  try {
    writer.exec('begin');
    const committing: unknown = commitInBackground(writer);
    if (!(committing instanceof Promise)) throw new TypeError('exec of libsql/promise answers no promise');
    await committing;
    if (writer.inTransaction) throw new Error('the transaction is still open');
  } catch (cause) {
    throw new Error(
      'libsql cannot commit in the background: its promise API does not work on a connection of its synchronous API. Install the version of libsql that Almanac names in its package.json.',
      { cause },
    );
  }
}

export interface Statements {
  readonly all: (statement: Statement) => Cell[][];
  readonly run: (statement: Statement) => number;
}

/** Letters of the prepared statements that a connection keeps. SQLite needs about 20 bytes for each. */
const maxPrepared = 262_144;

export function statementsOn(database: Database.Database): Statements {
  const cache = new LRUCache<string, Database.Statement>({
    maxSize: maxPrepared,
    sizeCalculation: (_, sql) => sql.length,
  });
  const prepared = (sql: string): Database.Statement => {
    const known = cache.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (statement.reader) statement.raw(true);
    cache.set(sql, statement);
    return statement;
  };
  return {
    all: ({ sql, values }) => prepared(sql).all(values) as Cell[][],
    run: ({ sql, values }) => prepared(sql).run(values).changes,
  };
}

export interface PooledConnection {
  readonly all: (statement: Statement) => Promise<Cell[][]>;
  /** For many rows, whose cells are converted faster. */
  readonly allAsJson: (statement: Statement) => Promise<Cell[][]>;
  /** Ends the query that runs; it rejects. */
  readonly interrupt: () => void;
  /** It holds as many statements as a connection may. */
  readonly isFull: () => boolean;
  /** Takes a snapshot that all later reads see, until `end`. */
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<void>;
  readonly close: () => void;
}

interface ThreadedStatement {
  readonly raw: (raw: boolean) => ThreadedStatement;
  readonly all: (values: readonly Cell[]) => Promise<Cell[][]>;
  readonly columns: () => readonly unknown[];
}

/** Only the first step of a statement runs on the other thread, and each further row on this one: the first step finds all rows. */
const inOneStep = (sql: string): string => `with rows as materialized (${sql}) select * from rows`;

/** SQLite parses to a depth of 100 symbols. A list with a search and every filter has nearly as many: its few rows are then
 * found one by one. */
const isTooDeep = (error: unknown): boolean => error instanceof Error && error.message === 'parser stack overflow';

/** The rows of a query in their order as one text. */
function asJson(sql: string, columns: number): string {
  const cells = Array.from({ length: columns }, (_, at) => `c${at}`).join(', ');
  return `with found(${cells}) as (${sql}) select '[' || coalesce(group_concat(json_array(${cells})), '') || ']' from found`;
}

/**
 * A connection for reading whose queries run on another thread, one at a time. It keeps every statement: the garbage collector
 * finalizes a statement on this thread, and waits there for the query that runs on its connection.
 */
export async function connectInBackground(file: string, timeoutMs: number): Promise<PooledConnection> {
  const database = new Threaded(file, { timeout: timeoutMs });
  await database.exec(pragmas.map((pragma) => `pragma ${pragma};`).join(' '));
  const statements = new Map<string, ThreadedStatement>();
  let letters = 0;
  const prepare = async (sql: string): Promise<ThreadedStatement> =>
    ((await database.prepare(sql)) as ThreadedStatement).raw(true);
  const prepared = async (sql: string, preparing = prepare): Promise<ThreadedStatement> => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = await preparing(sql);
    statements.set(sql, statement);
    letters += sql.length;
    return statement;
  };
  const inOneStepIfShallow = (sql: string): Promise<ThreadedStatement> =>
    prepare(inOneStep(sql)).catch((error: unknown) => {
      if (isTooDeep(error)) return prepare(sql);
      throw error;
    });
  return {
    all: async ({ sql, values }) => (await prepared(sql, inOneStepIfShallow)).all(values),
    allAsJson: async ({ sql, values }) => {
      const columns = (await prepared(sql, inOneStepIfShallow)).columns().length;
      const [row] = await (await prepared(asJson(sql, columns))).all(values);
      return JSON.parse(String(row?.[0]));
    },
    interrupt: () => database.interrupt(),
    isFull: () => letters > 2 * maxPrepared,
    // A read transaction begins with its first read.
    begin: () => database.exec('begin; select 1 from sqlite_master limit 1'),
    end: () => database.exec('rollback'),
    close: () => database.close(),
  };
}
