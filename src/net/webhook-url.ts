// Which URLs webhooks may have: https, or http where the operator allows it, without credentials, and not at the ports of
// other system services.
import { parseUrl } from '../core/text/parse-url.js';
import { type Options, urlGuard } from './fetch.js';

const firstUserPort = 1_024;

export const isWebhookUrl =
  (allowsHttp: boolean) =>
  (address: string): boolean => {
    const url = parseUrl(address);
    if (!url || url.username || url.password || !url.hostname) return false;
    const isAllowed = url.protocol === 'https:' || (allowsHttp && url.protocol === 'http:');
    return isAllowed && (url.port === '' || ['80', '443'].includes(url.port) || Number(url.port) >= firstUserPort);
  };

/** Also resolves the host name. */
export function webhookGuard(isTarget: (address: string) => boolean, options: Options) {
  const isReachable = urlGuard(options);
  return async (address: string): Promise<boolean> => isTarget(address) && (await isReachable(address));
}
