// Hostile calendars against one subscription, while lists are read: latency of the lists against the same load without
// calendars, local records that changed, and processes that ended.
import { createHash } from 'node:crypto';
import { type Group, requestOf } from '../client/load-job.js';
import { hostileCalendar, hostileKinds, type LocalEvent, type Target } from '../hostile/calendars.js';
import { type HostileServer, startHostileServer } from '../hostile/server.js';
import type { Order, ReadResult, Ready } from '../hostile/service.js';
import { quantile } from '../measure/numbers.js';
import { alternate, ratioOf, type Sample } from '../measure/rounds.js';
import { type Child, startChild } from '../processes/child.js';
import { mount } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const [calendarCount, quickCount] = [200, 20];
const rate = 20;
const baselineSeconds = 30;
const chunkSeconds = 5;
const tables = ['events', 'venues', 'organizers'];

/** A digest of each local record, by table and ID. */
async function localRecords(fixture: Fixture): Promise<ReadonlyMap<string, string>> {
  const engine = fixture.open();
  try {
    const found = new Map<string, string>();
    for (const table of tables) {
      const rows = await engine.readConnection.all({
        sql: `select id, t.* from ${table} t where coalesce(source, '') not like 'subscription:%'`,
        values: [],
      });
      for (const [id, ...cells] of rows)
        found.set(
          `${table} ${id}`,
          createHash('sha1')
            .update(JSON.stringify(cells.map(String)))
            .digest('hex'),
        );
    }
    return found;
  } finally {
    await engine.close();
  }
}

async function localEvents(fixture: Fixture): Promise<readonly LocalEvent[]> {
  const engine = fixture.open();
  try {
    const rows = await engine.readConnection.all({
      sql: "select id, title, start_date from events where series = 0 and status = 'publish' order by id limit 20",
      values: [],
    });
    return rows.map(([id, title, start]) => ({ id: Number(id), title: String(title), start: String(start) }));
  } finally {
    await engine.close();
  }
}

const lists: readonly Group[] = [
  {
    name: 'lists',
    share: 1,
    // All different, so that no response comes from the cache.
    requests: Array.from({ length: 5_000 }, (_, n) => {
      const [size, page, year] = [10 + (n % 40), 1 + (Math.floor(n / 40) % 5), 1975 + Math.floor(n / 200)];
      return requestOf(`${mount}/events?per_page=${size}&page=${page}&start_date=${year}-01-01&end_date=2100-01-01`);
    }),
  },
];

interface Attack {
  readonly child: Child;
  readonly ready: Ready;
  readonly server: HostileServer;
  readonly target: Target;
  readonly results: string[];
  readonly log: Bench['log'];
}

/** Reads a number of calendars one after the other. */
async function readCalendars({ child, ready, server, target, results, log }: Attack, from: number, count: number) {
  for (let number = from; number < from + count; number++) {
    const calendar = hostileCalendar(number, target);
    server.serve(calendar);
    const startedAt = performance.now();
    const { result, message } = await child.request<ReadResult>({ read: ready.subscription } satisfies Order);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const text = `${number} ${calendar.kind}, ${calendar.body.length} bytes: ${result} in ${seconds} s ${message}`;
    results.push(text);
    log(text);
  }
}

/** The load in chunks until the work is done, or for a number of seconds. */
async function loadWhile({ clients }: Bench, port: number, work: Promise<unknown> | number, seed: number) {
  let isDone = false;
  const end = typeof work === 'number' ? Promise.resolve() : work.finally(() => (isDone = true));
  const times: number[] = [];
  const failed = { count: 0 };
  for (let chunk = 0; typeof work === 'number' ? chunk * chunkSeconds < work : !isDone; chunk++) {
    const job = { port, connections: 40, seconds: chunkSeconds, seed: seed * 1_000 + chunk, groups: lists, rate };
    const { samples = [], groups, unsent } = await clients.run({ ...job, samples: true });
    times.push(...samples);
    failed.count +=
      unsent +
      Object.entries(groups[0]?.responses ?? {}).reduce((sum, [code, count]) => sum + (code === '200' ? 0 : count), 0);
  }
  await end;
  return { p99: quantile(times, 0.99), p50: quantile(times, 0.5), requests: times.length, failed: failed.count };
}

async function measure(bench: Bench, fixture: Fixture): Promise<void> {
  const count = bench.quick ? quickCount : calendarCount;
  const rounds = bench.quick ? 2 : bench.rounds;
  const [before, events] = [await localRecords(fixture), await localEvents(fixture)];
  const server = await startHostileServer();
  const settings = { ALMANAC_PORT: '0', ALMANAC_HOST: '127.0.0.1', ALMANAC_LOG_LEVEL: 'error', ...fixture.settings };
  const child = startChild(new URL('../hostile/service.ts', import.meta.url), settings);
  const results: string[] = [];
  let ended = 0;
  try {
    const ready = await child.request<Ready>({ subscribe: server.url } satisfies Order);
    const target = { uidHost: ready.uidHost, events, maxBytes: 9_900_000 };
    const attack = { child, ready, server, target, results, log: bench.log };
    const each = Math.ceil(count / rounds);
    await loadWhile(bench, ready.port, chunkSeconds, 0);
    const ours = async (round: number): Promise<Sample> =>
      loadWhile(bench, ready.port, readCalendars(attack, (round - 1) * each, each), round);
    const baseline = async (round: number): Promise<Sample> =>
      loadWhile(bench, ready.port, bench.quick ? chunkSeconds * 2 : baselineSeconds, round);
    const sides = await alternate(rounds, ours, baseline);
    const sum = (name: string): number => sides.ours.reduce((total, sample) => total + (sample[name] ?? 0), 0);
    const note = `${results.length} calendars of ${hostileKinds.length} kinds, ${sum('requests')} lists, ${sum('failed')} failed`;
    bench.row({
      label: 'lists while hostile calendars are read, p99',
      fixture,
      unit: 'ms',
      ratio: ratioOf(sides, 'p99'),
      goal: { max: 3 },
      note,
    });
    bench.row({
      label: 'lists while hostile calendars are read, p50',
      fixture,
      unit: 'ms',
      ratio: ratioOf(sides, 'p50'),
    });
  } catch (error) {
    ended++;
    bench.log(String(error));
  } finally {
    await child.stop();
    server.stop();
  }
  const after = await localRecords(fixture);
  const changed = [...before].filter(([key, digest]) => after.get(key) !== digest).length;
  bench.row({
    label: 'local records changed by hostile calendars',
    fixture,
    unit: 'records',
    value: changed,
    goal: { max: 0 },
  });
  bench.row({
    label: 'processes ended by hostile calendars',
    fixture,
    unit: 'processes',
    value: ended,
    goal: { max: 0 },
  });
  bench.remark(results.join('\n'));
}

export const hostile: Scenario = {
  name: 'hostile',
  about: 'Hostile calendars against one subscription while 20 lists per second are read, against the lists alone',
  run: async (bench) => {
    for (const engine of bench.engines) await measure(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
