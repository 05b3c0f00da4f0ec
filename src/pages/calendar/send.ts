// From what a page says to what is sent: the frame around it, its policy, and the same conditions as for any answer.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheEntry } from '../../http/cache-entry.js';
import { pageMaxAgeSeconds } from '../../http/cached-page.js';
import { deliver } from '../../http/deliver.js';
import { givesSecret } from '../../http/request.js';
import type { Rendered } from '../../http/response.js';
import { pageHeaders } from '../page-site.js';
import { embeddedPage, fullPage, type PageContent } from './frame.js';
import type { PageRequest } from './page-request.js';

/** Browsers ask whether it still holds; what stands in between may hand it out for some seconds. */
const shared = `public, max-age=0, s-maxage=${pageMaxAgeSeconds}, must-revalidate`;

const policyFor = ({ pageSite }: PageRequest, { pictures = [] }: PageContent): readonly string[] => [
  "script-src 'self'",
  "style-src 'self'",
  ["img-src 'self' data:", ...(pageSite.externalImages ? pictures : [])].join(' '),
];

export interface RenderOptions {
  /** For a frame on someone else's page, in this theme. */
  readonly embedded?: { readonly theme: string };
}

/** The page with its headers, as bytes. */
export function renderPage(pageRequest: PageRequest, content: PageContent, { embedded }: RenderOptions = {}): Rendered {
  const { statusCode = 200 } = content;
  // A password in the address is no way to open a page, but it is a secret all the same.
  const secret = content.secret === true || givesSecret(pageRequest.events, pageRequest.query);
  const bytes = Buffer.from(
    embedded ? embeddedPage(pageRequest, content, embedded.theme) : fullPage(pageRequest, content),
  );
  const several = pageRequest.pageSite.site.languages.length > 1;
  const headers = {
    ...pageHeaders(pageRequest.pageSite, policyFor(pageRequest, content), {
      forms: "'self'",
      frames: embedded ? '*' : "'none'",
      route: content.route,
    }),
    'Cache-Control': secret ? 'private, no-store' : statusCode === 200 ? shared : 'no-cache',
    'Content-Language': pageRequest.call.language ?? 'en',
    Vary: several ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
    ...(content.hidden && { 'X-Robots-Tag': 'noindex, nofollow' }),
    ...content.headers,
  };
  const tag = statusCode === 200 && !secret ? createHash('sha1').update(bytes).digest('base64url') : undefined;
  return { statusCode, headers, bytes, tag };
}

/** Sends the page, and puts it into the cache if everybody may see it. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Rendered,
  put?: CacheEntry['put'],
): Promise<FastifyReply> {
  // A page without a tag is a refusal or was opened by a secret.
  const cached = page.tag === undefined ? undefined : put?.(page);
  return deliver(request, reply, page, cached);
}

/** Origins of foreign pictures in a text, for the policy; what is no plain host is left out. */
export function pictureOrigins(text: string): readonly string[] {
  const values = [...text.matchAll(/<img\b[^>]*>/gi)].flatMap(([image]) => [
    ...image.matchAll(/\ssrc(?:set)?="([^"]*)"/g),
  ]);
  const sources = values.flatMap(([, value = '']) => value.split(/[\s,]+/)).filter((url) => /^https?:\/\//i.test(url));
  const origins = sources.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin)).slice(0, 20);
}
