// A well-behaved client: after a 503 or a broken connection it waits as Retry-After says and sends the same request with
// the same Idempotency-Key. Any other unexpected response violates a guarantee.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch, type Headers } from 'undici';
import type { Kind, Tally } from './tally.js';

export const prefix = '/cal/events/v1';

export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the native API. */
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** Status codes that are expected besides 503. */
  readonly expected: readonly number[];
}

export interface Reply {
  readonly statusCode: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the request
  readonly body: any;
  /** Start of the attempt that got this reply, in milliseconds of `performance.now()`. */
  readonly began: number;
}

/** Longer than the timeout of the proxy. */
const timeoutMs = 40_000;
/** Retries end after this time. A primary that is away is replaced after half a minute. */
const giveUpAfterMs = 120_000;
const keepAliveMs = 30_000;

export interface Client {
  /** One attempt; undefined if it failed in a way that allows a retry. */
  readonly attempt: (request: RequestSpec) => Promise<Reply | undefined>;
  /** Retries; undefined after an unexpected response or a timeout, which violate a guarantee. */
  readonly request: (request: RequestSpec) => Promise<Reply | undefined>;
  /** How many connections it has opened. All requests on one are served by the same process. */
  readonly connections: () => number;
}

export interface ClientOptions {
  readonly address: string;
  readonly tally: Tally;
  readonly kind: Kind;
  readonly headers?: Readonly<Record<string, string>>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isWellFormed = ({ statusCode, headers, body }: Omit<Reply, 'began'>): boolean =>
  /^\d+$/.test(headers.get('retry-after') ?? '') &&
  body?.code === 'rest_unavailable' &&
  body.data?.status === statusCode;

export function clientOf({ address, tally, kind, headers = {} }: ClientOptions): Client {
  const traffic = tally.traffic[kind];
  // A reader sends one request at a time, so that it has one connection as long as the server keeps it.
  const dispatcher = new Agent({ keepAliveTimeout: keepAliveMs, ...(kind === 'readers' && { connections: 1 }) });
  let connections = 0;
  dispatcher.on('connect', () => connections++);

  async function send({ method, path, body, key }: RequestSpec): Promise<Reply> {
    const began = performance.now();
    const response = await fetch(address + prefix + path, {
      method,
      dispatcher,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { statusCode: response.status, headers: response.headers, body: parsed(await response.text()), began };
  }

  /** The final reply, or the milliseconds to wait before the next attempt. */
  async function tryOnce(request: RequestSpec): Promise<Reply | number> {
    traffic.requests++;
    const reply = await send(request).catch(() => undefined);
    if (!reply) {
      traffic.disconnected++;
      return 200;
    }
    if (reply.statusCode !== 503) return reply;
    traffic.unavailable++;
    if (!isWellFormed(reply)) tally.violated('malformed', describeReply(request, reply));
    return 1_000 * (Number(reply.headers.get('retry-after')) || 1);
  }

  function checkReply(request: RequestSpec, reply: Reply): Reply | undefined {
    if (reply.headers.get('x-cache') === 'hit') traffic.cached++;
    if (reply.headers.get('idempotency-replayed') === 'true') traffic.replayed++;
    if (request.expected.includes(reply.statusCode)) return reply;
    tally.violated(reply.statusCode >= 500 ? 'failed' : 'unexpected', describeReply(request, reply));
    return undefined;
  }

  return {
    connections: () => connections,
    attempt: async (request) => {
      const outcome = await tryOnce(request);
      return typeof outcome === 'number' ? undefined : checkReply(request, outcome);
    },
    request: async (request) => {
      const first = performance.now();
      for (let attempts = 1; performance.now() - first < giveUpAfterMs; attempts++) {
        const outcome = await tryOnce(request);
        if (typeof outcome !== 'number') {
          if (attempts > 1) traffic.longestWait = Math.max(traffic.longestWait, performance.now() - first);
          return checkReply(request, outcome);
        }
        traffic.retries++;
        // Random, so that clients do not retry at the same moment.
        await sleep(outcome + Math.random() * 250);
      }
      tally.violated('abandoned', `${request.method} ${request.path}`);
      return undefined;
    },
  };
}

const describeReply = ({ method, path }: RequestSpec, { statusCode, body }: Reply): string =>
  `${method} ${path} → ${statusCode} ${JSON.stringify(body)?.slice(0, 200)}`;
