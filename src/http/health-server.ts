// The health port: /healthz and /readyz from a thread with an event loop of its own, so that a busy service answers at once.
// It knows the serving processes by their reports, and tells a hung one by their absence.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { HealthMessage, HealthPortOptions } from './health-port.js';
import { type NotReady, readinessResponse } from './readiness.js';

interface Reported {
  readonly at: number;
  readonly reason: NotReady | undefined;
}

const { host, port, hungAfterMs } = workerData as HealthPortOptions;
const reports = new Map<number, Reported>();

const isHung = ({ at }: Reported): boolean => performance.now() - at > hungAfterMs;

function healthz() {
  const hung = [...reports].filter(([, report]) => isHung(report)).map(([process]) => process);
  const headers = { 'Cache-Control': 'no-store' };
  return hung.length === 0
    ? { statusCode: 200, headers, body: { status: 'ok' } }
    : { statusCode: 503, headers, body: { status: 'hung', processes: hung } };
}

function readyz() {
  if (reports.size === 0) return readinessResponse('starting');
  const all = [...reports.values()];
  if (all.some(isHung)) return readinessResponse('hung');
  return readinessResponse(all.find(({ reason }) => reason !== undefined)?.reason);
}

const answers: Readonly<Record<string, () => ReturnType<typeof healthz> | ReturnType<typeof readyz>>> = {
  '/healthz': healthz,
  '/readyz': readyz,
};

function respond({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
  const answer = method === 'GET' || method === 'HEAD' ? answers[url] : undefined;
  const { statusCode, headers, body } = answer?.() ?? { statusCode: 404, headers: {}, body: { status: 'not found' } };
  // One request per connection: nobody keeps one of them.
  response
    .writeHead(statusCode, { ...headers, 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
    .end(JSON.stringify(body));
}

const server = createServer(
  { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  respond,
);
server.maxConnections = 1_000;
server.listen({ host, port }, () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : port);
});

parentPort?.on('message', ({ process, ...message }: HealthMessage) => {
  if ('ended' in message) reports.delete(process);
  else reports.set(process, { at: performance.now(), reason: message.reason });
});
