// Tokens of preview links: the ID of a record and the end of the link, signed. Nothing is stored for a link.
import { openSigner } from '../auth/signed-token.js';
import { previewSecretLock } from '../core/locks.js';
import type { Store } from '../core/store.js';

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

export function openPreviewTokens(store: Store): PreviewTokens {
  const signer = openSigner(store, 'preview_secret', previewSecretLock);
  return {
    make: ({ resource, id, expires }) => signer.make(resource, id, expires),
    read: async (token, resource, now) => {
      const [boundTo, id, expires = ''] = await signer.read(token);
      return boundTo === resource && now < expires ? Number(id) : undefined;
    },
  };
}
