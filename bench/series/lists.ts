// Lists and totals over dates of series, against single events with the same dates and texts.
import { now as currentTime } from '../../src/app.js';
import type { Context } from '../../src/core/context.js';
import type { Given } from '../../src/core/field.js';
import { registry } from '../../src/models/registry.js';
import type { Engine } from '../../src/storage/engine.js';
import { openStore } from '../../src/storage/store.js';
import { contextFor, countInProcess, listInProcess } from '../measure/in-process.js';
import { warmed } from '../measure/load.js';
import { repeating } from '../measure/repeat.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import type { Bench } from '../scenarios/scenario.js';
import type { EngineName } from '../store/fixtures.js';
import { type ListCase, listCases } from './cases.js';

interface Opened {
  readonly server: number | undefined;
  readonly engine: Engine;
}

type Run = (context: Context, input: Given) => Promise<unknown>;

function sideOf({ server, engine }: Opened, { inputs, actor }: ListCase, milliseconds: number, run: Run): Side {
  const context = contextFor(openStore(engine, registry), actor);
  return repeating(milliseconds, (turn) => run(context, inputs[turn % inputs.length] ?? {}), server);
}

/** The two calendars must contain the same; otherwise the comparison is worth nothing. */
async function sameTotals(opened: readonly Opened[], { label, inputs, actor }: ListCase): Promise<string> {
  let matches = 0;
  for (const input of inputs) {
    const [one, other] = await Promise.all(
      opened.map(({ engine }) => countInProcess(contextFor(openStore(engine, registry), actor), input)),
    );
    if (one !== other) throw new Error(`${label}: ${one} dates of series, ${other} single events`);
    matches += one ?? 0;
  }
  return `${Math.round(matches / inputs.length)} matches on average`;
}

async function compareCase(bench: Bench, opened: readonly [Opened, Opened], one: ListCase, run: Run) {
  const time = bench.quick ? 30 : bench.seconds * 200;
  const [ours, baseline] = opened.map((each) => sideOf(each, one, time, run)) as [Side, Side];
  return ratioOf(await alternate(bench.rounds, await warmed(ours, 1), await warmed(baseline, 1)), 'cpu');
}

export async function compareLists(bench: Bench, name: EngineName, events: number): Promise<void> {
  const fixtures = [await bench.fixture(name, events, 'series'), await bench.fixture(name, events, 'copies')] as const;
  const opened = fixtures.map(({ server, open }) => ({ server, engine: open() })) as [Opened, Opened];
  const [fixture] = fixtures;
  const unit = 'µs CPU each';
  try {
    const context = contextFor(openStore(opened[1].engine, registry));
    const total = await countInProcess(context, { start_date: '1990-01-01', end_date: '2100-01-01' });
    for (const one of await listCases(opened[1].engine, currentTime(), total)) {
      const note = await sameTotals(opened, one);
      const goal = one.max === undefined ? {} : { goal: { max: one.max } };
      bench.row({
        label: one.label,
        fixture,
        unit,
        ratio: await compareCase(bench, opened, one, listInProcess),
        ...goal,
        note,
      });
      if (one.label !== 'list, first page') continue;
      const counted = await compareCase(bench, opened, one, countInProcess);
      bench.row({ label: 'count', fixture, unit, ratio: counted, ...goal, note });
    }
  } finally {
    for (const { engine } of opened) await engine.close();
  }
}
