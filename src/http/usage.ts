// Counts API requests, feed reads, feed readers and page views. Each process counts in memory and adds its numbers to the
// table every minute and when it stops, so that a killed process loses at most a minute. Addresses of readers are never
// stored: they are hashed with a key that exists for one day, and only the sketch of the hashes is written.
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { before, is } from '../core/condition.js';
import { addHash, countDistinct, emptySketch, mergeInto } from '../core/distinct.js';
import type { Facade } from '../core/facade.js';
import { feedTypes } from '../core/format.js';
import { usageLock } from '../core/locks.js';
import type { Transacting, Writer } from '../core/store.js';
import { type Counter, counters, dayNumber, type UsageRow, usageDays, usageTable } from '../models/usage/usage.js';

export interface CountedResponse {
  /** The pattern of the route. */
  readonly route: string | undefined;
  readonly statusCode: number;
  readonly contentType: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string | undefined;
  /** A request of the console, which is not counted as API use. */
  readonly isConsole: boolean;
}

export interface Usage {
  readonly count: (response: CountedResponse) => void;
  /** Adds the numbers to the row of today. After an error they are kept for the next call. */
  readonly flush: (store: Transacting, now: string) => Promise<void>;
}

/** Different readers that a process distinguishes between two flushes; bounds the memory that a flood can take. */
const maxReaders = 5_000;
const maxAgentLength = 200;

const isFeed = (type: string): boolean => Object.values<string>(feedTypes).includes(type);

export function openUsage(facades: readonly Pick<Facade, 'name' | 'prefix'>[]): Usage {
  const facadesByRoute = new Map<string, Counter | undefined>();
  let counts = new Map<Counter, number>();
  let readers = new Set<string>();

  function facadeOf(route: string): Counter | undefined {
    if (facadesByRoute.has(route)) return facadesByRoute.get(route);
    const facade = facades.find(({ prefix }) => route === prefix || route.startsWith(`${prefix}/`));
    const found = counters.find((counter) => counter === facade?.name);
    facadesByRoute.set(route, found);
    return found;
  }

  function counterOf({ route = '', statusCode, contentType, isConsole }: CountedResponse): Counter | undefined {
    const [type = ''] = String(contentType).split(';', 1);
    const isSuccess = statusCode < 300 || statusCode === 304;
    if (isSuccess && isFeed(type)) return 'feeds';
    const facade = facadeOf(route);
    if (facade) return isConsole ? undefined : facade;
    return isSuccess && type === 'text/html' && !/^\/(admin|docs)\b/.test(route) ? 'pages' : undefined;
  }

  return {
    count: (response) => {
      const counter = counterOf(response);
      if (!counter) return;
      counts.set(counter, (counts.get(counter) ?? 0) + 1);
      if (counter !== 'feeds' || readers.size >= maxReaders) return;
      readers.add(`${response.ip} ${response.headers['user-agent']?.slice(0, maxAgentLength) ?? ''}`);
    },
    flush: async (store, now) => {
      if (counts.size === 0) return;
      const [savedCounts, savedReaders] = [counts, readers];
      [counts, readers] = [new Map(), new Set()];
      try {
        await store.transact((writer) => save(writer, now, savedCounts, savedReaders));
      } catch (error) {
        for (const [counter, more] of savedCounts) counts.set(counter, (counts.get(counter) ?? 0) + more);
        for (const reader of savedReaders) if (readers.size < maxReaders) readers.add(reader);
        throw error;
      }
    },
  };
}

async function save(
  writer: Writer,
  now: string,
  counts: ReadonlyMap<Counter, number>,
  readers: ReadonlySet<string>,
): Promise<void> {
  await writer.lock(usageLock);
  const day = dayNumber(now);
  const row = (await writer.read({ table: usageTable, where: is('id', day) })) ?? (await addDay(writer, day));
  const sums = counters.map((counter) => [counter, row[counter] + (counts.get(counter) ?? 0)] as const);
  const seen = readers.size ? await sketchWith(writer, now, row, readers) : {};
  await writer.update(usageTable, day, { ...Object.fromEntries(sums), ...seen });
}

async function addDay(writer: Writer, day: number): Promise<UsageRow> {
  const row = { id: day, native: 0, dropin: 0, wordpress: 0, feeds: 0, feed_readers: 0, pages: 0, sketch: '' };
  await writer.remove(usageTable, before('id', day - usageDays));
  await writer.insertAll(usageTable, [row]);
  return row;
}

async function sketchWith(writer: Writer, now: string, row: UsageRow, readers: ReadonlySet<string>) {
  const key = await keyOfDay(writer, now.slice(0, 10));
  const sketch = emptySketch();
  mergeInto(sketch, Buffer.from(row.sketch, 'base64'));
  for (const reader of readers) addHash(sketch, createHmac('sha256', key).update(reader).digest());
  return { sketch: Buffer.from(sketch).toString('base64'), feed_readers: countDistinct(sketch) };
}

const keyName = 'usage_key';

/** The same in all processes, replaced every day. */
async function keyOfDay(writer: Writer, day: string): Promise<Buffer> {
  const [storedDay, stored = ''] = (await writer.getMeta(keyName))?.split(' ') ?? [];
  if (storedDay === day) return Buffer.from(stored, 'base64');
  const key = randomBytes(32);
  await writer.setMeta(keyName, `${day} ${key.toString('base64')}`);
  return key;
}
