// How an import writes its records.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Locked } from '../core/locked.js';
import type { Incoming, Warning } from './incoming.js';
import type { ImportedRow } from './tables.js';

export interface ApplyOptions {
  readonly source: string;
  /** Records here that are the same as incoming ones get their external IDs: for imports that a person starts. */
  readonly adopts?: boolean;
  /** Also records that someone changed here since the last import. */
  readonly overwrite?: boolean;
  /** Values that were prepared outside the transaction, such as images (prepare.ts). */
  readonly ready?: ReadonlyMap<Incoming, Given>;
  /** Of the preparation. */
  readonly warnings?: ReadonlyMap<Incoming, readonly Warning[]>;
  /** External IDs of records that a dry run did not keep: references to them are not reported. */
  readonly assumed?: ReadonlySet<string>;
  /** External IDs that were reported before, with the first record that refers to each. */
  readonly reported?: Map<string, Incoming>;
  /** Called for a known record under its lock, and returns whether it was restored: a removed one may be back. */
  readonly restore?: (context: WriteContext, stored: Locked, state: ImportedRow | undefined) => Promise<boolean>;
}
