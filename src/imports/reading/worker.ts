// The thread that reads a file. Each message asks for the next reply.
import { parentPort, threadId, workerData } from 'node:worker_threads';
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

const source = replies(workerData as ThreadRequest);

function next(): Reply {
  try {
    return source.next().value ?? { end: true };
  } catch (error) {
    if (error instanceof Invalid || error instanceof BudgetExceeded) return { fault: error.message };
    throw error;
  }
}

parentPort?.on('message', () => parentPort?.postMessage({ ...next(), thread: threadId }));
