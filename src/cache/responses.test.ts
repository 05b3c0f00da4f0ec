// The life of a cached response: kept while valid, unchanged and within the limit of bytes.
import { expect, test } from 'vitest';
import { all, type Condition, everything, hasSlug, is, since } from '../core/condition.js';
import { EncodedJson } from '../core/format.js';
import type { Change, Reader, Row } from '../core/store.js';
import { registry } from '../models/registry.js';
import { recordQueries } from './recorder.js';
import { type Cacheable, type Fragment, openResponseCache } from './responses.js';

const table = registry.named('venue');
const now = '2027-06-15 15:30:00';

/** A reader of one record, whatever is asked for. */
const reader = {
  read: async () => ({ id: 7 }) as Row,
  count: async () => 1,
  list: async () => [{ id: 7 }],
  ids: async () => [7],
  page: async () => ({ rows: [{ id: 7 }], total: 1 }),
} as unknown as Reader;

const response = (bytes = 10, validity?: Cacheable['validity']): Cacheable => ({
  rendered: { bytes: new Uint8Array(bytes), headers: {} },
  validity,
});

function openCache(maxBytes = 1_000_000) {
  let publish: (changes: readonly Change[] | undefined) => void = () => undefined;
  let lag: () => void = () => undefined;
  const cache = openResponseCache(
    {
      subscribe: (listener) => {
        publish = listener;
      },
      onLaggingRead: (listener) => {
        lag = listener;
      },
    },
    registry,
    maxBytes,
  );
  return { cache, lag: () => lag(), publish: (changes: readonly Change[] | undefined) => publish(changes) };
}

type Cache = ReturnType<typeof openCache>['cache'];

async function put(cache: Cache, key: string, made = response(), id = 7): Promise<boolean> {
  const entry = cache.open(reader);
  try {
    await entry.reader.read({ table, where: is('id', id) });
    return entry.put(key, made);
  } finally {
    entry.end();
  }
}

/** As a request does. */
const isFound = (cache: Cache, key: string): boolean => cache.find(key, now) !== undefined;

const changed = (id: number): Change => ({ table: table.table, id, before: {}, after: {} });

test('a response is found under its key and no other', async () => {
  const { cache } = openCache();
  const made = response();
  expect([cache.has('a'), cache.find('a', now)]).toEqual([false, undefined]);
  expect(await put(cache, 'a', made)).toBe(true);
  expect(cache.find('a', now)).toBe(made);
  expect([cache.has('a'), cache.has('b'), cache.find('b', now)]).toEqual([true, false, undefined]);
});

test('a response is used from the first to before the last moment of its validity', async () => {
  const { cache } = openCache();
  const validity = { from: '2027-06-15 04:00:00', until: '2027-06-16 04:00:00' };
  await put(cache, 'a', response(10, validity));
  const isFound = (at: string) => cache.find('a', at) !== undefined;
  expect([isFound(validity.from), isFound(now), isFound('2027-06-16 03:59:59')]).toEqual([true, true, true]);
  expect([isFound('2027-06-15 03:59:59'), isFound(validity.until)]).toEqual([false, false]);
  // It is there, so that it counts as present, and valid again when the clock is set back.
  expect(cache.has('a')).toBe(true);
});

test('a change removes the responses that depend on it, an unknown change all of them', async () => {
  const { cache, publish } = openCache();
  await put(cache, 'seven');
  await put(cache, 'eight', response(), 8);
  publish([changed(9)]);
  expect([isFound(cache, 'seven'), isFound(cache, 'eight')]).toEqual([true, true]);
  publish([changed(9), changed(8)]);
  expect([isFound(cache, 'seven'), isFound(cache, 'eight')]).toEqual([true, false]);
  publish(undefined);
  expect(isFound(cache, 'seven')).toBe(false);
});

test('a response that replaces another depends on its own queries', async () => {
  const { cache, publish } = openCache();
  await put(cache, 'a', response(), 8);
  await put(cache, 'a', response(), 9);
  publish([changed(8)]);
  expect(isFound(cache, 'a')).toBe(true);
  publish([changed(9)]);
  expect(isFound(cache, 'a')).toBe(false);
});

