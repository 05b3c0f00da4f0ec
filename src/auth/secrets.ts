// Hashing: slow and salted for what people choose, a plain digest for tokens that are random already.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Secrets } from '../core/context.js';
import { Problem } from '../core/problem.js';
import { openSemaphore } from '../core/semaphore.js';
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
const withHashSlot = openSemaphore(2, 64);

export const hashSecret = (secret: string): Promise<string> => withHashSlot(() => hash(secret));

export interface Attempt {
  /** Where failures are counted. */
  readonly limiter: Throttle;
  readonly ip: string;
  /** Whose secret is tried. */
  readonly subject: string;
}

const keyOf = ({ ip, subject }: Attempt): string => `${ip} ${subject}`;

function refuse(seconds: number): void {
  if (seconds > 0) throw new Problem('throttled', { seconds, headers: { 'Retry-After': String(seconds) } });
}

/**
 * Counts failures by address and subject. The limit is judged after the check, in one step with the token that a failure
 * takes: of any number of attempts at once no more than the burst learn whether they were right. A token that every
 * attempt takes first and success gives back would refuse a client with many right requests under way.
 */
export async function checkWithLimit(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
  const { limiter } = attempt;
  const isRight = await check();
  refuse(await limiter.wait(keyOf(attempt)));
  if (!isRight) refuse(await limiter.spend(keyOf(attempt)));
  return isRight;
}

/** The same for a slow hash: inside the gate the limit is judged beforehand, too, so that a flood is not even hashed. */
export const verifySecret = (attempt: Attempt, digest: string, secret: string): Promise<boolean> =>
  withHashSlot(async () => {
    refuse(await attempt.limiter.wait(keyOf(attempt)));
    return checkWithLimit(attempt, () => verify(digest, secret).catch(() => false));
  });

export const secretsFor = (limiter: Throttle, ip: string): Secrets => ({
  make: makeSignInPassword,
  hash: hashSecret,
  verify: (digest, secret, subject) => verifySecret({ limiter, ip, subject }, digest, secret),
});
