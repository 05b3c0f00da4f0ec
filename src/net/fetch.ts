// Fetches an external URL without reaching internal networks (SSRF protection): every resolved IP address is checked, and
// the connection goes to exactly the addresses that were checked.

import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { parseUrl } from '../core/text/parse-url.js';
import { isPublic } from './addresses.js';

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

/** Its message is shown to the client, so it says nothing about the internal network. */
export class Unfetchable extends Error {}

const unreachable = () => new Unfetchable('This URL cannot be fetched.');

export interface Options {
  /** All IP addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Which IP addresses may be connected to; tests allow loopback. */
  readonly allow?: (address: string) => boolean;
}

const maxRedirects = 5;

export function guardedFetch({ resolve = resolveAll, allow = isPublic }: Options = {}): Fetch {
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

  return async (address, limits) => {
    // Loaded on first use: most processes never fetch anything.
    const { Agent, request } = await import('undici');
    const agent = new Agent({
      connect: { lookup, timeout: limits.seconds * 1_000 },
      connections: 1,
      pipelining: 0,
    });
    const timeout = AbortSignal.timeout(limits.seconds * 1_000);
    const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
    try {
      let url = readUrl(address);
      for (let redirectsLeft = maxRedirects; ; redirectsLeft--) {
        refuseLiteral(url, allow);
        const response = await request(url, { dispatcher: agent, signal, headers: headersFor(limits) });
        const next = redirectOf(response, url);
        if (!next) return { bytes: await read(response, limits.maxBytes), type: typeOf(response), url };
        if (redirectsLeft === 0) throw unreachable();
        url = next;
      }
    } catch (error) {
      if (error instanceof Unfetchable) throw error;
      throw signal.aborted ? new Unfetchable('This URL took too long to respond.') : unreachable();
    } finally {
      await agent.destroy();
    }
  };
}

const resolveAll = (host: string): Promise<readonly LookupAddress[]> =>
  systemLookup(host, { all: true, verbatim: true });

const headersFor = ({ accept }: Limits) => ({ accept, 'accept-encoding': 'identity', 'user-agent': 'Almanac' });

function readUrl(text: string, base?: string): URL {
  const url = parseUrl(text, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname) throw unreachable();
  return url;
}

/** An IP literal is not looked up, so it is checked here; the URL parser has normalized its spelling. */
function refuseLiteral({ hostname }: URL, allow: (address: string) => boolean): void {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !allow(literal)) throw unreachable();
}

function redirectOf({ statusCode, headers, body }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode)) {
    if (statusCode !== 200) throw new Unfetchable('This URL returned an error.');
    return undefined;
  }
  body.on('error', () => undefined).destroy();
  if (typeof location !== 'string') throw unreachable();
  return readUrl(location, from.href);
}

const typeOf = ({ headers }: Dispatcher.ResponseData): string =>
  String(headers['content-type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase() ?? '';

/** Stops at the limit, whatever `Content-Length` says. */
async function read({ body, headers }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new Unfetchable(`The file at this URL is larger than ${maxBytes / 1_048_576} MiB.`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const part: Buffer = chunk;
    length += part.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
