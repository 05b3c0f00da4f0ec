// Files of other people, read outside the event loop: first as a whole, so that a file that cannot be read or needs too much
// changes nothing, then page by page. Faults of the file, exceeded limits among them, are thrown as `Invalid`.
import { Invalid } from '../../core/problem.js';
import { openSemaphore } from '../../core/semaphore.js';
import type { FileLimits } from '../file-budget.js';
import type { IncomingPage } from '../incoming.js';
import type { FileHead, FileTask, ReadPage, ThreadReply, ThreadRequest } from './task.js';
import { returnThread, takeThread } from './thread.js';

export interface ReadingLimits {
  /** Heap of the thread. */
  readonly memoryMb?: number;
  /** Of the time that the thread works, without the time that it waits for the next request. */
  readonly deadlineMs?: number;
  readonly budget?: FileLimits;
}

export interface ReadFileOptions {
  readonly limits?: ReadingLimits;
  readonly signal?: AbortSignal | undefined;
}

const [defaultMemoryMb, defaultDeadlineMs] = [384, 60_000];

/** Threads at a time; further files wait. */
const headSlot = openSemaphore(2, 50);
const pagesSlot = openSemaphore(2, 50);
/** Pages after which a thread passes to a file that waits: opening a file again reads it from its beginning. */
const pagesPerTurn = 20;
let waitingFiles = 0;

/** For a generator, which cannot be the callback of a semaphore. Returns its release. */
const takePagesSlot = (): Promise<() => void> =>
  new Promise<() => void>((resolve, reject) => {
    waitingFiles++;
    pagesSlot(() => new Promise<void>((release) => resolve(release))).catch(reject);
  }).finally(() => {
    waitingFiles--;
  });

/** The replies of a thread, one for each request. */
async function* inThread(
  request: Omit<ThreadRequest, 'budget'>,
  { limits: { memoryMb = defaultMemoryMb, deadlineMs = defaultDeadlineMs, budget = {} } = {}, signal }: ReadFileOptions,
): AsyncGenerator<ThreadReply, void> {
  signal?.throwIfAborted();
  const thread = takeThread(memoryMb);
  let leftMs = deadlineMs;
  let isUsable = false;
  try {
    for (let next: ThreadRequest | 'next' = { ...request, budget }; ; next = 'next') {
      const since = performance.now();
      isUsable = false;
      const reply = await thread.ask(next, leftMs, signal);
      isUsable = true;
      leftMs -= performance.now() - since;
      if ('fault' in reply) throw new Invalid(reply.fault);
      if ('end' in reply) return;
      yield reply;
    }
  } finally {
    await (isUsable ? returnThread(thread) : thread.end());
  }
}

/** Throws `Invalid` for a file that cannot be read, or not within the limits. */
export const readHead = (
  task: FileTask,
  options: ReadFileOptions = {},
): Promise<FileHead & { readonly thread: number }> =>
  headSlot(async () => {
    for await (const reply of inThread({ task, want: 'head', position: {} }, options))
      if ('head' in reply) return { ...reply.head, thread: reply.thread };
    throw new TypeError('The thread that reads a file sent no head.');
  });

/** The pages from a position on. The next page is read when it is asked for. Long files take turns. */
export async function* readPages(
  task: FileTask,
  position: IncomingPage['position'],
  options: ReadFileOptions = {},
): AsyncGenerator<ReadPage & { readonly thread: number }, void> {
  for (let next: IncomingPage['position'] | undefined = position; next; ) {
    const release = await takePagesSlot();
    try {
      let pages = 0;
      const from: IncomingPage['position'] = next;
      next = undefined;
      for await (const reply of inThread({ task, want: 'pages', position: from }, options)) {
        if (!('page' in reply)) continue;
        yield { ...reply.page, thread: reply.thread };
        if (++pages < pagesPerTurn || waitingFiles === 0) continue;
        next = reply.page.position;
        break;
      }
    } finally {
      release();
    }
  }
}
