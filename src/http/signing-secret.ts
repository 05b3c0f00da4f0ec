// A random secret in the store that signs tokens: the same in all processes, and created by the first that needs it.
import { randomBytes } from 'node:crypto';
import type { Store } from '../core/store.js';

/** `name` is its key in the metadata of the store. */
export function openSigningSecret(store: Store, name: string, lock: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined;
  return () => {
    // A failure is not remembered.
    known ??= readSecret(store, name, lock).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
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
