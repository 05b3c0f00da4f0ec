// The life of a cached response: kept while valid, unchanged and within the limit of bytes.
import { expect, test } from 'vitest';
import { all, is, since } from '../core/condition.js';
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
  rendered: { bytes: new Uint8Array(bytes) },
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
  expect([cache.has('seven'), cache.has('eight')]).toEqual([true, true]);
  publish([changed(9), changed(8)]);
  expect([cache.has('seven'), cache.has('eight')]).toEqual([true, false]);
  publish(undefined);
  expect(cache.has('seven')).toBe(false);
});

test('a response that replaces another depends on its own queries', async () => {
  const { cache, publish } = openCache();
  await put(cache, 'a', response(), 8);
  await put(cache, 'a', response(), 9);
  publish([changed(8)]);
  expect(cache.has('a')).toBe(true);
  publish([changed(9)]);
  expect(cache.has('a')).toBe(false);
});

test('a response is not cached when a read lagged while it was made; those in the cache stay', async () => {
  const { cache, lag } = openCache();
  await put(cache, 'before');
  const open = cache.open(reader);
  lag();
  expect(open.put('a', response())).toBe(false);
  open.end();
  expect([cache.has('a'), cache.has('before'), await put(cache, 'a')]).toEqual([false, true, true]);
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
  expect([cache.has('a'), cache.has('b')]).toEqual([false, false]);
  expect(await put(cache, 'a')).toBe(true);
});

/** What a response of 100 bytes under a key of one letter takes: twice its body, 2,000 bytes, and the key. */
const oneResponse = 2 * 100 + 2_000 + 2;

test('a full cache takes a response that is requested again; the oldest goes, and its dependencies with it', async () => {
  const { cache, publish } = openCache(2 * oneResponse);
  const putAll = async (...keys: string[]) => {
    const taken: boolean[] = [];
    for (const key of keys) taken.push(await put(cache, key, response(100)));
    return taken;
  };
  expect(await putAll('a', 'b', 'c', 'd')).toEqual([true, true, false, false]);
  expect(await putAll('c', 'b')).toEqual([true, true]);
  expect(['a', 'b', 'c'].map((key) => cache.has(key))).toEqual([false, true, true]);
  publish([changed(7)]);
  expect(['b', 'c'].map((key) => cache.has(key))).toEqual([false, false]);
});

test('long keys take their part of the cache', async () => {
  const { cache } = openCache(3 * oneResponse);
  const long = (name: string) => name.repeat(oneResponse / 2);
  expect(await put(cache, long('a'), response(100))).toBe(true);
  expect(await put(cache, 'b', response(100))).toBe(true);
  expect(await put(cache, 'c', response(100))).toBe(false);
});

test('responses that are requested once leave the fragments in a full cache', async () => {
  const { cache } = openCache(4 * oneResponse);
  await putFragment(cache, 'fragment', 9);
  for (let at = 0; at < 100; at++) await put(cache, `once ${at}`, response(100), at);
  expect(hasFragment(cache, 'fragment')).toBe(true);
});

test('fragments may take the whole cache, and push out responses that are not used', async () => {
  const { cache } = openCache(2 * oneResponse);
  await put(cache, 'unused', response(100));
  for (const id of [1, 2, 3, 4]) await putFragment(cache, `fragment ${id}`, id);
  expect([1, 2, 3, 4].map((id) => hasFragment(cache, `fragment ${id}`))).toEqual([true, true, true, true]);
  expect(cache.has('unused')).toBe(false);
});

test('a response that is larger than the cache is not cached', async () => {
  const { cache } = openCache(oneResponse);
  for (const _ of ['once', 'again']) expect(await put(cache, 'a', response(101))).toBe(false);
  expect([await put(cache, 'a', response(100)), cache.has('a')]).toEqual([true, true]);
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
  const { cache, publish } = openCache(2 * 10 + 2_000 + 4 * (10 + 1_000));
  await putFragment(cache, 'fragment', 9);
  const entry = cache.open(reader);
  expect(entry.fragments.find('fragment', now)).toBeDefined();
  entry.put('joined', response());
  entry.end();
  for (const id of [11, 12, 13, 14]) {
    await putFragment(cache, `other ${id}`, id);
    cache.find('joined', now);
  }
  expect([hasFragment(cache, 'fragment'), hasFragment(cache, 'other 14')]).toEqual([false, true]);
  publish([changed(8)]);
  expect(cache.has('joined')).toBe(true);
  publish([changed(9)]);
  expect(cache.has('joined')).toBe(false);
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

test('a fragment that is larger than the cache leaves no dependencies behind', async () => {
  const { cache, publish } = openCache(1_000 + 100 + 'fragment'.length * 2);
  await putFragment(cache, 'fragment', 9, fragment(101));
  expect(hasFragment(cache, 'fragment')).toBe(false);
  publish([changed(9)]);
  await putFragment(cache, 'fragment', 9, fragment(100));
  expect(hasFragment(cache, 'fragment')).toBe(true);
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
    return cache.has(name);
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

test('members that are lost before they were used are read after more requests', async () => {
  const { cache, publish } = openCache();
  const { pagesFrom } = openLists(cache);
  const days = ['2027-06-01', '2027-06-02', '2027-06-03', '2027-06-04', '2027-06-05'];
  expect(await pagesFrom(days)).toEqual([1, 1, 0, 0, 0]);
  publish(undefined);
  expect(await pagesFrom([...days, ...days])).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
  expect(await pagesFrom([...days, ...days])).toEqual(Array(10).fill(0));
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
