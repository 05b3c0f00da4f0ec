// Tokens of preview links: the ID of a record and the end of the link, signed. Nothing is stored for a link.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { previewSecretLock } from '../core/locks.js';
import type { Store } from '../core/store.js';
import { openSigningSecret } from './signing-secret.js';

interface PreviewLink {
  /** Name of the model. */
  readonly resource: string;
  readonly id: number;
  /** Instant from which it is invalid. */
  readonly expires: string;
}

export interface PreviewTokens {
  readonly make: (link: PreviewLink) => Promise<string>;
  /** The ID of the record; undefined for a token that is expired, altered or of another resource. */
  readonly read: (token: string, resource: string, now: string) => Promise<number | undefined>;
}

const version = '1';
const macBytes = 16;
const maxLength = 200;

export function openPreviewTokens(store: Store): PreviewTokens {
  const secret = openSigningSecret(store, 'preview_secret', previewSecretLock);
  const macOf = async (content: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(content)
      .digest()
      .subarray(0, macBytes);
  return {
    make: async ({ resource, id, expires }) => {
      const content = [version, resource, id, expires].join('|');
      return Buffer.concat([await macOf(content), Buffer.from(content)]).toString('base64url');
    },
    read: async (token, resource, now) => {
      const bytes = Buffer.from(token.length > maxLength ? '' : token, 'base64url');
      const content = bytes.subarray(macBytes).toString();
      // Base64 has several texts for the same bytes; only the one that was issued is valid.
      const isWhole = bytes.length > macBytes && bytes.toString('base64url') === token;
      if (!isWhole || !timingSafeEqual(bytes.subarray(0, macBytes), await macOf(content))) return undefined;
      const [given, boundTo, id, expires = ''] = content.split('|');
      return given === version && boundTo === resource && now < expires ? Number(id) : undefined;
    },
  };
}
