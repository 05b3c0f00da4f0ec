// Cache keys: who may see a response, from where it was requested, and the address as it was sent.
import type { IncomingMessage } from 'node:http';
import { type Actor, anonymous } from '../core/actor.js';
import { type Service, siteUrlOf } from '../http/service.js';

/** Addresses that are longer are hardly requested twice. */
const maxAddressLength = 2_000;

export interface KeyParts {
  readonly actor: Pick<Actor, 'id' | 'role'>;
  /** The origin that the response names in its headers, or none. */
  readonly origin: string;
  /** The public address that the response's links begin with, where it follows the request. */
  readonly site: string;
  /** As it was sent, with its query: it names the language, too. */
  readonly address: string;
}

/**
 * One text for each combination of parts: lengths say where each part ends, whatever a client writes into it. The key
 * begins with the actor, which no client text can change: keys of signed-in callers and public ones never meet.
 */
export const cacheKey = ({ actor: { role, id }, origin, site, address }: KeyParts): string =>
  `${role}:${id}:${origin.length}:${site.length}:${origin}${site}${address}`;

type Request = Pick<IncomingMessage, 'headers' | 'url'>;

/** Only origins that the response's headers depend on. Any other is the same as none. */
function originOf({ corsOrigins }: Service, { headers }: Request): string {
  if (corsOrigins.includes('*')) return '';
  const { origin } = headers;
  return origin !== undefined && corsOrigins.includes(origin) ? origin : '';
}

export const keyFor = (service: Service, request: Request, actor: KeyParts['actor']): string =>
  cacheKey({
    actor,
    origin: originOf(service, request),
    site: service.followsHost ? siteUrlOf(service, request.headers) : '',
    address: request.url ?? '',
  });

export const publicKey = (service: Service, request: Request): string => keyFor(service, request, anonymous);

export const isCacheable = ({ url = '' }: Request): boolean => url.length <= maxAddressLength;
