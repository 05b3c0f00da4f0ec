// Cache keys: everything that a response depends on apart from the data, as one string.
import type { Actor } from '../core/actor.js';

export interface KeyParts {
  readonly actor: Pick<Actor, 'id' | 'role'>;
  /** The CORS origin that the response headers name; empty for none. */
  readonly origin: string;
  /** Base URL of the links in the response, where it is taken from the request; else empty. */
  readonly site: string;
  /** Distinguishes responses for the same URL: the format, or the language of a page. */
  readonly variant: string;
  /** Path and query, as sent. */
  readonly url: string;
}

/** What a fragment depends on apart from the data and the settings of the site. */
export interface FragmentParts {
  /** Path prefix. */
  readonly facade: string;
  /** Number of the shape. */
  readonly shape: number;
  readonly occasion: 'item' | 'read';
  readonly language: string;
  /** Base URL of the links in it. */
  readonly site: string;
}

/** The key of a record's fragment, by its id or another name. No key of a response begins like this, because no role is
 * called so, and lengths delimit the parts that may contain any text. */
export function fragmentKeys(parts: FragmentParts): (record: number | string) => string {
  const { facade, shape, occasion, language, site } = parts;
  const prefix = `fragment:${occasion}:${shape}:${[facade, language, site].map((text) => `${text.length}:${text}`).join('')}:`;
  return (record) => `${prefix}${record}`;
}

/**
 * Lengths in front delimit the parts, so that no client text can move from one part into another. The key begins with the
 * actor: keys of signed-in and of anonymous callers never collide.
 */
export const cacheKey = ({ actor: { role, id }, origin, site, variant, url }: KeyParts): string =>
  `${role}:${id}:${origin.length}:${site.length}:${variant.length}:${origin}${site}${variant}${url}`;
