// The site as a page needs it: base URL, path and facades for this request; and the headers of every page.
import type { FastifyRequest } from 'fastify';
import type { Facade } from '../core/facade.js';
import type { Site } from '../core/site.js';
import { type Service, siteOf } from '../http/service.js';
import { type Html, html } from './html.js';

export interface PageSite {
  readonly site: Site;
  /** Path of the site, without a trailing slash. */
  readonly path: string;
  readonly origin: string;
  readonly native: Facade;
  readonly dropin: Facade | undefined;
  readonly externalImages: boolean;
}

export function pageSiteOf(service: Service, request: FastifyRequest): PageSite {
  const site = siteOf(service, request);
  const { pathname, origin } = new URL(site.baseUrl);
  const { externalImages, facades } = service;
  const [native] = facades;
  const dropin = facades.find(({ name }) => name === 'dropin');
  return { site, path: pathname.replace(/\/$/, ''), origin, native, dropin, externalImages };
}

const safe = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** URL of the API root, or of a route below it: of the drop-in facade where it is on. */
export const apiRoot = ({ site, native, dropin }: PageSite, route = ''): string =>
  `${site.baseUrl}${(dropin ?? native).prefix}/${route}`;

/** API discovery in the head of a page, for clients that do not read headers. */
export const apiDiscoveryTags = (
  pageSite: PageSite,
  route?: string,
): Html => html`<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${pageSite.site.baseUrl}">
<link rel="alternate" href="${apiRoot(pageSite, route)}">
`;

export const apiDiscoveryHeaders = (pageSite: PageSite, route?: string): Record<string, string> => ({
  'X-TEC-API-VERSION': 'v1',
  'X-TEC-API-ROOT': apiRoot(pageSite, route),
  'X-TEC-API-ORIGIN': pageSite.site.baseUrl,
});

interface PageHeaderOptions {
  /** CSP `form-action`. */
  readonly forms?: "'none'" | "'self'";
  /** CSP `frame-ancestors`. */
  readonly frames?: "'none'" | "'self'" | '*';
  /** Route of the same content below the API root. */
  readonly route?: string | undefined;
}

/** Security headers, and API discovery for clients that start from a page. */
export function pageHeaders(
  pageSite: PageSite,
  policy: readonly string[],
  { forms = "'none'", frames = "'none'", route }: PageHeaderOptions = {},
): Record<string, string> {
  const { site, dropin } = pageSite;
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
    ...apiDiscoveryHeaders(pageSite, route),
    ...(dropin && { Link: `<${site.baseUrl}${dropin.index}>; rel="https://api.w.org/"` }),
  };
}

export const fileHeaders = (type: string, cache: string): Record<string, string> => ({
  ...safe,
  'Content-Type': type,
  'Cache-Control': cache,
});
