// What the clients are told and what they tell back.

/** Requests of one class: how often one of them is sent, and which. */
export interface Group {
  readonly name: string;
  readonly share: number;
  /** Whole requests, as they go over the wire. */
  readonly requests: readonly string[];
  /** Favourites first, as Zipf has it; else each in its turn. */
  readonly skewed?: boolean;
  /** Each request carries forwarding and tracing headers with values of its own, as behind a proxy. */
  readonly varied?: boolean;
}

export interface Order {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  readonly groups: readonly Group[];
  /** Requests a second, whether or not answers come; else each connection sends its next one when it has its answer. */
  readonly rate?: number;
}

export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export interface GroupResult {
  readonly name: string;
  readonly requests: number;
  /** Answers by status; 0 is a connection that broke. */
  readonly answers: Readonly<Record<number, number>>;
  /** Milliseconds to the last byte, of the answers that are no refusals. */
  readonly times: Times;
  /** What the answers say of the cache they came from; `untold` when they say nothing. */
  readonly cache: Readonly<Record<string, number>>;
  /** Refusals that say when to come again. */
  readonly retryAfter: number;
}

export interface Result {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
  readonly times: Times;
  /** Requests of an open load for which no connection was free. */
  readonly unsent: number;
  readonly groups: readonly GroupResult[];
}

/** A request as text. */
export function requestOf(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const sized = body === '' ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: 'localhost', ...sized }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
