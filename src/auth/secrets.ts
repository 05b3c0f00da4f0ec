// Secrets: a slow salted hash (Argon2) for passwords that people choose, a plain SHA-256 digest for random tokens.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Secrets } from '../core/context.js';
import { Problem } from '../core/problem.js';
import { openSemaphore } from '../core/semaphore.js';
import type { Throttle } from '../core/throttle.js';
import { workFactors } from '../core/work-factors.js';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** 24 characters in groups of four; the spaces are not part of the password. */
export const makePassword = (): string => Array.from({ length: 6 }, () => randomLetters(4)).join(' ');

export const feedKeyLength = 32;
/** About 190 random bits, in characters that a URL needs no escapes for. */
export const makeFeedKey = (): string => randomLetters(feedKeyLength);

/** Joined by hyphens: in a sign-in password spaces would count, and be forgotten when it is typed. */
export const makeSignInPassword = (): string => makePassword().replaceAll(' ', '-');

export const makeToken = (): string => randomBytes(32).toString('base64url');

export const digestToken = (token: string): string =>
  createHash('sha256').update(token.replace(/\s+/g, '')).digest('hex');

/** At most 2 hashes at a time and 64 queued, so that a flood of sign-ins cannot starve other requests. */
const withHashSlot = openSemaphore(2, 64);

export const hashSecret = (secret: string): Promise<string> => withHashSlot(() => hash(secret, workFactors.argon2));

export interface Attempt {
  /** Counts the failures. */
  readonly limiter: Throttle;
  readonly ip: string;
  /** The account or record whose secret is checked. */
  readonly subject: string;
}

/** A digest: subjects come from clients, in any length. */
const attemptKey = ({ ip, subject }: Attempt): string =>
  createHash('sha256').update(`${ip} ${subject}`).digest('base64url');

function refuse(seconds: number): void {
  if (seconds > 0) throw new Problem('throttled', { seconds, headers: { 'Retry-After': String(seconds) } });
}

/**
 * Limits failures by IP and subject. The limit is checked after the secret, atomically with the token that a failure
 * spends: of any number of concurrent attempts at most `burst` learn whether they were right. Spending a token before
 * each attempt, and returning it on success, would reject a client with many valid concurrent requests.
 */
export async function checkWithLimit(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
  const { limiter } = attempt;
  const isRight = await check();
  refuse(await limiter.wait(attemptKey(attempt)));
  if (!isRight) await countFailure(attempt);
  return isRight;
}

/** Throws if there were too many failures. */
export async function countFailure(attempt: Attempt): Promise<void> {
  refuse(await attempt.limiter.spend(attemptKey(attempt)));
}

/** For a slow hash the limit is checked before hashing as well, so that a flood of attempts costs no CPU. */
export const verifySecret = (attempt: Attempt, digest: string, secret: string): Promise<boolean> =>
  withHashSlot(async () => {
    refuse(await attempt.limiter.wait(attemptKey(attempt)));
    return checkWithLimit(attempt, () => verify(digest, secret).catch(() => false));
  });

export const secretsFor = (limiter: Throttle, ip: string): Secrets => ({
  make: makeSignInPassword,
  hash: hashSecret,
  verify: (digest, secret, subject) => verifySecret({ limiter, ip, subject }, digest, secret),
});
