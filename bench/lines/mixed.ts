// Reads and writes at once at the largest size: throughput, times, stalls of the event loop, what the cache brings for
// each class of address, and memory. The baseline is the same service without its cache.
import type { GroupResult, Result } from '../client/order.js';
import { connections } from '../measure/load.js';
import { mixedGroups } from '../measure/mixed.js';
import { percent, short } from '../measure/numbers.js';
import { mostMemory } from '../measure/process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { type Service, type Stalls, startService } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Line, largestSize } from './line.js';

/** What the service has counted so far, if it counts: hits and misses of its cache. */
async function countsIn({ url }: Service): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^almanac_cache_total\{([^}]*)\} (\d+)/gm);
  return new Map([...found].map(([, labels = '', count]) => [labels, Number(count)]));
}

function sharesOf(counts: Readonly<Record<string, number>>): string {
  const whole = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (whole === 0 || counts.untold === whole) return 'not told';
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${percent(count / whole)}`)
    .join(', ');
}

const merged = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
};

function tellGroups(bench: Bench, ground: Ground, results: readonly Result[]): void {
  const names = results[0]?.groups.map(({ name }) => name) ?? [];
  for (const name of names) {
    const same = results.flatMap(({ groups }) => groups.filter((group) => group.name === name)) as GroupResult[];
    const answers = merged(same.map((group) => group.answers));
    const p99 = Math.max(...same.map(({ times }) => times.p99));
    const hits = name === 'writes' ? '' : `cache: ${sharesOf(merged(same.map(({ cache }) => cache)))}; `;
    const refused = Object.entries(answers).filter(([http]) => !/^(2|304)/.test(http));
    const note = `${hits}worst p99 ${short(p99)} ms${refused.length ? `; REFUSED ${JSON.stringify(Object.fromEntries(refused))}` : ''}`;
    const share = same.reduce((sum, { requests }) => sum + requests, 0);
    bench.row({ what: `mixed: ${name}`, ground, unit: 'requests', value: share, note });
  }
}

async function compare(bench: Bench, ground: Ground): Promise<void> {
  const groups = await mixedGroups(ground);
  const service = await startService(ground, { cache: true, watched: true });
  const without = await startService(ground, { cache: false });
  const results: Result[] = [];
  const stalls: Stalls[] = [];
  const playing =
    ({ port }: Service, told: (result: Result) => void): Side =>
    async (round) => {
      const result = await bench.clients.play({ port, connections, seconds: bench.seconds, seed: round, groups });
      told(result);
      return { rate: result.requests / result.seconds, p50: result.times.p50, p99: result.times.p99 };
    };
  const plain = playing(service, (result) => results.push(result));
  const ours: Side = async (round) => {
    service.stalls.begin();
    const sample = await plain(round);
    stalls.push(await service.stalls.tell());
    return sample;
  };
  const baseline = playing(without, () => undefined);
  try {
    await ours(0);
    await baseline(0);
    results.length = 0;
    stalls.length = 0;
    const before = await countsIn(service);
    const [sides, memory] = await mostMemory(service.pid, () => alternate(bench.rounds, ours, baseline));
    const after = await countsIn(service);
    const note = 'against the same service without its cache';
    bench.row({ what: 'mixed load', ground, unit: 'requests/s', ratio: ratioOf(sides, 'rate'), note });
    bench.row({ what: 'mixed load', ground, unit: 'ms p50', ratio: ratioOf(sides, 'p50') });
    bench.row({ what: 'mixed load', ground, unit: 'ms p99', ratio: ratioOf(sides, 'p99') });
    tellGroups(bench, ground, results);
    const worst = (name: keyof Stalls) => Math.max(...stalls.map((each) => each[name]));
    bench.row({
      what: 'mixed: event loop held up, p99.9',
      ground,
      unit: 'ms',
      value: worst('p999'),
      note: `worst round; p99 ${short(worst('p99'))} ms, longest ${short(worst('most'))} ms`,
    });
    bench.row({
      what: 'mixed: memory of the worker',
      ground,
      unit: 'MB',
      value: memory.own,
      goal: { most: 256 },
      note: `beside mapped files, of which ${short(memory.files)} MB are in memory`,
    });
    const counted = [...after].map(([labels, count]) => `${labels} ${count - (before.get(labels) ?? 0)}`);
    bench.remark(`Counters of the cache, ${ground.engine}: ${counted.join('; ') || 'the service counts none.'}`);
  } finally {
    await service.stop();
    await without.stop();
  }
}

export const mixed: Line = {
  name: 'mixed',
  about: '95 % reads, 5 % writes over 500 addresses, at the largest size',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.ground(engine, largestSize(bench)));
  },
};
