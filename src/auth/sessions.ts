// Sessions of the console: sign-in, sign-out, the session cookie and its CSRF token.
import type { Role } from '../core/actor.js';
import { all, before, is, not } from '../core/condition.js';
import type { Reader, Store, Writer } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { plusSeconds } from '../core/time/clock.js';
import { keyOf, sessions, type UserRow, users } from '../models/account/account.js';
import { findUser } from './accounts.js';
import { type Attempt, digestToken, hashSecret, makeToken, verifySecret } from './secrets.js';

export const cookieName = 'almanac_session';
export const sessionSeconds = 7 * 24 * 3_600;

export interface SignedIn {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly csrf: string;
}

let dummyDigest: Promise<string> | undefined;

/** An unknown name is checked against a dummy digest, so that neither time nor rate limit reveals which names exist. */
async function matches(attempt: Attempt, user: UserRow | undefined, password: string): Promise<boolean> {
  dummyDigest ??= hashSecret(makeToken());
  return verifySecret(attempt, user?.password || (await dummyDigest), password);
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
  readonly ip: string;
  readonly now: string;
}

export async function signIn(
  store: Store,
  limiter: Throttle,
  { name, password, ip, now }: SignIn,
): Promise<{ readonly token: string; readonly session: SignedIn } | undefined> {
  const user = await findUser(store, name);
  // The dummy digest is of a random token: only a real password can match.
  if (!(await matches({ limiter, ip, subject: keyOf(name) }, user, password)) || !user) return undefined;
  const [token, csrf] = [makeToken(), makeToken()];
  await store.transact(async (writer) => {
    await writer.remove(sessions, before('expires_utc', now));
    const expires_utc = plusSeconds(now, sessionSeconds);
    await writer.insert(sessions, { user_id: user.id, digest: digestToken(token), csrf, expires_utc });
  });
  return { token, session: { id: user.id, name: user.name, role: user.role, csrf } };
}

export async function sessionOf(store: Reader, token: string, now: string): Promise<SignedIn | undefined> {
  const session = await store.read({ table: sessions, where: is('digest', digestToken(token)) });
  if (!session || session.expires_utc <= now) return undefined;
  const user = await store.read({ table: users, where: is('id', session.user_id) });
  return user && { id: user.id, name: user.name, role: user.role, csrf: session.csrf };
}

/** Ends all sessions of a user except the one with this token. */
export const endOthers = (writer: Writer, user: number, token = ''): Promise<number> =>
  writer.remove(sessions, all(is('user_id', user), not(is('digest', digestToken(token)))));

export const signOut = async (store: Store, token: string): Promise<void> => {
  await store.transact((writer) => writer.remove(sessions, is('digest', digestToken(token))));
};
