// Kept answers for the public: what a request wishes for, whether what is kept is current, and the answer that fits.
import type { IncomingMessage } from 'node:http';
import { publicKey } from '../cache/key.js';
import type { Cache, Wire } from '../cache/responses.js';
import { matchesTag } from '../core/etag.js';
import { encodingFor } from './encode.js';
import type { Service } from './service.js';
import { onceATurn } from './turns.js';

/** What a public request asks for, as far as kept answers go. */
export interface Wish {
  readonly key: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export interface Found {
  readonly route: string;
  readonly http: number;
  readonly wire: Wire;
  /** The client has it already. */
  readonly isUnchanged: boolean;
}

export interface Shelf {
  /** Undefined for what is no reading by the public. */
  readonly wishOf: (request: IncomingMessage) => Wish | undefined;
  /** What is kept and current; later, where the store has to be asked for news first. */
  readonly find: (wish: Wish) => Found | undefined | Promise<Found | undefined>;
}

/** One look at the clock and at the store for all requests that came in together: none of them was sent after it. */
interface Look {
  readonly now: string;
  readonly isExact: boolean;
  isCurrent?: Promise<boolean>;
}

export function openShelf(service: Service, cache: Cache): Shelf {
  const { store, counts } = service;
  const look = onceATurn((): Look => ({ now: service.now(), isExact: store.catchUp() === 'exact' }));

  function take({ key, acceptEncoding, ifNoneMatch }: Wish): Found | undefined {
    const kept = cache.find(key, look().now);
    const wire = kept?.wires.get(encodingFor(acceptEncoding, kept.rendered.bytes.length) ?? 'identity');
    if (!kept || !wire) return undefined;
    const isUnchanged = matchesTag(ifNoneMatch, wire.etag);
    counts.add(kept.address, isUnchanged ? 'unchanged' : 'hit');
    return { route: kept.route, http: isUnchanged ? 304 : kept.rendered.http, wire, isUnchanged };
  }

  return {
    wishOf: (request) => {
      const { method, rawHeaders } = request;
      if (method !== 'GET' && method !== 'HEAD') return undefined;
      const told = publicHeaders(rawHeaders);
      return told && { key: publicKey(service, request), ...told };
    },
    find: (wish) => {
      const seen = look();
      if (seen.isExact) return take(wish);
      // News are asked for only where something is kept.
      if (!cache.find(wish.key, seen.now)) return undefined;
      seen.isCurrent ??= store.refresh().then(() => store.catchUp() !== 'unknown');
      return seen.isCurrent.then((isCurrent) => (isCurrent ? take(wish) : undefined));
    },
  };
}

/** The two headers that matter here, read without looking at the others; undefined for who may have signed in. */
function publicHeaders(raw: readonly string[]): Omit<Wish, 'key'> | undefined {
  let [acceptEncoding, ifNoneMatch]: [string?, string?] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const { length } = raw[at] as string;
    if (length !== 6 && length !== 10 && length !== 13 && length !== 15) continue;
    const name = (raw[at] as string).toLowerCase();
    if (name === 'authorization' || name === 'cookie' || name === 'x-wp-nonce') return undefined;
    if (name === 'accept-encoding') acceptEncoding = raw[at + 1];
    else if (name === 'if-none-match') ifNoneMatch = raw[at + 1];
  }
  return { acceptEncoding, ifNoneMatch };
}
