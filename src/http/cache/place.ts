// Under which key an answer is kept: who sees it, from where, and the address as it was asked.
import type { IncomingMessage } from 'node:http';
import type { Actor } from '../../core/actor.js';
import type { Service } from '../service.js';

const longest = 2_000;

/** Origins and hosts only count where answers depend on them. */
function aroundOf({ corsOrigins, followsHost }: Service, { headers }: Pick<IncomingMessage, 'headers'>): string {
  const origin = corsOrigins.includes('*') ? '' : (headers.origin ?? '');
  const host = followsHost
    ? `${headers['x-forwarded-proto'] ?? ''} ${headers['x-forwarded-host'] ?? headers.host}`
    : '';
  return `${origin} ${host}`;
}

/** Mostly the address alone. */
export function publicKey(service: Service, request: Pick<IncomingMessage, 'headers' | 'url'>): string {
  const { url = '' } = request;
  return service.corsOrigins[0] === '*' && !service.followsHost ? url : `${aroundOf(service, request)} ${url}`;
}

/** Undefined for what is never kept: secrets in the address, and addresses that nobody asks twice. */
export function keyOf(
  service: Service,
  request: Pick<IncomingMessage, 'headers' | 'url'>,
  { id, role }: Actor,
): string | undefined {
  const { url = '' } = request;
  if (url.length > longest || /[?&]password=/i.test(url)) return undefined;
  const key = publicKey(service, request);
  return role === 'anonymous' ? key : `${role} ${id} ${key}`;
}
