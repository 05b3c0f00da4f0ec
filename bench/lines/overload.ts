// Ten times what the service can do: what becomes of the requests, whether it still tells that it is alive, and how long
// it takes to come round afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { now as present } from '../../src/app.js';
import { type Order, type Result, requestOf } from '../client/order.js';
import { learn } from '../filters.js';
import { connections } from '../measure/load.js';
import { percent, short } from '../measure/numbers.js';
import { startClients } from '../parties/clients.js';
import { mount, startService } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { type Bench, type Line, usualSize } from './line.js';

const crowd = 1_000;
/** Shorter than this it is over before the connections are used up. */
const leastSeconds = 3;
const patience = 30_000;

async function push(bench: Bench, ground: Ground): Promise<void> {
  const engine = ground.open();
  const { ids } = await learn(engine, present());
  await engine.close();
  const service = await startService(ground, { cache: false, watched: true });
  const visitor = startClients();
  const seconds = bench.quick ? bench.seconds : Math.max(bench.seconds, leastSeconds);
  const one = (name: string, paths: readonly string[]) => [
    { name, share: 1, requests: paths.map((path) => requestOf(path)) },
  ];
  const records = one(
    'records',
    ids.slice(0, 500).map((id) => `${mount}/events/${id}`),
  );
  const order = (more: Pick<Order, 'connections' | 'seconds'> & Partial<Order>): Order => ({
    port: service.port,
    seed: 1,
    groups: records,
    ...more,
  });
  try {
    await bench.clients.play(order({ connections, seconds: 1 }));
    const usual = await bench.clients.play(order({ connections, seconds: bench.seconds }));
    const able = usual.requests / usual.seconds;
    const alone = await bench.clients.play(order({ connections: 1, seconds: 1 }));
    service.stalls.begin();
    const health = order({ connections: 20, seconds, groups: one('health', ['/healthz']), rate: 20 });
    const [crowded, alive] = await Promise.all([
      bench.clients.play(order({ connections: crowd, seconds, rate: able * 10 })),
      visitor.play(health),
    ]);
    const recovery = await untilUsual(bench, order({ connections: 1, seconds: 0.1 }), alone.times.p50);
    const stalls = await service.stalls.tell();
    tell(bench, ground, crowded, able);
    const row = { ground, unit: 'ms' };
    bench.row({
      ...row,
      what: 'overload: /healthz meanwhile, p99',
      value: alive.times.p99,
      note: `p50 ${short(alive.times.p50)} ms; event loop held up at most ${short(stalls.most)} ms`,
    });
    bench.row({
      ...row,
      what: 'overload: until usual again',
      value: recovery,
      note: 'a read in at most twice its usual time',
    });
  } finally {
    await visitor.stop();
    await service.stop();
  }
}

async function untilUsual({ clients }: Bench, order: Order, usual: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < patience) {
    const { groups, times } = await clients.play(order);
    if (groups[0]?.answers[200] && times.p50 <= usual * 2) break;
    await sleep(20);
  }
  return performance.now() - begun;
}

function tell(bench: Bench, ground: Ground, { groups, requests, unsent, times, seconds }: Result, able: number): void {
  const { answers = {}, retryAfter = 0 } = groups[0] ?? {};
  const whole = requests + unsent;
  const shares = Object.entries(answers).map(
    ([http, count]) => `${http === '0' ? 'broken' : http} ${percent(count / whole)}`,
  );
  const refused = answers[503] ?? 0;
  const told = refused ? `; Retry-After on ${percent(retryAfter / refused)} of the refusals` : '';
  bench.row({
    what: 'overload: answered as usual',
    ground,
    unit: 'requests/s',
    value: (answers[200] ?? 0) / seconds,
    note: `able to ${short(able)}, offered ${short(able * 10)}: ${shares.join(', ')}, never sent ${percent(unsent / whole)}${told}; p99 ${short(times.p99)} ms`,
  });
}

export const overload: Line = {
  name: 'overload',
  about: 'Ten times the requests that it can answer, from a thousand connections',
  run: async (bench) => {
    for (const engine of bench.engines) await push(bench, await bench.ground(engine, usualSize(bench)));
  },
};
