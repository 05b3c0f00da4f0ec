// Renders a page to bytes and headers, and sends it with the conditional requests and compression of the API.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseUrl } from '../../core/text/parse-url.js';
import type { CacheEntry } from '../../http/cache-entry.js';
import { pageMaxAgeSeconds } from '../../http/cached-page.js';
import { deliver } from '../../http/deliver.js';
import { givesSecret } from '../../http/request.js';
import type { Rendered } from '../../http/response.js';
import { pageHeaders } from '../page-site.js';
import { styleSource } from '../style.js';
import type { EmbedStyle } from './embed-style.js';
import { embeddedPage, fullPage, type PageContent } from './frame.js';
import type { PageRequest } from './page-request.js';

/** Browsers revalidate; shared caches may serve the page for some seconds. */
const shared = `public, max-age=0, s-maxage=${pageMaxAgeSeconds}, must-revalidate`;

const policyFor = (
  { pageSite }: PageRequest,
  { pictures = [], tiles }: PageContent,
  style: string,
): readonly string[] => [
  "script-src 'self'",
  ["style-src 'self'", ...(style ? [styleSource(style)] : [])].join(' '),
  "manifest-src 'self'",
  ["img-src 'self' data:", ...(pageSite.externalImages ? pictures : []), ...(tiles ? [tiles] : [])].join(' '),
];

export interface RenderOptions {
  /** For an iframe on another site. */
  readonly embedded?: EmbedStyle;
  /** For an iframe in the console, in this theme. */
  readonly previewed?: 'light' | 'dark';
}

/** Status, headers, bytes and ETag of a page. */
export function renderPage(
  pageRequest: PageRequest,
  content: PageContent,
  { embedded, previewed }: RenderOptions = {},
): Rendered {
  const { statusCode = 200 } = content;
  // A password in the query does not open a page, but must not get into caches either.
  const secret = content.isPrivate === true || givesSecret(pageRequest.events, pageRequest.query);
  const { text, style } = embedded
    ? embeddedPage(pageRequest, content, embedded)
    : fullPage(pageRequest, content, previewed);
  const bytes = Buffer.from(text);
  const several = pageRequest.pageSite.site.languages.length > 1;
  const headers = {
    ...pageHeaders(pageRequest.pageSite, policyFor(pageRequest, content, style), {
      forms: "'self'",
      frames: embedded ? '*' : previewed ? "'self'" : "'none'",
      route: content.route,
    }),
    'Cache-Control': secret ? 'private, no-store' : statusCode === 200 ? shared : 'no-cache',
    'Content-Language': pageRequest.call.language ?? 'en',
    Vary: several ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
    ...(content.noindex && { 'X-Robots-Tag': 'noindex, nofollow' }),
    ...content.headers,
  };
  const tag = statusCode === 200 && !secret ? createHash('sha1').update(bytes).digest('base64url') : undefined;
  return { statusCode, headers, bytes, tag };
}

/** Sends the page, and caches it if it is public. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Rendered,
  put?: CacheEntry['put'],
): Promise<FastifyReply> {
  // Errors and pages opened by a password have no ETag.
  const cached = page.tag === undefined ? undefined : put?.(page);
  return deliver(request, reply, page, cached);
}

/** Origins of external images in a text, for the policy; at most 20, plain host names only. */
export function pictureOrigins(text: string): readonly string[] {
  const values = [...text.matchAll(/<img\b[^<>]*>/gi)].flatMap(([image]) => [
    ...image.matchAll(/\ssrc(?:set)?="([^"]*)"/g),
  ]);
  const sources = values.flatMap(([, value = '']) => value.split(/[\s,]+/)).filter((url) => /^https?:\/\//i.test(url));
  const origins = sources.flatMap((url) => parseUrl(url)?.origin ?? []);
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin)).slice(0, 20);
}
