// The port to storage: takes plans, returns rows. All methods are asynchronous, so that an engine may run in another
// thread or on another machine. Also defines tables, links and plans.
import type { Columns, RowOf, ValuesOf } from './column.js';
import type { Condition, PlaceColumns } from './condition.js';
import type { Point } from './geo.js';
import { recordLock } from './locks.js';
import type { SlotClient } from './slots.js';
import type { Rate, Throttle } from './throttle.js';

/** A decoded row; embedded linked rows are under the field of their link. */
export type RowIn<C extends Columns> = RowOf<C> & { readonly id: number };
/** Includes concealed columns. */
export type NewRow<C extends Columns> = ValuesOf<C> & { readonly id: number };
export type Row = RowIn<Columns>;
export type Values = ValuesOf<Columns>;

/** The embedded linked rows; empty if they were not requested. */
export const linkedRows = (row: Row, link: string): readonly Row[] => {
  const rows = row[link];
  return Array.isArray(rows) ? rows : [];
};

export const linkedIds = (row: Row, link: string): readonly number[] => linkedRows(row, link).map(({ id }) => id);

export interface Link {
  /** The link table, with the columns owner, target and position. */
  readonly table: string;
  readonly owner: string;
  readonly target: string;
  /** Sort column of the target; absent: sorted by position. */
  readonly sortedBy?: string;
  /** Counter column of the target: the number of its owners that match `when`. */
  readonly counted?: { readonly column: string; readonly when: Condition };
}

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly table: string;
  /** Tables with the same sequence never share an id. */
  readonly sequence: string;
  readonly columns: C;
  /** Links of which this table is the owner, by field. */
  readonly links: Readonly<Record<string, Link>>;
  /** Names of the search texts. */
  readonly searched: readonly string[];
  /** Columns that decide which lists contain a row; absent for tables that no cached response depends on. */
  readonly trackedColumns?: readonly string[];
  /** Columns that bound and sort lists in time: times, and numbers. */
  readonly timeColumns?: readonly string[];
  /** Any response may depend on it: a change invalidates all cached responses. */
  readonly affectsAll?: true;
  /** Columns that conditions and order read from the localized index, in the language of the plan. */
  readonly translatedKeys: readonly string[];
  /** Rows may read columns, links and search texts from another row of the table, their content row. */
  readonly content?: Content;
  /** Changes of its rows get positions, so that clients can follow them. */
  readonly followed?: Followed;
}

/** A table without links and search texts, which no cached response depends on. Many share the ids of accounts. */
export const plainTable = <C extends Columns>(name: string, columns: C): Table<C> => ({
  name,
  table: name,
  sequence: 'account',
  columns,
  links: {},
  searched: [],
  translatedKeys: [],
});

export interface Followed {
  /** Rows that everyone may see in a list. */
  readonly public: Condition;
  /** The column with the user whose record it is, who may see it before it is public. */
  readonly owner?: string;
  /** Columns that decide which owners a filter finds through these links: a change of one is a change of the owners. */
  readonly filtersOwners?: { readonly links: readonly string[]; readonly columns: readonly string[] };
  /** A record of another table that is public while it is used by public rows: the column with its id, its table, and the
   * columns that decide whether a row is public. */
  readonly uses?: { readonly column: string; readonly table: string; readonly decidedBy: readonly string[] };
}

export interface Content {
  /** Id of the content row; the row's own id if it has its own content. */
  readonly column: string;
  /** Columns that are selected from the content row. */
  readonly columns: readonly string[];
  /** Further columns of the content row, by the name they get in the row. */
  readonly extra: Readonly<Record<string, string>>;
  /** Rows whose content other rows read: a change of one is a change of those rows. */
  readonly shared: Condition;
}

/** The tables of a store by their names, and the links between them. */
export interface Tables<T extends Table = Table> {
  readonly named: (name: string) => T;
  /** By the name of the link table. */
  readonly link: (table: string) => Link;
}

/** By a column, or by the distance of the nearest linked record. */
export type Order = ColumnOrder | NearestOrder;

export interface ColumnOrder {
  readonly column: string;
  readonly descending?: boolean;
  /** Sorts by the position of the value in this list. */
  readonly inOrderOf?: readonly number[];
}

