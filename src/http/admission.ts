// Admission control and load shedding: admits requests as fast as they are served, queues the rest, and answers 503 to
// requests that would wait too long, so that the admitted ones stay fast and the queue drains quickly after a peak.
// Probes and metrics bypass the queue.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withinTickBudget } from '../core/event-loop.js';
import { Problem } from '../core/problem.js';
import type { ApiResponse } from './response.js';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface Queued {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly queuedAt: number;
}

/** Longest time that a read may wait in the queue. */
const maxWaitMs = 500;
/** Writes are rarer, and a rejected one costs its client more. */
const maxWriteWaitMs = 10_000;
/** A shorter queue is never shed: a pause of the machine is not overload. */
const minQueue = 20;
/** Queued requests that may start in one tick, within its budget. */
const maxAdmittedPerTick = 10;
/** Reads that may wait for the database at the same time. */
const maxConcurrentReads = 50;

export const overloaded = new Problem('overloaded', { headers: { 'Retry-After': '1' } });

const isProbe = (url = ''): boolean => url === '/healthz' || url === '/readyz' || url.startsWith('/metrics');
const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
const waitedTooLong = (request: IncomingMessage, queuedAt: number, now: number): boolean =>
  now - queuedAt > (isRead(request) ? maxWaitMs : maxWriteWaitMs);

export interface LoadShedder {
  readonly admit: (request: IncomingMessage, response: ServerResponse) => void;
  /** Frees the slot of a request when its response is ready; sending it needs no slot. */
  readonly release: (request: IncomingMessage) => void;
}

/** `onShed` gets each rejected request and the seconds that it waited. */
export function openLoadShedder(
  handle: RequestHandler,
  refusal: ApiResponse,
  onShed: (request: IncomingMessage, seconds: number) => void,
): LoadShedder {
  const body = Buffer.from(JSON.stringify(refusal.body));
  const headers = {
    ...refusal.headers,
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': body.length,
  };
  const queue: Queued[] = [];
  const activeReads = new Set<IncomingMessage>();
  let scheduled = 0;
  let isExpiring = false;

  const isQueueLong = (): boolean => queue.length >= minQueue;
  const hasCapacity = (request: IncomingMessage): boolean => activeReads.size < maxConcurrentReads || !isRead(request);

  function shed({ request, response, queuedAt }: Queued, now: number): void {
    response.writeHead(refusal.statusCode, headers).end(body);
    onShed(request, (now - queuedAt) / 1_000);
  }

  function release(request: IncomingMessage): void {
    if (activeReads.delete(request)) scheduleNext();
  }

  function start(request: IncomingMessage, response: ServerResponse): void {
    if (isRead(request)) {
      activeReads.add(request);
      response.once('close', () => release(request));
    }
    handle(request, response);
  }

  /** One immediate per request: each runs to its first real wait before the next is considered. */
  function scheduleNext(): void {
    for (; scheduled < Math.min(queue.length, maxAdmittedPerTick); scheduled++) setImmediate(admitNext);
  }

  /** Requests expire also while no slot is freed, as when the database hangs. */
  function expireLater(): void {
    if (isExpiring) return;
    isExpiring = true;
    const expire = (): void => {
      isExpiring = false;
      scheduleNext();
      if (queue.length > 0) expireLater();
    };
    setTimeout(expire, maxWaitMs + 1).unref();
  }

  /** Starts the first request of the queue while the tick is within its budget, or sheds it if it waited too long. */
  function admitNext(): void {
    scheduled--;
    const [next] = queue;
    if (!next) return;
    const now = performance.now();
    const isExpired = isQueueLong() && waitedTooLong(next.request, next.queuedAt, now);
    if (!isExpired && !hasCapacity(next.request)) return;
    if (withinTickBudget(now)) {
      queue.shift();
      if (isExpired) shed(next, now);
      else if (!next.response.destroyed) start(next.request, next.response);
    }
    scheduleNext();
  }

  return {
    release,
    admit: (request, response) => {
      if (isProbe(request.url)) return handle(request, response);
      const now = performance.now();
      const [first] = queue;
      if (!first && withinTickBudget(now) && hasCapacity(request)) return start(request, response);
      // A new request would wait about as long as the first of the queue has.
      if (first && isQueueLong() && waitedTooLong(request, first.queuedAt, now))
        return shed({ request, response, queuedAt: now }, now);
      queue.push({ request, response, queuedAt: now });
      scheduleNext();
      expireLater();
    },
  };
}
