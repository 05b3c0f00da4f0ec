// The port between the store and its two engines: the SQL dialect, connections, transactions and the change log.

import type { Cell } from '../core/column.js';
import type { Change, TransactOptions } from '../core/store.js';
import type { LoggedTransaction, Snapshot } from '../core/totals.js';

export interface Dialect {
  readonly placeholder: (position: number) => string;
  /** One JSON array per row, and the JSON array of all of them in order. */
  readonly jsonRows: (cells: readonly string[], order: string) => string;
  /** Ids of all rows in order, separated by commas; null if there is none. */
  readonly idList: (id: string, order: string) => string;
  /** Subquery for candidate ids from the trigram index, a superset of the matches; not where the planner uses that index by
   * itself. */
  readonly textIndexHint?: (search: TextSearch) => string;
  /** Substring test, byte by byte on both engines. */
  readonly contains: (text: string, word: string, bind: (value: Cell) => string) => string;
  /** Name of the scalar minimum function. */
  readonly least: string;
  /** `id in (subquery)`, such that the planner starts from the subquery. */
  readonly inSubquery: (id: string, ids: string) => string;
  /** The same test inside each row of a list, where the engine evaluates the subquery only once. */
  readonly inMaterializedSubquery?: (id: string, ids: string) => string;
  /** An inner join that starts from its left side, where the planner can be told so. */
  readonly orderedJoin: string;
  /** A column reference for which the planner chooses no index, because another condition drives the query. */
  readonly withoutIndex: (column: string) => string;
  /** Ends a subquery that the planner must evaluate by itself before sorting its rows. */
  readonly optimizerFence: string;
  /** A branch of a union that is sorted as a whole; `part` is the order and limit that each branch needs at most. */
  readonly limitBranch: (branch: string, part: () => string) => string;
  /** Takes `count` ids from a sequence; returns each of them, or the last one of a contiguous run. */
  readonly nextIds: (bind: (value: Cell) => string, sequence: string, count: number) => string;
  /** Makes a sequence go on above `last`, unless it is there already; safe while others take ids. */
  readonly skipIds: (bind: (value: Cell) => string, sequence: string, last: number) => string;
  /** The next id as an expression of an insert, on engines that have sequences. */
  readonly nextId?: (sequence: string) => string;
  /** The last id taken, on engines where a rollback does not give ids back. */
  readonly lastId?: (bind: (value: Cell) => string, sequence: string) => string;
}

export interface TextSearch {
  readonly table: string;
  readonly trigrams: readonly string[];
  readonly bind: (value: Cell) => string;
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly Cell[];
  /** How to run it best depends on the values: one category has a thousand times the events of another. */
  readonly isPlannedByValues?: boolean;
}

/** A statement without values. */
export const plain = (sql: string): Statement => ({ sql, values: [] });

/** Milliseconds that a long query of a request may take. */
export const maxLongQueryMs = 5_000;

/** Statements run in the order of the calls. Inside a transaction a call may be made before the previous one resolves. */
export interface Connection {
  /** Rows as arrays of raw cells. An abort ends the query where other requests can go on meanwhile. */
  readonly all: (statement: Statement, signal?: AbortSignal) => Promise<readonly (readonly Cell[])[]>;
  /** The same on another thread, for queries that would block the event loop; absent on engines that never block it. */
  readonly allInBackground?: Connection['all'];
  /** The same for many rows, whose cells are converted faster. Real numbers have 15 digits, as in the JSON of linked rows. */
  readonly allAsJson?: Connection['all'];
  /** How many rows were changed. */
  readonly run: (statement: Statement) => Promise<number>;
}

/** An entry of the change log. */
export interface LogEntry extends LoggedTransaction {
  /** Position in the log, where that is not the transaction id. */
  readonly seq?: number;
}

/** Changes of every process on the same database, in the order in which they become visible. */
export interface ChangeLog {
  /** Writes an entry as part of the open transaction. */
  readonly log: (connection: Connection, changes: readonly Change[]) => Promise<LogEntry>;
  /** Removes entries of transactions of another database, which a restored dump brings along. */
  readonly discardForeign?: () => Promise<void>;
  /** Called after a transaction of this process has committed. */
  readonly committed: (logged: LogEntry) => void;
  /** Afterwards `drain` returns everything that was committed a millisecond before this call; if `exact`, before this call. */
  readonly pollChanges: (exact?: boolean) => Promise<void>;
  /** Transactions committed since the last call; undefined when some of them are no longer in the log. */
  readonly drain: () => readonly LogEntry[] | undefined;
  /** True when `drain` misses nothing that was acknowledged more than one second ago. */
  readonly isFresh: () => boolean;
  /** True when `drain` misses nothing that was acknowledged. */
  readonly isExact: boolean;
  /** SQL expression for the snapshot of the statement it is part of; `readSnapshot` decodes its value. */
  readonly snapshotSql: string;
  readonly readSnapshot: (cell: Cell) => Snapshot;
}

/** SQL expressions of positions: the number of a transaction orders its changes. */
export interface PositionSql {
  /** Number of the open transaction, after its entry in the change log. */
  readonly current: string;
  /** No transaction below this number commits any more. */
  readonly settled: string;
  /** No transaction that has begun has this number or a higher one. */
  readonly next: string;
  /** Text that differs in every other database: after a failover, or in a copy that the engine's own tools made. */
  readonly identity: string;
}

export interface Engine {
  readonly changeLog: ChangeLog;
  readonly positionSql: PositionSql;
  readonly name: 'embedded' | 'postgres';
  readonly dialect: Dialect;
  readonly readConnection: Connection;
  /** Long queries of requests that run at the same time. */
  readonly maxLongQueries: number;
  /** For reads that may be up to one second stale: a replica where there is one. */
  readonly maybeStale: Connection;
  /** Calls the listener before such a read returns rows that may lack changes which `changeLog` had returned before the read.
   * Absent where that cannot be. */
  readonly onLaggingRead?: (listener: () => void) => void;
  /** For rate limit counters: neither durable nor part of a backup. */
  readonly ephemeral: Connection;
  readonly transact: <Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: TransactOptions,
  ) => Promise<Result>;
  /** Runs reads on one snapshot of the database. */
  readonly snapshot: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  /** Takes a named lock until the transaction ends; does nothing on an engine with a single writer. */
  readonly lock: (connection: Connection, name: string) => Promise<void>;
  /** Updates the planner's statistics; absent where the engine does so by itself. */
  readonly updateStatistics?: () => Promise<void>;
  /** True when the data disk is nearly full; absent where that cannot be measured. */
  readonly lacksSpace?: () => boolean;
  /** SQL for the size of the database in bytes. */
  readonly sizeSql: string;
  readonly close: () => Promise<void>;
}
