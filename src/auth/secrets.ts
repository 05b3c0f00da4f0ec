// Hashing: slow and salted for what people choose, a plain digest for tokens that are random already.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { openGate } from '../core/gate.js';
import { Problem } from '../core/problem.js';
import type { Secrets } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** 24 letters in groups of four; blanks are for the eye and do not count. */
export function makePassword(): string {
  const groups = Array.from({ length: 6 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  );
  return groups.join(' ');
}

/** Joined by hyphens: in a password that is typed blanks would count, and be forgotten. */
export const makeSignInPassword = (): string => makePassword().replaceAll(' ', '-');

export const makeToken = (): string => randomBytes(32).toString('base64url');

export const digestToken = (token: string): string =>
  createHash('sha256').update(token.replace(/\s+/g, '')).digest('hex');

/** Few hashes at a time and a short queue, so that a flood of sign-ins cannot starve everyone else. */
const throughGate = openGate(2, 64);

export const hashSecret = (secret: string): Promise<string> => throughGate(() => hash(secret));
export const verifySecret = (digest: string, secret: string): Promise<boolean> =>
  throughGate(() => verify(digest, secret).catch(() => false));

/** Counts failures by address and subject, and refuses once there are too many. */
export async function guarded(
  failures: Throttle,
  address: string,
  subject: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const key = `${address} ${subject}`;
  const seconds = await failures.wait(key);
  if (seconds > 0) throw new Problem('throttled', { seconds, headers: { 'Retry-After': String(seconds) } });
  const right = await check();
  if (!right) await failures.take(key);
  return right;
}

export const secretsFor = (failures: Throttle, address: string): Secrets => ({
  make: makeSignInPassword,
  hash: hashSecret,
  verify: (digest, secret, subject) => guarded(failures, address, subject, () => verifySecret(digest, secret)),
});
