// Runs the reader of a file in a thread with a memory limit and a deadline. Faults of the file, exceeded limits among them,
// are thrown as `Invalid`.
import { Worker } from 'node:worker_threads';
import { Invalid } from '../../core/problem.js';
import type { FileLimits } from '../file-budget.js';
import type { ThreadReply, ThreadRequest } from './task.js';

export interface ThreadLimits {
  /** Heap of the thread. */
  readonly memoryMb: number;
  /** Of the time that the thread works, without the time that it waits for the next request. */
  readonly deadlineMs: number;
  readonly budget?: FileLimits;
}

export const defaultThreadLimits: ThreadLimits = { memoryMb: 384, deadlineMs: 60_000 };

/** Threads run compiled code only: tests and tools that run the sources use the compiled program beside them. */
const script = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/imports/reading/worker.js', import.meta.url)
  : new URL('./worker.js', import.meta.url);

const tooSlow = (): Invalid => new Invalid('The file takes too long to read. Split it into smaller files.');
const tooLarge = (): Invalid => new Invalid('The file needs too much memory. Split it into smaller files.');

function faultOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error;
}

/** The replies of the thread, one for each request. The thread ends with the generator. */
export async function* inThread(
  request: Omit<ThreadRequest, 'budget'>,
  { memoryMb, deadlineMs, budget = {} }: ThreadLimits,
  signal?: AbortSignal,
): AsyncGenerator<ThreadReply, void> {
  signal?.throwIfAborted();
  const worker = new Worker(script, {
    workerData: { ...request, budget } satisfies ThreadRequest,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });
  const ask = askerOf(worker, signal);
  let leftMs = deadlineMs;
  try {
    for (;;) {
      const since = performance.now();
      const reply = await ask(leftMs);
      leftMs -= performance.now() - since;
      if ('fault' in reply) throw new Invalid(reply.fault);
      if ('end' in reply) return;
      yield reply;
    }
  } finally {
    await worker.terminate();
  }
}

interface Waiting {
  readonly resolve: (reply: ThreadReply) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks for the next reply. Rejects when the deadline has passed, the signal is aborted, or the thread has ended. */
function askerOf(worker: Worker, signal: AbortSignal | undefined): (timeoutMs: number) => Promise<ThreadReply> {
  let waiting: Waiting | undefined;
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    waiting?.reject(failure.error);
  };
  worker.on('message', (reply: ThreadReply) => waiting?.resolve(reply));
  worker.on('messageerror', fail);
  worker.on('error', (error) => fail(faultOf(error)));
  worker.on('exit', (code) => fail(new Error(`The thread that reads a file ended with code ${code}.`)));
  return async (timeoutMs) => {
    const timer = setTimeout(() => fail(tooSlow()), Math.max(0, timeoutMs));
    const stop = (): void => fail(signal?.reason);
    signal?.addEventListener('abort', stop);
    // A thread that waits for its next request must not keep the process running.
    worker.ref();
    try {
      return await new Promise<ThreadReply>((resolve, reject) => {
        waiting = { resolve, reject };
        if (failure) reject(failure.error);
        else if (signal?.aborted) stop();
        else worker.postMessage('next');
      });
    } finally {
      worker.unref();
      signal?.removeEventListener('abort', stop);
      clearTimeout(timer);
    }
  };
}
