// A complete iCalendar feed: speed against compressing a file with the same bytes, first byte, memory, 304 responses, and
// lists beside a running feed.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip, createGzip } from 'node:zlib';
import { requestOf } from '../client/load-job.js';
import { loading, warmed } from '../measure/load.js';
import { maxMemory, memoryOf } from '../measure/process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { mount, type Service, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import type { Bench, Scenario } from './scenario.js';

const filters = 'starts_after=0001-01-02&series=flat';
let version = 0;
/** A URL that was not requested before, so that the feed is generated. */
const newFeed = ({ url }: Service): string => `${url}${mount}/events.ics?${filters}&v=${version++}`;

interface Download {
  readonly bytes: number;
  readonly seconds: number;
  readonly firstByteMs: number;
  readonly entries: number;
}

const responseOf = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => get(url, { headers: { 'accept-encoding': 'gzip' } }, resolve).on('error', reject));

const marker = Buffer.from('BEGIN:VEVENT');

function countIn(text: Buffer): number {
  let found = 0;
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + marker.length)) found++;
  return found;
}

async function download(url: string, keep?: Buffer[]): Promise<Download> {
  const startedAt = performance.now();
  const response = await responseOf(url);
  if (response.statusCode !== 200) throw new Error(`${url} got ${response.statusCode}`);
  let [bytes, firstByteMs, entries] = [0, 0, 0];
  let rest = Buffer.alloc(0);
  for await (const chunk of response.pipe(createGunzip())) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += chunk.length;
    keep?.push(chunk);
    const text = Buffer.concat([rest, chunk]);
    entries += countIn(text);
    // A marker that is split between two chunks is counted with the second one.
    rest = text.subarray(-(marker.length - 1));
  }
  return { bytes, seconds: (performance.now() - startedAt) / 1_000, firstByteMs, entries };
}

async function totalOf({ url }: Service): Promise<number> {
  const response = await fetch(`${url}${mount}/events?${filters.replace(/&series=\w+/, '')}&per_page=1`);
  return Number(response.headers.get('x-wp-total'));
}

async function compareSpeed(bench: Bench, fixture: Fixture, service: Service): Promise<void> {
  const chunks: Buffer[] = [];
  const first = await download(newFeed(service), chunks);
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  try {
    const file = join(folder, 'feed.ics');
    await writeFile(file, Buffer.concat(chunks));
    const firstBytes: number[] = [];
    const feed: Side = async () => {
      const { bytes, seconds, firstByteMs } = await download(newFeed(service));
      firstBytes.push(firstByteMs);
      return { rate: bytes / seconds / 1e6 };
    };
    const compressed: Side = async () => {
      const startedAt = performance.now();
      for await (const _ of createReadStream(file).pipe(createGzip({ level: 4 }))) {
        // Only the time counts.
      }
      return { rate: first.bytes / (performance.now() - startedAt) / 1e3 };
    };
    const before = memoryOf(service.pid).own;
    const [sides, memory] = await maxMemory(service.pid, () => alternate(bench.rounds, feed, compressed));
    const note = `${first.entries} entries, ${(first.bytes / 1e6).toFixed(1)} MB; against gzip level 4 of a file`;
    bench.row({
      label: 'feed, complete',
      fixture,
      unit: 'MB/s',
      ratio: ratioOf(sides, 'rate'),
      goal: { min: 0.5 },
      note,
    });
    bench.row({ label: 'feed, first byte', fixture, unit: 'ms', value: Math.max(...firstBytes), goal: { max: 100 } });
    bench.row({
      label: 'feed, additional memory',
      fixture,
      unit: 'MB',
      value: memory.own - before,
      goal: { max: 64 },
      note: `${memory.own.toFixed(0)} MB at most`,
    });
    const missing = (await totalOf(service)) - first.entries;
    bench.row({ label: 'feed, entries missing', fixture, unit: 'entries', value: missing, goal: { max: 0, min: 0 } });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compareUnchanged(bench: Bench, fixture: Fixture, service: Service): Promise<void> {
  const sideOf = async (path: string) => {
    const response = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
    await response.arrayBuffer();
    const request = requestOf(path, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } });
    const groups = [{ name: path, share: 1, requests: [request], varied: true as const }];
    return warmed(loading(bench, { port: service.port, pid: service.pid, groups, statusCode: 304 }));
  };
  const feed = await sideOf(`${mount}/events.ics?${filters}`);
  const list = await sideOf(`${mount}/events`);
  const sides = await alternate(bench.rounds, feed, list);
  const note = 'against 304 of a list';
  bench.row({
    label: 'feed, 304',
    fixture,
    unit: 'requests/s',
    ratio: ratioOf(sides, 'rate'),
    goal: { min: 0.8 },
    note,
  });
}

async function compareLists(bench: Bench, fixture: Fixture, service: Service): Promise<void> {
  const requests = Array.from({ length: 200 }, (_, at) => requestOf(`${mount}/events?page=${at + 1}&per_page=5`));
  const groups = [{ name: 'lists', share: 1, requests }];
  const lists = await warmed(loading(bench, { port: service.port, pid: service.pid, groups, statusCode: 200 }));
  const beside: Side = async (round) => {
    let isRunning = true;
    const feeds = (async () => {
      while (isRunning) await download(newFeed(service));
    })();
    const sample = await lists(round);
    isRunning = false;
    await feeds;
    return sample;
  };
  const sides = await alternate(bench.rounds, beside, lists);
  const note = 'against lists without a feed';
  bench.row({
    label: 'lists beside a feed',
    fixture,
    unit: 'ms p99',
    ratio: ratioOf(sides, 'p99'),
    goal: { max: 1.5 },
    note,
  });
}

/** A feed of a million events differs only in its length. */
const sizesOf = ({ sizes }: Bench): readonly number[] => sizes.filter((size) => size <= 100_000);

export const feeds: Scenario = {
  name: 'feeds',
  about: 'A complete iCalendar feed of all events, its 304, and lists beside it',
  run: async (bench) => {
    for (const [engine, size] of bench.engines.flatMap((engine) =>
      sizesOf(bench).map((size) => [engine, size] as const),
    )) {
      const fixture = await bench.fixture(engine, size);
      const service = await startService(fixture, { cache: true });
      try {
        await compareSpeed(bench, fixture, service);
        await compareUnchanged(bench, fixture, service);
        await compareLists(bench, fixture, service);
      } finally {
        await service.stop();
      }
    }
  },
};
