// Query plans of both engines: the index they use, the rows they read, and full scans.
import { now as currentTime } from '../../src/app.js';
import { table } from '../../src/cli/table.js';
import type { Engine, Statement } from '../../src/storage/engine.js';
import { median } from '../measure/numbers.js';
import { explainOnEmbedded } from '../plans/embedded.js';
import { explainOnPostgres } from '../plans/postgres.js';
import { statementsOf } from '../plans/queries.js';
import { type Bench, largestSize, type Scenario } from './scenario.js';

/** Every filter matches about 2,000 events: a plan that reads this many rows walks through an index. */
const manyRows = 10_000;
const explain = { embedded: explainOnEmbedded, postgres: explainOnPostgres };
const heading = ['query', 'index of events', 'full scan', 'rows read', 'ms'];

async function milliseconds({ readConnection }: Engine, statement: Statement, repeats: number): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < repeats; run++) {
    const startedAt = performance.now();
    await readConnection.all(statement);
    taken.push(performance.now() - startedAt);
  }
  return median(taken);
}

async function tableOf(engine: Engine, { log, quick }: Bench): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for (const { name, statement } of await statementsOf(engine, currentTime())) {
    const plan = await explain[engine.name](engine, statement);
    const ms = await milliseconds(engine, statement, quick ? 1 : 5);
    if (!quick || plan.scans) log(`\n## ${name} (${engine.name})\n${plan.lines.join('\n')}`);
    rows.push([name, plan.indexes.join(', ') || 'none', plan.scans ? 'YES' : 'no', plan.rows, ms.toFixed(1)]);
  }
  return rows;
}

export const plans: Scenario = {
  name: 'plans',
  about: 'Plans of every filter alone and in the usual pairs, at the largest size',
  run: async (bench) => {
    for (const name of bench.engines) {
      const fixture = await bench.fixture(name, largestSize(bench));
      const engine = fixture.open();
      try {
        const rows = await tableOf(engine, bench);
        const scanning = rows.filter((row) => row[2] === 'YES');
        bench.remark(`Plans, ${name}, ${fixture.events} events\n\n${table([heading, ...rows])}`);
        bench.row({
          label: `plans: full scans among ${rows.length} statements`,
          fixture,
          unit: 'statements',
          value: scanning.length,
          goal: { max: 0 },
          note: scanning.map(([query]) => query).join('; '),
        });
        const walking = rows.filter(([query = '', , , read]) => !query.startsWith('wide') && Number(read) > manyRows);
        bench.row({
          label: 'plans: narrow queries that read many rows',
          fixture,
          unit: 'statements',
          value: walking.length,
          goal: { max: 0 },
          note: walking.map(([query, index, , read]) => `${query} (${index}: ${read} rows)`).join('; '),
        });
      } finally {
        await engine.close();
      }
    }
  },
};
