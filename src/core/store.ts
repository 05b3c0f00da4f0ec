// The port to storage: it takes plans and returns rows. Everything is asynchronous, so that an engine may live
// in another thread or on another machine. Also the tables and links that plans speak of.
import type { Columns, RowOf, ValuesOf } from './column.js';
import type { Condition, PlaceColumns } from './condition.js';
import type { Point } from './geo.js';
import { recordLock } from './locks.js';
import type { Rate, Throttle } from './throttle.js';

/** A decoded row of a table with these columns; the rows of each embedded link are there as well, under its field. */
export type RowIn<C extends Columns> = RowOf<C> & { readonly id: number };
/** What is inserted, concealed columns included. */
export type NewRow<C extends Columns> = ValuesOf<C> & { readonly id: number };
/** A row of any table. */
export type Row = RowIn<Columns>;
export type Values = ValuesOf<Columns>;

/** The linked rows of a row, by the name of the link; none where they were not read along. */
export const linkedRows = (row: Row, link: string): readonly Row[] => {
  const rows = row[link];
  return Array.isArray(rows) ? rows : [];
};

export const linkedIds = (row: Row, link: string): readonly number[] => linkedRows(row, link).map(({ id }) => id);

export interface Link {
  /** Name of the link table; it has the columns owner, target, position. */
  readonly table: string;
  readonly owner: string;
  readonly target: string;
  /** Column of the target by which linked rows are sorted; by position when absent. */
  readonly sortedBy?: string;
  /** Column of the target that counts its owners for which `when` holds. */
  readonly counted?: { readonly column: string; readonly when: Condition };
}

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly table: string;
  /** Tables with the same sequence share one space of ids. */
  readonly sequence: string;
  readonly columns: C;
  /** Links that start here, by field name. */
  readonly links: Readonly<Record<string, Link>>;
  /** Names of the texts in which this table's rows are searched. */
  readonly searched: readonly string[];
  /** Columns that tell which lists hold a row; absent for tables that no answer rests on. */
  readonly trackedColumns?: readonly string[];
  /** Columns that are found and sorted by as they read in the language of the plan. */
  readonly translatedKeys: readonly string[];
}

/** The tables of a store by their names, and the links between them. */
export interface Tables<T extends Table = Table> {
  readonly named: (name: string) => T;
  /** By the name of its table. */
  readonly link: (table: string) => Link;
}

/** By a column, or by how near the nearest linked record lies. */
export type Order = ColumnOrder | NearestOrder;

export interface ColumnOrder {
  readonly column: string;
  readonly descending?: boolean;
  /** Sorts by the place of the value in this list instead of by the value. */
  readonly inOrderOf?: readonly number[];
}

export interface NearestOrder {
  readonly nearest: {
    readonly link: Link;
    /** Only targets for which this holds count. */
    readonly where: Condition;
    readonly place: PlaceColumns;
    readonly point: Point;
  };
  readonly descending?: boolean;
}

export interface Embed {
  readonly field: string;
  readonly visible: Condition;
}

export interface ListPlan<C extends Columns = Columns> {
  readonly table: Table<C>;
  readonly where: Condition;
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset?: number;
  readonly embeds?: readonly Embed[];
  /** How many rows there are on all pages, where that is known: few of them are looked for in another way than many. */
  readonly expected?: number;
  /** The language in which texts are searched, compared and sorted. */
  readonly language?: string | undefined;
}

export type ReadPlan<C extends Columns = Columns> = Pick<ListPlan<C>, 'table' | 'where' | 'embeds' | 'language'>;
export type CountPlan = Pick<ListPlan, 'table' | 'where' | 'language'>;

/** How a record reads in one language, for finding and sorting it. */
export interface LocalizedIndex {
  readonly language: string;
  readonly keys: Values;
  readonly texts: SearchText['texts'];
}

/** One page of a list, and how many rows there are on all of them. */
export interface RowPage<C extends Columns = Columns> {
  readonly rows: readonly RowIn<C>[];
  readonly total: number;
}

export interface Reader {
  list<C extends Columns>(plan: ListPlan<C>): Promise<readonly RowIn<C>[]>;
  /** The same rows, of which nothing but the ids is read. */
  ids(plan: ListPlan): Promise<readonly number[]>;
  page<C extends Columns>(plan: ListPlan<C>): Promise<RowPage<C>>;
  read<C extends Columns>(plan: ReadPlan<C>): Promise<RowIn<C> | undefined>;
  count(plan: CountPlan): Promise<number>;
}

