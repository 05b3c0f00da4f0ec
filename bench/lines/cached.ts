// Cached responses: a list of ten and its 304, against a bare server that sends the same bytes.

import type { RawAnswer } from '../baselines/raw-server.js';
import { requestOf } from '../client/order.js';
import { loading, warmed } from '../measure/load.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../parties/child.js';
import { mount, startService } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Line, usualSize } from './line.js';

/** Set by the server itself, whoever it is. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

async function answerOf(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
  return { http: answer.status, headers: Object.fromEntries(kept), body: body.toString('base64') };
}

interface Case {
  readonly what: string;
  readonly unchanged?: true;
  /** Each request has header values of its own. */
  readonly varied?: true;
}

/** Requests that differ are what a service behind a proxy sees, so that the goals count for these. */
const cases: readonly Case[] = [
  { what: 'list of 10, same bytes' },
  { what: 'list of 10, every request different', varied: true },
  { what: '304, same bytes', unchanged: true },
  { what: '304, every request different', unchanged: true, varied: true },
];

const leastRate = { embedded: 0.85, postgres: 0.7 };

async function compare(bench: Bench, ground: Ground, { what, unchanged, varied }: Case): Promise<void> {
  const service = await startService(ground, { cache: true });
  const raw = startChild(new URL('../baselines/raw-server.ts', import.meta.url));
  try {
    const url = `${service.url}${mount}/events`;
    const first = await answerOf(url, {});
    const headers: Record<string, string> = unchanged ? { 'If-None-Match': first.headers.etag ?? '' } : {};
    // The second response comes from the cache, and says so.
    const same = await answerOf(url, headers);
    const port = await raw.ask<number>(same);
    const request = requestOf(`${mount}/events`, { headers });
    const groups = [{ name: what, share: 1, requests: [request], ...(varied && { varied }) }];
    const http = unchanged ? 304 : 200;
    const ours = await warmed(loading(bench, { port: service.port, pid: service.pid, groups, http }));
    const bare = await warmed(loading(bench, { port, pid: raw.pid, groups, http }));
    const sides = await alternate(bench.rounds, ours, bare);
    const bytes = Buffer.from(same.body, 'base64').length;
    const row = { what, ground, note: `${bytes} bytes against node:http` };
    const rateGoal = varied && { goal: { least: leastRate[ground.engine] } };
    const cpuGoal = varied && !unchanged && ground.engine === 'embedded' && { goal: { most: 1.25 } };
    bench.row({ ...row, unit: 'requests/s', ratio: ratioOf(sides, 'rate'), ...rateGoal });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu'), ...cpuGoal });
  } finally {
    await service.stop();
    await raw.stop();
  }
}

export const cached: Line = {
  name: 'cached',
  about:
    'A cached list of 10 and its 304, against a bare node:http server that sends the same bytes and headers: to one ' +
    'request over and over, and to requests with their own X-Forwarded-For, X-Request-Id and traceparent',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const ground = await bench.ground(engine, usualSize(bench));
      for (const one of cases) await compare(bench, ground, one);
    }
  },
};
