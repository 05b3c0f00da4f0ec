// Changes for followers: the cost of positions in writes, requests without anything new, and clients that wait.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { now as currentTime } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import type { WriteContext } from '../../src/core/context.js';
import { type Model, type Registry, registryOf } from '../../src/core/model.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { links, registry } from '../../src/models/registry.js';
import { createEach } from '../../src/operations/write.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { requestOf } from '../client/load-job.js';
import { editor } from '../filters.js';
import { draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { loading, warmed } from '../measure/load.js';
import { median } from '../measure/numbers.js';
import { cpuOf, cpuOfAll, memoryOf } from '../measure/process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { mount, type Service, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

const { fields } = eventShape;

/** The same models, whose changes get no positions. */
const unfollowed: Registry = registryOf(
  registry.models.map(({ followed: _, ...model }): Model => model),
  links,
);

/** CPU seconds of this process and of the database server. */
export function usedBy({ server }: Fixture): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (server ? cpuOfAll(server) : 0);
}

async function compareWrites(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const random = seededRandom(13);
  let made = Date.now() % 1_000_000_000;
  const creating = (models: Registry): Side => {
    const store = openStore(engine, models);
    const context = { ...contextFor(store, editor), registry: models };
    const model = models.named(eventShape.model.name);
    const count = bench.quick ? 10 : 200;
    return async () => {
      const inputs = Array.from({ length: count }, () => draftOf(random, context.call, ++made).input);
      const before = usedBy(fixture);
      const startedAt = performance.now();
      for (const input of inputs) {
        await store.transact(async (writer) => {
          const writing: WriteContext = { ...context, store: writer };
          const given = await lookUpForModel(fields, parse(fields, input, context.call, true), writing);
          await createEach(writing, model, [given]);
        });
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      return { rate: count / seconds, cpu: ((usedBy(fixture) - before) * 1e6) / count };
    };
  };
  try {
    const [ours, baseline] = [creating(registry), creating(unfollowed)];
    for (let warming = 0; warming < 3; warming++) for (const side of [ours, baseline]) await side(0);
    const sides = await alternate(Math.max(bench.rounds, 5), ours, baseline);
    const row = { label: 'durable create with positions', fixture, unit: 'events/s', note: 'against the same without' };
    bench.row({ ...row, ratio: ratioOf(sides, 'rate'), goal: { min: 0.9 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu') });
  } finally {
    await engine.close();
  }
}

const tokenOf = async ({ url }: Service): Promise<string> => {
  const response = await fetch(`${url}${mount}/changes?since=now`);
  return ((await response.json()) as { next: string }).next;
};

async function comparePolls(bench: Bench, fixture: Fixture, service: Service): Promise<void> {
  const sideOf = (path: string) => {
    const groups = [{ name: path, share: 1, requests: [requestOf(path)], varied: true as const }];
    return warmed(loading(bench, { port: service.port, pid: service.pid, groups, statusCode: 200 }));
  };
  const polls = await sideOf(`${mount}/changes?since=${await tokenOf(service)}`);
  const list = await sideOf(`${mount}/events`);
  const sides = await alternate(bench.rounds, polls, list);
  const note = 'against a cached list';
  const row = { label: 'changes, nothing new', fixture, unit: 'requests/s', note };
  bench.row({ ...row, ratio: ratioOf(sides, 'rate'), goal: { min: 0.5 } });
}

const waiterCount = 1_000;
const waitSeconds = 60;

/** Opens long polls. Each resolves at its response. */
function openPolls({ url }: Service, since: string, count: number) {
  const requests = Array.from({ length: count }, () => {
    const request = get(`${url}${mount}/changes?since=${since}&wait=${waitSeconds}&include=id`, { agent: false });
    const done = new Promise<number>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => response.resume().on('end', () => resolve(performance.now())));
    });
    done.catch(() => undefined);
    return { request, done };
  });
  return {
    done: requests.map(({ done }) => done),
    close: () => {
      for (const { request } of requests) request.destroy();
    },
  };
}

async function waiting({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^almanac_changes_waiting (\d+)/m.exec(text)?.[1]);
}

const atOnce = 20;

/** A few at a time, so that none is shed. */
async function openGradually(service: Service, count: number) {
  const since = await tokenOf(service);
  const opened: ReturnType<typeof openPolls>[] = [];
  while (opened.length * atOnce < count) {
    opened.push(openPolls(service, since, atOnce));
    for (let tries = 0; (await waiting(service)) < opened.length * atOnce; tries++) {
      if (tries === 500) throw new Error('the service refuses clients that wait');
      await sleep(10);
    }
  }
  return {
    done: opened.flatMap(({ done }) => done),
    close: () => {
      for (const { close } of opened) close();
    },
  };
}

async function measureWaiters(bench: Bench, fixture: Fixture, service: Service): Promise<void> {
  const engine = fixture.open();
  const password = await addApplicationPassword(openStore(engine, registry), 'editor', 'changes', currentTime());
  await engine.close();
  const rename = async (name: string) => {
    const headers = { authorization: `Bearer ${password}`, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}${mount}/tags`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    if (response.status !== 201) throw new Error(`a tag got ${response.status}`);
    return performance.now();
  };
  await rename(`Warm ${Date.now()}`);
  const before = memoryOf(service.pid).own;
  const polls = await openGradually(service, waiterCount);
  const memory = memoryOf(service.pid).own - before;
  const idleSeconds = bench.quick ? 1 : 5;
  const cpu = cpuOf(service.pid);
  await sleep(idleSeconds * 1_000);
  const used = ((cpuOf(service.pid) - cpu) / idleSeconds) * 100;
  const row = { fixture, note: `${waiterCount} long polls` };
  bench.row({ ...row, label: 'waiting, memory', unit: 'MB', value: memory, goal: { max: 50 } });
  bench.row({ ...row, label: 'waiting, CPU when idle', unit: '% of a core', value: used });
  const at = await rename(`Wake ${Date.now()}`);
  const latest = Math.max(...(await Promise.all(polls.done)));
  bench.row({ ...row, label: 'change to the last of all clients', unit: 'ms', value: latest - at });
  polls.close();
  const delays: number[] = [];
  for (let count = 0; count < (bench.quick ? 3 : 20); count++) {
    const one = openPolls(service, await tokenOf(service), 1);
    while ((await waiting(service)) < 1) await sleep(5);
    // Not in step with the polling of the service.
    await sleep(Math.random() * 100);
    const written = await rename(`One ${Date.now()} ${count}`);
    delays.push((await (one.done[0] as Promise<number>)) - written);
  }
  const max = fixture.engine === 'postgres' ? 150 : 50;
  const value = Math.max(0, median(delays));
  bench.row({ fixture, label: 'change to a waiting client', unit: 'ms', value, goal: { max } });
}

export const changes: Scenario = {
  name: 'changes',
  about: 'Positions in writes, requests for changes without anything new, and clients that wait for changes',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const fixture = await bench.fixture(engine, defaultSize(bench));
      const service = await startService(fixture, { cache: true });
      try {
        await comparePolls(bench, fixture, service);
        await measureWaiters(bench, fixture, service);
      } finally {
        await service.stop();
      }
      await compareWrites(bench, fixture);
    }
  },
};
