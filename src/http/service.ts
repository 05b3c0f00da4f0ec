// What the HTTP layer is handed: the parts of the running service, put together elsewhere.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ResponseCache } from '../cache/responses.js';
import type { CacheStats } from '../cache/stats.js';
import type { Facade } from '../core/facade.js';
import type { Registry } from '../core/model.js';
import type { Pictures } from '../core/picture.js';
import type { Site } from '../core/site.js';
import type { Store } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import type { CachedResponse } from './cached-response.js';
import type { Requests } from './requests.js';

/** Bytes of a request's body, where no file is sent. */
export const bodyLimit = 1_048_576;

export interface Service {
  readonly store: Store;
  readonly pictures: Pictures;
  readonly registry: Registry;
  /** In the order in which they are mounted; the first is the native one. */
  readonly facades: readonly [Facade, ...Facade[]];
  readonly site: Site;
  /** Believe the forwarded headers of a proxy; and take the public address from them, too. */
  readonly trustProxy: boolean;
  readonly trustsForwardedHost: boolean;
  /** Origins that may send credentials; `*` alone means everyone, without credentials. */
  readonly corsOrigins: readonly string[];
  /** Pages may load the images of other sites that stand in a text. */
  readonly externalImages: boolean;
  readonly metricsToken: string;
  /** Where several processes serve: the measurements of all of them. */
  readonly collectMetrics?: () => Promise<string>;
  readonly logLevel: string;
  /** Failed sign-ins and event passwords, and changes by one user. */
  readonly signInLimiter: Throttle;
  readonly writeLimiter: Throttle;
  /** Absent when responses are not cached. */
  readonly cache?: ResponseCache<CachedResponse>;
  readonly cacheStats: CacheStats;
  readonly requests: Requests;
  readonly now: () => string;
  /** What is served beside the mounts: probes, pages, documentation. */
  readonly plugins: readonly ((app: FastifyInstance, service: Service) => void)[];
}

/** The site as this reader sees it. */
export function siteOf(service: Service, request: Pick<IncomingMessage, 'headers'>): Site {
  const { site, trustsForwardedHost } = service;
  return trustsForwardedHost ? { ...site, baseUrl: siteUrlOf(service, request.headers) } : site;
}

/**
 * The public address that the trusted proxy tells. An empty header counts as absent, and of several values the first
 * one counts, which the proxy nearest to the client has set. Anything but a scheme of the web and a well-formed host
 * leaves the site's own address.
 */
export function siteUrlOf({ site }: Pick<Service, 'site'>, headers: IncomingHttpHeaders): string {
  const scheme = firstOf(headers['x-forwarded-proto']) || 'http';
  const host = firstOf(headers['x-forwarded-host']) || (headers.host ?? '');
  const url = `${scheme}://${host}`.toLowerCase();
  return url.length <= maxSiteUrlLength && siteUrlSyntax.test(url) && URL.canParse(url) ? url : site.baseUrl;
}

const maxSiteUrlLength = 300;

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const siteUrlSyntax = /^https?:\/\/(?:[a-z\d](?:[\w.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/;

function firstOf(header: string | readonly string[] | undefined): string {
  const text = typeof header === 'string' ? header : (header?.[0] ?? '');
  const end = text.indexOf(',');
  return (end < 0 ? text : text.slice(0, end)).trim();
}