test('a response is not cached when a read lagged while it was made; those in the cache stay', async () => {
  const { cache, lag } = openCache();
  await put(cache, 'before');
  const open = cache.open(reader);
  lag();
  expect(open.put('a', response())).toBe(false);
  open.end();
  expect([isFound(cache, 'a'), isFound(cache, 'before'), await put(cache, 'a')]).toEqual([false, true, true]);
});

test('a response is not cached when anything changed while it was made', async () => {
  const { cache, publish } = openCache();
  const [open, later] = [cache.open(reader), cache.open(reader)];
  publish([changed(99)]);
  expect(open.put('a', response())).toBe(false);
  open.end();
  publish(undefined);
  expect(later.put('b', response())).toBe(false);
  later.end();
  expect([isFound(cache, 'a'), isFound(cache, 'b')]).toEqual([false, false]);
  expect(await put(cache, 'a')).toBe(true);
});

/** What a response of 100 bytes under a key of one letter takes: twice its body, itself, the key and its dependencies. */
const oneResponse = 2 * 100 + 3_000 + 2 + 200 + 400 + 16;

async function putAll(cache: Cache, keys: string): Promise<void> {
  for (const key of keys) await put(cache, key, response(100));
}

test('responses that nobody asked for again leave a full cache first, the oldest of them first', async () => {
  const { cache } = openCache(4 * oneResponse);
  await putAll(cache, 'abcd');
  expect(isFound(cache, 'a')).toBe(true);
  await putAll(cache, 'ef');
  expect([...'abcdef'].filter((key) => cache.has(key))).toEqual(['a', 'd', 'e', 'f']);
});

test('responses that were asked for again have four fifths of the cache, new ones the rest', async () => {
  const { cache } = openCache(5 * oneResponse);
  for (const key of 'abcdef') {
    await putAll(cache, key);
    expect(isFound(cache, key)).toBe(true);
  }
  await putAll(cache, 'xy');
  expect([...'abcdefxy'].filter((key) => cache.has(key))).toEqual(['c', 'd', 'e', 'f', 'y']);
  expect(isFound(cache, 'y')).toBe(true);
  await putAll(cache, 'e');
  expect([...'abcdefxy'].filter((key) => cache.has(key))).toEqual(['d', 'e', 'f', 'y']);
});

test('long keys take their part of the cache', async () => {
  const { cache } = openCache(3 * oneResponse);
  const long = 'a'.repeat(oneResponse / 2);
  expect([await put(cache, long, response(100)), await put(cache, 'b', response(100))]).toEqual([true, true]);
  await put(cache, 'c', response(100));
  expect([cache.has(long), cache.has('b'), cache.has('c')]).toEqual([false, true, true]);
});

test('records and conditions take their part of the cache', async () => {
  const putList = async (cache: Cache, key: string, where: Condition, rows = 0) => {
    const list = async () => Array.from({ length: rows }, (_, id) => ({ id }));
    const entry = cache.open({ ...reader, list } as unknown as Reader);
    await entry.reader.list({ table, where, order: [], limit: rows });
    entry.put(key, response(100));
    entry.end();
  };
  // Each takes four times as much as a response.
  const kinds: readonly [Condition, number][] = [
    [is('city', 'x'.repeat((4 * oneResponse) / 6)), 0],
    [everything, (4 * oneResponse) / 16],
    [hasSlug(['x'.repeat(2 * oneResponse)]), 0],
  ];
  for (const [where, rows] of kinds) {
    const { cache } = openCache(8 * oneResponse);
    await putAll(cache, 'abcde');
    await putList(cache, 'l', where, rows);
    expect([cache.has('a'), cache.has('l')], where.is).toEqual([false, true]);
  }
});

test('responses that are requested once leave the fragments in a full cache', async () => {
  const { cache } = openCache(4 * oneResponse);
  await putFragment(cache, 'fragment', 9);
  for (let at = 0; at < 100; at++) await put(cache, `once ${at}`, response(100), at);
  expect(hasFragment(cache, 'fragment')).toBe(true);
});

test('a response that is too large for the cache, or cannot be weighed, is not cached', async () => {
  const { cache } = openCache(Math.ceil(oneResponse / 0.8));
  await putAll(cache, 'a');
  expect([await put(cache, 'b', response(101)), isFound(cache, 'a')]).toEqual([false, true]);
  const unknown = { ...response(), rendered: { bytes: { length: Number.NaN } as Uint8Array, headers: {} } };
  expect([await put(cache, 'b', unknown), isFound(cache, 'a')]).toEqual([false, true]);
  expect([await put(cache, 'a', response(101)), isFound(cache, 'a')]).toEqual([false, false]);
});

