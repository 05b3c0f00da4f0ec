// The response cache: responses, fragments and members of lists, by key, bounded by bytes. An entry is used until its validity
// ends or a change concerns one of its dependencies.
import { LRUCache } from 'lru-cache';
import type { Columns } from '../core/column.js';
import type { EncodedJson } from '../core/format.js';
import type { Registry } from '../core/model.js';
import type { ListPlan, Reader, RowPage, Store } from '../core/store.js';
import { type Dependencies, dependenciesOf, sizeOfDependencies } from './dependencies.js';
import { openEntries } from './entries.js';
import { type MemberPlan, type Members, memberPlanOf, readMembers, sizeOfMembers } from './members.js';
import { openRecentChanges } from './recent-changes.js';
import { type RecordedQuery, recordQueries } from './recorder.js';
import { isValidAt, type Validity } from './validity.js';

export interface Cacheable {
  readonly rendered: { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> };
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
  /** Returns whether the response was cached: not after a change or a lagging read since `open`, and not if it is larger than the
   * cache. Any change of `tables` invalidates it. */
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

type Entry<Response extends Cacheable> = Response | Fragment | Members;

interface Kept<Response extends Cacheable> {
  readonly entry: Entry<Response>;
  readonly dependencies: Dependencies;
  /** Number of the last change that was compared with the dependencies. */
  checkedAt: number;
}

/** Of the objects of an entry without what is counted below, in the LRU and as buffers: about twice what they take, as V8 lets
 * garbage grow as large as what is in use. */
const overheadBytes = { response: 3_000, fragment: 1_000, members: 3_000 };
/** Of a header in an object and in the raw form of each encoding, beside its text. */
const headerBytes = 100;
/** Reading members costs as much as this many pages, or less. */
const minUses = 8;
/** Of keys of members that are to be read, with what the LRU adds to each. */
const pagesLeftBytes = { all: 1_000_000, each: 200 };

/** Making fragments costs more than making a list as a whole. With a smaller share of them found, every eighth list is joined. */
const minFoundShare = 0.2;
const joinedEvery = 8;
/** Weight of one search in the share: it follows the last thousand. */
const searchWeight = 0.001;

const isResponse = <Response extends Cacheable>(entry: Entry<Response>): entry is Response => 'rendered' in entry;
const isFragment = (entry: Entry<Cacheable>): entry is Fragment => 'json' in entry;
const isMembers = (entry: Entry<Cacheable>): entry is Members => 'numbers' in entry;

/** The body of a response is held uncompressed and in up to two encodings, which together are smaller, because it is text. */
function bytesOf(entry: Entry<Cacheable>): number {
  if (isFragment(entry)) return entry.json.bytes.length + overheadBytes.fragment;
  if (isMembers(entry)) return sizeOfMembers(entry) + overheadBytes.members;
  const { bytes, headers } = entry.rendered;
  const headerSizes = Object.entries(headers).map(([name, value]) => headerBytes + name.length + value.length);
  return bytes.length * 2 + headerSizes.reduce((sum, size) => sum + size, 0) + overheadBytes.response;
}

export function openResponseCache<Response extends Cacheable>(
  store: Pick<Store, 'subscribe' | 'onLaggingRead'>,
  registry: Registry,
  maxBytes: number,
): ResponseCache<Response> {
  const entries = openEntries<Kept<Response>>(maxBytes);
  const changes = openRecentChanges();
  /** Pages of a list that are still read before its members are, by the key of the members. */
  const pagesLeft = new LRUCache<string, number>({
    maxSize: pagesLeftBytes.all,
    sizeCalculation: (_, key) => key.length + pagesLeftBytes.each,
  });

  function find(key: string): Kept<Response> | undefined {
    const kept = entries.get(key);
    if (!kept) return undefined;
    if (kept.checkedAt < changes.number() && changes.concern(kept.dependencies, kept.checkedAt)) {
      entries.delete(key);
      return undefined;
    }
    kept.checkedAt = changes.number();
    return kept;
  }

  function keep(key: string, entry: Entry<Response>, dependencies: Dependencies): boolean {
    const bytes = bytesOf(entry) + sizeOfDependencies(dependencies) + key.length * 2;
    return entries.set(key, { entry, dependencies, checkedAt: changes.number() }, bytes, !isResponse(entry));
  }

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
  store.subscribe((found) => {
    markPending();
    if (!found || found.some(({ table }) => wide.has(table))) changes.addUnknown();
    else for (const change of found) changes.add(change);
  });

  /** From the second request on; later where members were lost before they had paid off. */
  async function membersOf(
    members: MemberPlan,
    reader: Reader,
    entry: { readonly isStale: boolean },
  ): Promise<Members | undefined> {
    const { key, plan } = members;
    const kept = find(key)?.entry;
    const left = pagesLeft.get(key) ?? 1;
    if (kept && left <= 1) pagesLeft.delete(key);
    else if (left > 0) pagesLeft.set(key, left - 1);
    if (kept && isMembers(kept)) return kept;
    if (left > 0) return undefined;
    const found = await readMembers(reader, members);
    const { table, where, order } = plan;
    if (!found) pagesLeft.set(key, Number.POSITIVE_INFINITY);
    else if (entry.isStale) pagesLeft.delete(key);
    else {
      pagesLeft.set(key, minUses);
      keep(key, found, dependenciesOf(registry, [{ table, where, order, embeds: [], rows: [] }]));
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
      const response = find(key)?.entry;
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
            const kept = find(key);
            const isFound = kept !== undefined && isFragment(kept.entry) && isValidAt(kept.entry.validity, now);
            foundShare += (Number(isFound) - foundShare) * searchWeight;
            if (!isFound) return undefined;
            found.push(kept.dependencies);
            return kept.entry;
          },
          put: (key, fragment, queries) => {
            if (!entry.isStale) keep(key, fragment, dependenciesOf(registry, queries));
          },
          isStale: () => entry.isStale,
        },
        put: (key, response, tables) =>
          !entry.isStale && keep(key, response, dependenciesOf(registry, recorded.queries, tables, found)),
        end: () => pending.delete(entry),
      };
    },
  };
}
