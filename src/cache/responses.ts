// The response cache: an LRU of responses by cache key, bounded by bytes. An entry is used until its validity ends or a
// change invalidates one of its dependencies.
import { LRUCache } from 'lru-cache';
import type { Registry } from '../core/model.js';
import type { Reader, Store } from '../core/store.js';
import { openDependencyIndex } from './dependencies.js';
import { recordQueries } from './recorder.js';
import { isValidAt, type Validity } from './validity.js';

export interface Cacheable {
  readonly rendered: { readonly bytes: Uint8Array };
  /** Undefined: valid at any time. */
  readonly validity: Validity | undefined;
}

export interface ResponseCache<Response extends Cacheable> {
  /** Whether there is an entry for this key, valid or not. */
  readonly has: (key: string) => boolean;
  readonly find: (key: string, now: string) => Response | undefined;
  /** Call it before the first query of the response, and `end` in any case. */
  readonly open: (reader: Reader) => PendingEntry<Response>;
}

export interface PendingEntry<Response extends Cacheable> {
  /** Records the dependencies of the response. */
  readonly reader: Reader;
  /** Returns whether the response was cached: not after a change since `open`, and not if it is larger than the cache. Any
   * change of `tables` invalidates it. */
  readonly put: (key: string, response: Response, tables?: readonly string[]) => boolean;
  readonly end: () => void;
}

/** Estimate for headers, key and dependencies of one entry. */
const overheadBytes = 2_000;

export function openResponseCache<Response extends Cacheable>(
  store: Pick<Store, 'subscribe'>,
  registry: Registry,
  maxBytes: number,
): ResponseCache<Response> {
  const dependencies = openDependencyIndex(registry);
  const responses = new LRUCache<string, Response>({
    maxSize: maxBytes,
    // The body is held uncompressed and in up to two encodings, neither of which is larger.
    sizeCalculation: ({ rendered }) => rendered.bytes.length * 3 + overheadBytes,
    dispose: (_, key) => dependencies.untrack(key),
  });
  /** Responses in progress. A change meanwhile marks them stale, since their queries may not have seen it. */
  const pending = new Set<{ isStale: boolean }>();

  const wide = new Set(registry.models.filter(({ affectsAll }) => affectsAll).map(({ table }) => table));

  store.subscribe((changes) => {
    for (const entry of pending) entry.isStale = true;
    if (!changes || changes.some(({ table }) => wide.has(table))) responses.clear();
    for (const change of changes ?? []) {
      for (const key of [...dependencies.invalidatedBy(change)]) responses.delete(key);
    }
  });

  return {
    has: (key) => responses.has(key),
    find: (key, now) => {
      const response = responses.get(key);
      return response && isValidAt(response.validity, now) ? response : undefined;
    },
    open: (reader) => {
      const entry = { isStale: false };
      pending.add(entry);
      const recorded = recordQueries(reader);
      return {
        reader: recorded.reader,
        put: (key, response, tables = []) => {
          if (entry.isStale) return false;
          responses.set(key, response);
          // The LRU drops an entry that is larger than the whole cache.
          const isCached = responses.has(key);
          if (isCached) dependencies.track(key, recorded.queries, tables);
          return isCached;
        },
        end: () => pending.delete(entry),
      };
    },
  };
}
