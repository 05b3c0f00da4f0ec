// The response cache: responses by their keys, used while they are valid and nothing that they depend on has changed.
// Bounded by bytes.
import { LRUCache } from 'lru-cache';
import type { Registry } from '../core/model.js';
import type { Reader, Store } from '../core/store.js';
import { openDependencyIndex } from './dependencies.js';
import { recordQueries } from './recorder.js';
import { isValidAt, type Validity } from './validity.js';

export interface Cacheable {
  readonly rendered: { readonly bytes: Uint8Array };
  /** Always valid when absent. */
  readonly validity: Validity | undefined;
}

export interface ResponseCache<Response extends Cacheable> {
  /** Whether there is a response under this key, valid or not. */
  readonly has: (key: string) => boolean;
  readonly find: (key: string, now: string) => Response | undefined;
  /** Begins a response. It must be ended, whatever becomes of it. */
  readonly open: (reader: Reader) => PendingEntry<Response>;
}

export interface PendingEntry<Response extends Cacheable> {
  /** Records what the response depends on. */
  readonly reader: Reader;
  /** Whether the response is in the cache now: it is not if something has changed meanwhile. */
  readonly put: (key: string, response: Response) => boolean;
  readonly end: () => void;
}

/** Bytes of an entry beside its bodies: headers, key and dependencies. */
const overheadBytes = 2_000;

export function openResponseCache<Response extends Cacheable>(
  store: Pick<Store, 'subscribe'>,
  registry: Registry,
  maxBytes: number,
): ResponseCache<Response> {
  const dependencies = openDependencyIndex(registry);
  const responses = new LRUCache<string, Response>({
    maxSize: maxBytes,
    // The body is there plain and in two encodings, neither of which is longer.
    sizeCalculation: ({ rendered }) => rendered.bytes.length * 3 + overheadBytes,
    dispose: (_, key) => dependencies.untrack(key),
  });
  /** Responses that are being worked out: a change meanwhile keeps them out of the cache. */
  const pending = new Set<{ isStale: boolean }>();

  store.subscribe((changes) => {
    for (const entry of pending) entry.isStale = true;
    if (!changes) responses.clear();
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
        put: (key, response) => {
          if (entry.isStale) return false;
          responses.set(key, response);
          // One that is larger than the whole cache is not in it.
          const isIn = responses.has(key);
          if (isIn) dependencies.track(key, recorded.queries);
          return isIn;
        },
        end: () => pending.delete(entry),
      };
    },
  };
}
