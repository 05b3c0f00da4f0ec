// A resource: everything that is particular to one kind of record, under one name.
// The registry is the list of them; all generic code is handed it and names none.
import type { Actor, Right } from './actor.js';
import type { Call } from './call.js';
import type { Condition } from './condition.js';
import type { Fields, Given } from './field.js';
import type { Filters, Query } from './filter.js';
import type { Problem, ProblemName } from './problem.js';
import type { Schema } from './schema.js';
import type { Status } from './status.js';
import type { Desk, Link, Order, Row, Table, Values, WritingDesk } from './store.js';

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

/** What a presenter is told besides the row. */
export interface View extends Call {
  /** One of a list, one record that was asked for, or the answer to a change or a removal. */
  readonly occasion: 'item' | 'read' | 'changed' | 'removed';
  /** Whether a protected row is open to this caller. */
  readonly opens: (row: Row) => boolean;
  /** The parameters of the list or of the read; nothing on other occasions. */
  readonly found: Given;
}

/** One key of the answer: its schema and its value. An undefined value leaves the key out. */
export interface Output {
  readonly schema: Schema;
  readonly of: (row: Row, view: View) => unknown;
}
export type Body = Readonly<Record<string, Output>>;

export interface Settled {
  readonly values: Values;
  /** Slugs to try in this order, then the first one with a number. Absent: the slug stays. */
  readonly slugs?: readonly string[];
  /** The slug was asked for by name: one that is taken is refused instead of numbered. */
  readonly slugOrNone?: boolean;
}

export interface Question {
  readonly given: Given;
  readonly stored: Row | undefined;
  readonly call: Call;
  /** The record goes to the trash, whatever status its owner may ask for. */
  readonly trashing?: true;
}

/** How a record was looked for in vain. */
export interface Unknown {
  readonly by: 'id' | 'slug';
  readonly to: 'read' | 'update' | 'remove';
  /** The id belongs to a record of another resource. */
  readonly otherKind: boolean;
}

export interface ListAnswer {
  readonly items: readonly unknown[];
  readonly restUrl: string;
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly total: number;
  readonly pages: number;
}

/** The operations a resource may wrap: each gets the generic one and has its signature. */
export interface Operations {
  /** Lets the caller read a record that was found, or throws. */
  readonly admit: (desk: Desk, resource: Resource, row: Row, given: Given) => Promise<void>;
  readonly create: (desk: WritingDesk, resource: Resource, given: Given) => Promise<number>;
  readonly update: (desk: WritingDesk, resource: Resource, stored: Row, given: Given) => Promise<void>;
  readonly remove: (desk: WritingDesk, resource: Resource, stored: Row, given: Given) => Promise<void>;
  /** Removes a record for good, with every link from it and to it. */
  readonly erase: (desk: WritingDesk, resource: Resource, stored: Row) => Promise<void>;
}
export type Wrappers = { readonly [K in keyof Operations]?: (generic: Operations[K]) => Operations[K] };

/** Records of one status, by the moment in this column. */
export interface Due {
  readonly status: Status;
  readonly column: string;
}

/** What people call the records of a resource, in English sentences. */
export interface Noun {
  readonly one: string;
  /** One of them with its article: `an image`. */
  readonly a: string;
  readonly many: string;
}

export interface Resource extends Table {
  /** Last segment of the collection's address. */
  readonly path: string;
  /** Name of the schema of its body. */
  readonly schema: string;
  readonly about: string;
  readonly noun: Noun;
  readonly addressedBy: readonly ('id' | 'slug')[];
  /** The field that a body which is a file fills; requests that change such records may be larger. */
  readonly upload?: string;
  readonly fields: Fields;
  /** Parameters of reading one record, beside its address. */
  readonly readParams: Fields;
  /** Parameters of removing one record. */
  readonly removeParams?: Fields;
  readonly filters: Filters;
  /** What holds for every list beside visibility and the filters. */
  readonly listed: (query: Query, call: Call) => Condition;
  readonly order: (query: Query, call: Call) => readonly Order[];
  /** The parameters that the list's own address shows. */
  readonly address: (query: Query, call: Call) => readonly (readonly [string, string])[];
  /** How a page past the end is refused, if not in the usual way. */
  readonly pastEnd?: ProblemName;
  /** Whether a page past the end is an empty list where the mount allows it. */
  readonly term: boolean;
  readonly policy: Policy;
  readonly settle: (question: Question) => Settled;
  /** Texts that are kept in every language: columns and the fields that set them. Slugs are made from the first. */
  readonly spoken: Readonly<Record<string, string>>;
  /** Columns that follow from those texts. */
  readonly keys: (row: Values) => Values;
  readonly texts: (row: Row) => Readonly<Record<string, string>>;
  /** How a mount that keeps to the old ways tells that there is no such record. */
  readonly unknown: (unknown: Unknown) => Problem;
  readonly removal: 'trash' | 'erase';
  /** What time alone does to its records: scheduled ones are published, trash is erased in the end. */
  readonly due?: { readonly publish: Due; readonly erase: Due };
  /** Finds a record that is the same as the one described, so that it need not be made again when it is linked to. */
  readonly known: (desk: WritingDesk, given: Given) => Promise<number | undefined>;
  readonly body: Body;
  readonly answerList: (answer: ListAnswer) => Readonly<Record<string, unknown>> | readonly unknown[];
  readonly wrap: Wrappers;
  /** Refusals that only this resource knows, for the documentation. */
  readonly refusals?: { readonly [K in keyof Operations]?: readonly ProblemName[] };
}

export interface Registry {
  readonly resources: readonly Resource[];
  /** Those beside the calendar, where the console works. */
  readonly managed: readonly Resource[];
  readonly named: (name: string) => Resource;
  readonly links: readonly Link[];
  /** By the name of its table. */
  readonly link: (table: string) => Link;
  /** Schemas that the bodies refer to by name, beside those of the resources themselves. */
  readonly schemas: Readonly<Record<string, Schema>>;
}
