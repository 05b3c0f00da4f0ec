// Requests to the REST API of the old site: paced, repeated when the site is busy, and bounded. Every answer is JSON, or
// the request is refused with the address and the reason.

import { setTimeout as sleepFor } from 'node:timers/promises';
import { isObject } from '../../core/is-object.js';
import { openSemaphore } from '../../core/semaphore.js';
import { parseUrl } from '../../core/text/parse-url.js';
import { type GuardedRequest, mediaTypeOf, Unfetchable } from '../../net/fetch.js';
import type { TecOptions } from './options.js';

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The address that answered. */
  readonly url: URL;
}

/** The site cannot be read any further. `place` is the address that failed, without secrets. */
export class SiteUnreadable extends Error {
  constructor(
    readonly reason: string,
    readonly place: string,
  ) {
    super(`${reason} (${place})`);
  }
}

export interface GetOptions {
  /** Without credentials. */
  readonly as?: 'anonymous';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SiteClient {
  /** `path` is below `/wp-json`: `tribe/events/v1/events`. */
  get(path: string, query?: Readonly<Record<string, string>>, options?: GetOptions): Promise<SiteAnswer>;
  /** Address of a route, for reports. */
  place(path: string, query?: Readonly<Record<string, string>>): string;
  /** The site as it names itself after redirects. */
  readonly base: URL;
  readonly hasCredentials: boolean;
  /** Of the routes that the site has: `tec/v1`. */
  readonly namespaces: readonly unknown[];
  readonly signal: AbortSignal | undefined;
}

export interface ClientTools {
  readonly request: GuardedRequest;
  readonly signal?: AbortSignal;
  /** Waits this many milliseconds. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  readonly clock?: () => number;
  readonly limits?: Partial<SiteLimits>;
}

export interface SiteLimits {
  /** Of one answer. */
  readonly maxBytes: number;
  /** Of one request. */
  readonly seconds: number;
  readonly maxAttempts: number;
  readonly maxRequests: number;
  /** Of all answers together. */
  readonly maxTotalBytes: number;
}

const usualLimits: SiteLimits = {
  maxBytes: 20 * 1_048_576,
  seconds: 60,
  maxAttempts: 6,
  maxRequests: 500_000,
  maxTotalBytes: 20 * 1_073_741_824,
};

/** Milliseconds. */
const firstPause = 1_000;
const maxPause = 120_000;
const userAgent = 'Almanac import';
const busyStatuses = [429, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/** How the site spells addresses of its API: as a path, or as a parameter if it has no pretty addresses. */
type Spelling = (base: URL, path: string) => URL;
const asPath: Spelling = (base, path) => new URL(`${base.href.replace(/\/$/, '')}/wp-json/${path}`);
const asParameter: Spelling = (base, path) => {
  const url = new URL(base);
  url.searchParams.set('rest_route', `/${path}`);
  return url;
};

export type SiteIndex = { readonly namespaces?: unknown; readonly timezone_string?: unknown; readonly name?: unknown };

/** Finds the API of the site. Credentials are not sent until the address is known that answers for it. */
export async function openSite(
  options: TecOptions,
  tools: ClientTools,
): Promise<{ readonly client: SiteClient; readonly index: SiteIndex }> {
  const given = parseUrl(options.site.replace(/\/(wp-json\/?)?$/, ''));
  if (!given || !/^https?:$/.test(given.protocol)) throw new SiteUnreadable('This is not a web address', options.site);
  const send = paced(options, tools);
  for (const spelling of [asPath, asParameter]) {
    const asked = spelling(given, '');
    const { status, body, url } = await send(asked, {});
    const index = status === 200 && isObject(body) ? (body as SiteIndex) : undefined;
    if (!index || !Array.isArray(index.namespaces)) continue;
    if (!index.namespaces.includes('tribe/events/v1'))
      throw new SiteUnreadable('The site has no REST API of The Events Calendar', asked.href);
    const base = baseOf(url, spelling);
    refuseOtherSite(given, base, options);
    return { client: clientFor(base, spelling, options, tools, send, index.namespaces), index };
  }
  throw new SiteUnreadable('No REST API of WordPress was found', asPath(given, '').href);
}

function baseOf(answered: URL, spelling: Spelling): URL {
  const base = new URL(answered);
  base.search = '';
  base.hash = '';
  if (spelling === asPath) base.pathname = base.pathname.replace(/\/wp-json\/?$/, '');
  return base;
}

/** Credentials belong to the site that the operator named: a redirect may only add or drop `www.`, and only gain TLS. */
function refuseOtherSite(given: URL, base: URL, { user }: TecOptions): void {
  const plain = (host: string): string => host.replace(/^www\./, '');
  const isSame = plain(given.hostname) === plain(base.hostname);
  const losesTls = given.protocol === 'https:' && base.protocol === 'http:';
  if (user !== undefined && (!isSame || losesTls))
    throw new SiteUnreadable(`The site redirects to ${base.origin}. Use that address if it is yours`, given.href);
}

function clientFor(
  base: URL,
  spelling: Spelling,
  options: TecOptions,
  { signal }: ClientTools,
  send: Send,
  namespaces: readonly unknown[],
): SiteClient {
  const { user, password } = options;
  const hasCredentials = user !== undefined && password !== undefined;
  const secret = hasCredentials ? Buffer.from(`${user}:${password}`).toString('base64') : '';
  const headers: Readonly<Record<string, string>> = hasCredentials ? { authorization: `Basic ${secret}` } : {};
  const siteUrl = (path: string, query: Readonly<Record<string, string>> = {}): URL => {
    const url = spelling(base, path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  return {
    base,
    hasCredentials,
    namespaces,
    signal,
    place: (path, query) => siteUrl(path, query).href,
    get: async (path, query, { as, headers: more = {} } = {}) => {
      const isSigned = hasCredentials && as === undefined;
      const answer = await send(siteUrl(path, query), { ...more, ...(isSigned && headers) });
      if (answer.status === 401 && isSigned && wrongCredentials.test(codeOf(answer)))
        throw new SiteUnreadable('The user name or the application password is wrong', siteUrl(path).href);
      return answer;
    },
  };
}

type Send = (url: URL, headers: Readonly<Record<string, string>>) => Promise<SiteAnswer>;

function paced({ rate, concurrency }: TecOptions, tools: ClientTools): Send {
  const { request, signal, sleep = sleepFor, clock = Date.now } = tools;
  const limits = { ...usualLimits, ...tools.limits };
  const slots = openSemaphore(concurrency, Number.POSITIVE_INFINITY);
  let nextAt = 0;
  let [requests, bytes] = [0, 0];

  /** Reserves the next moment, so that requests at the same time keep the rate too. */
  async function pace(): Promise<void> {
    const now = clock();
    const at = Math.max(now, nextAt);
    nextAt = at + 1_000 / rate;
    if (at > now) await sleep(at - now);
  }

  async function attempt(url: URL, headers: Readonly<Record<string, string>>): Promise<SiteAnswer | Busy> {
    await pace();
    if (signal?.aborted) throw new SiteUnreadable('The import was stopped', url.href);
    if (++requests > limits.maxRequests) throw new SiteUnreadable('The site needs too many requests', url.href);
    try {
      const { maxBytes, seconds } = limits;
      const response = await request(url.href, {
        maxBytes,
        seconds,
        headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
        ...(signal && { signal }),
      });
      bytes += response.bytes.length;
      if (bytes > limits.maxTotalBytes) throw new SiteUnreadable('The site sends too much', url.href);
      if (busyStatuses.includes(response.status))
        return {
          reason: `The site answered ${response.status}`,
          pause: pauseIn(response.headers['retry-after'], clock),
        };
      return readAnswer(response.status, response.headers, response.bytes, response.url);
    } catch (error) {
      if (!(error instanceof Unfetchable)) throw error;
      const reason = error.message.replace(/\.$/, '');
      if (error.reason === 'network' || error.reason === 'time') return { reason };
      throw new SiteUnreadable(reason, url.href);
    }
  }

  return (url, headers) =>
    slots(async () => {
      for (let left = limits.maxAttempts - 1, pause = firstPause; ; left--, pause *= 2) {
        const answer = await attempt(url, headers);
        if ('status' in answer) return answer;
        if (left <= (answer.isUnlikely ? limits.maxAttempts / 2 : 0) || signal?.aborted)
          throw new SiteUnreadable(answer.reason, url.href);
        const wait = Math.min(maxPause, Math.max(pause, answer.pause ?? 0));
        // All other requests wait too.
        nextAt = Math.max(nextAt, clock() + wait);
      }
    });
}

interface Busy {
  readonly reason: string;
  /** Milliseconds that the site asks for. */
  readonly pause?: number;
  /** Another attempt rarely helps. */
  readonly isUnlikely?: true;
}

/** `Retry-After` in milliseconds: a number of seconds or a date. */
function pauseIn(text: string | undefined, clock: () => number): number {
  if (text === undefined) return 0;
  const milliseconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - clock();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
}

/** A page that asks for JavaScript or a log-in, and a cut answer, may be good the next time. */
function readAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
  url: URL,
): SiteAnswer | Busy {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return { status, headers, body: JSON.parse(text), url };
  } catch {
    if (status >= 400) return { status, headers, body: undefined, url };
    const isPage = mediaTypeOf(headers).includes('html') || text.trimStart().startsWith('<');
    const reason = isPage ? 'The site answered with a web page instead of JSON' : 'The site answered broken JSON';
    return { reason, isUnlikely: true };
  }
}

/** Codes of WordPress for a wrong name or password, and for passwords that are switched off. */
const wrongCredentials = /^(incorrect_password|invalid_username|invalid_email|application_passwords_disabled.*)$/;

/** The code of an error of WordPress. */
export const codeOf = ({ body }: SiteAnswer): string => (isObject(body) ? String(body.code) : '');

/** The record exists, and a password hides it. */
export const isProtected = (answer: SiteAnswer): boolean =>
  answer.status === 403 && codeOf(answer) === 'event-password-protected';
