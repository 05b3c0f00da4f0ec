// Cached responses: a list of ten and its 304, against a bare server that sends the same bytes.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RawResponse } from '../baselines/raw-server.js';
import { requestOf } from '../client/load-job.js';
import { loading, warmed } from '../measure/load.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../processes/child.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, defaultSize, type Scenario } from './scenario.js';

/** Headers that node:http sets itself. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

async function fetchResponse(url: string, headers: Record<string, string>): Promise<RawResponse> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } });
  const body = Buffer.from(await response.arrayBuffer());
  const copied = [...response.headers].filter(([name]) => !ownHeaders.has(name));
  return { statusCode: response.status, headers: Object.fromEntries(copied), body: body.toString('base64') };
}

/** A service with a replica reads from the primary until the replica was chosen. */
const replicaChosenMs = 2_000;

interface Case {
  readonly label: string;
  readonly replica?: true;
  readonly unchanged?: true;
  /** Each request has different header values. */
  readonly varied?: true;
}

/** Requests behind a proxy all differ, so the goals are for these. */
const cases: readonly Case[] = [
  { label: 'list of 10, same bytes' },
  { label: 'list of 10, every request different', varied: true },
  { label: '304, same bytes', unchanged: true },
  { label: '304, every request different', unchanged: true, varied: true },
];

const caseWithReplica: Case = {
  label: 'list of 10, one replica, every request different',
  varied: true,
  replica: true,
};

const minRate = { embedded: 0.85, postgres: 0.7 };

async function compare(bench: Bench, fixture: Fixture, { label, unchanged, varied, replica }: Case): Promise<void> {
  const service = await startService(fixture, { cache: true });
  if (replica) await sleep(replicaChosenMs);
  const raw = startChild(new URL('../baselines/raw-server.ts', import.meta.url));
  try {
    const url = `${service.url}${mount}/events`;
    const first = await fetchResponse(url, {});
    const headers: Record<string, string> = unchanged ? { 'If-None-Match': first.headers.etag ?? '' } : {};
    // The second response comes from the cache; its headers differ from those of the first.
    const same = await fetchResponse(url, headers);
    if (!unchanged && same.headers['x-cache'] !== 'hit') throw new Error('the list was not cached');
    const port = await raw.request<number>(same);
    const request = requestOf(`${mount}/events`, { headers });
    const groups = [{ name: label, share: 1, requests: [request], ...(varied && { varied }) }];
    const statusCode = unchanged ? 304 : 200;
    const ours = await warmed(loading(bench, { port: service.port, pid: service.pid, groups, statusCode }));
    const bare = await warmed(loading(bench, { port, pid: raw.pid, groups, statusCode }));
    const sides = await alternate(bench.rounds, ours, bare);
    const bytes = Buffer.from(same.body, 'base64').length;
    const row = { label, fixture, note: `${bytes} bytes against node:http` };
    const rateGoal = varied && { goal: { min: minRate[fixture.engine] } };
    const cpuGoal = varied && !unchanged && fixture.engine === 'embedded' && { goal: { max: 1.25 } };
    bench.row({ ...row, unit: 'requests/s', ratio: ratioOf(sides, 'rate'), ...rateGoal });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu'), ...cpuGoal });
  } finally {
    await service.stop();
    await raw.stop();
  }
}

export const cached: Scenario = {
  name: 'cached',
  about:
    'A cached list of 10 and its 304, against a bare node:http server that sends the same bytes and headers: to one ' +
    'request over and over, and to requests with their own X-Forwarded-For, X-Request-Id and traceparent',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const fixture = await bench.fixture(engine, defaultSize(bench));
      for (const one of cases) await compare(bench, fixture, one);
      const replicated = await fixture.withReplicas?.(1);
      if (!replicated) continue;
      try {
        await compare(bench, replicated, caseWithReplica);
      } finally {
        await replicated.stop();
      }
    }
  },
};
