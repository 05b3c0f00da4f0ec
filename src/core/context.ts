// The context of a step: what it is handed beside its data.
import type { Call } from './call.js';
import type { Registry } from './model.js';
import type { Pictures } from './picture.js';
import type { Reader, Transacting, Writer } from './store.js';

/** Passwords for people, and hashing, which is slow on purpose; `verify` counts failures and refuses after too many. */
export interface Secrets {
  make(): string;
  hash(secret: string): Promise<string>;
  verify(digest: string, secret: string, subject: string): Promise<boolean>;
}

/** What a step that asks the database holds in hand. */
export interface Context {
  readonly store: Reader;
  readonly call: Call;
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly pictures: Pictures;
}

/** What a step that gets things ready for a change holds in hand. */
export interface PrepareContext extends Context {
  /** Aborted when getting ready takes too long. */
  readonly signal: AbortSignal;
  /** Runs the work when the change is made or has failed, to put away what nobody needs. */
  readonly onSettled: (work: (store: Transacting) => Promise<void>) => void;
}

export interface WriteContext extends Context {
  readonly store: Writer;
}
