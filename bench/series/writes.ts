// Changes of a whole series against the same change of one event, with the steps of a request: parse, look up, lock, write,
// read again. Commits are durable.
import type { Context, WriteContext } from '../../src/core/context.js';
import type { Given } from '../../src/core/field.js';
import type { Row, Store } from '../../src/core/store.js';
import { plusSeconds } from '../../src/core/time/clock.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { registry } from '../../src/models/registry.js';
import { readLocked } from '../../src/operations/lock.js';
import { find } from '../../src/operations/read.js';
import { writesOf } from '../../src/operations/write.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { editor } from '../filters.js';
import { draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { cpuOfAll } from '../measure/process.js';
import { alternate, ratioOf, type Side, type Sides } from '../measure/rounds.js';
import type { Bench, Goal } from '../scenarios/scenario.js';
import type { Fixture } from '../store/fixtures.js';
import { reportHorizon } from './horizon.js';

const { fields, model } = eventShape;
/** Five years. */
const dates = 1_826;
const daily = { recurrence: `FREQ=DAILY;COUNT=${dates}` };

export interface Writing {
  readonly store: Store;
  readonly context: Context;
  readonly create: (extra?: Given) => Promise<number>;
  readonly change: (id: number, input: Given) => Promise<Row>;
}

export function writingOn(store: Store): Writing {
  const context = contextFor(store, editor);
  const random = seededRandom(11);
  // A start that is different for each run, so that slugs do not collide with those of earlier runs.
  let made = Date.now() % 1_000_000_000;
  const within = <Result>(work: (writing: WriteContext) => Promise<Result>): Promise<Result> =>
    store.transact((writer) => work({ ...context, store: writer }));
  return {
    store,
    context,
    create: (extra = {}) => {
      const input = { ...draftOf(random, context.call, ++made).input, ...extra };
      return within(async (writing) => {
        const given = await lookUpForModel(fields, parse(fields, input, context.call, true), writing);
        const { id } = await writesOf(model).create(writing, model, given);
        await find(writing, eventShape, { id }, 'read');
        return id;
      });
    },
    change: (id, input) =>
      within(async (writing) => {
        const given = await lookUpForModel(fields, parse(fields, input, context.call, false), writing);
        const stored = await readLocked(writing.store, model, id, () => find(writing, eventShape, { id }, 'update'));
        await writesOf(model).update(writing, model, stored, given);
        return find(writing, eventShape, { id }, 'read');
      }),
  };
}

/** Wall and CPU time of one repetition in microseconds; the work is prepared before the measurement. */
export const timing =
  <Input>(
    count: number,
    server: number | undefined,
    prepare: () => Promise<Input>,
    work: (input: Input) => Promise<unknown>,
  ): Side =>
  async () => {
    const inputs: Input[] = [];
    for (let at = 0; at < count; at++) inputs.push(await prepare());
    const used = () => {
      const { user, system } = process.cpuUsage();
      return user + system + (server ? cpuOfAll(server) * 1e6 : 0);
    };
    const before = used();
    const startedAt = performance.now();
    for (const input of inputs) await work(input);
    const wall = ((performance.now() - startedAt) * 1_000) / count;
    return { wall, cpu: (used() - before) / count };
  };

const nothing = async (): Promise<void> => undefined;

export async function compareWrites(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const { server } = fixture;
  const writing = writingOn(openStore(engine, registry));
  const { context, create, change } = writing;
  const [few, many] = bench.quick ? [1, 5] : [3, 60];
  const report = (label: string, sides: Sides, goal?: Goal, note = `${dates} dates`) => {
    bench.row({ label, fixture, unit: 'µs each', ratio: ratioOf(sides, 'wall'), ...(goal && { goal }), note });
    bench.row({ label, fixture, unit: 'µs CPU each', ratio: ratioOf(sides, 'cpu'), note });
  };
  const compare = async (ours: Side, baseline: Side): Promise<Sides> => {
    for (let warming = 0; warming < 2; warming++) for (const side of [ours, baseline]) await side(0);
    return alternate(bench.rounds, ours, baseline);
  };
  try {
    const created = await compare(
      timing(few, server, nothing, () => create(daily)),
      timing(many, server, nothing, () => create()),
    );
    report('create a daily series of five years', created, { max: fixture.engine === 'postgres' ? 40 : 60 });

    const [series, single] = [await create(daily), await create()];
    let titles = 0;
    const retitle = (id: number) => () => change(id, { title: `Another title ${++titles}` });
    report(
      'change its title',
      await compare(timing(many, server, nothing, retitle(series)), timing(many, server, nothing, retitle(single))),
      { max: 2 },
    );

    const moving = async (id: number): Promise<Side> => {
      const { start_date, end_date } = await find(context, eventShape, { id }, 'read');
      let moves = 0;
      return timing(1, server, nothing, () => {
        const seconds = ++moves % 2 ? 3_600 : 0;
        const [start, end] = [start_date, end_date].map((date) => plusSeconds(String(date), seconds));
        return change(id, { start_date: start, end_date: end });
      });
    };
    report('move all its dates by an hour', await compare(await moving(series), await moving(single)));

    await reportHorizon(bench, fixture, writing);
  } finally {
    await engine.close();
  }
}
