// Reads feeds with programs that others wrote: `npm run feeds:check`. Fails on every difference, and names the programs that
// are not installed. Options: --texts (number of hostile texts), --seed, --only (name of a check), --keep (the files).
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { report } from './feeds/check.js';
import { writeCorpus } from './feeds/corpus.js';
import { textChecks } from './feeds/text-checks.js';
import { zoneChecks } from './feeds/zone-checks.js';

const { values } = parseArgs({
  options: { texts: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' }, keep: { type: 'boolean' } },
});
const texts = Number(values.texts ?? 10_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const folder = join(tmpdir(), `almanac-feeds-${process.pid}`);
const began = performance.now();

console.log(`${texts} hostile texts with seed ${seed}`);
const corpus = writeCorpus(folder, texts, seed);
const checks = [...textChecks(folder, corpus), ...zoneChecks(folder)].filter(({ name }) =>
  name.includes(values.only ?? ''),
);
let isEqual = true;
for (const check of checks) if (!(await report(check))) isEqual = false;
if (values.keep) console.log(`The files are in ${folder}`);
else rmSync(folder, { recursive: true });
console.log(`${Math.round((performance.now() - began) / 1_000)} s`);
if (!isEqual) process.exitCode = 1;
