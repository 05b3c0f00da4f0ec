// Sync tokens: a position of the store, bound to what its holder follows and signed, so that it cannot be used for anything
// else.
import { createHash } from 'node:crypto';
import { openSigner } from '../../auth/signed-token.js';
import type { Call } from '../../core/call.js';
import type { Given } from '../../core/field.js';
import { syncSecretLock } from '../../core/locks.js';
import { Problem } from '../../core/problem.js';
import type { Position, Store } from '../../core/store.js';

export interface SyncTokens {
  readonly make: (position: Position, scope: string) => Promise<string>;
  /** Throws for a token of another scope, and for a text that is no token. */
  readonly read: (token: string, scope: string) => Promise<Position>;
}

/** Digest of everything that decides which changes a caller gets. */
export function scopeOf({ actor, language }: Call, resources: readonly string[], filters: Given): string {
  const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [actor.id, actor.role, language ?? '', [...resources].sort(), sorted];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

export function openSyncTokens(store: Store): SyncTokens {
  const signer = openSigner(store, 'sync_secret', syncSecretLock);
  return {
    make: (position, scope) => signer.make(scope, position),
    read: async (token, scope) => {
      const [boundTo, position = ''] = await signer.read(token);
      if (boundTo !== scope) throw new Problem('sync-token-mismatch');
      return position;
    },
  };
}
