// One-time links that set a password: invitations and resets. Only the digest of a token is stored.
import { after, all, is } from '../core/condition.js';
import type { Reader, Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { accountLinks, type LinkPurpose, type UserRow, users } from '../models/account/account.js';
import { digestToken, makeToken } from './secrets.js';

export const linkSeconds: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * 86_400, reset: 3_600 };

export interface PasswordLink {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly expires_utc: string;
}

/** Earlier links of the user stop working. */
export async function createPasswordLink(
  writer: Writer,
  user: number,
  purpose: LinkPurpose,
  now: string,
): Promise<PasswordLink> {
  await writer.remove(accountLinks, is('user_id', user));
  const token = makeToken();
  const expires_utc = plusSeconds(now, linkSeconds[purpose]);
  await writer.insert(accountLinks, {
    user_id: user,
    purpose,
    digest: digestToken(token),
    created_utc: now,
    expires_utc,
  });
  return { purpose, token, expires_utc };
}

export interface OpenLink {
  readonly purpose: LinkPurpose;
  readonly expires_utc: string;
  readonly user: UserRow;
}

/** Undefined for an unknown, used or expired token. */
export async function openLinkOf(store: Reader, token: string, now: string): Promise<OpenLink | undefined> {
  const where = all(is('digest', digestToken(token)), after('expires_utc', now));
  const link = await store.read({ table: accountLinks, where });
  const user = link && (await store.read({ table: users, where: is('id', link.user_id) }));
  return user && { purpose: link.purpose, expires_utc: link.expires_utc, user };
}

/** The token is in the fragment, which browsers send to no server. */
export const linkPath = ({ purpose, token }: Pick<PasswordLink, 'purpose' | 'token'>): string =>
  `/admin/${purpose === 'invitation' ? 'invitation' : 'reset'}#${token}`;
