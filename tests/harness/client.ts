// Sends real HTTP requests as a user of the world, on either mount.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Agent, request as sendRequest } from 'undici';
import { expect } from 'vitest';

export type Who = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber' | 'anonymous';
export type Mount = 'native' | 'dropin';

export const prefixes: Readonly<Record<Mount, string>> = {
  native: '/cal/events/v1',
  dropin: '/wp-json/tribe/events/v1',
};
export const mounts = Object.keys(prefixes) as readonly Mount[];

export interface Ask {
  readonly as?: Who | undefined;
  readonly on?: Mount | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, as a form unless a header says otherwise. */
  readonly raw?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Reply {
  readonly statusCode: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  readonly body: any;
}

/** `GET /events?page=2`; a path that begins with `//` is outside the mounts. */
export type Request = string;
export type Asking = (request: Request, ask?: Ask) => Promise<Reply>;

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly password: string;
}
export type People = Readonly<Record<Exclude<Who, 'anonymous'>, Person>>;

export const basic = ({ name, password }: Pick<Person, 'name' | 'password'>): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const agent = new Agent();

/** As a script sends them. Without compression, which takes a fifth of the time and has tests of its own. */
const usualHeaders = { accept: '*/*', 'accept-language': '*', 'accept-encoding': 'identity' };

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export const clientFor =
  (address: string, people: People): Asking =>
  async (request, { as = 'anonymous', on = 'native', body, raw, headers = {} } = {}) => {
    const [method = 'GET', path = ''] = request.split(/ (.*)/s, 2);
    const url = path.startsWith('//') ? address + path.slice(1) : address + prefixes[on] + path;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = raw === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await sendRequest(new URL(url), {
      dispatcher: agent,
      method: method as 'GET',
      headers: {
        ...usualHeaders,
        ...(as !== 'anonymous' && { authorization: basic(people[as]) }),
        ...(sent !== undefined && { 'content-type': type }),
        ...lowerCase(headers),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const received = headersOf(response.headers);
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const decode = decoders[received.get('content-encoding') ?? ''];
    const text = (decode ? decode(bytes) : bytes).toString();
    return { statusCode: response.statusCode, headers: received, text, body: parsed(text) };
  };

/** The status code, followed by the error code of a rejection. */
export const outcomeOf = ({ statusCode, body }: Reply): string =>
  statusCode < 400 ? String(statusCode) : `${statusCode} ${body.code}`;

/** Status, headers without the ignored ones, and body as one text, for comparing responses. */
export function responseText({ statusCode, headers, text }: Reply, ignored: ReadonlySet<string>): string {
  const shown = [...headers].filter(([name]) => !ignored.has(name)).map(([name, value]) => `${name}: ${value}`);
  return [statusCode, ...shown, text].join('\n');
}

export interface Refusal {
  readonly statusCode: number;
  readonly code: string;
  /** Exactly these names in `data.params`. */
  readonly params?: readonly string[] | undefined;
}

/** The one error shape: code, message, and data with the status; other keys are checked by name. */
export function expectRefusal(reply: Reply, { statusCode, code, params }: Refusal): void {
  expect({ statusCode: reply.statusCode, code: reply.body?.code, params: namesIn(reply.body?.data?.params) }).toEqual({
    statusCode,
    code,
    params: params && [...params].sort(),
  });
  expect(Object.keys(reply.body)).toEqual(['code', 'message', 'data']);
  expect(reply.body.message).toMatch(/\S/);
  expect(reply.body.data.status).toBe(statusCode);
}

function namesIn(params: unknown): readonly string[] | undefined {
  if (params === undefined) return undefined;
  return (Array.isArray(params) ? (params as string[]) : Object.keys(params as object)).toSorted();
}

/** Any 4xx in the one error shape. */
export function expectSomeRefusal(reply: Reply): void {
  expect(reply.statusCode, reply.text.slice(0, 300)).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode, reply.text.slice(0, 300)).toBeLessThan(500);
  expect(reply.body).toEqual({
    code: expect.stringMatching(/\S/),
    message: expect.stringMatching(/\S/),
    data: expect.objectContaining({ status: reply.statusCode }),
  });
}
