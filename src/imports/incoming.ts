// Records from another system on their way in, and what became of them. Every importer reads its format into these.
import type { Condition } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Locked } from '../core/locked.js';
import type { Values } from '../core/store.js';

export interface Incoming {
  /** Name of the model. */
  readonly resource: string;
  /** Identity in its system; together with the source of the import it finds the record again. */
  readonly externalId: string;
  /** Fields as the body of a request to the native API has them. */
  readonly fields: Given;
  /** Further fields for a new record only, such as the status that an editor decides on later. */
  readonly initial?: Given;
  /** Fields for a new record, and for a known one that has no value there, also if someone changed the others here: a
   * password that protects it. Once the source says nothing of them any more, they are empty again unless changed here. */
  readonly ifEmpty?: Given;
  /** Links and references to other incoming records: external IDs by field. Unknown ones are left out and reported. */
  readonly references?: Readonly<Record<string, readonly string[]>>;
  /** Where it is in the source, for reports: a URL, a line or a component. */
  readonly place: string;
  /** The ID to create it under, if that is free. */
  readonly id?: number;
  /** IDs of the records that are created with it, in order, such as the dates of a series. */
  readonly partIds?: readonly number[];
  /** Columns that no request can set, such as the time of the last change. Written after the record. */
  readonly stored?: Values;
  /** Finds the record if its external ID is unknown, such as by UID. In an import that a person starts it takes over the
   * external ID; otherwise it is reported. */
  readonly sameAs?: Condition;
  /** Finds a public record of the same description, such as a venue of this name, which is linked and never changed. `keys`:
   * folded names that it may have. */
  readonly linkTo?: { readonly keys: readonly string[]; readonly where: Condition };
  /** Finds the record of this calendar that it is a copy of, as in a feed of this calendar. `exact`: beyond doubt. */
  readonly copyOf?: { readonly where: Condition; readonly exact: Condition };
  /** Of the reader: a record that another one has read is compared again. */
  readonly revision?: string;
  /** What `after` writes, as far as the source says it: a change of it is a change of the record. JSON. */
  readonly parts?: unknown;
  /** Runs after the record is written, in the same transaction, such as for dates of a series. */
  readonly after?: (context: WriteContext, row: Locked) => Promise<void>;
}

export const outcomes = ['created', 'updated', 'same', 'skipped', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Applied {
  readonly incoming: Incoming;
  readonly outcome: Outcome;
  readonly id?: number;
  readonly warnings: readonly Warning[];
}

/** Something that people should know about one place of the source. */
export interface Warning {
  /** A short fixed phrase, by which warnings are counted: `time zone unknown`. */
  readonly kind: string;
  readonly place: string;
  /** Details of this case. */
  readonly text: string;
}

/** One page of a source. Its records and the position after it are saved in one transaction. */
export interface IncomingPage {
  readonly records: readonly Incoming[];
  readonly warnings: readonly Warning[];
  /** Records that a dry run counts as new without writing them, such as images whose files it does not fetch. */
  readonly assumed?: readonly Incoming[];
  /** Where to go on after this page; JSON. */
  readonly position: Given;
  /** What the page was about, for progress: `venues`, 40 of 200. */
  readonly progress?: { readonly label: string; readonly done: number; readonly total?: number };
  /** ID of the thread that read it, if it was not the one of the event loop. */
  readonly thread?: number;
}

/** Reads a source from a position on; an empty one is the beginning. */
export type ReadSource = (position: Given) => AsyncIterable<IncomingPage>;
