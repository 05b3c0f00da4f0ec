// Sync tokens: a position of the store, bound to what its holder follows and signed, so that it cannot be used for anything
// else.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../core/call.js';
import type { Given } from '../../core/field.js';
import { syncSecretLock } from '../../core/locks.js';
import { Problem } from '../../core/problem.js';
import type { Position, Store } from '../../core/store.js';
import { openSigningSecret } from '../signing-secret.js';

export interface SyncTokens {
  readonly make: (position: Position, scope: string) => Promise<string>;
  /** Throws for a token of another scope, and for a text that is no token. */
  readonly read: (token: string, scope: string) => Promise<Position>;
}

const version = '1';
const secretName = 'sync_secret';
const macBytes = 16;
const maxLength = 500;

/** Digest of everything that decides which changes a caller gets. */
export function scopeOf({ actor, language }: Call, resources: readonly string[], filters: Given): string {
  const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = [actor.id, actor.role, language ?? '', [...resources].sort(), sorted];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

export function openSyncTokens(store: Store): SyncTokens {
  const secret = openSigningSecret(store, secretName, syncSecretLock);

  const macOf = async (content: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(content)
      .digest()
      .subarray(0, macBytes);

  return {
    make: async (position, scope) => {
      const content = [version, scope, position].join('|');
      return Buffer.concat([await macOf(content), Buffer.from(content)]).toString('base64url');
    },
    read: async (token, scope) => {
      const bytes = Buffer.from(token.length > maxLength ? '' : token, 'base64url');
      const content = bytes.subarray(macBytes).toString();
      const mac = bytes.subarray(0, macBytes);
      const isGenuine = mac.length === macBytes && timingSafeEqual(mac, await macOf(content));
      const [given, boundTo, position = ''] = content.split('|');
      if (!isGenuine || given !== version || boundTo !== scope) throw new Problem('sync-token-mismatch');
      return position;
    },
  };
}
