// Which addresses the comparison may connect to.
import { type GuardedRequest, guardedRequest } from '../net/fetch.js';
import { allowNamedHost } from '../net/named-host.js';

/** Public addresses: a site may redirect to a private network. */
export const requestToPublic = (): GuardedRequest => guardedRequest({ connections: 1 });

/** Also those of the host that the operator has named, which is often this machine. */
export const requestToNamed = async (base: string): Promise<GuardedRequest> =>
  guardedRequest({ connections: 1, ...(await allowNamedHost(base)) });
