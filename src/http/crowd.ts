// Turns requests away while there are more than can be served in time, so that those inside are served well and the way
// back to normal is short. What watches the service is always let in.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../core/problem.js';
import { answerProblem } from './problem.js';

/** Milliseconds of one turn of the event loop after which whoever still waits in it to read is turned away. */
const longestTurn = 250;
/** Changes are fewer and cost their senders more. */
const longestForChanges = 2_000;
/** Requests without a body that may wait for the store at once. */
const mostInside = 500;

const refusal = answerProblem(new Problem('overloaded', { headers: { 'Retry-After': '1' } }));
const body = Buffer.from(JSON.stringify(refusal.body));
const headers = {
  ...refusal.headers,
  'Content-Type': 'application/json; charset=UTF-8',
  'Content-Length': body.length,
};

const isProbe = (url = ''): boolean => url === '/healthz' || url === '/readyz' || url.startsWith('/metrics');

/** Refuses the request if there is no room for it. */
export function crowdControl(): (request: IncomingMessage, response: ServerResponse) => boolean {
  let began: number | undefined;
  let inside = 0;
  /** Milliseconds since the first request of this turn. */
  const waited = (): number => {
    if (began !== undefined) return performance.now() - began;
    began = performance.now();
    setImmediate(() => {
      began = undefined;
    });
    return 0;
  };
  return (request, response) => {
    if (isProbe(request.url)) return false;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (waited() > (reads ? longestTurn : longestForChanges) || (reads && inside >= mostInside)) {
      response.writeHead(refusal.http, headers).end(body);
      return true;
    }
    if (reads) {
      inside++;
      response.once('close', () => {
        inside--;
      });
    }
    return false;
  };
}
