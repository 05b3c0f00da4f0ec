// Mixed reads and writes at the largest size: throughput, latency, event loop delay, cache hits by class of URL, and
// memory. The baseline is the same service without its cache.
import type { GroupResult, Result } from '../client/load-job.js';
import { connections } from '../measure/load.js';
import { mixedGroups } from '../measure/mixed.js';
import { percent, short } from '../measure/numbers.js';
import { maxMemory } from '../measure/process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { type EventLoopDelay, type Service, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, largestSize, type Scenario } from './scenario.js';

/** The cache counters of the service: hits and misses by label. */
async function readCounters({ url }: Service): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^almanac_cache_total\{([^}]*)\} (\d+)/gm);
  return new Map([...found].map(([, labels = '', count]) => [labels, Number(count)]));
}

function sharesOf(counts: Readonly<Record<string, number>>): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0 || counts.unknown === total) return 'unknown';
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${percent(count / total)}`)
    .join(', ');
}

const merged = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

function reportGroups(bench: Bench, fixture: Fixture, results: readonly Result[]): void {
  const names = results[0]?.groups.map(({ name }) => name) ?? [];
  for (const name of names) {
    const same = results.flatMap(({ groups }) => groups.filter((group) => group.name === name)) as GroupResult[];
    const responses = merged(same.map((group) => group.responses));
    const p99 = Math.max(...same.map(({ times }) => times.p99));
    const hits = name === 'writes' ? '' : `cache: ${sharesOf(merged(same.map(({ cache }) => cache)))}; `;
    const failed = Object.entries(responses).filter(([statusCode]) => !/^(2|304)/.test(statusCode));
    const note = `${hits}worst p99 ${short(p99)} ms${failed.length ? `; ERRORS ${JSON.stringify(Object.fromEntries(failed))}` : ''}`;
    const share = same.reduce((sum, { requests }) => sum + requests, 0);
    bench.row({ label: `mixed: ${name}`, fixture, unit: 'requests', value: share, note });
  }
}

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const groups = await mixedGroups(fixture);
  const service = await startService(fixture, { cache: true, monitored: true });
  const without = await startService(fixture, { cache: false });
  const results: Result[] = [];
  const delays: EventLoopDelay[] = [];
  const loadOn =
    ({ port }: Service, onResult: (result: Result) => void): Side =>
    async (round) => {
      const result = await bench.clients.run({ port, connections, seconds: bench.seconds, seed: round, groups });
      onResult(result);
      return { rate: result.requests / result.seconds, p50: result.times.p50, p99: result.times.p99 };
    };
  const plain = loadOn(service, (result) => results.push(result));
  const ours: Side = async (round) => {
    service.eventLoopDelay.reset();
    const sample = await plain(round);
    delays.push(await service.eventLoopDelay.read());
    return sample;
  };
  const baseline = loadOn(without, () => undefined);
  try {
    await ours(0);
    await baseline(0);
    results.length = 0;
    delays.length = 0;
    const before = await readCounters(service);
    const [sides, memory] = await maxMemory(service.pid, () => alternate(bench.rounds, ours, baseline));
    const after = await readCounters(service);
    const note = 'against the same service without its cache';
    bench.row({ label: 'mixed load', fixture, unit: 'requests/s', ratio: ratioOf(sides, 'rate'), note });
    bench.row({ label: 'mixed load', fixture, unit: 'ms p50', ratio: ratioOf(sides, 'p50') });
    bench.row({ label: 'mixed load', fixture, unit: 'ms p99', ratio: ratioOf(sides, 'p99') });
    reportGroups(bench, fixture, results);
    const worst = (name: keyof EventLoopDelay) => Math.max(...delays.map((each) => each[name]));
    bench.row({
      label: 'mixed: event loop delay, p99.9',
      fixture,
      unit: 'ms',
      value: worst('p999'),
      note: `worst round; p99 ${short(worst('p99'))} ms, max ${short(worst('max'))} ms`,
    });
    bench.row({
      label: 'mixed: memory of the worker',
      fixture,
      unit: 'MB',
      value: memory.own,
      goal: { max: 256 },
      note: `anonymous memory; mapped files: ${short(memory.files)} MB`,
    });
    const counted = [...after].map(([labels, count]) => `${labels} ${count - (before.get(labels) ?? 0)}`);
    bench.remark(`Cache counters, ${fixture.engine}: ${counted.join('; ') || 'none'}`);
  } finally {
    await service.stop();
    await without.stop();
  }
}

export const mixed: Scenario = {
  name: 'mixed',
  about: '95 % reads, 5 % writes over 500 addresses, at the largest size',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, largestSize(bench)));
  },
};
