// Requests to external URLs without reaching internal networks (SSRF protection): every resolved IP address is checked,
// and the connection goes to exactly the addresses that were checked.

import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { startDeadline } from '../core/deadline.js';
import { parseUrl } from '../core/text/parse-url.js';
import { isPublic } from './addresses.js';
import { acceptedEncodings, readBeginning, readBody } from './body.js';
import { Unfetchable, unreachable } from './unfetchable.js';

export { Unfetchable } from './unfetchable.js';

export interface RequestLimits {
  /** Of the body, after decompression. */
  readonly maxBytes: number;
  /** For everything: redirects and the whole body too. */
  readonly seconds: number;
  /** Names in lower case. `authorization` and `cookie` are not sent to another origin that a redirect leads to. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** How many redirects are followed; the response to the last request is returned, or refused if it is one more. */
  readonly redirects?: number;
  /** Sends a POST with this body. It is never sent to where a redirect leads. */
  readonly post?: string;
  /** Only the beginning of the body is wanted: what follows `maxBytes`, or cannot be read, is left out. */
  readonly isPartial?: true;
}

export interface Responded {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The URL after all redirects. */
  readonly url: URL;
}

/** GET, or POST with a body, with any response status. Throws `Unfetchable` if there is no response, or one that is too large or too slow. */
export type GuardedRequest = (address: string, limits: RequestLimits) => Promise<Responded>;

export interface Limits {
  readonly maxBytes: number;
  readonly seconds: number;
  readonly accept: string;
  readonly signal?: AbortSignal;
}

export interface Fetched {
  readonly bytes: Buffer;
  /** Content type in lower case, without parameters. */
  readonly type: string;
  /** The URL after all redirects. */
  readonly url: URL;
}

export type Fetch = (address: string, limits: Limits) => Promise<Fetched>;

export interface Options {
  /** All IP addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Which IP addresses may be connected to; tests allow loopback, operators may allow everything. */
  readonly allow?: (address: string) => boolean;
}

/** A client keeps its connections for the next requests, until it is closed. */
export interface GuardedClient {
  readonly request: GuardedRequest;
  readonly close: () => Promise<void>;
}

const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];
/** Secrets of one site. */
const secretHeaders = ['authorization', 'cookie'];

/** Fetches a file: any status but 200 is an error. */
export function guardedFetch(options: Options = {}): Fetch {
  const request = guardedRequest(options);
  return async (address, { accept, ...limits }) => {
    const { status, headers, bytes, url } = await request(address, {
      ...limits,
      headers: { accept, 'accept-encoding': 'identity' },
    });
    if (status !== 200) throw new Unfetchable('This URL returned an error.', 'response');
    return { bytes, type: mediaTypeOf(headers), url };
  };
}

/** Opens a connection for each request. */
export function guardedRequest(options: Options = {}): GuardedRequest {
  return async (...given) => {
    const { request, close } = openGuardedClient(1, options);
    try {
      return await request(...given);
    } finally {
      await close();
    }
  };
}