export interface NearestOrder {
  readonly nearest: {
    readonly link: Link;
    /** Only targets that match count. */
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

/** What is read of each row, if not all of it: its id, with it these columns, or what items of lists show of it and of its
 * embedded rows. Reading any other column of an item throws. */
export type RowPart = 'id' | readonly string[] | 'item';

export interface ListPlan<C extends Columns = Columns> {
  readonly table: Table<C>;
  readonly where: Condition;
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset?: number;
  readonly embeds?: readonly Embed[];
  readonly part?: RowPart;
  /** The total, if known: a small result is queried by another index than a large one. */
  readonly expected?: number;
  /** The rows of a longer list are not needed: its page may have only the total. */
  readonly maxTotal?: number;
  /** The total is not needed: that of a page only says whether there are more rows. */
  readonly withoutTotal?: true;
  /** Language of search, comparison and sorting. */
  readonly language?: string | undefined;
}

export type ReadPlan<C extends Columns = Columns> = Pick<
  ListPlan<C>,
  'table' | 'where' | 'embeds' | 'part' | 'language'
>;
export type CountPlan = Pick<ListPlan, 'table' | 'where' | 'language'>;

/** The index entry of a record in one language: sort keys and search texts. */
export interface LocalizedIndex {
  readonly language: string;
  readonly keys: Values;
  readonly texts: SearchText['texts'];
}

/** One page of a list, and the total of all pages. */
export interface RowPage<C extends Columns = Columns> {
  readonly rows: readonly RowIn<C>[];
  readonly total: number;
}

export interface Reader {
  list<C extends Columns>(plan: ListPlan<C>): Promise<readonly RowIn<C>[]>;
  /** Only the ids of the list. */
  ids(plan: ListPlan): Promise<readonly number[]>;
  page<C extends Columns>(plan: ListPlan<C>): Promise<RowPage<C>>;
  read<C extends Columns>(plan: ReadPlan<C>): Promise<RowIn<C> | undefined>;
  count(plan: CountPlan): Promise<number>;
}

/** A record and the targets of its link, in order. */
export interface LinkTargets {
  readonly owner: number;
  readonly targets: readonly number[];
}

export interface RowUpdate<C extends Columns = Columns> {
  readonly id: number;
  readonly values: Partial<ValuesOf<C>>;
}

/** The search texts of a row. */
export interface SearchText {
  readonly id: number;
  readonly texts: Readonly<Record<string, string>>;
}

/** A change of a record: its tracked columns before and after a transaction. */
export interface Change {
  /** Name of the table. */
  readonly table: string;
  /** 0: any record of the table. */
  readonly id: number;
  /** Tracked columns; absent if the record did not exist or the columns were not read. */
  readonly before?: Values;
  readonly after?: Values;
  /** Other records read their content from this one, so that they changed too. */
  readonly content?: true;
}

/** Statements run in the order of the calls, so calls whose results are not needed can be started without awaiting. */
export interface Writer extends Reader {
  /** Acquires the lock of this name until the end of the transaction. */
  lock(name: string): Promise<void>;
  /** New ids in ascending order. */
  takeIds(table: Table, count: number): Promise<readonly number[]>;
  /** Before rows with ids of another system are inserted: the sequence will not return these ids. It is never lowered, and a
   * rollback may leave it raised. */
  reserveIds(table: Table, ids: readonly number[]): Promise<void>;
  /** Returns the new id. */
  insert<C extends Columns>(table: Table<C>, values: ValuesOf<NoInfer<C>>): Promise<number>;
  /** Inserts rows under new ids, in ascending order, at the latest before the commit. For tables that are not tracked; a
   * preview inserts nothing. With `ifAny` nothing is inserted unless a row matches. */
  append<C extends Columns>(table: Table<C>, rows: readonly ValuesOf<NoInfer<C>>[], ifAny?: CountPlan): Promise<void>;
  /** All rows have the same columns. A row without a content row becomes its own. */
  insertAll<C extends Columns>(table: Table<C>, rows: readonly NewRow<NoInfer<C>>[]): Promise<void>;
  update<C extends Columns>(table: Table<C>, id: number, values: Partial<ValuesOf<NoInfer<C>>>): Promise<void>;
  /** Updates all rows that match, in one statement. Returns their number. */
  updateWhere<C extends Columns>(
    table: Table<C>,
    where: Condition,
    values: Partial<ValuesOf<NoInfer<C>>>,
  ): Promise<number>;
  /** Updates many rows, each once, in few statements and any order. */
  updateEach<C extends Columns>(table: Table<C>, rows: readonly RowUpdate<NoInfer<C>>[]): Promise<void>;
  /** Also deletes the search texts. Returns the number of rows. */
  remove(table: Table, where: Condition): Promise<number>;
  /** For records that have no such links yet. */
  link(link: Link, ends: readonly LinkTargets[]): Promise<void>;
  /** Replaces the links of a record. */
  relink(link: Link, ends: LinkTargets): Promise<void>;
  /** The slugs of the list that a record has, in any language. */
  taken(table: Table, slugs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes all links to the target. */
  unlink(link: Link, target: number): Promise<void>;
  /** Increments a counter in the database, without reading it first. */
  add(table: Table, ids: readonly number[], column: string, amount: number): Promise<void>;
  /** Replaces the search texts, which are folded. */
  index(table: Table, entries: readonly SearchText[]): Promise<void>;
  /** Replaces the localized index of a row. */
  indexLocalized(table: Table, id: number, entries: readonly LocalizedIndex[]): Promise<void>;
  /** Replaces the slugs of a row in other languages. */
  setExtraSlugs(table: Table, id: number, slugs: readonly string[]): Promise<void>;
  /** Deletes the search texts, the localized index and the further slugs of a row. */
  unindex(table: Table, id: number): Promise<void>;
  /** Metadata of the database itself. */
  getMeta(name: string): Promise<string | undefined>;
  setMeta(name: string, value: string): Promise<void>;
  /** Runs the work after the commit, outside the transaction; its failure does not undo the commit. */
  afterCommit(work: (store: Transacting) => Promise<void>): void;
}

/** Locks the record against concurrent changes until the end of the transaction. */
export const lockRecord = (store: Writer, table: Table, id: number): Promise<void> => store.lock(recordLock(table, id));

export interface TransactOptions {
  /** The work may take long, so no other change waits for it to share its commit. */
  readonly isLong?: boolean;
  /** Its statements may take any time, as those of migrations that change large tables. */
  readonly isUnlimited?: boolean;
}

export interface Transacting extends Reader {
  /** Commits durably, or rolls back if the work throws. */
  transact<Result>(work: (writer: Writer) => Promise<Result>, options?: TransactOptions): Promise<Result>;
}

/** A record that changed, at its newest position. */
export interface Changed {
  /** Name of the table. */
  readonly table: string;
  readonly id: number;
  /** The instant of the change. */
  readonly at: string;
  /** The record no longer exists. */
  readonly isGone: boolean;
}

/** A reader who may not see everything: the rows of these tables, records of its own, and those that are or were public. */
export interface PositionReader {
  readonly tables: readonly string[];
  /** Absent: nothing is its own. */
  readonly user?: number;
}

/** Opaque, and comparable only for equality. */
export type Position = string;

/** A page of changes, and the position to go on from. */
export interface ChangedPage {
  readonly changes: readonly Changed[];
  readonly next: Position;
  readonly hasMore: boolean;
}

/** Positions of all changes, written in the transaction of the change. Read from the primary only. */
export interface Positions {
  /** Text that is equal only while no record changes; cheap, for validators. */
  state(): Promise<string>;
  /** The position of everything committed so far; changes after it are those that the reader has not seen. */
  current(): Promise<Position>;
  /** Text that differs after every change that `after` can return; cheap, for polling. */
  newest(): Promise<string>;
  /** Changes after a position in order, each record once; `undefined` starts at the beginning. A position is expired if
   * changes after it may be unknown: erased records were purged, or the data was restored or copied. A `reader` gets only
   * changes that it may know of: of a record that is not public any more, the one that hid it. */
  after(
    since: Position | undefined,
    tables: readonly string[],
    limit: number,
    reader?: PositionReader,
  ): Promise<ChangedPage | 'expired'>;
  /** Seconds that the oldest committed change has waited for transactions that began before it. */
  lagSeconds(): Promise<number>;
  /** Forgets erased records that changed before this instant. Returns their number. */
  purge(before: string): Promise<number>;
}

/** Name of the metadata with the instant of the last backup. */
export const lastBackupName = 'last_backup';

export interface StoreInfo {
  readonly engine: string;
  readonly sizeBytes: number;
  /** In UTC; absent if there was none. */
  readonly lastBackup?: string;
}

/** Runs a part of a preview. If it throws, only its own changes are undone. Parts run one after the other. */
export type Attempt = <Result>(part: () => Promise<Result>) => Promise<Result>;

export interface Store extends Transacting {
  /** Runs the work in a transaction that is rolled back, including the ids that it took. */
  preview<Result>(work: (writer: Writer, attempt: Attempt) => Promise<Result>): Promise<Result>;
  /** Runs long reads on one snapshot of the database, without blocking other requests. One read at a time. */
  snapshot<Result>(work: (reader: Reader) => Promise<Result>): Promise<Result>;
  /** For reads that may be up to a second stale; served by replicas if there are any. */
  readonly maybeStale: Reader;
  /** The same reads for a client of the service, who has a share of those that take long. They end when its signal aborts. */
  readerFor(client: SlotClient, isMaybeStale: boolean): Reader;
  readonly positions: Positions;
  /** The listener gets the changes of all processes; `undefined` means that anything may have changed. */
  subscribe(listener: (changes: readonly Change[] | undefined) => void): void;
  /** The listener is called when a read of `maybeStale` may lack changes that were delivered before it: what it returns must
   * not be cached. */
  onLaggingRead(listener: () => void): void;
  /** After this, `deliverChanges` includes every write that was acknowledged a millisecond before the call; if `exact`, before
   * the call. */
  pollChanges(exact?: boolean): Promise<void>;
  /** Delivers pending changes to all listeners. Returns how current they are then: exactly, within a second, or unknown. */
  deliverChanges(): 'exact' | 'recent' | 'unknown';
  /** A rate limit that all processes share. */
  throttle(rate: Rate): Throttle;
  /** Updates the query planner's statistics, where the engine does not do so itself. */
  updateStatistics(): Promise<void>;
  /** Size and last backup. */
  describe(): Promise<StoreInfo>;
  /** Rejects if the database is unavailable. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
