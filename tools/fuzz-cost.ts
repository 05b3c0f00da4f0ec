// Sends requests that are built to cost, and fails if one takes more than 100 ms of the main thread of the service. Then the mixed
// load: lists of many visitors, with and without hostile requests of one client beside them. Needs a built dist/, and Linux.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../bench/calendar/random.js';
import { quantile } from '../bench/measure/numbers.js';
import { openFixture } from '../bench/store/fixtures.js';
import { openDatabase } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { roles } from '../src/core/actor.js';
import { lowCostVariable } from '../src/core/work-factors.js';
import { startChild } from '../tests/harness/child.js';
import { basic } from '../tests/harness/client.js';
import type { Caller } from './fuzz/case.js';
import { costlyRequest, type Signed } from './fuzz/costly.js';
import { type Got, openClient, type Sent } from './fuzz/http.js';
import { addUsers, type EngineName } from './fuzz/site.js';

const usage = `Usage: npm run fuzz:cost -- [--engine embedded] [--events 20000] [--requests 1000] [--hostile 1000] [--rate 200] [--seed 1]

Prints the requests that took the most time of the main thread, and the figures of the mixed load, with so
many lists of other visitors per second.`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    events: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '1000' },
    hostile: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !['embedded', 'postgres'].includes(values.engine)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const [events, requests, hostile, perSecond, seed] = [
  values.events,
  values.requests,
  values.hostile,
  values.rate,
  values.seed,
].map(Number) as [number, number, number, number, number];

const maxCpuMs = 100;
const maxHealthRatio = 3;
const shown = 15;
const callers: readonly Caller[] = ['anonymous', 'anonymous', ...roles];

const fixture = await openFixture(values.engine as EngineName, events, {
  calendar: 'events',
  fresh: false,
  log: console.log,
});
const settings = {
  ...fixture.settings,
  ALMANAC_SECRET: 'a secret of at least 24 characters',
  ALMANAC_MCP_WRITES: 'on',
  ALMANAC_TRUST_PROXY: 'on',
  [lowCostVariable]: 'low',
  NODE_ENV: 'test',
};
const store = await openDatabase(readConfig(settings));
const people = await addUsers(store, 'cost');
await store.close();
const signed: Signed = (caller) => (caller === 'anonymous' ? {} : { authorization: basic(people[caller]) });

const requestAt = (number: number): readonly [Caller, Sent] => {
  const random = seededRandom(seed * 1_000_003 + number);
  const caller = random.pick(callers);
  return [caller, costlyRequest(random, caller, signed)];
};

type Send = (sent: Sent) => Promise<Pick<Got, 'status'>>;

async function during<Result>(more: object, work: (send: Send, pid: number) => Promise<Result>): Promise<Result> {
  const child = await startChild({ ...settings, ...more });
  const send = openClient(child.address);
  try {
    return await work((sent) => send(sent).catch(() => ({ status: 0 })), child.pid);
  } finally {
    await child.kill();
  }
}

/** Milliseconds for which the main thread has run. */
const cpuMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

/** The least of three, because garbage is collected in any of them. */
async function costOf(
  send: Send,
  pid: number,
  sent: Sent,
): Promise<{ readonly cost: number; readonly status: number }> {
  let [cost, status] = [Number.POSITIVE_INFINITY, 0];
  for (let time = 0; time < 3 && cost > maxCpuMs / 2; time++) {
    const before = cpuMs(pid);
    ({ status } = await send(sent));
    cost = Math.min(cost, cpuMs(pid) - before);
  }
  return { cost, status };
}

