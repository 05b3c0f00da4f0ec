// What differs between the engines, and nothing else; and the connection that a store runs its statements on.

import type { Cell } from '../core/column.js';
import type { Change } from '../core/store.js';

export interface Dialect {
  readonly placeholder: (position: number) => string;
  /** One JSON array per row, and the JSON array of all of them in order. */
  readonly jsonRows: (cells: readonly string[], order: string) => string;
  /** The ids of rows in which all these trigrams are found, and perhaps others, as a subquery; undefined where the planner
   * finds its index of trigrams by itself. */
  readonly textIndexHint: (search: TextSearch) => string | undefined;
  /** Whether a text holds a word: letter by letter, so that it is the same on both engines. */
  readonly contains: (text: string, word: string, bind: (value: Cell) => string) => string;
  /** The function that answers the least of its arguments. */
  readonly least: string;
  /** Whether an id is one of those that a subquery finds; `leads` when the rows are to be found by that. */
  readonly inSubquery: (id: string, ids: string, leads: boolean) => string;
  /** The same within each row of a list, where the engine works the subquery out only once. */
  readonly inMaterializedSubquery?: (id: string, ids: string) => string;
  /** A column in an alternative of rows that another condition leads to, so that no index is chosen for it. */
  readonly withoutIndex: (column: string) => string;
  /** Closes a subquery that is to be worked out by itself, before its rows are put into another order. */
  readonly optimizerFence: string;
  /** One of several lists that are put together and sorted, of which no more than this part of it is wanted. */
  readonly limitBranch: (branch: string, part: () => string) => string;
  /** Takes so many numbers and answers each of them, or the last of a run. */
  readonly nextIds: (bind: (value: Cell) => string, sequence: string, count: number) => string;
  /** The last number that was given, where one that is taken stays taken when its transaction is undone. */
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
}

/** Statements run in the order in which they are asked for. Those of a transaction may be asked for without waiting. */
export interface Connection {
  /** Rows as arrays of raw cells. */
  readonly all: (statement: Statement) => Promise<readonly (readonly Cell[])[]>;
  /** The same for queries that may take long, where the event loop would wait for them otherwise. */
  readonly allInBackground?: Connection['all'];
  /** How many rows were changed. */
  readonly run: (statement: Statement) => Promise<number>;
}

/** What a transaction did, with its place among the others. */
export interface LogEntry {
  /** A number that later transactions do not have. */
  readonly txid: number;
  readonly changes: readonly Change[];
  /** Its place in the log, where that is not its mark. */
  readonly seq?: number;
}

/** The moment of a read: which transactions it saw. */
export type Snapshot = (txid: number) => boolean;

/** The changes of every process on the same data, in the order in which they can be seen. */
export interface ChangeLog {
  /** Notes down what the open transaction did. */
  readonly log: (connection: Connection, changes: readonly Change[]) => Promise<LogEntry>;
  /** Tells that a transaction of this process was kept. */
  readonly committed: (logged: LogEntry) => void;
  /** Makes the next look tell everything that was kept before this call. */
  readonly pollChanges: () => Promise<void>;
  /** What was kept since the last look; undefined when some of it is no longer known. */
  readonly drain: () => readonly LogEntry[] | undefined;
  /** Whether a look now tells everything that was acknowledged more than a second ago, at the latest. */
  readonly isFresh: () => boolean;
  /** Whether it tells everything that was acknowledged before. */
  readonly isExact: boolean;
  /** An expression for the moment of the statement that it stands in, and what it says. */
  readonly snapshotSql: string;
  readonly readSnapshot: (cell: Cell) => Snapshot;
}

export interface Engine {
  readonly changeLog: ChangeLog;
  readonly name: 'embedded' | 'postgres';
  readonly dialect: Dialect;
  readonly reading: Connection;
  /** For reads that may be a little late. */
  readonly maybeStale: Connection;
  /** For counts that may be lost: neither durable nor part of the data. */
  readonly ephemeral: Connection;
  readonly transact: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  /** Reads one moment of the database, whatever is written meanwhile. */
  readonly snapshot: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  /** Keeps others from the same name until the transaction ends; needless where there is one writer. */
  readonly lock: (connection: Connection, name: string) => Promise<void>;
  /** Brings the planner's statistics up to date, where the engine does not do so by itself. */
  readonly updateStatistics?: () => Promise<void>;
  /** Whether the disk of the data is as good as full, where that can be told. */
  readonly lacksSpace?: () => boolean;
  readonly close: () => Promise<void>;
}
