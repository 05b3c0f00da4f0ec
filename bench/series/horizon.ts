// The job that extends endless series, for one series that lacks 500 dates: the most that one transaction adds.

import { is } from '../../src/core/condition.js';
import { plusSeconds } from '../../src/core/time/clock.js';
import { recurrenceJob } from '../../src/jobs/recurrence.js';
import { event } from '../../src/models/event/event.js';
import { quantile } from '../measure/numbers.js';
import type { Bench } from '../scenarios/scenario.js';
import type { Fixture } from '../store/fixtures.js';
import { timing, type Writing } from './writes.js';

const missing = 500;
const daySeconds = 86_400;

export async function reportHorizon(
  bench: Bench,
  fixture: Fixture,
  { store, context, create }: Writing,
): Promise<void> {
  const { call } = context;
  const later = { ...call, now: plusSeconds(call.now, missing * daySeconds) };
  const input = {
    recurrence: 'FREQ=DAILY',
    start_date: call.now,
    end_date: plusSeconds(call.now, 3_600),
    timezone: 'UTC',
  };
  const count = (id: number): Promise<number> => store.count({ table: event, where: is('series', id) });
  let added = 0;
  const extend = timing(
    1,
    fixture.server,
    async () => {
      const id = await create(input);
      return { id, before: await count(id) };
    },
    async ({ id, before }) => {
      await recurrenceJob.run({ ...context, store, call: () => later, signal: new AbortController().signal });
      added = (await count(id)) - before;
    },
  );
  const samples = [];
  await extend(0);
  for (let round = 1; round <= bench.rounds; round++) samples.push(await extend(round));
  for (const [unit, name] of [
    ['µs each', 'wall'],
    ['µs CPU each', 'cpu'],
  ] as const) {
    const value = quantile(
      samples.map((sample) => sample[name] ?? Number.NaN),
      0.5,
    );
    bench.row({
      label: 'extend an endless series',
      fixture,
      unit,
      value,
      note: `${added} dates, with a pause of 8 ms`,
    });
  }
}