async function measureCosts(send: Send, pid: number): Promise<boolean> {
  const costs: { readonly cost: number; readonly line: string }[] = [];
  for (let number = 0; number < requests; number++) {
    const [caller, sent] = requestAt(number);
    const { cost, status } = await costOf(send, pid, sent);
    const { authorization: _, ...headers } = sent.headers;
    const what = [sent.url, JSON.stringify(headers), String(sent.body ?? '')]
      .map((text) => text.slice(0, 300))
      .join(' ');
    costs.push({
      cost,
      line: `${cost.toFixed(0)} ms, ${status}: request ${number} of ${caller}: ${sent.method} ${what}`,
    });
  }
  costs.sort((a, b) => b.cost - a.cost);
  for (const { line } of costs.slice(0, shown)) console.log(line);
  const slow = costs.filter(({ cost }) => cost > maxCpuMs).length;
  console.log(`${requests} requests, ${slow} above ${maxCpuMs} ms of the main thread`);
  return slow === 0;
}

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const mixedMs = 15_000;

interface Mixed {
  readonly healthMs: number;
  readonly lost: number;
  readonly sent: number;
}

/** Lists of visitors at a steady rate, until `others` has ended. */
async function visit(send: Send, others: Promise<unknown>): Promise<Mixed> {
  const random = seededRandom(seed);
  let isOver = false;
  const ending = others.finally(() => {
    isOver = true;
  });
  const [healthTimes, waiting] = [[] as number[], new Set<Promise<void>>()];
  let [lost, sent] = [0, 0];
  const health = (async () => {
    while (!isOver) {
      const start = performance.now();
      await send({ method: 'GET', url: '/healthz', headers: {} });
      healthTimes.push(performance.now() - start);
      await sleep(10);
    }
  })();
  const begun = performance.now();
  while (!isOver) {
    for (const due = ((performance.now() - begun) / 1_000) * perSecond; sent < due; sent++) {
      const query = random.pick([
        '',
        `page=${random.integer(1, 40)}`,
        `categories=${random.integer(1, 190)}`,
        'search=festival',
        'featured=true',
      ]);
      const url = `/cal/events/v1/events?${query}&start_date=2026-${random.integer(10, 12)}-${random.integer(10, 28)}`;
      const sending = send({ method: 'GET', url, headers: from(`192.0.2.${random.integer(1, 250)}`) });
      const one: Promise<void> = sending
        .then(({ status }) => status === 200 || status === 404)
        .catch(() => false)
        .then((isAnswered) => {
          waiting.delete(one);
          if (!isAnswered) lost++;
        });
      waiting.add(one);
    }
    await sleep(5);
  }
  await Promise.all([...waiting, health, ending]);
  return { healthMs: quantile(healthTimes, 0.99), lost, sent };
}

/** One client, with as many connections as a browser or two. */
async function attack(send: Send): Promise<void> {
  let number = 0;
  const work = async () => {
    while (number < hostile) {
      const [, { headers, ...sent }] = requestAt(number++);
      await send({ ...sent, headers: { ...headers, ...from('198.51.100.7') } });
    }
  };
  await Promise.all([...Array.from({ length: 12 }, work), sleep(mixedMs)]);
}

async function measureMixed(send: Send, pid: number): Promise<boolean> {
  const calm = await visit(send, sleep(mixedMs));
  const mixed = await visit(send, attack(send));
  const ratio = mixed.healthMs / calm.healthMs;
  const memory = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  console.log(
    `mixed load: /healthz p99 ${calm.healthMs.toFixed(1)} ms, beside ${hostile} hostile requests ${mixed.healthMs.toFixed(1)} ms (ratio ${ratio.toFixed(1)})`,
  );
  console.log(
    `lost responses of others: ${calm.lost} of ${calm.sent}, ${mixed.lost} of ${mixed.sent}; ${Math.round(Number(memory) / 1_024)} MB at the end`,
  );
  return ratio <= maxHealthRatio && mixed.lost === 0;
}

try {
  // Without the response cache, so that a request costs the same again.
  const isCheap = requests === 0 || (await during({ ALMANAC_CACHE: 'off' }, measureCosts));
  const isCalm = hostile === 0 || (await during({}, measureMixed));
  process.exitCode = isCheap && isCalm ? 0 : 1;
} finally {
  await fixture.stop();
}
