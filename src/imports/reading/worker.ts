// The thread that reads files. A request opens a file, and each further message asks for the next reply about it.
import { setPriority } from 'node:os';
import { parentPort, threadId } from 'node:worker_threads';
import { BudgetExceeded } from '../../core/budget.js';
import { Invalid } from '../../core/problem.js';
import { fileBudget } from '../file-budget.js';
import { type OpenedFile, openTask } from './open-task.js';
import type { ThreadReply, ThreadRequest } from './task.js';

type Reply = ThreadReply extends infer Each ? (Each extends unknown ? Omit<Each, 'thread'> : never) : never;

function* replies({ task, want, position, budget }: ThreadRequest): Generator<Reply> {
  const file: OpenedFile = openTask(task, fileBudget(budget));
  if (want === 'pages') {
    for (const page of file.pages(position)) yield { page };
    yield { end: true };
    return;
  }
  let records = 0;
  for (const page of file.pages({})) records += page.records.length;
  yield { head: { ...file.head, records } };
}

/** The event loop goes first. Linux alone has priorities of threads; elsewhere it would be that of the whole process. */
if (process.platform === 'linux') setPriority(10);

let source: Iterator<Reply> = [].values();

function next(): Reply {
  try {
    const { value, done } = source.next();
    return done ? { end: true } : value;
  } catch (error) {
    if (error instanceof Invalid || error instanceof BudgetExceeded) return { fault: error.message };
    throw error;
  }
}

parentPort?.on('message', (request: ThreadRequest | 'next') => {
  if (request !== 'next') source = replies(request);
  parentPort?.postMessage({ ...next(), thread: threadId });
});
