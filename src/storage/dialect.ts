// What differs between the engines, and nothing else; and the connection that a store runs its statements on.
import type { Cell } from '../core/column.js';

export interface Dialect {
  readonly placeholder: (position: number) => string;
  /** One JSON array per row, and the JSON array of all of them in order. */
  readonly jsonRows: (cells: readonly string[], order: string) => string;
  /** A quick condition that every wanted word of three letters or more is found, if the engine has one. */
  readonly match: (search: Search) => string | undefined;
  /** The function that answers the least of its arguments. */
  readonly least: string;
  readonly nextId: (bind: (value: Cell) => string, sequence: string) => string;
}

export interface Search {
  readonly table: string;
  /** Expression of the id of the row that is searched. */
  readonly id: string;
  readonly texts: readonly string[];
  readonly wanted: readonly string[];
  readonly bind: (value: Cell) => string;
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly Cell[];
}

export interface Connection {
  /** Rows as arrays of raw cells. */
  readonly all: (statement: Statement) => Promise<readonly (readonly Cell[])[]>;
  /** How many rows were changed. */
  readonly run: (statement: Statement) => Promise<number>;
}

export interface Engine {
  readonly name: 'embedded' | 'postgres';
  readonly dialect: Dialect;
  readonly reading: Connection;
  /** For reads that may be a little late. */
  readonly late: Connection;
  /** For counts that may be lost: neither durable nor part of the data. */
  readonly scratch: Connection;
  readonly transact: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  /** Reads one moment of the database, whatever is written meanwhile. */
  readonly snapshot: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;
  /** Keeps others from the same name until the transaction ends; needless where there is one writer. */
  readonly claim: (connection: Connection, name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
