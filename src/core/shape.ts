// A shape: how a facade reads and writes the records of a model as JSON. Several facades can have shapes of one model.
import type { Call } from './call.js';
import type { Condition } from './condition.js';
import type { Context, ReadContext } from './context.js';
import type { Fields, Given } from './field.js';
import type { Filters, Query } from './filter.js';
import type { FeedItems } from './format.js';
import type { Model, Writes } from './model.js';
import type { Problem, ProblemName } from './problem.js';
import type { Schema } from './schema.js';
import type { Order, Row } from './store.js';

/** The context in which a body presents a row. */
export interface View extends Call {
  /** An item of a list, a single record, or the response to a change or a removal. */
  readonly occasion: 'item' | 'read' | 'changed' | 'removed';
  /** True if the caller may see the hidden values of a password-protected row. */
  readonly opens: (row: Row) => boolean;
  /** The parsed parameters of the list or read request; empty for changes. */
  readonly found: Given;
}

/** One key of a body: its schema and its value. The key is omitted if the value is undefined. */
export interface Output<R extends Row = Row> {
  readonly schema: Schema;
  /** Not in the documentation. */
  readonly undocumented?: true;
  of(row: R, view: View): unknown;
}
export type Body = Readonly<Record<string, Output>>;

/** The circumstances under which a record was not found. */
export interface NotFoundCase {
  readonly by: 'id' | 'slug';
  readonly to: 'read' | 'update' | 'remove';
  /** The ID belongs to a record of another model. */
  readonly otherKind: boolean;
}

/** One page of a list, with the URLs of the next and previous page. */
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
  /** The condition of every list, in addition to visibility and filters. */
  defaultScope(query: Query, call: Call): Condition;
  order(query: Query, call: Call): readonly Order[];
  /** The query parameters of the list's self URL. */
  selfQuery(query: Query, call: Call): readonly (readonly [string, string])[];
  readonly body: (page: ListPage) => Readonly<Record<string, unknown>> | readonly unknown[];
  /** Further headers of the list. */
  readonly headers?: (query: Query, call: Call) => Readonly<Record<string, string>>;
  /** Further limits the rows that match `where`, such as to one per group. */
  readonly narrow?: (where: Condition, query: Query, call: Call) => Condition;
  /** The rows with what their bodies show of other rows. */
  readonly hydrate?: (context: Context, rows: readonly Row[], query: Query) => Promise<readonly Row[]>;
  /** Names of the parameters besides `context` that bodies or `hydrate` read: without them an item is the same in every list. */
  readonly itemParams?: readonly string[];
  /** The instant from which an item may differ though nothing is changed; undefined if it depends on no time. */
  readonly validUntil?: (row: Row, call: Call) => string | undefined;
  /** The problem of a page past the end; `no-page` by default. */
  readonly pastEnd?: ProblemName;
  /** With `emptyTermPages` of the facade, a page past the end is an empty list. */
  readonly emptyPageAllowed?: true;
}

/** How feeds show a list. */
export interface FeedShape {
  /** Parameters of feeds in addition to those of the list. */
  readonly params: Fields;
  /** For items that differ by time alone, without any change: a text that differs with them, and when it will change. */
  readonly timeState?: (context: Context) => Promise<{ readonly text: string; readonly until?: string }>;
  /** The parameters of the list, with the defaults of feeds. */
  readonly query: (found: Given, call: Call, items: keyof FeedItems) => Given;
  /** Parameters of the list that shows the same as this record, if it consists of several. */
  readonly asList?: (row: Row, given: Given, items: keyof FeedItems) => Given | undefined;
  /** Order of feeds that show one page. */
  readonly newestFirst: readonly Order[];
  /** The rows with what their entries show of other rows. */
  readonly hydrate?: (context: Context, rows: readonly Row[], found: Given) => Promise<readonly Row[]>;
  readonly entry: (row: Row, view: View) => FeedItems['entries'];
  /** JSON-LD. */
  readonly data: (row: Row, view: View) => FeedItems['data'];
  readonly columns: readonly string[];
  readonly cells: (row: Row, view: View) => FeedItems['cells'];
}

/** Throws unless the caller may read the record. */
export type AuthorizeRead = (context: ReadContext, model: Model, row: Row, given: Given) => Promise<void>;

/** How a record is duplicated: the copy is created from the values of its form. */
export interface CopyShape {
  /** Names of the fields that a copy does not take over, such as those that the caller must not see. */
  readonly omits: (row: Row, call: Call) => readonly string[];
  /** Values for the model that are copied as stored, because their text in a form may lose something. */
  readonly asStored: (row: Row) => Given;
}

export interface Shape {
  readonly model: Model;
  /** Path segment of the collection. */
  readonly path: string;
  /** Name of the body schema in the OpenAPI document. */
  readonly schema: string;
  readonly about: string;
  readonly lookedUpBy: readonly ('id' | 'slug')[];
  /** There is one record, with this ID, at the path of the collection: no list, and it is neither created nor removed. */
  readonly only?: number;
  /** The field that a raw file body sets. Requests to such shapes have the larger body limit. */
  readonly upload?: string;
  readonly fields: Fields;
  /** Query parameters of reading one record. */
  readonly readParams: Fields;
  /** Parameters of creating and updating a record that set no value of it. */
  readonly writeParams?: Fields;
  /** Query parameters of removing one record. */
  readonly removeParams?: Fields;
  readonly list: ListShape;
  /** Absent if there are no feeds of these records. */
  readonly feed?: FeedShape;
  readonly body: Body;
  /** The body inside other records; `body` by default. */
  readonly embedded?: Body;
  /** The row with what its body shows of other rows. */
  readonly hydrate?: (context: Context, row: Row) => Promise<Row>;
  /** The instant from which the body of a completed row may differ; undefined if it depends on no time. */
  readonly validUntil?: (row: Row, call: Call) => string | undefined;
  /** Bodies blank the hidden values of password-protected records; without it such records are neither listed nor read. */
  readonly blanksProtected?: true;
  /** Names of the links to read with a row; all by default. */
  readonly links?: readonly string[];
  /** The problem of an unknown record on facades without `unknownIsMissing`. */
  readonly notFound: (looked: NotFoundCase) => Problem;
  readonly authorizeRead?: (generic: AuthorizeRead) => AuthorizeRead;
  /** Absent if records cannot be duplicated. */
  readonly copy?: CopyShape;
  /** Throws if these parameters do not allow the removal. */
  readonly authorizeRemove?: (given: Given) => void;
  /** Problems of single actions beyond those that every shape has, for the documentation. */
  readonly errors?: { readonly [K in keyof Writes | 'read']?: readonly ProblemName[] };
}
