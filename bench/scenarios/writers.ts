// Sixteen writers at one moment against the same writers with one commit per change, also on a disk whose syncs take longer; and what
// positions cost: a new title of a series with 1,826 dates against one of a single event, and creates against those without the
// statements of positions.
import type { Connection, Engine } from '../../src/storage/engine.js';
import { atOnce, changing, creating, draft, editingOn } from '../measure/editing.js';
import { alternate, ratioOf, type Side, type Sides } from '../measure/rounds.js';
import { startChild } from '../processes/child.js';
import { onSlowDisk } from '../processes/slow-disk.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const dates = 1_826;
/** Additional milliseconds of a sync: that of the machine, and of slower disks. */
const syncs = [0, 5, 20];

async function sharedCommits(bench: Bench, fixture: Fixture): Promise<void> {
  const count = bench.quick ? 32 : 320;
  for (const ms of syncs) {
    const environment = ms > 0 ? onSlowDisk(ms) : {};
    if (!environment) return bench.remark('syncs of slower disks were left out: they need Linux and a C compiler');
    const child = startChild(new URL('../processes/writers.ts', import.meta.url), {
      ...fixture.settings,
      ...environment,
    });
    try {
      const found = await child.request<Sides>({ rounds: bench.rounds, count });
      const disk = ms > 0 ? `, a sync takes ${ms} ms more` : '';
      const row = { label: `${atOnce} writers, one commit for each group${disk}`, fixture };
      const goal = ms === 0 && { goal: { min: 2.5 } };
      bench.row({ ...row, unit: 'durable creates/s', ratio: ratioOf(found, 'perSecond'), ...goal });
      bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(found, 'cpu') });
    } finally {
      await child.stop();
    }
  }
}

/** The engine without the statements that write positions. */
const withoutPositions = (engine: Engine): Engine => ({
  ...engine,
  transact: (work, options) =>
    engine.transact((connection) => {
      const run: Connection['run'] = async (statement) =>
        statement.sql.startsWith('insert into positions') ? 0 : connection.run(statement);
      return work({ ...connection, run });
    }, options),
});

async function positions(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  try {
    const editing = editingOn(engine);
    const rule = { recurrence: `FREQ=DAILY;COUNT=${dates}` };
    const series = await editing.create({ ...draft(editing), ...rule });
    const single = await editing.create(draft(editing));
    const count = bench.quick ? 5 : 50;
    const renaming = (id: number): Side =>
      changing(count, 1, () => {
        const { title } = draft(editing);
        return () => editing.update(id, { title });
      });
    const [all, one] = [renaming(series), renaming(single)];
    for (const side of [all, one]) await side(0);
    const titles = await alternate(bench.rounds, all, one);
    const title = { label: `new title of ${dates} dates ÷ of one event`, fixture };
    bench.row({ ...title, unit: 'µs each', ratio: ratioOf(titles, 'wall'), goal: { max: 2 } });
    bench.row({ ...title, unit: 'µs CPU each', ratio: ratioOf(titles, 'cpu') });

    const without = editingOn(withoutPositions(engine));
    const creates = bench.quick ? 10 : 100;
    const [ours, baseline] = [creating(editing, creates, 1), creating(without, creates, 1)];
    for (const side of [ours, baseline]) await side(0);
    const found = await alternate(bench.rounds, ours, baseline);
    const row = { label: 'creates with positions ÷ without', fixture };
    bench.row({ ...row, unit: 'creates/s', ratio: ratioOf(found, 'perSecond'), goal: { min: 0.95 } });
    bench.row({ ...row, unit: 'µs CPU each', ratio: ratioOf(found, 'cpu') });
  } finally {
    await engine.close();
  }
}

export const writers: Scenario = {
  name: 'writers',
  about: 'Commits that concurrent changes share, and what positions of changes cost',
  run: async (bench) => {
    for (const name of bench.engines) {
      const fixture = await bench.fixture(name, smallestSize(bench));
      if (name === 'embedded') await sharedCommits(bench, fixture);
      await positions(bench, fixture);
    }
  },
};
