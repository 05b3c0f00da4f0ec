// Kept answers for the public: what a request wishes for, whether what is kept is current, and the answer that fits.
import type { IncomingMessage } from 'node:http';
import { matchesTag } from '../../core/etag.js';
import { encodingFor } from '../encode.js';
import type { Service } from '../service.js';
import type { Cache, Wire } from './cache.js';
import { publicKey } from './place.js';

/** What a public request asks for, as far as kept answers go. */
export interface Wish {
  readonly key: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export interface Found {
  readonly http: number;
  readonly wire: Wire;
  /** The client has it already. */
  readonly isUnchanged: boolean;
}

export interface Shelf {
  /** Undefined for what is no reading by the public. */
  readonly wishOf: (request: IncomingMessage) => Wish | undefined;
  /** Whether something is kept, be it current or not. */
  readonly has: (wish: Wish) => boolean;
  /** Whether what is kept may be used, where that can be told at once. */
  readonly isCurrent: () => boolean | Promise<boolean>;
  readonly find: (wish: Wish) => Found | undefined;
}

export function openShelf(service: Service, cache: Cache): Shelf {
  const { store, counts } = service;
  /** One look at the clock and at the store for all requests that came in together: none of them was sent after it. */
  let together: { readonly now: string; current?: boolean | Promise<boolean> } | undefined;

  function look() {
    if (!together) {
      together = { now: service.now() };
      setImmediate(() => {
        together = undefined;
      });
    }
    return together;
  }

  const lookAtStore = (): boolean | Promise<boolean> =>
    store.catchUp() === 'exact' || store.refresh().then(() => store.catchUp() !== 'unknown');

  return {
    wishOf: (request) => {
      const { method, rawHeaders } = request;
      if (method !== 'GET' && method !== 'HEAD') return undefined;
      const told = publicHeaders(rawHeaders);
      return told && { key: publicKey(service, request), ...told };
    },
    has: ({ key }) => cache.find(key, look().now) !== undefined,
    isCurrent: () => {
      const seen = look();
      seen.current ??= lookAtStore();
      return seen.current;
    },
    find: ({ key, acceptEncoding, ifNoneMatch }) => {
      const kept = cache.find(key, look().now);
      const wire = kept?.wires.get(encodingFor(acceptEncoding, kept.rendered.bytes.length) ?? 'identity');
      if (!kept || !wire) return undefined;
      const isUnchanged = matchesTag(ifNoneMatch, wire.etag);
      counts.add(kept.route, isUnchanged ? 'unchanged' : 'hit');
      return { http: isUnchanged ? 304 : kept.rendered.http, wire, isUnchanged };
    },
  };
}

/** The two headers that matter here, read without looking at the others; undefined for who may have signed in. */
function publicHeaders(raw: readonly string[]): Omit<Wish, 'key'> | undefined {
  let [acceptEncoding, ifNoneMatch]: [string?, string?] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const { length } = raw[at] as string;
    if (length !== 6 && length !== 13 && length !== 15) continue;
    const name = (raw[at] as string).toLowerCase();
    if (name === 'authorization' || name === 'cookie') return undefined;
    if (name === 'accept-encoding') acceptEncoding = raw[at + 1];
    else if (name === 'if-none-match') ifNoneMatch = raw[at + 1];
  }
  return { acceptEncoding, ifNoneMatch };
}
