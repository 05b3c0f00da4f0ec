// A thread for readers of files, with a memory limit. It answers one request at a time.
import { Worker } from 'node:worker_threads';
import { Invalid } from '../../core/problem.js';
import { fileReader } from '../../core/shipped.js';
import type { ThreadReply, ThreadRequest } from './task.js';

export interface Thread {
  /** Rejects when the time is over, the signal is aborted, or the thread has ended. After that it is of no more use. */
  readonly ask: (request: ThreadRequest | 'next', timeoutMs: number, signal?: AbortSignal) => Promise<ThreadReply>;
  /** Its limit of memory. */
  readonly memoryMb: number;
  readonly end: () => Promise<unknown>;
}

const tooSlow = (): Invalid => new Invalid('The file takes too long to read. Split it into smaller files.');
const tooLarge = (): Invalid => new Invalid('The file needs too much memory. Split it into smaller files.');

function faultOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error;
}

interface Waiting {
  readonly resolve: (reply: ThreadReply) => void;
  readonly reject: (error: unknown) => void;
}

export function openThread(memoryMb: number): Thread {
  const worker = new Worker(fileReader, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, execArgv: [] });
  let waiting: Waiting | undefined;
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    waiting?.reject(failure.error);
  };
  worker.on('message', (reply: ThreadReply) => waiting?.resolve(reply));
  worker.on('messageerror', fail);
  worker.on('error', (error) => fail(faultOf(error)));
  worker.on('exit', (code) => fail(new Error(`The thread that reads files ended with code ${code}.`)));
  return {
    memoryMb,
    end: () => worker.terminate(),
    ask: async (request, timeoutMs, signal) => {
      const timer = setTimeout(() => fail(tooSlow()), Math.max(0, timeoutMs));
      const stop = (): void => fail(signal?.reason);
      signal?.addEventListener('abort', stop);
      // A thread without a request must not keep the process running.
      worker.ref();
      try {
        return await new Promise<ThreadReply>((resolve, reject) => {
          waiting = { resolve, reject };
          if (failure) reject(failure.error);
          else if (signal?.aborted) stop();
          else worker.postMessage(request);
        });
      } finally {
        worker.unref();
        signal?.removeEventListener('abort', stop);
        clearTimeout(timer);
      }
    },
  };
}

const maxIdleMs = 10_000;
let idle: { readonly thread: Thread; readonly timer: NodeJS.Timeout } | undefined;

/** The idle thread, or a new one. */
export function takeThread(memoryMb: number): Thread {
  const thread = idle?.thread;
  if (!thread || thread.memoryMb !== memoryMb) return openThread(memoryMb);
  clearTimeout(idle?.timer);
  idle = undefined;
  return thread;
}

/** Keeps one thread for a while: an import needs two in a row, and starting one takes longer than reading most files. */
export async function returnThread(thread: Thread): Promise<void> {
  if (idle) {
    await thread.end();
    return;
  }
  const end = (): void => {
    idle = undefined;
    thread.end().catch(() => undefined);
  };
  idle = { thread, timer: setTimeout(end, maxIdleMs).unref() };
}
