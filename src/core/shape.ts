// A shape: how one facade shows and takes the records of a model. Several facades may have shapes of the same model.
import type { Call } from './call.js';
import type { Condition } from './condition.js';
import type { Context } from './context.js';
import type { Fields, Given } from './field.js';
import type { Filters, Query } from './filter.js';
import type { Model, Writes } from './model.js';
import type { Problem, ProblemName } from './problem.js';
import type { Schema } from './schema.js';
import type { Order, Row } from './store.js';

/** What a body is told besides the row. */
export interface View extends Call {
  /** One of a list, one record that was asked for, or the answer to a change or a removal. */
  readonly occasion: 'item' | 'read' | 'changed' | 'removed';
  /** Whether a protected row is open to this caller. */
  readonly opens: (row: Row) => boolean;
  /** The parameters of the list or of the read; nothing on other occasions. */
  readonly found: Given;
}

/** One key of a body: its schema and its value. An undefined value leaves the key out. */
export interface Output<R extends Row = Row> {
  readonly schema: Schema;
  of(row: R, view: View): unknown;
}
export type Body = Readonly<Record<string, Output>>;

/** How a record was looked for in vain. */
export interface NotFoundCase {
  readonly by: 'id' | 'slug';
  readonly to: 'read' | 'update' | 'remove';
  /** The id belongs to a record of another model. */
  readonly otherKind: boolean;
}

/** One page of a list, with the addresses of the pages around it. */
export interface ListPage {
  readonly items: readonly unknown[];
  readonly restUrl: string;
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly total: number;
  readonly pages: number;
}

export interface ListShape {
  readonly filters: Filters;
  /** What holds for every list beside visibility and the filters. */
  defaultScope(query: Query, call: Call): Condition;
  order(query: Query, call: Call): readonly Order[];
  /** The parameters that the list's own address shows. */
  selfQuery(query: Query, call: Call): readonly (readonly [string, string])[];
  readonly body: (page: ListPage) => Readonly<Record<string, unknown>> | readonly unknown[];
  /** How a page past the end is refused, if not in the usual way. */
  readonly pastEnd?: ProblemName;
  /** Whether a page past the end is an empty list where the facade allows it. */
  readonly emptyPageAllowed?: true;
}

/** Lets the caller read a record that was found, or throws. */
export type AuthorizeRead = (context: Context, model: Model, row: Row, given: Given) => Promise<void>;

export interface Shape {
  readonly model: Model;
  /** Last segment of the collection's address. */
  readonly path: string;
  /** Name of the schema of its body. */
  readonly schema: string;
  readonly about: string;
  readonly addressedBy: readonly ('id' | 'slug')[];
  /** The field that a body which is a file fills; requests that change such records may be larger. */
  readonly upload?: string;
  readonly fields: Fields;
  /** Parameters of reading one record, beside its address. */
  readonly readParams: Fields;
  /** Parameters of removing one record. */
  readonly removeParams?: Fields;
  readonly list: ListShape;
  readonly body: Body;
  /** Inside the body of another record, where that is another one. */
  readonly embedded?: Body;
  /** Its bodies leave out what a protected record hides. Without it such records are neither listed nor read here. */
  readonly blanksProtected?: true;
  /** Names of the links that are read along; all of them when absent. */
  readonly links?: readonly string[];
  /** How a facade that keeps to the old ways tells that there is no such record. */
  readonly notFound: (looked: NotFoundCase) => Problem;
  readonly authorizeRead?: (generic: AuthorizeRead) => AuthorizeRead;
  /** Throws where these parameters do not remove a record. */
  readonly authorizeRemove?: (given: Given) => void;
  /** Problems of single actions beyond those that every shape has, for the documentation. */
  readonly errors?: { readonly [K in keyof Writes | 'read']?: readonly ProblemName[] };
}
