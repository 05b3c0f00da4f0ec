// A job of the load generator and its result.

/** Requests of one class and the share of the load they make up. */
export interface Group {
  readonly name: string;
  readonly share: number;
  /** Complete HTTP requests as text. */
  readonly requests: readonly string[];
  /** Zipf distribution, the first most often; otherwise round robin. */
  readonly skewed?: boolean;
  /** Adds forwarding and tracing headers with different values to each request, as a proxy does. */
  readonly varied?: boolean;
}

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  readonly groups: readonly Group[];
  /** Open load of this many requests per second. Without it, each connection sends the next request after a response. */
  readonly rate?: number;
  /** Also return all times, for quantiles over several jobs. */
  readonly samples?: boolean;
}

export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface GroupResult {
  readonly name: string;
  readonly requests: number;
  /** Number of responses by status code; 0 is a broken connection. */
  readonly responses: Readonly<Record<number, number>>;
  /** Milliseconds to the last byte, of responses below 400. */
  readonly times: Times;
  /** Number of responses by cache state; `unknown` if no header shows it. */
  readonly cache: Readonly<Record<string, number>>;
  /** Errors with a Retry-After header. */
  readonly retryAfter: number;
}

export interface Result {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
  readonly times: Times;
  /** Requests of an open load that found no free connection. */
  readonly unsent: number;
  /** All times in milliseconds, if the job asked for them. */
  readonly samples?: readonly number[];
  readonly groups: readonly GroupResult[];
}

/** An HTTP/1.1 request as text. */
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
