// The headers that every answer under a mount carries: who may ask from where, and what caches may do with it.

import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import { type Endpoint, methodsOf } from '../core/facade.js';
import { formats } from '../formats/formats.js';
import type { Service } from './service.js';

const exposed = 'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages, ETag, Location, Allow, Retry-After';
const allowed =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, ' +
  'If-Match, If-None-Match, Idempotency-Key, X-CSRF-Token, X-HTTP-Method-Override';

export function corsHeaders({ corsOrigins }: Service, origin: string | undefined): Record<string, string> {
  const always = {
    'Access-Control-Expose-Headers': exposed,
    'Access-Control-Allow-Headers': allowed,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  };
  if (corsOrigins.includes('*')) return { ...always, 'Access-Control-Allow-Origin': '*' };
  if (origin === undefined || !corsOrigins.includes(origin)) return always;
  return { ...always, 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' };
}

/** What this caller may do here, as far as it does not depend on the record. */
export function allowHeader({ actions, shape, custom }: Endpoint, { actor }: Call): string {
  const open = methodsOf({ actions }).filter((method) => {
    if (!shape) return method === 'GET' || (custom && actor.id !== 0);
    const right = method === 'GET' ? shape.model.policy.read : shape.model.policy.change;
    return !right || may(actor, right);
  });
  return open.join(', ');
}

/** Browsers ask whether it still holds; what stands in between may hand it out for a second, and never to others than
 * the public, which `Vary` tells it. */
const shared = 'public, max-age=0, s-maxage=1, must-revalidate';

/** Where there is a choice of formats a response depends on it, too. */
const vary = [...(formats.length > 1 ? ['Accept'] : []), 'Accept-Encoding', 'Authorization', 'Cookie', 'Origin'].join(
  ', ',
);

/** `isPrivate` is what only this caller may see: one who has signed in, or who gave a password. */
export function mountHeaders(isPrivate: boolean, statusCode: number): Record<string, string> {
  const open = statusCode < 300 ? shared : 'no-cache';
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': isPrivate ? 'no-cache, must-revalidate, max-age=0, no-store, private' : open,
    Vary: vary,
  };
}

/** The address of the index goes in front of the links to other pages. */
export function discovery({ facade, site }: Call, link: string | undefined): Record<string, string> {
  if (facade.index === '') return link ? { Link: link } : {};
  const index = `<${site.baseUrl}${facade.index}>; rel="https://api.w.org/"`;
  return { Link: link ? `${index}, ${link}` : index };
}
