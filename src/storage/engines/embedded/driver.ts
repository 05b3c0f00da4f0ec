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

/** Prepared statements of one connection by their text. */
const statementCache = <Prepared extends object>() =>
  new LRUCache<string, Prepared>({ maxSize: maxPrepared, sizeCalculation: (_, sql) => sql.length });

export function statementsOn(database: Database.Database): Statements {
  const cache = statementCache<Database.Statement>();
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
  /** For many rows. `all` runs only the first step of a statement on the other thread, and each further row on this one. */
  readonly allAsJson: (statement: Statement) => Promise<Cell[][]>;
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

/** The rows of a query in their order as one text, which SQLite generates in the first step of the statement. */
function asJson(sql: string, columns: number): string {
  const cells = Array.from({ length: columns }, (_, at) => `c${at}`).join(', ');
  return `with found(${cells}) as (${sql}) select '[' || coalesce(group_concat(json_array(${cells})), '') || ']' from found`;
}

/** A connection for reading whose queries run on another thread, one at a time. */
export async function connectInBackground(file: string, timeoutMs: number): Promise<PooledConnection> {
  const database = new Threaded(file, { timeout: timeoutMs });
  await database.exec(pragmas.map((pragma) => `pragma ${pragma};`).join(' '));
  const [cache, jsonCache] = [statementCache<ThreadedStatement>(), statementCache<ThreadedStatement>()];
  const prepare = async (sql: string) => ((await database.prepare(sql)) as ThreadedStatement).raw(true);
  const prepared = async (sql: string): Promise<ThreadedStatement> => {
    const statement = cache.get(sql) ?? (await prepare(sql));
    cache.set(sql, statement);
    return statement;
  };
  const preparedAsJson = async (sql: string): Promise<ThreadedStatement> => {
    const statement = jsonCache.get(sql) ?? (await prepare(asJson(sql, (await prepare(sql)).columns().length)));
    jsonCache.set(sql, statement);
    return statement;
  };
  return {
    all: async ({ sql, values }) => (await prepared(sql)).all(values),
    allAsJson: async ({ sql, values }) => {
      const [row] = await (await preparedAsJson(sql)).all(values);
      return JSON.parse(String(row?.[0]));
    },
    // A read transaction begins with its first read.
    begin: () => database.exec('begin; select 1 from sqlite_master limit 1'),
    end: () => database.exec('rollback'),
    close: () => database.close(),
  };
}
