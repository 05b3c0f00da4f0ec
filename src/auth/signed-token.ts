// Signed tokens: texts and their HMAC under a random secret in the store, which is the same in all processes and created by the
// first that needs it. Nothing is stored for a token.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../core/store.js';

export interface Signer {
  /** HMAC-SHA-256. */
  readonly sign: (text: string) => Promise<Buffer>;
  readonly make: (...parts: readonly (string | number)[]) => Promise<string>;
  /** The parts of a token; none for a text that was not made by this signer. */
  readonly read: (token: string) => Promise<readonly string[]>;
}

const version = '1';
const macBytes = 16;
const maxLength = 500;

/** `name` is the key of the secret in the metadata of the store. */
export function openSigner(store: Store, name: string, lock: string): Signer {
  let known: Promise<Buffer> | undefined;
  const secret = (): Promise<Buffer> => {
    // A failure is not remembered.
    known ??= readSecret(store, name, lock).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const sign = async (text: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(text)
      .digest();
  const macOf = async (content: string): Promise<Buffer> => (await sign(content)).subarray(0, macBytes);
  return {
    sign,
    make: async (...parts) => {
      const content = [version, ...parts].join('|');
      return Buffer.concat([await macOf(content), Buffer.from(content)]).toString('base64url');
    },
    read: async (token) => {
      const bytes = Buffer.from(token.length > maxLength ? '' : token, 'base64url');
      const content = bytes.subarray(macBytes).toString();
      // Base64 has several texts for the same bytes; only the one that was issued is valid.
      const isWhole = bytes.length > macBytes && bytes.toString('base64url') === token;
      if (!isWhole || !timingSafeEqual(bytes.subarray(0, macBytes), await macOf(content))) return [];
      const [given, ...parts] = content.split('|');
      return given === version ? parts : [];
    },
  };
}

const readSecret = (store: Store, name: string, lock: string): Promise<Buffer> =>
  store.transact(async (writer) => {
    await writer.lock(lock);
    const stored = await writer.getMeta(name);
    if (stored) return Buffer.from(stored, 'base64url');
    const made = randomBytes(32);
    await writer.setMeta(name, made.toString('base64url'));
    return made;
  });
