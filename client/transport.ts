// One request with its retries. A request is repeated only if that cannot change anything twice.
import { AlmanacError, errorOf } from './error.js';

export type Auth = { readonly username: string; readonly password: string } | { readonly token: string };

export interface ClientOptions {
  /** Address of the site, such as `https://calendar.example`. */
  readonly url: string | URL;
  /** Username and application password, or a token. Without it, requests are anonymous. */
  readonly auth?: Auth;
  /** Language of the texts, on sites with several languages. */
  readonly language?: string;
  /** Path of the API below the address. */
  readonly path?: string;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /** Repetitions of a request that failed. Default: 4. */
  readonly retries?: number;
  /** Time limit of one attempt. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** Waits before a repetition. Default: a timer. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Request {
  readonly method: string;
  /** Below the API, encoded. */
  readonly path: string;
  readonly query?: object | undefined;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly retries?: number;
}

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, or text if it is not JSON. */
  readonly body: unknown;
}

export type Send = (request: Request) => Promise<Response>;

/** 429 and 503 say that nothing was done. After the others, and without a response, the change may have been made. */
const refusedStatuses = [429, 503];
const unknownStatuses = [0, 502, 504];

const baseDelayMs = 500;
const maxDelayMs = 8_000;
/** A longer `Retry-After` is an error at once. */
const maxWaitMs = 60_000;

/** Repeating any of these has the result of sending it once. A POST needs a key. */
const isRepeatable = ({ method, headers = {} }: Request): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(method) || 'Idempotency-Key' in headers;

/** `crypto.randomUUID` exists only on pages with HTTPS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

function authorization(auth: Auth): string {
  if ('token' in auth) return `Bearer ${auth.token}`;
  const bytes = new TextEncoder().encode(`${auth.username}:${auth.password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** Lists are joined by commas. Values that are undefined are left out. */
function queryText(query: object): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

const isSentAsItIs = (body: unknown): body is NonNullable<RequestInit['body']> =>
  typeof body === 'string' || body instanceof FormData || body instanceof Blob || body instanceof Uint8Array;

/** Seconds or a date; undefined without the header. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Full jitter: clients that failed together do not come back together. */
const jitterMs = (attempt: number): number => Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** attempt);

/** Aborts after a time or with a signal. `AbortSignal.any` loses its timeouts in Node 20 when garbage is collected. */
function limitOf(ms: number, other: AbortSignal | undefined) {
  const controller = new AbortController();
  const follow = () => controller.abort(other?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException('No response in time.', 'TimeoutError')), ms);
  other?.addEventListener('abort', follow, { once: true });
  if (other?.aborted) follow();
  const end = () => {
    clearTimeout(timer);
    other?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, end };
}

export function transportTo(options: ClientOptions): Send {
  const { auth, language, path = '/cal/events/v1', retries = 4, timeoutMs = 30_000, wait = sleep } = options;
  const send = options.fetch ?? globalThis.fetch;
  const base = String(options.url).replace(/(?<!\/)\/+$/, '') + path;
  const common = {
    ...(auth && { Authorization: authorization(auth) }),
    ...(language !== undefined && { 'Accept-Language': language }),
  };

  async function attempt(request: Request): Promise<Response> {
    const { method, body, headers, query } = request;
    const isRaw = isSentAsItIs(body);
    const { signal, end } = limitOf(request.timeoutMs ?? timeoutMs, request.signal);
    const url =
      base + request.path + queryText({ ...query, ...(language !== undefined && { i18n_language: language }) });
    try {
      const response = await send(url, {
        method,
        headers: { ...common, ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }), ...headers },
        // A redirected POST would arrive as a GET.
        redirect: method === 'GET' ? 'follow' : 'error',
        signal,
        ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
    } finally {
      end();
    }
  }

  return async (request) => {
    const { signal } = request;
    const maxRetries = request.retries ?? retries;
    // An earlier attempt may have been successful.
    let isUncertain = false;
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      let error: AlmanacError;
      let headers: Headers | undefined;
      try {
        const response = await attempt(request);
        if (response.status < 400) return response;
        headers = response.headers;
        error = errorOf(response.status, '', response.body);
      } catch (cause) {
        signal?.throwIfAborted();
        const message = cause instanceof Error ? cause.message : String(cause);
        error = new AlmanacError(message, { status: 0, code: 'network-error', cause });
      }
      const isUnknown = unknownStatuses.includes(error.status);
      const mayRepeat = refusedStatuses.includes(error.status) || (isUnknown && isRepeatable(request));
      const delayMs = retryAfterMs(headers) ?? jitterMs(tries);
      // A record that is gone, after an attempt that may have removed it.
      if (isUncertain && headers && request.method === 'DELETE' && [404, 410].includes(error.status))
        return { status: 204, headers, body: undefined };
      if (!mayRepeat || tries >= maxRetries || delayMs > maxWaitMs) throw error;
      isUncertain ||= isUnknown;
      await wait(delayMs, signal);
    }
  };
}
