// Reading a file in a thread: what is sent to the thread, and what comes back. All of it is plain data.
import type { CsvOptions } from '../csv/options.js';
import type { CsvDescription } from '../csv/read.js';
import type { FileLimits } from '../file-budget.js';
import type { IcalOptions, IcalPage } from '../ical/read.js';

export type FileTask =
  | { readonly format: 'ical'; readonly bytes: Uint8Array; readonly options: IcalOptions }
  | { readonly format: 'csv'; readonly bytes: Uint8Array; readonly options: CsvOptions };

/** What is known of a file after it was read once as a whole. */
export interface FileHead {
  readonly records: number;
  /** False for a calendar that was cut off: what is not in it may exist all the same. */
  readonly isComplete: boolean;
  readonly csv?: CsvDescription;
}

export interface ThreadRequest {
  readonly task: FileTask;
  /** `head` reads the whole file and returns what it found, `pages` returns its pages from `position` on. */
  readonly want: 'head' | 'pages';
  readonly position: Readonly<Record<string, unknown>>;
  readonly budget: FileLimits;
}

/** The records of every format fit into those of calendars. */
export type ReadPage = IcalPage;

/** The thread sends the next one when it is asked to. */
export type ThreadReply = { readonly thread: number } & (
  | { readonly head: FileHead }
  | { readonly page: ReadPage }
  | { readonly end: true }
  /** A fault of the file, for people. */
  | { readonly fault: string }
);
