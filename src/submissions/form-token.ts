// Tokens of the public form: signed, bound to the user, and valid for some hours. The browser adds a proof of work, so that
// sending many forms costs CPU time.
import { createHash, randomBytes } from 'node:crypto';
import { openSigner } from '../auth/signed-token.js';
import { clientKeyOf } from '../core/client-key.js';
import { formSecretLock } from '../core/locks.js';
import type { Store } from '../core/store.js';
import { secondsOf } from '../core/time/clock.js';
import { workFactors } from '../core/work-factors.js';

const lifeSeconds = 6 * 3_600;
/** A person needs longer to fill in the form. Checked only without a proof of work. */
export const minAgeSeconds = 10;

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
  const signer = openSigner(store, 'form_secret', formSecretLock);
  return {
    clientKey: async (ip) => (await signer.sign(`client ${clientKeyOf(ip)}`)).toString('base64url').slice(0, 22),
    make: (now, userId) => signer.make(secondsOf(now), randomBytes(16).toString('base64url'), userId),
    read: async (token, now, userId) => {
      const [issued, nonce = '', boundTo] = await signer.read(token);
      const ageSeconds = secondsOf(now) - Number(issued);
      return boundTo === String(userId) && ageSeconds <= lifeSeconds ? { nonce, ageSeconds } : undefined;
    },
  };
}

/** True if `proof` is a number whose digest together with the token begins with enough zero bits. */
export function isProof(token: string, proof: string): boolean {
  if (!/^\d{1,15}$/.test(proof)) return false;
  const digest = createHash('sha256').update(`${token}:${proof}`).digest();
  return digest.readUInt32BE(0) >>> (32 - workFactors.proofBits) === 0;
}
