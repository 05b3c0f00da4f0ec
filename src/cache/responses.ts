// The response cache: an LRU of responses, fragments and members of lists, by key, bounded by bytes. An entry is used until its
// validity ends or a change invalidates one of its dependencies.
import { LRUCache } from 'lru-cache';
import type { Columns } from '../core/column.js';
import type { EncodedJson } from '../core/format.js';
import type { Registry } from '../core/model.js';
import type { ListPlan, Reader, RowPage, Store } from '../core/store.js';
import { type Dependencies, openDependencyIndex } from './dependencies.js';
import { type MemberPlan, type Members, memberPlanOf, readMembers, sizeOfMembers } from './members.js';
import { type RecordedQuery, recordQueries } from './recorder.js';
import { isValidAt, type Validity } from './validity.js';

export interface Cacheable {
  readonly rendered: { readonly bytes: Uint8Array };
  /** Undefined: valid at any time. */
  readonly validity: Validity | undefined;
}

/** A record as everyone sees it: a part of responses that are joined. */
export interface Fragment {
  readonly json: EncodedJson;
  readonly validity: Validity;
  /** Of a single record, for its ETag. */
  readonly version?: string;
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
  readonly fragments: Fragments;
  /** Returns whether the response was cached: not after a change or a lagging read since `open`, not if it is larger than the
   * cache, and in a full cache only if it was requested before. Any change of `tables` invalidates it. */
  readonly put: (key: string, response: Response, tables?: readonly string[]) => boolean;
  readonly end: () => void;
}

/** The fragments of a response in progress. */
export interface Fragments {
  /** Whether to join the response. While few fragments are found, only some are joined, to see whether that has changed. */
  readonly isWorthwhile: () => boolean;
  /** The response then depends on all that the fragment depends on, however long that is cached. */
  readonly find: (key: string, now: string) => Fragment | undefined;
  /** `queries` are those that it was made from. Not cached after a change since the response was begun. */
  readonly put: (key: string, fragment: Fragment, queries: readonly RecordedQuery[]) => void;
  /** True after a change since the response was begun: its queries and its fragments may not belong together. */
  readonly isStale: () => boolean;
}

interface KeptMembers extends Members {
  uses: number;
}

type Entry<Response extends Cacheable> = Response | Fragment | KeptMembers;

/** Estimates for headers and dependencies of one entry. */
const overheadBytes = { response: 2_000, fragment: 1_000, members: 3_000 };

/** Reading members costs as much as this many pages, or less. */
const minUses = 8;

/** Letters of keys that are known without an entry: of responses that a full cache did not take, and of members to be read. */
const maxKnownLetters = 2_000_000;

/** Making fragments costs more than making a list as a whole. With a smaller share of them found, every eighth list is joined. */
const minFoundShare = 0.2;
const joinedEvery = 8;
/** Weight of one search in the share: it follows the last thousand. */
const searchWeight = 0.001;

const isResponse = <Response extends Cacheable>(entry: Entry<Response>): entry is Response => 'rendered' in entry;
const isFragment = (entry: Entry<Cacheable>): entry is Fragment => 'json' in entry;
const isMembers = (entry: Entry<Cacheable>): entry is KeptMembers => 'numbers' in entry;

/** The body of a response is held uncompressed and in up to two encodings, which together are smaller, because it is text. */
function bytesOf(entry: Entry<Cacheable>): number {
  if (isResponse(entry)) return entry.rendered.bytes.length * 2 + overheadBytes.response;
  if (isFragment(entry)) return entry.json.bytes.length + overheadBytes.fragment;
  return sizeOfMembers(entry) + overheadBytes.members;
}

/** What a key says is in the conditions of the dependencies as well. */
const sizeOf = (entry: Entry<Cacheable>, key: string): number => bytesOf(entry) + key.length * 2;

/** Keys come from requests. */
const boundedByLetters = { maxSize: maxKnownLetters, sizeCalculation: (_: unknown, key: string) => key.length };