const validity = { from: '2027-06-15 04:00:00', until: '2027-06-16 04:00:00' };

const fragment = (bytes = 10): Fragment => ({ json: new EncodedJson(Buffer.alloc(bytes)), validity });

/** The fragment of a record, made by a response in progress. */
async function putFragment(cache: Cache, key: string, id: number, made = fragment()): Promise<void> {
  const entry = cache.open(reader);
  const recorded = recordQueries(entry.reader);
  await recorded.reader.read({ table, where: is('id', id) });
  entry.fragments.put(key, made, recorded.queries);
  entry.end();
}

/** Whether a later response finds the fragment. */
function hasFragment(cache: Cache, key: string, at = now): boolean {
  const entry = cache.open(reader);
  entry.end();
  return entry.fragments.find(key, at) !== undefined;
}

test('a fragment is found by other responses until it expires or what it was made from changes', async () => {
  const { cache, publish } = openCache();
  await putFragment(cache, 'fragment', 9);
  expect([hasFragment(cache, 'fragment'), cache.find('fragment', now)]).toEqual([true, undefined]);
  expect(['2027-06-15 03:59:59', validity.until].map((at) => hasFragment(cache, 'fragment', at))).toEqual([
    false,
    false,
  ]);
  publish([changed(8)]);
  expect(hasFragment(cache, 'fragment')).toBe(true);
  publish([changed(9)]);
  expect(hasFragment(cache, 'fragment')).toBe(false);
  await putFragment(cache, 'fragment', 9);
  publish(undefined);
  expect(hasFragment(cache, 'fragment')).toBe(false);
});

test('a response depends on all that its fragments depend on, also after those are gone', async () => {
  const { cache, publish } = openCache(12_000);
  await putFragment(cache, 'fragment', 9);
  const entry = cache.open(reader);
  expect(entry.fragments.find('fragment', now)).toBeDefined();
  entry.put('joined', response());
  entry.end();
  for (const id of [11, 12, 13, 14]) {
    await putFragment(cache, `other ${id}`, id, fragment(500));
    cache.find('joined', now);
  }
  expect([hasFragment(cache, 'fragment'), hasFragment(cache, 'other 14')]).toEqual([false, true]);
  publish([changed(8)]);
  expect(isFound(cache, 'joined')).toBe(true);
  publish([changed(9)]);
  expect(isFound(cache, 'joined')).toBe(false);
});

test('a fragment that was made while anything changed is not cached, and its response is stale', () => {
  const { cache, publish } = openCache();
  const entry = cache.open(reader);
  expect(entry.fragments.isStale()).toBe(false);
  publish([changed(99)]);
  entry.fragments.put('fragment', fragment(), []);
  expect([entry.fragments.isStale(), hasFragment(cache, 'fragment')]).toEqual([true, false]);
  entry.end();
});

test('while few fragments are found, one response in eight is joined', async () => {
  const { cache } = openCache();
  await putFragment(cache, 'fragment', 9);
  const { fragments, end } = cache.open(reader);
  end();
  const joinedOf = (count: number) => Array.from({ length: count }, fragments.isWorthwhile).filter(Boolean).length;
  expect(joinedOf(16)).toBe(16);
  for (let times = 0; times < 2_000; times++) fragments.find('unknown', now);
  expect(joinedOf(16)).toBe(2);
  for (let times = 0; times < 500; times++) fragments.find('fragment', now);
  expect(joinedOf(16)).toBe(16);
});

const where = is('city', 'Oakton');
const elsewhere = { city: 'Ashton' };

test.each<[string, boolean, (reader: Reader) => Promise<unknown>]>([
  ['list', true, (recorded) => recorded.list({ table, where, order: [], limit: 1 })],
  ['ids', true, (recorded) => recorded.ids({ table, where, order: [], limit: 1 })],
  ['page', true, (recorded) => recorded.page({ table, where, order: [], limit: 1, offset: 0 } as never)],
  ['read', true, (recorded) => recorded.read({ table, where })],
  ['count', false, (recorded) => recorded.count({ table, where })],
])('a query by %s is passed on and recorded with its condition and rows', async (name, hasRows, ask) => {
  const { cache, publish } = openCache();
  const entry = cache.open(reader);
  expect(await ask(entry.reader)).toEqual(await ask(reader));
  const cached = (change: Change): boolean => {
    expect(entry.put(name, response())).toBe(true);
    entry.end();
    publish([change]);
    return isFound(cache, name);
  };
  const change = { table: table.table, before: elsewhere, after: elsewhere };
  expect(cached({ ...change, id: 6 })).toBe(true);
  expect(cached({ ...change, id: 7 })).toBe(!hasRows);
  expect(cached({ ...change, id: 6, after: { city: 'Oakton' } })).toBe(false);
});

