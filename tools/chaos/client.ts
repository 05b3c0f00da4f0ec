// A client as it should be: it takes 503 and broken connections for what they are, waits as long as it was told, and
// sends the same again with the same Idempotency-Key. Whatever else goes wrong breaks a promise.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kind, Tally } from './tally.js';

export const prefix = '/cal/events/v1';

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the native mount. */
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** The answers that may come beside 503. */
  readonly expected: readonly number[];
}

export interface Reply {
  readonly statusCode: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asked names what it needs
  readonly body: any;
  /** When the attempt began that was answered so; milliseconds of the process. */
  readonly began: number;
}

/** Longer than the proxy waits for a node. */
const silence = 40_000;
/** After this the client gives up for good. */
const patience = 60_000;

export interface Client {
  /** One attempt; undefined when it failed in a way that may be tried again. */
  readonly attempt: (question: Question) => Promise<Reply | undefined>;
  /** As many attempts as it takes; undefined when it was refused or given up, which is a broken promise. */
  readonly ask: (question: Question) => Promise<Reply | undefined>;
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

const inShape = ({ statusCode, headers, body }: Omit<Reply, 'began'>): boolean =>
  /^\d+$/.test(headers.get('retry-after') ?? '') &&
  body?.code === 'rest_unavailable' &&
  body.data?.status === statusCode;

export function clientOf({ address, tally, kind, headers = {} }: ClientOptions): Client {
  const traffic = tally.traffic[kind];

  async function send({ method, path, body, key }: Question): Promise<Reply> {
    const began = performance.now();
    const response = await fetch(address + prefix + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(silence),
      headers: {
        ...headers,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { statusCode: response.status, headers: response.headers, body: parsed(await response.text()), began };
  }

  /** A reply that is final, or the milliseconds to wait before the next attempt. */
  async function tryOnce(question: Question): Promise<Reply | number> {
    traffic.requests++;
    const reply = await send(question).catch(() => undefined);
    if (!reply) {
      traffic.unanswered++;
      return 200;
    }
    if (reply.statusCode !== 503) return reply;
    traffic.unavailable++;
    if (!inShape(reply)) tally.breaks('shapeless', told(question, reply));
    return 1_000 * (Number(reply.headers.get('retry-after')) || 1);
  }

  function judged(question: Question, reply: Reply): Reply | undefined {
    if (reply.headers.get('idempotency-replayed') === 'true') traffic.replayed++;
    if (question.expected.includes(reply.statusCode)) return reply;
    tally.breaks(reply.statusCode >= 500 ? 'failed' : 'refused', told(question, reply));
    return undefined;
  }

  return {
    attempt: async (question) => {
      const outcome = await tryOnce(question);
      return typeof outcome === 'number' ? undefined : judged(question, outcome);
    },
    ask: async (question) => {
      const first = performance.now();
      for (let attempts = 1; performance.now() - first < patience; attempts++) {
        const outcome = await tryOnce(question);
        if (typeof outcome !== 'number') {
          if (attempts > 1) traffic.longestWait = Math.max(traffic.longestWait, performance.now() - first);
          return judged(question, outcome);
        }
        traffic.retries++;
        // Not all at the same moment.
        await sleep(outcome + Math.random() * 250);
      }
      tally.breaks('abandoned', `${question.method} ${question.path}`);
      return undefined;
    },
  };
}

const told = ({ method, path }: Question, { statusCode, body }: Reply): string =>
  `${method} ${path} → ${statusCode} ${JSON.stringify(body)?.slice(0, 200)}`;
