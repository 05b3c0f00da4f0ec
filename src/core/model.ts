// A model defines one kind of record independent of any API: table, rules and policy. URLs and keys of response bodies
// belong to the shapes of a facade.
import type { Actor, Right } from './actor.js';
import type { Call } from './call.js';
import type { Columns } from './column.js';
import type { Condition } from './condition.js';
import type { Context, WriteContext } from './context.js';
import type { Given } from './field.js';
import type { Locked } from './locked.js';
import type { Status } from './status.js';
import type { Link, Reader, Row, RowIn, Table, Values } from './store.js';
import type { StoredFields } from './stored.js';

export interface Policy {
  /** Right required to read; absent: only `visible` decides. */
  readonly read?: Right;
  /** Right required for any write. */
  readonly change: Right;
  /** Records that the actor may read; `trash` includes trashed ones that the actor may restore. */
  readonly visible: (actor: Actor, trash: boolean) => Condition;
  /** Records that the actor may change and remove. */
  readonly changeable: (actor: Actor) => Condition;
  /** Removed records that were public: reported as gone instead of missing. */
  readonly gone?: Condition;
  /** Records without a password. The others are protected: lists show them without the hidden fields, and filters on
   * hidden data do not match them. Absent if no record can be protected. */
  readonly unprotected?: Condition;
}

export interface Settled {
  readonly values: Values;
  /** Slugs to try in order, then the first one with a number. Absent: the slug is unchanged. */
  readonly slugs?: readonly string[];
  /** A slug that is taken is an error instead of getting a number. */
  readonly exactSlug?: boolean;
}

export interface SettleInput<R extends Row = Row, G extends Given = Given> {
  /** Given values by the model's names, with references resolved. */
  readonly given: G;
  readonly stored: R | undefined;
  readonly call: Call;
  /** The record is moved to the trash, whatever status is given. */
  readonly trashing?: true;
}

/** The result of a write: the record, and other records that were created with it. */
export interface Written {
  readonly model: Model;
  readonly id: number;
  /** Absent for a new record. */
  readonly before?: Row;
  /** Absent for an erased record. */
  readonly after?: Row;
  readonly alsoWritten: readonly Written[];
  /** Links that were set, by field. */
  readonly linked?: Readonly<Record<string, LinkChange>>;
  /** What happened to other records of the same model; a dry run shows it. */
  readonly effects?: Effects;
}

/** Ids of the linked records. */
export interface LinkChange {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Occurrences of a series that a change keeps, moves, adds and removes. */
export interface Effects {
  readonly kept: readonly number[];
  readonly moved: readonly { readonly id: number; readonly from: string; readonly to: string }[];
  /** Starts of new ones. */
  readonly added: readonly string[];
  readonly removed: readonly number[];
  /** Changed ones that stay, although a new rule does not have them. */
  readonly stayed: readonly number[];
}

/** The generic writes. They change rows that were read under the lock of their record. An override gets the generic function
 * and returns one of the same signature. */
export interface Writes {
  create(context: WriteContext, model: Model, given: Given): Promise<Written>;
  update(context: WriteContext, model: Model, stored: Locked, given: Given): Promise<Written>;
  remove(context: WriteContext, model: Model, stored: Locked, given: Given): Promise<Written>;
  /** Permanently deletes a record with all links from and to it. */
  erase(context: WriteContext, model: Model, stored: Locked): Promise<Written>;
}
/** Generic steps for rows that read their content from another row. */
export interface ContentWrites {
  /** Gives a row a copy of the content that it reads from another row, with its links and search texts. */
  detach(context: WriteContext, model: Model, id: number, values: (row: Row) => Values): Promise<Row>;
  /** Removes the content of a row, which then reads that of another row. */
  attach(context: WriteContext, model: Model, row: Row, contentId: number, values: Values): Promise<void>;
  /** Gives a row other slugs, or the next free ones. */
  rename(context: WriteContext, model: Model, row: Row, slugs: Values): Promise<void>;
  /** Inserts a copy of a record with its links and texts, under free slugs. `values` replaces columns. */
  copy(context: WriteContext, model: Model, id: number, values: Values): Promise<Row>;
  /** A record with all its links, independent of the caller. */
  whole(context: WriteContext, model: Model, id: number): Promise<Row>;
  /** Updates the counters of linked records after a change that keeps the links. */
  recount(context: WriteContext, model: Model, row: Row, stored: Row): Promise<void>;
}

export type Overrides = {
  readonly [K in keyof Writes]?: (generic: Writes[K], content: ContentWrites) => Writes[K];
};

/** Records of this status are due at the instant in this column. */
export interface Due {
  readonly status: Status;
  readonly column: string;
  /** Only records that match. */
  readonly where?: Condition;
}

/** Names of what a change achieves, for webhooks, beside those of revisions. */
export type Milestones = Readonly<
  Record<
    string,
    (change: {
      readonly before: Row | undefined;
      readonly after: Row | undefined;
      /** Names of the changed columns and links. */
      readonly changed: readonly string[];
    }) => boolean
  >
>;

/** English nouns for messages and documentation. */
export interface Noun {
  readonly one: string;
  /** With its article: `an image`. */
  readonly a: string;
  readonly many: string;
}

export interface Model<C extends Columns = Columns, R extends Row = RowIn<C>> extends Table<C> {
  readonly noun: Noun;
  readonly policy: Policy;
  /** Plain fields: stored and shown as given. */
  readonly stored: StoredFields;
  /** The values of a new or changed record beside its plain fields. Pure. */
  settle(input: SettleInput<R>): Settled;
  /** Columns with translated texts. Slugs are derived from the first. */
  readonly translated: readonly string[];
  /** Columns derived from these texts, such as sort keys. */
  keys(row: Values): Values;
  texts(row: R): Readonly<Record<string, string>>;
  readonly removal: 'trash' | 'erase';
  /** Background jobs: scheduled records are published, old trash is erased. */
  readonly due?: { readonly publish: Due; readonly erase: Due };
  /** Target models of single references, by the name of the field. */
  readonly references?: Readonly<Record<string, string>>;
  /** Finds an existing record that equals a described one, so that a link reuses it. */
  findExisting?(context: WriteContext, given: Given): Promise<number | undefined>;
  readonly overrides?: Overrides;
  readonly milestones?: Milestones;
  /** Runs after new records were inserted, in the same transaction. */
  afterInsert?(context: WriteContext, rows: readonly Row[]): Promise<void>;
  /** The record whose lock protects a row; the row itself by default. */
  lockedBy?(row: R): number;
  /** The record with a slug that is derived instead of stored. */
  findByDerivedSlug?(store: Reader, slug: string): Promise<number | undefined>;
  /** A record by its name within another record, such as a date of a series. With `create` a missing one may be created. */
  findPart?(
    context: Context,
    owner: number,
    name: string,
    create: WriteContext | undefined,
  ): Promise<number | undefined>;
}

export interface Registry {
  readonly models: readonly Model[];
  readonly named: (name: string) => Model;
  readonly links: readonly Link[];
  /** By the name of the link table. */
  readonly link: (table: string) => Link;
}

export function registryOf(models: readonly Model[], links: readonly Link[]): Registry {
  const find = <T>(items: readonly T[], nameOf: (item: T) => string, name: string): T => {
    const found = items.find((item) => nameOf(item) === name);
    if (!found) throw new TypeError(`nothing is called ${name}`);
    return found;
  };
  return {
    models,
    links,
    named: (name) => find(models, (model) => model.name, name),
    link: (table) => find(links, (link) => link.table, table),
  };
}
