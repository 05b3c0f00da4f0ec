// Where a page stands: the site's address as this reader sees it, and the headers that every page carries.
import type { FastifyRequest } from 'fastify';
import type { Profile, Site } from '../core/call.js';
import { type Service, siteOf } from '../http/service.js';

export interface Place {
  readonly site: Site;
  /** Path of the site, without a trailing slash. */
  readonly path: string;
  readonly origin: string;
  readonly native: Profile;
  readonly dropin: Profile | undefined;
}

export function placeOf(service: Service, request: FastifyRequest): Place {
  const native = service.profiles.find(({ name }) => name === 'native');
  if (!native) throw new TypeError('there is no native mount');
  const site = siteOf(service, request);
  const { pathname, origin } = new URL(site.baseUrl);
  const dropin = service.profiles.find(({ name }) => name === 'dropin');
  return { site, path: pathname.replace(/\/$/, ''), origin, native, dropin };
}

const safe = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

interface Openings {
  /** Where its forms may be sent. */
  readonly forms?: "'none'" | "'self'";
  /** Whose pages may show it in a frame. */
  readonly frames?: "'none'" | '*';
}

/** Pages tell programs where the interface is. */
export function pageHeaders(
  { site, native, dropin }: Place,
  policy: readonly string[],
  { forms = "'none'", frames = "'none'" }: Openings = {},
): Record<string, string> {
  return {
    ...safe,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      ...policy,
      "base-uri 'none'",
      `form-action ${forms}`,
      `frame-ancestors ${frames}`,
    ].join('; '),
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${site.baseUrl}${(dropin ?? native).prefix}/`,
    'X-TEC-API-ORIGIN': site.baseUrl,
    ...(dropin && { Link: `<${site.baseUrl}${dropin.index}>; rel="https://api.w.org/"` }),
  };
}

export const fileHeaders = (type: string, cache: string): Record<string, string> => ({
  ...safe,
  'Content-Type': type,
  'Cache-Control': cache,
});
