// How both engines find what is asked for: the index they take, how many rows they look at, and whether they walk
// through everything there is.
import { now as present } from '../../src/app.js';
import { table } from '../../src/cli/table.js';
import type { Engine, Statement } from '../../src/storage/engine.js';
import { median } from '../measure/numbers.js';
import { explainOnEmbedded } from '../plans/embedded.js';
import { explainOnPostgres } from '../plans/postgres.js';
import { statementsOf } from '../plans/queries.js';
import { type Bench, type Line, largestSize } from './line.js';

/** Every filter matches a thousand events or two: whoever reads so many walks through an index. */
const much = 10_000;
const explain = { embedded: explainOnEmbedded, postgres: explainOnPostgres };
const heading = ['query', 'index of events', 'full scan', 'rows read', 'ms'];

async function milliseconds({ readConnection }: Engine, statement: Statement, repeats: number): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < repeats; run++) {
    const begun = performance.now();
    await readConnection.all(statement);
    taken.push(performance.now() - begun);
  }
  return median(taken);
}

async function tableOf(engine: Engine, { say, quick }: Bench): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for (const { name, statement } of await statementsOf(engine, present())) {
    const plan = await explain[engine.name](engine, statement);
    const ms = await milliseconds(engine, statement, quick ? 1 : 5);
    if (!quick || plan.scans) say(`\n## ${name} (${engine.name})\n${plan.lines.join('\n')}`);
    rows.push([name, plan.indexes.join(', ') || 'none', plan.scans ? 'YES' : 'no', plan.rows, ms.toFixed(1)]);
  }
  return rows;
}

export const plans: Line = {
  name: 'plans',
  about: 'Plans of every filter alone and in the usual pairs, at the largest size',
  run: async (bench) => {
    for (const name of bench.engines) {
      const ground = await bench.ground(name, largestSize(bench));
      const engine = ground.open();
      try {
        const rows = await tableOf(engine, bench);
        const scanning = rows.filter((row) => row[2] === 'YES');
        bench.remark(`Plans, ${name}, ${ground.events} events\n\n${table([heading, ...rows])}`);
        bench.row({
          what: `plans: full scans among ${rows.length} statements`,
          ground,
          unit: 'statements',
          value: scanning.length,
          goal: { most: 0 },
          note: scanning.map(([query]) => query).join('; '),
        });
        const walking = rows.filter(([query = '', , , read]) => !query.startsWith('wide') && Number(read) > much);
        bench.row({
          what: 'plans: narrow questions that read much',
          ground,
          unit: 'statements',
          value: walking.length,
          goal: { most: 0 },
          note: walking.map(([query, index, , read]) => `${query} (${index}: ${read} rows)`).join('; '),
        });
      } finally {
        await engine.close();
      }
    }
  },
};
