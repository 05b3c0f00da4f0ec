// Which addresses a command may connect to whose operator has named a host, often one in a private network.
import { parseUrl } from '../core/text/parse-url.js';
import { isPublic } from './addresses.js';
import { ipAddressesOf, type Options } from './fetch.js';

/** Public addresses, and those of the host in the URL: a redirect to another one in a private network is refused. */
export async function allowNamedHost(url: string): Promise<Pick<Options, 'allow'>> {
  const named = await ipAddressesOf(parseUrl(url)?.hostname ?? '');
  return { allow: (address) => isPublic(address) || named.has(address) };
}
