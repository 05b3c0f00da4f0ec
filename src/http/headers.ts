// Headers of every response under a mount: CORS, Allow, caching and Link.

import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { type Endpoint, mayCall, methodsOf } from '../core/facade.js';
import type { Service } from './service.js';

const exposedHeaders =
  'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages, ETag, Location, Allow, Retry-After, X-Sync-Token, ' +
  'X-Unchanged, X-Dry-Run';
const allowedHeaders =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, ' +
  'If-Match, If-None-Match, Idempotency-Key, X-CSRF-Token, X-HTTP-Method-Override';

export function corsHeaders({ corsOrigins }: Service, origin: string | undefined): Record<string, string> {
  const always = {
    'Access-Control-Expose-Headers': exposedHeaders,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  };
  if (corsOrigins.includes('*')) return { ...always, 'Access-Control-Allow-Origin': '*' };
  if (origin === undefined || !corsOrigins.includes(origin)) return always;
  return { ...always, 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
}

/** Methods that the caller's role may use here; rights on the single record are not considered. */
export function allowHeader({ actions, shape, operations }: Endpoint, { actor }: Call): string {
  const open = methodsOf({ actions }).filter((method) => {
    const right = operations?.[method]?.right;
    if (right !== undefined) return mayCall(actor, right);
    if (!shape) return method === 'GET';
    const needed = method === 'GET' ? shape.model.policy.read : shape.model.policy.change;
    return !needed || may(actor, needed);
  });
  return open.join(', ');
}

/** Browsers revalidate every time; a shared cache may serve it for a second. `Vary` keeps it from callers with
 * credentials. */
export const publicCacheControl = 'public, max-age=0, s-maxage=1, must-revalidate';

const vary = 'Accept, Accept-Encoding, Authorization, Cookie, Origin';

/** `isPrivate`: the caller is signed in, or sent the password of a protected record. */
export function mountHeaders(isPrivate: boolean, statusCode: number): Record<string, string> {
  const open = statusCode < 300 ? publicCacheControl : 'no-cache';
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': isPrivate ? 'no-cache, must-revalidate, max-age=0, no-store, private' : open,
    Vary: vary,
  };
}

/** The URL of the API index comes before the links to other pages. */
export function linkHeader({ facade, site }: Call, link: string | undefined): Record<string, string> {
  if (facade.index === '') return link ? { Link: link } : {};
  const index = `<${site.baseUrl}${facade.index}>; rel="https://api.w.org/"`;
  return { Link: link ? `${index}, ${link}` : index };
}
