// Creates events over HTTP: a batch of 500, against 500 requests one after the other on one connection. Commits are durable.

import { now as currentTime } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const count = 500;

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const store = openStore(engine, registry);
  const password = await addApplicationPassword(store, 'editor', 'batch', currentTime());
  const { call } = contextFor(store);
  await engine.close();
  const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const random = seededRandom(23);
  // A start that is different for each run, so that slugs do not collide with those of earlier runs.
  let made = Date.now() % 1_000_000_000;
  const service = await startService(fixture, { cache: true });
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${service.url}${mount}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${response.status} ${text.slice(0, 200)}`);
  };
  const timed =
    (create: (inputs: readonly unknown[]) => Promise<void>): Side =>
    async () => {
      const inputs = Array.from({ length: count }, () => draftOf(random, call, ++made).input);
      const startedAt = performance.now();
      await create(inputs);
      return { rate: (count * 1_000) / (performance.now() - startedAt) };
    };
  const ours = timed((inputs) =>
    send('/batch', { operations: inputs.map((body) => ({ method: 'POST', path: '/events', body })) }),
  );
  const baseline = timed(async (inputs) => {
    for (const body of inputs) await send('/events', body);
  });
  try {
    for (const side of [ours, baseline]) await side(0);
    const sides = await alternate(bench.quick ? 2 : Math.max(bench.rounds, 3), ours, baseline);
    const note = `against ${count} single requests`;
    bench.row({
      label: `batch of ${count} creates`,
      fixture,
      unit: 'events/s',
      ratio: ratioOf(sides, 'rate'),
      goal: { min: 5 },
      note,
    });
  } finally {
    await service.stop();
  }
}

export const batch: Scenario = {
  name: 'batch',
  about: 'A batch of 500 new events with links over HTTP, against 500 single requests',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
