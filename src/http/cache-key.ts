// The cache key of a request. Headers are part of it only as far as the response depends on them.
import type { IncomingMessage } from 'node:http';
import { cacheKey, type KeyParts } from '../cache/key.js';
import { anonymous } from '../core/actor.js';
import { feedFormatFor } from '../formats/feeds.js';
import { type Service, siteUrlOf } from './service.js';

/** Longer URLs are rarely requested twice. */
const maxUrlLength = 2_000;

type Request = Pick<IncomingMessage, 'headers' | 'url'>;
type Settings = Pick<Service, 'corsOrigins' | 'trustsForwardedHost' | 'liveSite'>;

/** Response headers depend only on allowed origins; any other origin counts as none. */
function originOf({ corsOrigins }: Settings, { headers }: Request): string {
  if (corsOrigins.includes('*')) return '';
  const { origin } = headers;
  return origin !== undefined && corsOrigins.includes(origin) ? origin : '';
}

/** `variant` defaults to the negotiated feed format. */
export const keyFor = (
  settings: Settings,
  request: Request,
  actor: KeyParts['actor'],
  variant = feedFormatFor(request.headers.accept)?.name ?? '',
): string =>
  cacheKey({
    actor,
    origin: originOf(settings, request),
    site: settings.trustsForwardedHost ? siteUrlOf(settings, request.headers) : '',
    variant,
    url: request.url ?? '',
  });

/** The key of an anonymous GET or HEAD request; undefined for any other request. */
export function publicKey(settings: Settings, request: Request & Pick<IncomingMessage, 'method'>): string | undefined {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (headers.authorization !== undefined || headers.cookie !== undefined) return undefined;
  return headers['x-wp-nonce'] === undefined ? keyFor(settings, request, anonymous) : undefined;
}

export const isCacheable = ({ url = '' }: Request): boolean => url.length <= maxUrlLength;