const events = registry.named('event');
const published = is('status', 'publish');
const event = {
  ...{ id: 7, start_date: '2027-06-15 19:00:00', end_date: '2027-06-15 21:00:00', duration_class: 0 },
  ...{ utc_start_date: '2027-06-15 23:00:00', utc_end_date: '2027-06-16 01:00:00' },
};

/** Asks for events from a day on, for another response each time, and returns how often the store was asked. */
function openLists(cache: Cache) {
  let asked = 0;
  const counting = {
    ...reader,
    page: async () => {
      asked++;
      return { rows: [event], total: 1 };
    },
    list: async () => {
      asked++;
      return [event];
    },
  } as unknown as Reader;
  const pageFrom = async (day: string, part: 'id' | 'item' = 'id', meanwhile = () => {}): Promise<number> => {
    const entry = cache.open(counting);
    const order = [{ column: 'start_date' }, { column: 'id' }];
    const where = all(published, since('start_date', `${day} 00:00:00`));
    const before = asked;
    meanwhile();
    const { rows, total } = await entry.reader.page({ table: events, where, order, limit: 10, part, embeds: [] });
    entry.end();
    if (asked === before)
      expect({ rows, total }).toEqual(day > '2027-06-15' ? { rows: [], total: 0 } : { rows: [{ id: 7 }], total: 1 });
    return asked - before;
  };
  const pagesFrom = async (days: readonly string[]): Promise<readonly number[]> => {
    const counts: number[] = [];
    for (const day of days) counts.push(await pageFrom(day));
    return counts;
  };
  return { pageFrom, pagesFrom };
}

test('from the second request on, pages of ids within other days are found without the store until a member changes', async () => {
  const { cache, publish } = openCache();
  const { pageFrom, pagesFrom } = openLists(cache);
  const days = ['2027-06-01', '2027-06-02', '2027-06-03', '2027-06-20', '2027-05-01'];
  expect(await pagesFrom([...days, ...days])).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(await pageFrom('2027-06-01', 'item')).toBe(1);
  publish([{ table: 'events', id: 8, before: { status: 'draft' }, after: { status: 'draft' } }]);
  expect(await pageFrom('2027-06-04')).toBe(0);
  publish([{ table: 'events', id: 8, before: { status: 'draft' }, after: { status: 'publish' } }]);
  expect(await pagesFrom(['2027-06-05', '2027-06-06', '2027-06-07'])).toEqual([1, 1, 0]);
  publish(undefined);
  expect(await pageFrom('2027-06-08')).toBe(1);
});

test('members that are lost before they have paid off are read after more requests', async () => {
  const { cache, publish } = openCache();
  const { pagesFrom } = openLists(cache);
  const days = ['2027-06-01', '2027-06-02', '2027-06-03', '2027-06-04', '2027-06-05'];
  expect(await pagesFrom(days)).toEqual([1, 1, 0, 0, 0]);
  publish(undefined);
  // Three of eight pages were found in them.
  expect(await pagesFrom([...days, ...days])).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
  expect(await pagesFrom(days)).toEqual(Array(5).fill(0));
  publish(undefined);
  expect(await pagesFrom(days)).toEqual([1, 1, 0, 0, 0]);
});

test('members that were read while anything changed are not kept', async () => {
  const { cache, publish, lag } = openCache();
  const { pageFrom, pagesFrom } = openLists(cache);
  await pageFrom('2027-06-01');
  expect(await pageFrom('2027-06-02', 'id', () => publish([changed(99)]))).toBe(1);
  expect(await pageFrom('2027-06-03')).toBe(1);
  expect(await pageFrom('2027-06-04', 'id', lag)).toBe(1);
  expect(await pagesFrom(['2027-06-05', '2027-06-06', '2027-06-07'])).toEqual([1, 1, 0]);
});
