// The host in the UIDs of feeds. Calendar apps recognize an entry by its UID, so the host is stored at the first start: a
// later move of the site to another address changes no UID.
import { uidHostLock } from '../core/locks.js';
import type { Transacting, Writer } from '../core/store.js';
import { parseUrl } from '../core/text/parse-url.js';

const uidHostKey = 'uid_host';

/** Without a base URL the host of the site is unknown. A random name keeps the UIDs of two such sites apart; `.invalid` is
 * reserved, so that it can never be a real host (RFC 2606). */
const randomHost = (): string => `${crypto.randomUUID().slice(0, 8)}.almanac.invalid`;

/** The stored host, the same in every process. */
export const fixUidHost = (store: Transacting, baseUrl: string): Promise<string> =>
  store.transact(async (writer) => {
    await writer.lock(uidHostLock);
    const stored = await writer.getMeta(uidHostKey);
    if (stored !== undefined) return stored;
    const host = parseUrl(baseUrl)?.hostname ?? randomHost();
    await writer.setMeta(uidHostKey, host);
    return host;
  });

/** For a calendar that is moved into this store. Processes that run use it after their next start. */
export async function moveUidHost(writer: Writer, host: string): Promise<void> {
  await writer.lock(uidHostLock);
  await writer.setMeta(uidHostKey, host);
}