/** A record and what it is linked to, in order. */
export interface LinkTargets {
  readonly owner: number;
  readonly targets: readonly number[];
}

/** The texts in which a row is searched. */
export interface SearchText {
  readonly id: number;
  readonly texts: Readonly<Record<string, string>>;
}

/** What a transaction did to a record, as far as it decides which lists hold the record. */
export interface Change {
  /** Name of the table. */
  readonly table: string;
  /** 0 stands for any of its records. */
  readonly id: number;
  /** The watched columns; absent where the record was not there, or where nobody looked. */
  readonly before?: Values;
  readonly after?: Values;
}

/** Statements run in the order in which they are asked for; who needs no answer in between need not wait for it. */
export interface Writer extends Reader {
  /** Waits until no other transaction holds this name, and holds it to the end of this one. */
  lock(name: string): Promise<void>;
  /** New ids, in the order in which they were given out. */
  takeIds(table: Table, count: number): Promise<readonly number[]>;
  /** Returns the new id. */
  insert<C extends Columns>(table: Table<C>, values: ValuesOf<NoInfer<C>>): Promise<number>;
  /** Rows with their ids, all with the same columns. */
  insertAll<C extends Columns>(table: Table<C>, rows: readonly NewRow<NoInfer<C>>[]): Promise<void>;
  update<C extends Columns>(table: Table<C>, id: number, values: Partial<ValuesOf<NoInfer<C>>>): Promise<void>;
  /** Returns how many rows went, with their searched texts. */
  remove(table: Table, where: Condition): Promise<number>;
  /** Links of records that have no such links yet. */
  link(link: Link, ends: readonly LinkTargets[]): Promise<void>;
  /** Replaces the links of a record. */
  relink(link: Link, ends: LinkTargets): Promise<void>;
  /** Those of the slugs that some record has, in whatever language. */
  taken(table: Table, slugs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Takes a record off every record that links to it. */
  unlink(link: Link, target: number): Promise<void>;
  /** Adds to a counter of these records, without reading it first. */
  add(table: Table, ids: readonly number[], column: string, amount: number): Promise<void>;
  /** Replaces the folded texts in which rows are searched. */
  index(table: Table, entries: readonly SearchText[]): Promise<void>;
  /** Replaces how a row reads in each language. */
  indexLocalized(table: Table, id: number, entries: readonly LocalizedIndex[]): Promise<void>;
  /** Replaces the slugs that a row has beside the one in its own column. */
  setExtraSlugs(table: Table, id: number, slugs: readonly string[]): Promise<void>;
  /** What the store once noted down under this name. */
  getMeta(name: string): Promise<string | undefined>;
  setMeta(name: string, value: string): Promise<void>;
  /** Runs the work once the transaction is kept; it is on its own then, and its failure changes nothing. */
  afterCommit(work: (store: Transacting) => Promise<void>): void;
}

/** Keeps other changes of this record away until the transaction ends. */
export const lockRecord = (store: Writer, table: Table, id: number): Promise<void> => store.lock(recordLock(table, id));

export interface Transacting extends Reader {
  /** Runs the work in one transaction: all of it is kept, durably, or nothing. */
  transact<Result>(work: (writer: Writer) => Promise<Result>): Promise<Result>;
}

export interface Store extends Transacting {
  /** Runs the work in one transaction of which nothing is kept, not even the ids that it took. */
  preview<Result>(work: (writer: Writer) => Promise<Result>): Promise<Result>;
  /** For those who may see things a little late, at most a second. */
  readonly maybeStale: Reader;
  /** Tells a listener what is changed, by whichever process; `undefined` means anything may have been. */
  subscribe(listener: (changes: readonly Change[] | undefined) => void): void;
  /** After this, catching up tells everything that was acknowledged before it. */
  pollChanges(): Promise<void>;
  /** Tells all listeners what they have not heard yet. Whether they can then trust what they know: exactly, to within
   * a second, or not at all. */
  deliverChanges(): 'exact' | 'recent' | 'unknown';
  /** A limit that every process on this store shares. */
  throttle(rate: Rate): Throttle;
  /** Brings the query planner's statistics up to date, where the engine does not do so by itself. */
  updateStatistics(): Promise<void>;
  /** Rejects when the store cannot serve. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
