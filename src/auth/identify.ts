// Authenticates a request: Basic or Bearer with an application password, or a session cookie.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Actor, anonymous } from '../core/actor.js';
import { is } from '../core/condition.js';
import { Problem } from '../core/problem.js';
import type { Reader, Store } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { applicationPasswords, foldedName, type UserRow, users } from '../models/account/account.js';
import { checkWithLimit, countFailure, digestToken } from './secrets.js';
import { cookieName, sessionOf } from './sessions.js';

export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly csrf: string | undefined;
  readonly ip: string;
  /** The method is unsafe: a cookie also needs a CSRF token. */
  readonly unsafe: boolean;
  /** WordPress clients send unrelated tokens and empty headers: reads ignore them. */
  readonly ignoresUnknown?: boolean;
  /** Checked where no other credential identifies the caller. */
  readonly nonce?: string | undefined;
  readonly now: string;
}

export interface Identity {
  readonly actor: Actor;
  readonly by: 'nothing' | 'password' | 'cookie' | 'feed-key';
  readonly csrf?: string;
}

export const unauthenticated: Identity = { actor: anonymous, by: 'nothing' };

export async function identify(store: Store, limiter: Throttle, credentials: Credentials): Promise<Identity> {
  const [scheme = '', value = ''] = splitOnce(credentials.authorization ?? '');
  switch (scheme.toLowerCase()) {
    case 'basic': {
      if (value === '' && credentials.ignoresUnknown) return bySession(store, credentials);
      const [name, ...rest] = Buffer.from(value, 'base64').toString('utf8').split(':');
      return byPassword(store, limiter, credentials.ip, rest.join(':'), name ?? '');
    }
    case 'bearer':
      if (credentials.ignoresUnknown && !credentials.unsafe) return byToken(store, credentials, value);
      return byPassword(store, limiter, credentials.ip, value, undefined);
    default:
      return bySession(store, credentials);
  }
}

function splitOnce(header: string): readonly string[] {
  const text = header.trim();
  const at = text.indexOf(' ');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1).trim()];
}

async function byPassword(
  store: Reader,
  limiter: Throttle,
  ip: string,
  secret: string,
  name: string | undefined,
): Promise<Identity> {
  const found = await userWith(store, secret);
  const isRight = found !== undefined && (name === undefined || found.user.name_key === foldedName(name));
  if (name !== undefined) await checkWithLimit({ limiter, ip, subject: foldedName(name) }, async () => isRight);
  // All programs of an address share this limit, so it must not refuse a right token, which is too long to be guessed.
  else if (!isRight) await countFailure({ limiter, ip, subject: 'bearer' });
  if (!isRight) throw new Problem('wrong-credentials');
  return { actor: actorOf(found.user, found.label), by: 'password' };
}

/** A user, and the label of the application password. */
interface Authenticated {
  readonly user: UserRow;
  readonly label: string;
}

async function userWith(store: Reader, secret: string): Promise<Authenticated | undefined> {
  if (secret.trim() === '' || secret.length > 200) return undefined;
  const where = is('digest', digestToken(secret));
  const password = await store.read({ table: applicationPasswords, where });
  const user = password && (await store.read({ table: users, where: is('id', password.user_id) }));
  return user && { user, label: password.label };
}

/**
 * An unknown token reads as anonymous. It is not rate limited: a client that sends a stale token with every request can
 * still read, and a random token of this length cannot be guessed.
 */
async function byToken(store: Reader, { nonce }: Credentials, token: string): Promise<Identity> {
  const found = await userWith(store, token);
  if (found) return { actor: actorOf(found.user, found.label), by: 'password' };
  if (nonce !== undefined) throw new Problem('wrong-nonce');
  return unauthenticated;
}

/** `via` is the program that acts for the user. */
export const actorOf = ({ id, name, role }: Actor, via: string): Actor => ({ id, name, role, via });

/** Programs use application passwords, so a session is the console. */
const consoleName = 'console';

async function bySession(store: Store, { cookie, csrf, nonce, unsafe, now }: Credentials): Promise<Identity> {
  const token = readCookie(cookie ?? '', cookieName);
  const session = token && (await sessionOf(store, token, now));
  if (nonce !== undefined && !(session && sameText(nonce, session.csrf))) throw new Problem('wrong-nonce');
  if (!session) return unauthenticated;
  if (unsafe && !sameText(csrf ?? '', session.csrf)) throw new Problem('wrong-csrf');
  return { actor: actorOf(session, consoleName), by: 'cookie', csrf: session.csrf };
}

export function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';', 50)) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Compares digests of equal length in constant time. */
const sameText = (left: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());
