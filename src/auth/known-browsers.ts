// Browsers that a user has signed in with before, so that only a sign-in with another one is worth a notice.
import { all, is } from '../core/condition.js';
import type { Writer } from '../core/store.js';
import { knownBrowsers } from '../models/account/account.js';
import { digestToken, makeToken } from './secrets.js';

export const browserCookieName = 'almanac_browser';

export interface KnownBrowser {
  /** For the cookie. */
  readonly token: string;
  /** The user has signed in before, but never with this browser. */
  readonly isNew: boolean;
}

const syntax = /^[\w-]{43}$/;

/** Records the sign-in. Several users may share a browser, and then its token. */
export async function recognizeBrowser(
  writer: Writer,
  user: number,
  given: string | undefined,
  now: string,
): Promise<KnownBrowser> {
  const token = given !== undefined && syntax.test(given) ? given : makeToken();
  const digest = digestToken(token);
  const known = await writer.read({ table: knownBrowsers, where: all(is('user_id', user), is('digest', digest)) });
  if (known) {
    await writer.update(knownBrowsers, known.id, { last_used_utc: now });
    return { token, isNew: false };
  }
  const others = await writer.count({ table: knownBrowsers, where: is('user_id', user) });
  await writer.insert(knownBrowsers, { user_id: user, digest, last_used_utc: now });
  return { token, isNew: others > 0 };
}