export function openResponseCache<Response extends Cacheable>(
  store: Pick<Store, 'subscribe' | 'onLaggingRead'>,
  registry: Registry,
  maxBytes: number,
): ResponseCache<Response> {
  const dependencies = openDependencyIndex(registry);
  const dispose = (entry: Entry<Response>, key: string): void => {
    dependencies.untrack(key);
    if (isMembers(entry) && entry.uses < minUses) pagesLeft.set(key, minUses);
  };
  const entries = new LRUCache<string, Entry<Response>>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    dispose,
  });
  /** Most windows and pages are requested once: in a full cache they would push out what is used. */
  const requested = new LRUCache<string, true>(boundedByLetters);
  const takes = (key: string, response: Response): boolean => {
    const isRequestedAgain = entries.has(key) || requested.delete(key);
    if (isRequestedAgain || entries.calculatedSize + sizeOf(response, key) <= maxBytes) return true;
    requested.set(key, true);
    return false;
  };
  /** Pages of a list that are still read before its members are, by the key of the members. */
  const pagesLeft = new LRUCache<string, number>(boundedByLetters);
  /** Share of the fragments that were found lately. */
  let foundShare = 1;
  let notJoined = 0;
  /** Responses in progress. A change meanwhile marks them stale, since their queries may not have seen it. So does a read of a
   * replica that lags behind changes which were delivered before: nothing would invalidate its response later. */
  const pending = new Set<{ isStale: boolean }>();
  const markPending = () => {
    for (const entry of pending) entry.isStale = true;
  };

  const wide = new Set(registry.models.filter(({ affectsAll }) => affectsAll).map(({ table }) => table));

  store.onLaggingRead(markPending);
  store.subscribe((changes) => {
    markPending();
    if (!changes || changes.some(({ table }) => wide.has(table))) entries.clear();
    for (const change of changes ?? []) {
      for (const key of [...dependencies.invalidatedBy(change)]) entries.delete(key);
    }
  });

  /** From the second request on; later where members were lost before they were used. */
  async function membersOf(
    members: MemberPlan,
    reader: Reader,
    entry: { readonly isStale: boolean },
  ): Promise<Members | undefined> {
    const { key, plan } = members;
    const kept = entries.get(key);
    if (kept && isMembers(kept)) {
      kept.uses++;
      return kept;
    }
    const left = pagesLeft.get(key) ?? 1;
    pagesLeft.set(key, left - 1);
    if (left > 0) return undefined;
    pagesLeft.delete(key);
    const found = await readMembers(reader, members);
    if (!found) pagesLeft.set(key, Number.POSITIVE_INFINITY);
    else if (!entry.isStale) {
      entries.set(key, { ...found, uses: 0 });
      const { table, where, order } = plan;
      if (entries.has(key)) dependencies.track(key, [{ table, where, order, embeds: [], rows: [] }]);
    }
    return found;
  }

  /** Only pages of ids, which are checked for changes since the response was begun before they are joined with fragments. */
  const withMembers = (reader: Reader, entry: { readonly isStale: boolean }): Reader => ({
    ...reader,
    page: async <C extends Columns>(plan: ListPlan<C>): Promise<RowPage<C>> => {
      const members = plan.part === 'id' ? memberPlanOf(plan) : undefined;
      const found = members && (await membersOf(members, reader, entry));
      return members && found ? (members.pageOf(found) as RowPage<C>) : reader.page(plan);
    },
  });

  return {
    has: (key) => entries.has(key),
    find: (key, now) => {
      const response = entries.get(key);
      return response && isResponse(response) && isValidAt(response.validity, now) ? response : undefined;
    },
    open: (reader) => {
      const entry = { isStale: false };
      pending.add(entry);
      const recorded = recordQueries(withMembers(reader, entry));
      const found: Dependencies[] = [];
      return {
        reader: recorded.reader,
        fragments: {
          isWorthwhile: () => foundShare >= minFoundShare || ++notJoined % joinedEvery === 0,
          find: (key, now) => {
            const fragment = entries.get(key);
            const isFound = fragment !== undefined && isFragment(fragment) && isValidAt(fragment.validity, now);
            foundShare += (Number(isFound) - foundShare) * searchWeight;
            if (!isFound) return undefined;
            found.push(...dependencies.of(key));
            return fragment;
          },
          put: (key, fragment, queries) => {
            if (entry.isStale) return;
            entries.set(key, fragment);
            if (entries.has(key)) dependencies.track(key, queries);
          },
          isStale: () => entry.isStale,
        },
        put: (key, response, tables = []) => {
          if (entry.isStale || !takes(key, response)) return false;
          entries.set(key, response);
          // The LRU drops an entry that is larger than all of it.
          const isCached = entries.has(key);
          if (isCached) dependencies.track(key, recorded.queries, tables, found);
          return isCached;
        },
        end: () => pending.delete(entry),
      };
    },
  };
}
