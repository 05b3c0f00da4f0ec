// CPU time per request of each part: one node on one database, and two nodes with two replicas behind nginx. Where machines
// are added, their parts are divided by these figures.
import { setTimeout as sleep } from 'node:timers/promises';
import { now as currentTime } from '../../src/app.js';
import { DAY, secondsOf } from '../../src/core/time/clock.js';
import { nginxProgram } from '../../tests/harness/nginx.js';
import { startProxy } from '../../tools/chaos/proxy.js';
import { warmPaths } from '../calendar/paths.js';
import { type Group, requestOf } from '../client/load-job.js';
import { connections, expectStatusCode } from '../measure/load.js';
import { short } from '../measure/numbers.js';
import { cpuOf, cpuOfAll } from '../measure/process.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

/** A service reads from the primary until a replica was chosen. */
const replicasChosenMs = 3_000;

/** The parts of an installation: CPU seconds so far, by name. */
type Parts = Readonly<Record<string, () => number>>;

function groupsOf(): readonly (readonly [string, Group])[] {
  const today = Math.floor(secondsOf(currentTime()) / DAY) * DAY;
  const group = (name: string, paths: readonly string[]): Group => ({
    name,
    share: 1,
    requests: paths.map((path) => requestOf(path)),
  });
  return [
    ['lists from the cache', group('cached', [`${mount}/events`])],
    ['lists that differ', group('distinct', warmPaths(today))],
  ];
}

async function measure(bench: Bench, fixture: Fixture, setUp: string, port: number, parts: Parts): Promise<void> {
  const used = () => Object.values(parts).map((seconds) => seconds());
  for (const [label, group] of groupsOf()) {
    const run = (seed: number) =>
      bench.clients.run({ port, connections, seconds: bench.seconds, seed, groups: [group] });
    await run(0);
    const before = used();
    const result = await run(1);
    expectStatusCode(result, 200);
    const each = used().map((seconds, at) => ((seconds - (before[at] ?? 0)) / result.requests) * 1e6);
    const note = Object.keys(parts).map((name, at) => `${name} ${short(each[at] ?? 0)}`);
    bench.row({
      ...{ label: `${setUp}: ${label}`, fixture, unit: 'µs CPU each' },
      ...{ value: each.reduce((sum, one) => sum + one, 0), note: note.join(', ') },
    });
  }
}

async function measureOne(bench: Bench, fixture: Fixture): Promise<void> {
  const node = await startService(fixture, { cache: true });
  try {
    await measure(bench, fixture, 'one node', node.port, {
      node: () => cpuOf(node.pid),
      primary: () => cpuOfAll(fixture.server ?? 0),
    });
  } finally {
    await node.stop();
  }
}

async function measureSeveral(bench: Bench, fixture: Fixture): Promise<void> {
  const replicated = await fixture.withReplicas?.(2);
  if (!replicated) return;
  const nodes = [await startService(replicated, { cache: true }), await startService(replicated, { cache: true })];
  const proxy = await startProxy(nodes.map(({ port }) => port));
  try {
    await sleep(replicasChosenMs);
    const parts = {
      nodes: () => nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
      primary: () => cpuOfAll(fixture.server ?? 0),
      replicas: () => replicated.replicas.reduce((sum, pid) => sum + cpuOfAll(pid), 0),
      nginx: () => cpuOfAll(proxy.pid),
    };
    await measure(bench, fixture, 'two nodes, two replicas', Number(new URL(proxy.address).port), parts);
  } finally {
    await proxy.stop();
    for (const node of nodes) await node.stop();
    await replicated.stop();
  }
}

export const cluster: Scenario = {
  name: 'cluster',
  about: 'CPU time per request of every part: one node on PostgreSQL, and two nodes with two replicas behind nginx',
  run: async (bench) => {
    if (!bench.engines.includes('postgres')) return;
    const fixture = await bench.fixture('postgres', defaultSize(bench));
    await measureOne(bench, fixture);
    if (nginxProgram) await measureSeveral(bench, fixture);
    else console.log('  without nginx: two nodes are not measured (Debian: nginx-light)');
  },
};
