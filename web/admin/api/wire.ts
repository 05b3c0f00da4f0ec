// One request over the wire: what was asked goes out, an answer or a refusal comes back. Knows nothing of sessions.
import type { Error as ErrorBody } from './generated';
import { humanised } from './label';
import { apiBase } from './place';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type QueryValue = string | number | boolean | undefined;

export interface Asked {
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON; beside files as the other parts of the form. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Files by the name of the field that they fill. */
  readonly file?: Readonly<Record<string, File>> | undefined;
  /** The ETag of the version that the change is meant for. */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly etag: string | undefined;
  readonly total: number;
  readonly pages: number;
  /** Made for somebody who is signed in, not for the public. */
  readonly personal: boolean;
}

/** The service said no, and why. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    /** What is wrong with which field. */
    readonly params: Readonly<Record<string, string>>,
    /** How long to wait before asking again. */
    readonly seconds: number | undefined,
    readonly personal: boolean,
  ) {
    super(message);
  }
}

/** Nobody answered. */
export class Offline extends Error {
  constructor() {
    super('The service cannot be reached. Check the connection and try again.');
  }
}

export async function send<T>(method: Method, path: string, asked: Asked = {}): Promise<Answer<T>> {
  const init = {
    method,
    headers: headersOf(asked),
    body: bodyOf(asked),
    ...(asked.signal && { signal: asked.signal }),
  };
  const response = await reach(addressOf(path, asked.query), init);
  // What is between us and the service may answer something else.
  const body: unknown = await response.json().catch(() => undefined);
  const cache = response.headers.get('cache-control') ?? '';
  const personal = /\b(private|no-store)\b/.test(cache);
  if (!response.ok) throw refusalOf(response, body, personal);
  return {
    body: body as T,
    status: response.status,
    etag: response.headers.get('etag') ?? undefined,
    total: Number(response.headers.get('x-tec-total') ?? 0),
    pages: Number(response.headers.get('x-tec-totalpages') ?? 0),
    personal,
  };
}

/** A busy service says when to come back; reading again does no harm. */
const patience = 3;

async function reach(address: string, init: RequestInit, tries = 1): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Offline();
  });
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const busy = response.status === 503 && init.method === 'GET' && wait <= 5 && tries < patience;
  if (!busy) return response;
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  return reach(address, init, tries + 1);
}

function addressOf(path: string, query: Asked['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${apiBase}${path}${text && `?${text}`}`;
}

function headersOf({ body, file, ifMatch, headers }: Asked): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(body && !file && { 'Content-Type': 'application/json' }),
    ...(ifMatch && { 'If-Match': ifMatch }),
    ...headers,
  };
}

function bodyOf({ body, file }: Asked): BodyInit | null {
  if (!file) return body ? JSON.stringify(body) : null;
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  for (const [name, value] of Object.entries(file)) form.append(name, value, value.name);
  return form;
}

const required = 'Required';

function refusalOf({ status, headers }: Response, body: unknown, personal: boolean): Refusal {
  const { code = '', message, data } = (body ?? {}) as Partial<ErrorBody>;
  const params = data?.params ?? {};
  // A list holds the names of what is missing.
  const told = Object.fromEntries(
    Object.entries(params).map(([name, text]) => (Array.isArray(params) ? [text, required] : [name, text])),
  );
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(wait) ? wait : undefined;
  const sentence = sentenceOf(told) ?? message ?? `The server responded with status ${status}.`;
  return new Refusal(sentence, status, code, told, seconds, personal);
}

/** What is wrong with each parameter says more than a list of their names; one alone needs no name before it. */
function sentenceOf(params: Readonly<Record<string, string>>): string | undefined {
  const faults = Object.entries(params);
  const [first] = faults;
  if (!first) return undefined;
  if (faults.length === 1 && first[1] !== required) return first[1];
  return faults.map(([name, message]) => `${humanised(name)}: ${message}`).join(' ');
}
