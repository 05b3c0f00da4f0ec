// A model: what is true of one kind of record whoever shows it. It knows its table, its rules and who may do what, but no
// address and no key of a body: those belong to the shapes in which a facade shows it.
import type { Actor, Right } from './actor.js';
import type { Call } from './call.js';
import type { Columns } from './column.js';
import type { Condition } from './condition.js';
import type { WriteContext } from './context.js';
import type { Given } from './field.js';
import type { Status } from './status.js';
import type { Link, Row, RowIn, Table, Values } from './store.js';
import type { StoredFields } from './stored.js';

export interface Policy {
  /** The general right that reading needs; without one the condition alone decides. */
  readonly read?: Right;
  /** The general right that any change needs. */
  readonly change: Right;
  /** What this actor may read, as a condition; with trash where the actor may restore from it. */
  readonly visible: (actor: Actor, trash: boolean) => Condition;
  /** What this actor may change and remove, as a condition on the stored record. */
  readonly changeable: (actor: Actor) => Condition;
  /** Records of which everybody may know that they are gone. */
  readonly gone?: Condition;
  /** Records that hide nothing. The others are protected: a list shows their shell, and filters on hidden data leave them
   * out. Absent where no record can be protected. */
  readonly unprotected?: Condition;
}

export interface Settled {
  readonly values: Values;
  /** Slugs to try in this order, then the first one with a number. Absent: the slug stays. */
  readonly slugs?: readonly string[];
  /** The slug was asked for by name: one that is taken is refused instead of numbered. */
  readonly exactSlug?: boolean;
}

export interface SettleInput<R extends Row = Row, G extends Given = Given> {
  /** What was given, by the model's own names, with references followed. */
  readonly given: G;
  readonly stored: R | undefined;
  readonly call: Call;
  /** The record goes to the trash, whatever status its owner may ask for. */
  readonly trashing?: true;
}

/** What a write did: the record it was about, and the records that were created along with it. */
export interface Written {
  readonly model: Model;
  readonly id: number;
  /** Absent for a new record. */
  readonly before?: Row;
  /** Absent for a record that is gone for good. */
  readonly after?: Row;
  readonly alongside: readonly Written[];
}

/** The generic writes, which a model may override: an override gets the generic one and has its signature. */
export interface Writes {
  create(context: WriteContext, model: Model, given: Given): Promise<Written>;
  update(context: WriteContext, model: Model, stored: Row, given: Given): Promise<Written>;
  remove(context: WriteContext, model: Model, stored: Row, given: Given): Promise<Written>;
  /** Removes a record for good, with every link from it and to it. */
  erase(context: WriteContext, model: Model, stored: Row): Promise<Written>;
}
export type Overrides = { readonly [K in keyof Writes]?: (generic: Writes[K]) => Writes[K] };

/** Records of one status, by the moment in this column. */
export interface Due {
  readonly status: Status;
  readonly column: string;
}

/** What people call the records of a model, in English sentences. */
export interface Noun {
  readonly one: string;
  /** One of them with its article: `an image`. */
  readonly a: string;
  readonly many: string;
}

export interface Model<C extends Columns = Columns, R extends Row = RowIn<C>> extends Table<C> {
  readonly noun: Noun;
  readonly policy: Policy;
  /** Plain fields: given, kept and shown as they are. */
  readonly stored: StoredFields;
  /** What a new or changed record holds beside its plain fields. Pure. */
  settle(question: SettleInput<R>): Settled;
  /** Columns whose texts are kept in every language. Slugs are made from the first. */
  readonly translated: readonly string[];
  /** Columns that follow from those texts. */
  keys(row: Values): Values;
  texts(row: R): Readonly<Record<string, string>>;
  readonly removal: 'trash' | 'erase';
  /** What time alone does to its records: scheduled ones are published, trash is erased in the end. */
  readonly due?: { readonly publish: Due; readonly erase: Due };
  /** Names of the models that single references lead to, by the name under which they are given. */
  readonly references?: Readonly<Record<string, string>>;
  /** Finds a record that is the same as the one described, so that it need not be made again when it is linked to. */
  findExisting?(context: WriteContext, given: Given): Promise<number | undefined>;
  readonly overrides?: Overrides;
}

export interface Registry {
  readonly models: readonly Model[];
  readonly named: (name: string) => Model;
  readonly links: readonly Link[];
  /** By the name of its table. */
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
