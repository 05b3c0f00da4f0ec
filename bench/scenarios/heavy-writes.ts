// Lists beside heavy writes of one user (long series, texts with many tags), against the same lists without them: the 99th
// percentile of their latency, which shows how long a write holds the event loop.
import { now as currentTime } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { quantile } from '../measure/numbers.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { mount, type Service, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const listsPerSecond = 20;

async function editorHeaders(fixture: Fixture): Promise<Readonly<Record<string, string>>> {
  const engine = fixture.open();
  try {
    const password = await addApplicationPassword(openStore(engine, registry), 'editor', 'writes', currentTime());
    const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
    return { authorization, 'content-type': 'application/json' };
  } finally {
    await engine.close();
  }
}

const when = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00', status: 'draft' };
const heavyBodies: readonly object[] = [
  { title: 'A long series', ...when, recurrence: { rule: 'FREQ=DAILY;COUNT=10000;BYHOUR=8,12,16,20' } },
  { title: 'Many tags', ...when, description: '<li>'.repeat(19_000) },
  { title: 'Too many tags', ...when, description: '<li>'.repeat(120_000) },
];

async function listLatency({ url }: Service, seconds: number): Promise<number> {
  const pending: Promise<number>[] = [];
  for (let sent = 0; sent < seconds * listsPerSecond; sent++) {
    const from = performance.now();
    const list = fetch(`${url}${mount}/events?per_page=20&page=${1 + (sent % 20)}`);
    pending.push(list.then((reply) => reply.arrayBuffer()).then(() => performance.now() - from));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / listsPerSecond));
  }
  return quantile(await Promise.all(pending), 0.99);
}

/** Sends heavy writes one after the other until it is stopped. */
function writeBeside({ url }: Service, headers: Readonly<Record<string, string>>): () => Promise<void> {
  let isStopped = false;
  const writing = (async () => {
    for (let turn = 0; !isStopped; turn++) {
      const body = JSON.stringify(heavyBodies[turn % heavyBodies.length]);
      await (await fetch(`${url}${mount}/events`, { method: 'POST', headers, body })).arrayBuffer();
    }
  })();
  return async () => {
    isStopped = true;
    await writing;
  };
}

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const headers = await editorHeaders(fixture);
  const service = await startService(fixture, { cache: false });
  const seconds = bench.quick ? 5 : 20;
  const beside: Side = async () => {
    const stop = writeBeside(service, headers);
    const p99 = await listLatency(service, seconds);
    await stop();
    return { p99 };
  };
  try {
    const sides = await alternate(3, beside, async () => ({ p99: await listLatency(service, seconds) }));
    bench.row({ label: 'p99 of lists', fixture, unit: 'ms', ratio: ratioOf(sides, 'p99'), goal: { max: 10 } });
  } finally {
    await service.stop();
  }
}

export const heavyWrites: Scenario = {
  name: 'heavy-writes',
  about: 'Lists beside long series and texts with many tags of one user, against the same lists alone',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
