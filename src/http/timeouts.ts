// Time limits of connections. The sender of a body is limited by the time without progress and by a minimum rate, not by a
// total: a long upload over a slow line goes on, and one byte now and then does not hold a connection for ever.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Problem } from '../core/problem.js';

export interface Timeouts {
  /** From the first byte of a request to the end of its headers. Shorter than `idleMs`, so that it is answered with 408. */
  readonly headersMs: number;
  /** How often the time of headers is checked. */
  readonly checkMs: number;
  /** Without a byte: of a body, of a response that the client does not read, and between connecting and a request. */
  readonly idleMs: number;
  /** A body that takes longer needs `minBytesPerSecond` on average. */
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
  /** For the rest of a body after its response. */
  readonly lingerMs: number;
  /** Longer work, such as an import, is answered with 202 and goes on. Shorter than the timeout of a reverse proxy. */
  readonly answerMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  checkMs: 5_000,
  idleMs: 30_000,
  graceMs: 60_000,
  minBytesPerSecond: 1_000,
  lingerMs: 30_000,
  answerMs: 10_000,
};

export const stalled = (): Problem => new Problem('request-timeout', { headers: { Connection: 'close' } });

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export interface Connections {
  /** The response to the newest request of the connection. */
  readonly responseOn: (socket: Socket) => ServerResponse | undefined;
}

/** Keeps connections open while the server works on a response, and closes those that wait for their client. */
export function watchConnections(server: Server, { idleMs, lingerMs }: Timeouts): Connections {
  const newest = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    newest.set(request.socket, response);
    if (hasBody(request)) response.once('finish', () => closeAfter(request, lingerMs));
  });
  server.on('timeout', (socket: Socket) => {
    const response = newest.get(socket);
    const isWorking = response && !response.writableFinished && !response.destroyed && socket.writableLength === 0;
    if (isWorking) socket.setTimeout(idleMs);
    else socket.destroy();
  });
  return { responseOn: (socket) => newest.get(socket) };
}

/** The client still sends a body that nobody reads. */
function closeAfter(request: IncomingMessage, lingerMs: number): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref();
  request.once('close', () => clearTimeout(timer));
}

/** The body of a request, which fails with 408 when its sender is too slow. */
export const timedBody = (body: Readable, request: IncomingMessage, timeouts: Timeouts): Readable =>
  request.complete || !hasBody(request) ? body : Readable.from(chunksOf(body, timeouts), { objectMode: false });

/** Only the time spent waiting for the sender counts, not that of the reader. */
async function* chunksOf(
  body: Readable,
  { idleMs, graceMs, minBytesPerSecond }: Timeouts,
): AsyncGenerator<Uint8Array, void> {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  let bytes = 0;
  let waitedMs = 0;
  try {
    for (;;) {
      const allowedMs = Math.max(graceMs, (bytes / minBytesPerSecond) * 1_000);
      const started = performance.now();
      const { value, done } = await within(chunks.next(), Math.min(idleMs, Math.max(0, allowedMs - waitedMs)));
      waitedMs += performance.now() - started;
      if (done) return;
      bytes += value.length;
      yield value;
    }
  } finally {
    chunks.return?.().catch(() => undefined);
    // The rest is discarded, so that the client can read the response.
    body.resume();
  }
}

async function within<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stalled()), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
