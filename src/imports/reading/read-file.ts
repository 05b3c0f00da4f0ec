// Files of other people, read outside the event loop: first as a whole, so that a file that cannot be read or needs too much
// changes nothing, then page by page.
import { openSemaphore } from '../../core/semaphore.js';
import type { IncomingPage } from '../incoming.js';
import type { FileHead, FileTask, ReadPage } from './task.js';
import { defaultThreadLimits, inThread, type ThreadLimits } from './thread.js';

export interface ReadFileOptions {
  readonly limits?: ThreadLimits;
  readonly signal?: AbortSignal | undefined;
}

/** Threads at a time; further files wait. A thread of pages lives as long as its import. */
const headSlot = openSemaphore(2, 50);
const pagesSlot = openSemaphore(2, 50);

/** For a generator, which cannot be the callback of a semaphore. Returns its release. */
const takePagesSlot = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    pagesSlot(() => new Promise<void>((release) => resolve(release))).catch(reject);
  });

/** Throws `Invalid` for a file that cannot be read, or not within the limits. */
export const readHead = (
  task: FileTask,
  { limits = defaultThreadLimits, signal }: ReadFileOptions = {},
): Promise<FileHead & { readonly thread: number }> =>
  headSlot(async () => {
    for await (const reply of inThread({ task, want: 'head', position: {} }, limits, signal))
      if ('head' in reply) return { ...reply.head, thread: reply.thread };
    throw new TypeError('The thread that reads a file sent no head.');
  });

/** The pages from a position on. The next page is read when it is asked for. */
export async function* readPages(
  task: FileTask,
  position: IncomingPage['position'],
  { limits = defaultThreadLimits, signal }: ReadFileOptions = {},
): AsyncGenerator<ReadPage & { readonly thread: number }, void> {
  const release = await takePagesSlot();
  try {
    for await (const reply of inThread({ task, want: 'pages', position }, limits, signal))
      if ('page' in reply) yield { ...reply.page, thread: reply.thread };
  } finally {
    release();
  }
}
