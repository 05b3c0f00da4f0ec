// Which addresses the comparison may connect to.
import { parseUrl } from '../core/text/parse-url.js';
import { isPublic } from '../net/addresses.js';
import { type GuardedRequest, ipAddressesOf, openGuardedClient } from '../net/fetch.js';
import { allowNamedHost } from '../net/named-host.js';

/** Public addresses: a site may redirect to a private network. */
export const requestToPublic = (): GuardedRequest => openGuardedClient(1).request;

/** Also those of the host that the operator has named, which is often this machine. */
export const requestToNamed = async (base: string): Promise<GuardedRequest> =>
  openGuardedClient(1, await allowNamedHost(base)).request;

/** Requests to it would be refused one by one. False for an unknown host. */
export async function isInPrivateNetwork(base: string): Promise<boolean> {
  const found = await ipAddressesOf(parseUrl(base)?.hostname ?? '');
  return ![...found].every(isPublic);
}
