// Cache keys: one text for everything that a response depends on beside the data.
import type { Actor } from '../core/actor.js';

export interface KeyParts {
  readonly actor: Pick<Actor, 'id' | 'role'>;
  /** The origin that the response names in its headers, or none. */
  readonly origin: string;
  /** The public address that the response's links begin with, where it follows the request. */
  readonly site: string;
  /** Tells apart responses to the same address: the format, or a page's language. */
  readonly variant: string;
  /** As it was sent, with its query. */
  readonly address: string;
}

/**
 * Lengths say where each part ends, whatever a client writes into it. The key begins with the actor, which no client text
 * can change: keys of signed-in callers and public ones never meet.
 */
export const cacheKey = ({ actor: { role, id }, origin, site, variant, address }: KeyParts): string =>
  `${role}:${id}:${origin.length}:${site.length}:${variant.length}:${origin}${site}${variant}${address}`;
