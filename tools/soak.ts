// An hour of mixed traffic at a modest rate: memory, open files, connections, temporary files, the log of the database and response
// times may not rise after the first ten minutes, resident memory not in the second half, and no response may be an error that was not
// asked for. With --roll two nodes behind nginx are upgraded from an older schema and restarted under the same traffic. Needs a built
// dist/.
import { parseArgs } from 'node:util';
import type { EngineName } from '../bench/store/fixtures.js';
import { recordRun } from './proof.js';

const usage = `Usage: npm run soak -- [--engine embedded] [--minutes 60] [--seed 1] [--record]
       npm run soak -- --roll [--seed 1] [--record]

Prints a table of what was measured, and exits with 1 if a quantity rises or a request failed. A quantity rises if a line through
the medians of its minutes (Theil–Sen), without the first sixth of the run, ends above its begin by more than
5 % for memory and the log, 20 % for times, nothing for files and connections, and the noise: three times the median distance of the
points from the line. Resident memory is judged in the second half: the allocator keeps the most that was in use at one moment.
Native memory in use is measured where there is a C compiler.

  --engine   embedded or postgres
  --minutes  length of the run
  --seed     decides what is sent
  --roll     upgrades and restarts of two nodes on PostgreSQL; needs nginx and git
  --record   keeps the result for docs/proof.md`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    roll: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (
  values.help ||
  !['embedded', 'postgres'].includes(values.engine) ||
  !(minutes >= 5) ||
  !(Number.isInteger(seed) && seed > 0)
) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

// Child processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

async function run() {
  if (values.roll) {
    const { roll } = await import('./soak/roll.js');
    return { name: 'soak-roll', command: `npm run soak -- --roll --seed ${seed}`, ...(await roll(seed)) };
  }
  const { runFor } = await import('./soak/run.js');
  const engine = values.engine as EngineName;
  const command = `npm run soak -- --engine ${engine} --minutes ${minutes} --seed ${seed}`;
  return { name: `soak-${engine}`, command, ...(await runFor(engine, minutes, seed)) };
}

const { name, ...result } = await run();
if (values.record) recordRun(name, result);
process.exit(result.faults > 0 ? 1 : 0);
