// What an import of lines is asked to do, and what it reports.
import type { RequestContext } from '../../core/context.js';
import type { Store } from '../../core/store.js';
import type { Applied } from '../incoming.js';

/** `create` leaves existing records as they are. */
export const modes = ['upsert', 'create'] as const;
export type Mode = (typeof modes)[number];

export interface NdjsonRequest {
  /** Name of the file; an interrupted import is found by it. */
  readonly name: string;
  readonly mode: Mode;
  /** Records per transaction. */
  readonly batch: number;
  /** Stops after so many failed records; 0 never does. */
  readonly stopOnError: number;
  readonly isDryRun: boolean;
  /** Allows a complete export into a calendar that is not empty: records with the same IDs are replaced. */
  readonly force: boolean;
  /** Goes on with an interrupted import of this name; `if-interrupted`: if there is one. */
  readonly resume: boolean | 'if-interrupted';
  readonly signal?: AbortSignal;
}

export interface BatchResult {
  /** Last line of the batch. */
  readonly line: number;
  readonly applied: readonly Applied[];
}

/** The store, and the context of a write with the settings as of now: an import may change them. */
export interface ImportHost {
  readonly store: Store;
  readonly currentContext: () => Promise<RequestContext>;
}
