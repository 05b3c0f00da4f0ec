// Errors of requests that never reach a route: not valid HTTP, too slow, headers too large, several hosts.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../core/error.js';
import { Problem } from '../core/problem.js';
import type { RequestHandler } from './admission.js';
import { problemResponse } from './problem.js';
import type { Service } from './service.js';
import { stalled } from './timeouts.js';

type Parts = Pick<Service, 'facades' | 'requestMetrics'>;

/** Problems for the error codes of Node's parser. */
const parserProblems: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: () => new Problem('headers-too-large', { limit: '16 KiB' }),
  ERR_HTTP_REQUEST_TIMEOUT: stalled,
};
const invalid = () => new Problem('bad-request', { reason: 'not valid HTTP' });

function encoded(problem: Problem, { facades }: Pick<Parts, 'facades'>) {
  const { statusCode, body } = problemResponse(problem, facades[0]);
  const text = JSON.stringify(body);
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
  };
  return { statusCode, headers, text };
}

/** Answers on the socket: there is no request. A response that has begun is cut off instead. */
export function refuseOnSocket(
  service: Parts,
  error: Error,
  socket: Socket,
  current: ServerResponse | undefined,
): void {
  if (!socket.writable || (current?.headersSent && !current.writableFinished)) {
    socket.destroy();
    return;
  }
  const { statusCode, headers, text } = encoded((parserProblems[codeOf(error)] ?? invalid)(), service);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${text}`);
}

/** Proxies and caches disagree about which of two hosts counts. */
export const requireHost =
  (service: Parts, next: RequestHandler): RequestHandler =>
  (request, response) => {
    const hosts = hostCount(request);
    if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) return next(request, response);
    const reason = hosts === 0 ? 'the Host header is missing' : 'several Host headers';
    const { statusCode, headers, text } = encoded(new Problem('bad-request', { reason }), service);
    response.writeHead(statusCode, headers).end(request.method === 'HEAD' ? undefined : text);
    service.requestMetrics.count(request.method, undefined, statusCode, 0);
  };

/** `headers.host` has the first one only. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
