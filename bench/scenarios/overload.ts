// Ten times the load that the service can handle: status codes of the responses, latency of health checks meanwhile, the
// time to recover, and the cost of a refusal.
import { setTimeout as sleep } from 'node:timers/promises';
import { now as currentTime } from '../../src/app.js';
import { freePort } from '../../tests/harness/postgres/server.js';
import { type LoadJob, type Result, requestOf } from '../client/load-job.js';
import { findFilterValues } from '../filters.js';
import { connections, loading, warmed } from '../measure/load.js';
import { percent, short } from '../measure/numbers.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../processes/child.js';
import { startClients } from '../processes/clients.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

const overloadConnections = 1_000;
/** A shorter load ends before all connections are in use. */
const minSeconds = 3;
/** Some of them wait in the queue. */
const refusedConnections = 64;
const recoveryTimeoutMs = 30_000;

async function measure(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const { ids } = await findFilterValues(engine, currentTime());
  await engine.close();
  const healthPort = await freePort();
  const settings = { ...fixture.settings, ALMANAC_HEALTH_PORT: String(healthPort) };
  const service = await startService({ settings }, { cache: false, monitored: true });
  const healthClient = startClients();
  const mainClient = startClients();
  const seconds = bench.quick ? bench.seconds : Math.max(bench.seconds, minSeconds);
  const one = (name: string, paths: readonly string[]) => [
    { name, share: 1, requests: paths.map((path) => requestOf(path)) },
  ];
  const records = one(
    'records',
    ids.slice(0, 500).map((id) => `${mount}/events/${id}`),
  );
  const job = (more: Pick<LoadJob, 'connections' | 'seconds'> & Partial<LoadJob>): LoadJob => ({
    port: service.port,
    seed: 1,
    groups: records,
    ...more,
  });
  try {
    await bench.clients.run(job({ connections, seconds: 1 }));
    const usual = await bench.clients.run(job({ connections, seconds: bench.seconds }));
    const capacity = usual.requests / usual.seconds;
    const alone = await bench.clients.run(job({ connections: 1, seconds: 1 }));
    service.eventLoopDelay.reset();
    // As an orchestrator probes: each time over a new connection, here from a process of its own.
    const probe = (path: string) => ({
      name: path,
      share: 1,
      requests: [requestOf(path, { headers: { Connection: 'close' } })],
    });
    const probes = { connections: 50, seconds, rate: 50, groups: ['/healthz', '/readyz'].map(probe) };
    const [overloaded, health, main] = await Promise.all([
      bench.clients.run(job({ connections: overloadConnections, seconds, rate: capacity * 10 })),
      healthClient.run(job({ ...probes, port: healthPort })),
      mainClient.run(job(probes)),
    ]);
    const recovery = await untilRecovered(bench, job({ connections: 1, seconds: 0.1 }), alone.times.p50);
    const delay = await service.eventLoopDelay.read();
    report(bench, fixture, overloaded, capacity);
    const row = { fixture, unit: 'ms' };
    const delayNote = `event loop delay at most ${short(delay.max)} ms`;
    for (const [where, { groups }, goal] of [
      ['health port', health, { goal: { max: 250 } }],
      ['main port', main, {}],
    ] as const) {
      for (const { name, times, responses } of groups) {
        const note = `${JSON.stringify(responses)}; p50 ${short(times.p50)} ms; ${delayNote}`;
        bench.row({ ...row, label: `overload: ${name} on the ${where}, p99`, value: times.p99, note, ...goal });
      }
    }
    bench.row({
      ...row,
      label: 'overload: recovery',
      value: recovery,
      note: 'until a read takes at most twice its usual time',
    });
  } finally {
    await healthClient.stop();
    await mainClient.stop();
    await service.stop();
  }
}

/** The cost of a refusal by the load shedder, against a cached response of the service. */
async function compareRefusals(bench: Bench, fixture: Fixture): Promise<void> {
  const service = await startService(fixture, { cache: true });
  const refusing = startChild(new URL('../processes/refusing-server.ts', import.meta.url));
  try {
    const path = `${mount}/events`;
    await (await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer();
    const groups = [{ name: path, share: 1, requests: [requestOf(path)], varied: true as const }];
    const cached = await warmed(loading(bench, { port: service.port, pid: service.pid, groups, statusCode: 200 }));
    const port = await refusing.request<number>('start');
    const refused = await warmed(
      loading(bench, { port, pid: refusing.pid, groups, statusCode: 503, connections: refusedConnections }),
    );
    bench.row({
      label: 'overload: a refusal',
      fixture,
      unit: 'µs CPU each',
      ratio: ratioOf(await alternate(bench.rounds, refused, cached), 'cpu'),
      goal: { max: 0.2 },
      note: 'against a cached list of 10',
    });
  } finally {
    await refusing.stop();
    await service.stop();
  }
}

async function untilRecovered({ clients }: Bench, job: LoadJob, usual: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < recoveryTimeoutMs) {
    const { groups, times } = await clients.run(job);
    if (groups[0]?.responses[200] && times.p50 <= usual * 2) break;
    await sleep(20);
  }
  return performance.now() - startedAt;
}

function report(
  bench: Bench,
  fixture: Fixture,
  { groups, requests, unsent, times, seconds }: Result,
  capacity: number,
): void {
  const { responses = {}, retryAfter = 0 } = groups[0] ?? {};
  const total = requests + unsent;
  const shares = Object.entries(responses).map(
    ([statusCode, count]) => `${statusCode === '0' ? 'broken' : statusCode} ${percent(count / total)}`,
  );
  const rejected = responses[503] ?? 0;
  const retryNote = rejected ? `; Retry-After on ${percent(retryAfter / rejected)} of the 503 responses` : '';
  bench.row({
    label: 'overload: successful responses',
    fixture,
    unit: 'requests/s',
    value: (responses[200] ?? 0) / seconds,
    note: `capacity ${short(capacity)}, offered ${short(capacity * 10)}: ${shares.join(', ')}, never sent ${percent(unsent / total)}${retryNote}; p99 ${short(times.p99)} ms`,
  });
}

export const overload: Scenario = {
  name: 'overload',
  about: 'Ten times the requests that the service can handle, from 1,000 connections',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const fixture = await bench.fixture(engine, defaultSize(bench));
      await measure(bench, fixture);
      await compareRefusals(bench, fixture);
    }
  },
};
