// Finished answers: a list of ten and its 304, against a bare server that sends the same bytes.

import type { RawAnswer } from '../baselines/raw-server.js';
import { requestOf } from '../client/order.js';
import { loading, warmed } from '../measure/load.js';
import { alternate, ratioOf } from '../measure/rounds.js';
import { startChild } from '../parties/child.js';
import { mount, startService } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Goal, type Line, usualSize } from './line.js';

/** Set by the server itself, whoever it is. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

async function answerOf(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
  return { http: answer.status, headers: Object.fromEntries(kept), body: body.toString('base64') };
}

async function compare(bench: Bench, ground: Ground, what: string, unchanged: boolean, cpuGoal?: Goal): Promise<void> {
  const service = await startService(ground, { cache: true });
  const raw = startChild(new URL('../baselines/raw-server.ts', import.meta.url));
  try {
    const url = `${service.url}${mount}/events`;
    const first = await answerOf(url, {});
    const tag = first.headers.etag ?? '';
    const headers: Record<string, string> = unchanged ? { 'If-None-Match': tag } : {};
    const same = unchanged ? await answerOf(url, headers) : first;
    const port = await raw.ask<number>(same);
    const groups = [{ name: what, share: 1, requests: [requestOf(`${mount}/events`, { headers })] }];
    const http = unchanged ? 304 : 200;
    const ours = await warmed(loading(bench, { port: service.port, pid: service.pid, groups, http }));
    const bare = await warmed(loading(bench, { port, pid: raw.pid, groups, http }));
    const sides = await alternate(bench.rounds, ours, bare);
    const bytes = Buffer.from(same.body, 'base64').length;
    const row = { what, ground, note: `${bytes} bytes against node:http` };
    bench.row({ ...row, unit: 'requests/s', ratio: ratioOf(sides, 'rate'), goal: { least: 0.85 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu'), ...(cpuGoal && { goal: cpuGoal }) });
  } finally {
    await service.stop();
    await raw.stop();
  }
}

export const cached: Line = {
  name: 'cached',
  about: 'A kept list of 10 and its 304, against a bare node:http server that sends the same bytes and headers',
  run: async (bench) => {
    for (const engine of bench.engines) {
      const ground = await bench.ground(engine, usualSize(bench));
      await compare(bench, ground, 'kept list of 10', false, { most: 1.25 });
      await compare(bench, ground, '304', true);
    }
  },
};
