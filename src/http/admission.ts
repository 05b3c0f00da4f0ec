// The door: lets requests in as fast as they are served, and turns some away while there are more than that, so that those
// inside are served well and the way back to normal is short. What watches the service is let in at once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../core/problem.js';
import { withinTickBudget } from './event-loop.js';
import type { ApiResponse } from './response.js';

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Queued {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
}

/** Milliseconds that somebody may wait at the door to read. */
const maxWaitMs = 500;
/** Changes are fewer and cost their senders more. */
const maxWriteWaitMs = 10_000;
/** Whoever waits among few is waited for: a machine that was busy otherwise is no crowd. */
const minQueue = 20;
/** Those of the queue that may come in in one turn, if it is short. */
const maxAdmittedPerTick = 10;
/** Requests to read that may wait for the store at once. */
const maxConcurrentReads = 50;

export const overloaded = new Problem('overloaded', { headers: { 'Retry-After': '1' } });

const isProbe = (url = ''): boolean => url === '/healthz' || url === '/readyz' || url.startsWith('/metrics');
const reads = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';
const isTooLate = (request: IncomingMessage, since: number, now: number): boolean =>
  now - since > (reads(request) ? maxWaitMs : maxWriteWaitMs);

export interface LoadShedder {
  readonly admit: (request: IncomingMessage, response: ServerResponse) => void;
  /** The answer is there; how long its way takes is no matter of ours. */
  readonly release: (request: IncomingMessage) => void;
}

/** `refused` is called with each request that was turned away, and the seconds that it had waited. */
export function openLoadShedder(
  serve: Serve,
  refusal: ApiResponse,
  refused: (request: IncomingMessage, seconds: number) => void,
): LoadShedder {
  const body = Buffer.from(JSON.stringify(refusal.body));
  const headers = {
    ...refusal.headers,
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': body.length,
  };
  const waiting: Queued[] = [];
  const inside = new Set<IncomingMessage>();
  let called = 0;

  const isCrowded = (): boolean => waiting.length >= minQueue;
  const hasRoom = (request: IncomingMessage): boolean => inside.size < maxConcurrentReads || !reads(request);

  function refuse({ request, response, since }: Queued, now: number): void {
    response.writeHead(refusal.statusCode, headers).end(body);
    refused(request, (now - since) / 1_000);
  }

  function release(request: IncomingMessage): void {
    if (inside.delete(request)) callNext();
  }

  function letIn(request: IncomingMessage, response: ServerResponse): void {
    if (reads(request)) {
      inside.add(request);
      response.once('close', () => release(request));
    }
    serve(request, response);
  }

  /** Some of those who wait, in the next turn: each is done, as far as the process can, before the next is looked at. */
  function callNext(): void {
    for (; called < Math.min(waiting.length, maxAdmittedPerTick); called++) setImmediate(admit);
  }

  /** The first in the queue, while the turn is short; whoever has waited too long is turned away. */
  function admit(): void {
    called--;
    const [next] = waiting;
    if (!next) return;
    const now = performance.now();
    const isLate = isCrowded() && isTooLate(next.request, next.since, now);
    if (!isLate && !hasRoom(next.request)) return;
    if (withinTickBudget(now)) {
      waiting.shift();
      if (isLate) refuse(next, now);
      else if (!next.response.destroyed) letIn(next.request, next.response);
    }
    callNext();
  }

  return {
    release,
    admit: (request, response) => {
      if (isProbe(request.url)) return serve(request, response);
      const now = performance.now();
      const [first] = waiting;
      if (!first && withinTickBudget(now) && hasRoom(request)) return letIn(request, response);
      // Whoever comes now would wait as long as the first in the queue has.
      if (first && isCrowded() && isTooLate(request, first.since, now))
        return refuse({ request, response, since: now }, now);
      waiting.push({ request, response, since: now });
      callNext();
    },
  };
}
