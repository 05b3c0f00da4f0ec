// Sessions of the console: sign-in, sign-out, the session cookie and its CSRF token.
import type { Role } from '../core/actor.js';
import { after, all, before, is, not } from '../core/condition.js';
import { isUnavailable, Problem } from '../core/problem.js';
import { lockRecord, type Reader, type Store, type Writer } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { plusSeconds } from '../core/time/clock.js';
import {
  foldedName,
  type SessionRow,
  type SignInMethod,
  sessions,
  type UserRow,
  users,
} from '../models/account/account.js';
import { findUser } from './accounts.js';
import { type KnownBrowser, recognizeBrowser } from './known-browsers.js';
import { checkCode, isConfirmed, secondFactorOf, spendCode } from './second-factor.js';
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

/** The browser that signs in. */
export interface Client {
  readonly ip: string;
  readonly browser: string;
  /** Token of its cookie from an earlier sign-in. */
  readonly browserToken: string | undefined;
}

export interface NewSession {
  readonly token: string;
  readonly session: SignedIn;
  readonly browser: KnownBrowser;
}

export interface SignIn {
  readonly name: string;
  readonly password: string;
  /** Code of the second factor. */
  readonly code: string | undefined;
  readonly client: Client;
  readonly now: string;
}

export interface SignInLimiters {
  readonly signInLimiter: Throttle;
  readonly secondFactorLimiter: Throttle;
}

/** Runs in the transaction of a sign-in. */
export type OnSignIn = (writer: Writer, user: UserRow, client: Client, browser: KnownBrowser) => Promise<void>;

/** Whether a second factor is needed is revealed only after the right password. */
export async function signIn(
  store: Store,
  { signInLimiter, secondFactorLimiter }: SignInLimiters,
  { name, password, code, client, now }: SignIn,
  onSignIn: OnSignIn,
): Promise<NewSession> {
  const user = await findUser(store, name);
  // The dummy digest is of a random token: only a real password can match.
  const isRight = await matches({ limiter: signInLimiter, ip: client.ip, subject: foldedName(name) }, user, password);
  if (!isRight || !user) throw new Problem('wrong-credentials');
  if (isConfirmed(await secondFactorOf(store, user.id))) {
    if (code === undefined) throw new Problem('second-factor-required');
    await checkCode(store, secondFactorLimiter, user.id, code, now);
  }
  return store.transact(async (writer) => {
    await lockRecord(writer, users, user.id);
    const current = await writer.read({ table: users, where: is('id', user.id) });
    if (current?.password !== user.password) throw new Problem('wrong-credentials');
    if (isConfirmed(await secondFactorOf(writer, user.id))) {
      if (code === undefined) throw new Problem('second-factor-required');
      await spendCode(writer, user.id, code, now);
    }
    return startSession(writer, current, 'password', client, now, onSignIn);
  });
}

export async function startSession(
  writer: Writer,
  user: UserRow,
  method: SignInMethod,
  client: Client,
  now: string,
  onSignIn: OnSignIn,
): Promise<NewSession> {
  const [token, csrf] = [makeToken(), makeToken()];
  await writer.remove(sessions, before('expires_utc', now));
  await writer.insert(sessions, {
    user_id: user.id,
    digest: digestToken(token),
    csrf,
    expires_utc: plusSeconds(now, sessionSeconds),
    created_utc: now,
    last_seen_utc: now,
    ip: client.ip,
    browser: client.browser,
    method,
  });
  const browser = await recognizeBrowser(writer, user.id, client.browserToken, now);
  await onSignIn(writer, user, client, browser);
  return { token, session: { id: user.id, name: user.name, role: user.role, csrf }, browser };
}

export async function sessionOf(store: Store, token: string, now: string): Promise<SignedIn | undefined> {
  const session = await store.read({ table: sessions, where: is('digest', digestToken(token)) });
  if (!session || session.expires_utc <= now) return undefined;
  const user = await store.read({ table: users, where: is('id', session.user_id) });
  if (!user) return undefined;
  await recordUse(store, session, now);
  return { id: user.id, name: user.name, role: user.role, csrf: session.csrf };
}

/** How long after the sign-in a session needs no password again. */
const freshSeconds = 600;

export const isFreshSession = async (store: Reader, token: string, now: string): Promise<boolean> => {
  const session = await store.read({ table: sessions, where: is('digest', digestToken(token)) });
  return session !== undefined && session.created_utc > plusSeconds(now, -freshSeconds);
};

/** Seconds between two writes of `last_seen_utc`, so that not every request writes. */
const useSeconds = 3_600;

async function recordUse(store: Store, { id, last_seen_utc }: SessionRow, now: string): Promise<void> {
  if (last_seen_utc > plusSeconds(now, -useSeconds)) return;
  try {
    await store.transact((writer) => writer.update(sessions, id, { last_seen_utc: now }));
  } catch (error) {
    // A session can read while the disk is full.
    if (!isUnavailable(error)) throw error;
  }
}

const maxListed = 1_000;

/** The valid sessions of a user, the newest first. */
export const sessionsOf = (store: Reader, user: number, now: string): Promise<readonly SessionRow[]> =>
  store.list({
    table: sessions,
    where: all(is('user_id', user), after('expires_utc', now)),
    order: [{ column: 'id', descending: true }],
    limit: maxListed,
  });

/** False if the user has no such session. */
export const endSession = async (writer: Writer, user: number, id: number): Promise<boolean> =>
  (await writer.remove(sessions, all(is('id', id), is('user_id', user)))) > 0;

/** Ends all sessions of a user except the one with this token. */
export const endOthers = (writer: Writer, user: number, token = ''): Promise<number> =>
  writer.remove(sessions, all(is('user_id', user), not(is('digest', digestToken(token)))));

export const signOut = async (store: Store, token: string): Promise<void> => {
  await store.transact((writer) => writer.remove(sessions, is('digest', digestToken(token))));
};
