// Tokens of the public form: signed, bound to the user, and valid for some hours. The browser adds a proof of work, so that
// sending many forms costs CPU time.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clientKeyOf } from '../core/client-key.js';
import { formSecretLock } from '../core/locks.js';
import type { Store } from '../core/store.js';
import { secondsOf } from '../core/time/clock.js';
import { workFactors } from '../core/work-factors.js';

const lifeSeconds = 6 * 3_600;
/** A person needs longer to fill in the form. Checked only without a proof of work. */
export const minAgeSeconds = 10;

const secretName = 'form_secret';
const maxLength = 200;

export interface FormTokens {
  readonly make: (now: string, userId: number) => Promise<string>;
  /** Undefined for a token that is altered, expired or of another user. */
  readonly read: (token: string, now: string, userId: number) => Promise<ReadToken | undefined>;
  /** A digest of the client's address that only this site can compute. */
  readonly clientKey: (ip: string) => Promise<string>;
}

export interface ReadToken {
  readonly nonce: string;
  readonly ageSeconds: number;
}

export function openFormTokens(store: Store): FormTokens {
  let known: Promise<Buffer> | undefined;

  /** Created once and the same in all processes. A failure is not remembered. */
  function secret(): Promise<Buffer> {
    known ??= readSecret(store).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  const signed = async (text: string): Promise<string> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url');
  const macOf = (issued: string, nonce: string, userId: number): Promise<string> =>
    signed(`${issued} ${nonce} ${userId}`);

  return {
    clientKey: async (ip) => (await signed(`client ${clientKeyOf(ip)}`)).slice(0, 22),
    make: async (now, userId) => {
      const [issued, nonce] = [String(secondsOf(now)), randomBytes(16).toString('base64url')];
      return [issued, nonce, await macOf(issued, nonce, userId)].join('.');
    },
    read: async (token, now, userId) => {
      const [issued = '', nonce = '', mac = ''] = token.length > maxLength ? [] : token.split('.');
      const [given, expected] = [Buffer.from(mac), Buffer.from(await macOf(issued, nonce, userId))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const ageSeconds = secondsOf(now) - Number(issued);
      return ageSeconds > lifeSeconds ? undefined : { nonce, ageSeconds };
    },
  };
}

/** True if `proof` is a number whose digest together with the token begins with enough zero bits. */
export function isProof(token: string, proof: string): boolean {
  if (!/^\d{1,15}$/.test(proof)) return false;
  const digest = createHash('sha256').update(`${token}:${proof}`).digest();
  return digest.readUInt32BE(0) >>> (32 - workFactors.proofBits) === 0;
}

const readSecret = async (store: Store): Promise<Buffer> =>
  store.transact(async (writer) => {
    await writer.lock(formSecretLock);
    const stored = await writer.getMeta(secretName);
    if (stored) return Buffer.from(stored, 'base64url');
    const made = randomBytes(32);
    await writer.setMeta(secretName, made.toString('base64url'));
    return made;
  });
