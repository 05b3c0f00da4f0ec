// Reads feeds with programs that others wrote: `npm run feeds:check`. Fails on every difference, and names the programs that
// are not installed. Options: --texts (number of hostile texts), --seed, --only (start of the names of checks), --keep (the
// files).
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { cleanUp } from '../tests/harness/program.js';
import { type Check, report } from './feeds/check.js';
import { writeCorpus } from './feeds/corpus.js';
import { startDemo } from './feeds/demo.js';
import { demoChecks } from './feeds/demo-checks.js';
import { textChecks } from './feeds/text-checks.js';
import { zoneChecks } from './feeds/zone-checks.js';

const { values } = parseArgs({
  options: { texts: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, keep: { type: 'boolean' } },
});
const texts = Number(values.texts ?? 10_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = join(tmpdir(), `almanac-feeds-${process.pid}`);
mkdirSync(folder);
const began = performance.now();

/** The groups of checks, by the first word of their names. */
const groups: Readonly<Record<string, () => AsyncIterable<Check> | Iterable<Check>>> = {
  texts: () => textChecks(folder, writeCorpus(folder, texts, seed)),
  zones: () => zoneChecks(folder),
  demo: async function* () {
    const demo = await startDemo(folder);
    yield* demoChecks(folder, demo);
    await demo.stop();
  },
};

console.log(`${texts} hostile texts with seed ${seed}`);
let isEqual = true;
const only = values.only ?? '';
try {
  for (const [group, checks] of Object.entries(groups)) {
    if (!only.startsWith(group) && !group.startsWith(only)) continue;
    for await (const check of checks()) {
      if (check.name.startsWith(only) && !(await report(check))) isEqual = false;
    }
  }
} finally {
  await cleanUp();
  if (values.keep) console.log(`The files are in ${folder}`);
  else rmSync(folder, { recursive: true });
}
console.log(`${Math.round((performance.now() - began) / 1_000)} s`);
if (!isEqual) process.exitCode = 1;