/** For many requests to one site. */
export function openGuardedClient(
  connections: number,
  { resolve = resolveAll, allow = isPublic }: Options = {},
): GuardedClient {
  /** One address that is not allowed rejects the host: mixing public and internal ones is a sign of DNS rebinding. */
  async function resolveAllowed(host: string): Promise<readonly LookupAddress[]> {
    const found = await resolve(host);
    if (found.length === 0 || !found.every(({ address }) => allow(address))) throw unreachable();
    return found;
  }

  // Called for each connection, so DNS cannot change between the check and the connection.
  const lookup: LookupFunction = (host, { all }, done) => {
    resolveAllowed(host).then(
      (found) => {
        if (all) done(null, [...found]);
        else done(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: Error) => done(error, '', 0),
    );
  };

  let agent: Agent | undefined;

  const request: GuardedRequest = async (address, limits) => {
    // Loaded on first use: most processes never fetch anything.
    const undici = await import('undici');
    agent ??= new undici.Agent({ connect: { lookup, timeout: limits.seconds * 1_000 }, connections });
    const dispatcher = agent;
    const { signal, end } = startDeadline(limits.seconds * 1_000, limits.signal);
    try {
      return await followRedirects(address, limits, allow, (url, headers) =>
        undici.request(url, {
          dispatcher,
          signal,
          headers,
          ...(limits.post !== undefined && { method: 'POST', body: limits.post }),
        }),
      );
    } catch (error) {
      if (error instanceof Unfetchable) throw error;
      throw signal.aborted ? new Unfetchable('This URL took too long to respond.', 'time') : unreachable('network');
    } finally {
      end();
    }
  };
  return { request, close: async () => agent?.destroy() };
}

/** False for a URL that is not valid or that leads to an address which is not allowed, as of now. A host that is not known yet
 * is judged when a request is made. Connects to nothing. */
export function urlGuard({ resolve = resolveAll, allow = isPublic }: Options = {}) {
  return async (address: string): Promise<boolean> => {
    try {
      const url = readUrl(address);
      refuseLiteral(url, allow);
      if (isIP(bareHost(url))) return true;
      const found = await resolve(url.hostname).catch(() => []);
      return found.every((one) => allow(one.address));
    } catch {
      return false;
    }
  };
}

type Send = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Dispatcher.ResponseData>;

/** Every hop is checked like the first one. */
async function followRedirects(
  address: string,
  { headers: given = {}, post, redirects = post === undefined ? maxRedirects : 0, maxBytes, isPartial }: RequestLimits,
  allow: (address: string) => boolean,
  send: Send,
): Promise<Responded> {
  let url = readUrl(address);
  let sent: Readonly<Record<string, string>> = {
    'accept-encoding': acceptedEncodings,
    'user-agent': 'Almanac',
    ...given,
  };
  for (let redirectsLeft = redirects; ; redirectsLeft--) {
    refuseLiteral(url, allow);
    const { statusCode: status, headers: received, body } = await send(url, sent);
    // A body that is not read to its end is destroyed below; its error has no other listener.
    body.on('error', () => undefined);
    const headers = plainHeaders(received);
    const isRedirect = redirectStatuses.includes(status) && redirects > 0;
    if (!isRedirect) {
      try {
        const read = isPartial ? readBeginning : readBody;
        return { status, headers, bytes: await read(body, headers, maxBytes), url };
      } finally {
        body.destroy();
      }
    }
    body.destroy();
    if (redirectsLeft === 0 || headers.location === undefined) throw unreachable();
    const next = readUrl(headers.location, url.href);
    if (next.origin !== url.origin) sent = withoutSecrets(sent);
    url = next;
  }
}

const withoutSecrets = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.includes(name.toLowerCase())));

const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      // Joined by commas, two locations would be a third.
      return [[name, typeof value === 'string' ? value : name === 'location' ? (value[0] ?? '') : value.join(', ')]];
    }),
  );

/** Of a host that the operator has named; none if it is unknown. */
export const ipAddressesOf = async (host: string): Promise<ReadonlySet<string>> => {
  const found = await resolveAll(host.replace(/^\[|\]$/g, '')).catch(() => []);
  return new Set(found.map(({ address }) => address));
};

const resolveAll = (host: string): Promise<readonly LookupAddress[]> =>
  systemLookup(host, { all: true, verbatim: true });

function readUrl(text: string, base?: string): URL {
  const url = parseUrl(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname) throw unreachable();
  return url;
}

/** An IP literal is not looked up, so it is checked here; the URL parser has normalized its spelling. */
function refuseLiteral(url: URL, allow: (address: string) => boolean): void {
  const literal = bareHost(url);
  if (isIP(literal) && !allow(literal)) throw unreachable();
}

/** An IPv6 address without its brackets. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** In lower case, without parameters. */
export const mediaTypeOf = (headers: Readonly<Record<string, string>>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
