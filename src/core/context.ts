// The context of a request: store, call, registry and services that steps need beside their data.
import type { Call } from './call.js';
import type { Registry } from './model.js';
import type { Pictures } from './picture.js';
import type { Reader, Transacting, Writer } from './store.js';

/** Generates, hashes and verifies passwords. `verify` is rate limited by failures. */
export interface Secrets {
  make(): string;
  hash(secret: string): Promise<string>;
  verify(digest: string, secret: string, subject: string): Promise<boolean>;
}

/** Texts that are stored encrypted, because the service must be able to read them. */
export interface Vault {
  /** A random secret that signs messages, in the notation of Standard Webhooks. */
  makeSecret(): string;
  /** Throws a problem if there is no key. */
  encrypt(text: string): Promise<string>;
  /** Undefined if it was encrypted with another key. */
  decrypt(encrypted: string): Promise<string | undefined>;
}

/** What hashes, encodes, or waits for other servers and files. No transaction uses it: others wait for its locks. */
export interface SlowServices {
  readonly secrets: Secrets;
  readonly pictures: Pictures;
  readonly vault: Vault;
  /** Whether webhooks may have this URL, as of now. */
  readonly allowsWebhook: (url: string) => Promise<boolean>;
}

/** For steps that read, also inside a transaction. */
export interface Context {
  readonly store: Reader;
  readonly call: Call;
  readonly registry: Registry;
  /** In a dry run of one change: how many dates of a new series are not inserted, by its id. */
  readonly outlined?: Map<number, number>;
  /** Slow work after the commit of the transaction; a preview does not run it. */
  readonly afterCommit: (writer: Writer, work: (settled: SettledContext) => Promise<void>) => void;
}

/** For work outside transactions. */
export interface RequestContext extends Context, SlowServices {}

/** For work after a transaction. */
export interface SettledContext extends SlowServices {
  readonly store: Transacting;
}

/** For steps that decide whether a caller may read a record. Passwords are verified outside transactions only. */
export type ReadContext = Context & Partial<Pick<SlowServices, 'secrets'>>;

export const withAfterCommit = <Services extends SlowServices>(services: Services) => ({
  ...services,
  afterCommit: ((writer, work) =>
    writer.afterCommit((store) => work({ ...services, store }))) satisfies Context['afterCommit'],
});

/** For steps that prepare a change outside its transaction. */
export interface PrepareContext extends RequestContext {
  readonly store: Transacting;
  /** Aborted at the timeout of the preparation. */
  readonly signal: AbortSignal;
  /** Runs the work after the change succeeded or failed, to clean up what it did not use. */
  readonly onSettled: (work: () => Promise<void>) => void;
}

/** For steps inside a transaction. */
export interface WriteContext extends Context {
  readonly store: Writer;
  /** Counts further changes in the rate limit of the caller before they are made, such as the dates of a series. Throws if
   * the limit is exceeded. Absent for jobs, commands and imports. */
  readonly charge?: (changes: number) => Promise<void>;
}
