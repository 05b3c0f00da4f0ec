// Which addresses the comparison may connect to.
import { lookup } from 'node:dns/promises';
import { isPublic } from '../net/addresses.js';
import { type GuardedRequest, guardedRequest } from '../net/fetch.js';

/** Public addresses: a site may redirect to a private network. */
export const requestToPublic = (): GuardedRequest => guardedRequest({ connections: 1 });

/** Public addresses, and those of the host that the operator has named, which is often this machine. */
export async function requestToNamed(base: string): Promise<GuardedRequest> {
  const host = new URL(base).hostname.replace(/^\[|\]$/g, '');
  const named = new Set((await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address));
  return guardedRequest({ connections: 1, allow: (address) => isPublic(address) || named.has(address) });
}
