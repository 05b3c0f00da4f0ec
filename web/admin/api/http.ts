// One HTTP request to the API: JSON or a multipart form out, a response or an `ApiError` back. Sessions are handled by
// `client.ts`.
import { language } from '../i18n/texts';
import type { Error as ErrorBody } from './generated';
import { humanised } from './label';
import { apiBase } from './paths';
import { texts } from './texts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type QueryValue = string | number | boolean | undefined;

export interface RequestOptions {
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON, or as parts of a multipart form when there are files. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Files by field name. */
  readonly file?: Readonly<Record<string, File>> | undefined;
  /** ETag of the version to change; another version is refused with 412. */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiResponse<T> {
  readonly body: T;
  readonly status: number;
  readonly etag: string | undefined;
  readonly total: number;
  readonly pages: number;
  /** `Cache-Control: private` or `no-store`: the response was made for a signed-in user. */
  readonly isPrivate: boolean;
}

/** An error response of the API. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    /** Error messages by field name. */
    readonly params: Readonly<Record<string, string>>,
    /** `Retry-After` in seconds. */
    readonly seconds: number | undefined,
    readonly isPrivate: boolean,
    /** Place of the failed operation in a batch. */
    readonly index?: number,
  ) {
    super(message);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** There was no response at all. */
export class NetworkError extends Error {
  constructor() {
    super(texts().unreachable);
  }
}

export async function send<T>(method: Method, path: string, options: RequestOptions = {}): Promise<ApiResponse<T>> {
  const init = {
    method,
    headers: headersOf(options),
    body: requestBody(options),
    ...(options.signal && { signal: options.signal }),
  };
  const response = await fetchWithRetry(requestUrl(path, options.query), init);
  // A proxy in front of the service may respond with HTML.
  const body: unknown = await response.json().catch(() => undefined);
  const cache = response.headers.get('cache-control') ?? '';
  const isPrivate = /\b(private|no-store)\b/.test(cache);
  if (!response.ok) throw errorFrom(response, body, isPrivate);
  return {
    body: body as T,
    status: response.status,
    etag: response.headers.get('etag') ?? undefined,
    total: Number(response.headers.get('x-tec-total') ?? 0),
    pages: Number(response.headers.get('x-tec-totalpages') ?? 0),
    isPrivate,
  };
}

/** Attempts of a GET request while the service responds 503 with a `Retry-After` of at most 5 seconds. */
const maxAttempts = 3;

async function fetchWithRetry(address: string, init: RequestInit, attempt = 1): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError();
  });
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const busy = response.status === 503 && init.method === 'GET' && wait <= 5 && attempt < maxAttempts;
  if (!busy) return response;
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  return fetchWithRetry(address, init, attempt + 1);
}

function requestUrl(path: string, query: RequestOptions['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${apiBase}${path}${text && `?${text}`}`;
}

function headersOf({ body, file, ifMatch, headers }: RequestOptions): Record<string, string> {
  return {
    Accept: 'application/json',
    // Error messages for the signed-in user are in this language.
    'Accept-Language': language.peek(),
    ...(body && !file && { 'Content-Type': 'application/json' }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    ...headers,
  };
}

function requestBody({ body, file }: RequestOptions): BodyInit | null {
  if (!file) return body ? JSON.stringify(body) : null;
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  for (const [name, value] of Object.entries(file)) form.append(name, value, value.name);
  return form;
}

export function errorFrom(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  isPrivate: boolean,
): ApiError {
  const { code = '', message, data } = (body ?? {}) as Partial<ErrorBody>;
  const params = data?.params ?? {};
  // An array holds the names of missing fields.
  const messages = Object.fromEntries(
    Object.entries(params).map(([name, text]) => (Array.isArray(params) ? [text, texts().required] : [name, text])),
  );
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(wait) ? wait : undefined;
  const text = summaryOf(messages) ?? message ?? texts().status(status);
  return new ApiError(text, status, code, messages, seconds, isPrivate, data?.index);
}

/** All messages in one line, each with its field name; a single message needs no name. */
function summaryOf(params: Readonly<Record<string, string>>): string | undefined {
  const errors = Object.entries(params);
  const [first] = errors;
  if (!first) return undefined;
  if (errors.length === 1 && first[1] !== texts().required) return first[1];
  return errors.map(([name, message]) => texts().field(humanised(name), message)).join(' ');
}
