// Records the writes and syncs of the service under load, and rebuilds its files as a power loss at many moments may leave them:
// every change that was acknowledged before must be there, and nothing half. Embedded database, Linux; needs a built dist/.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../bench/calendar/random.js';
import { now, openDatabase, openFiles } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { startChild } from '../tests/harness/child.js';
import { basic } from '../tests/harness/program.js';
import { openClient, type Writer } from './kills/client.js';
import { type Write, writesAt } from './kills/ledger.js';
import { observe } from './kills/observe.js';
import { writeUntilKilled } from './kills/writer.js';
import { faultsAfterLoss } from './powerloss/check.js';
import { Disk, randomLoss } from './powerloss/disk.js';
import { compileRecorder, type Recorded, readRecording } from './powerloss/recording.js';
import { recordRun, typedCommand } from './proof.js';

const usage = `Usage: npm run powerloss -- [--cuts 200] [--changes 3000] [--seed 1] [--record]

Writes with 16 writers, and checks the data as after a power loss at many moments. Exits with 1 if an acknowledged change is lost,
anything is stored half, or the service does not work after it.

  --cuts     moments of power loss
  --changes  acknowledged changes that are recorded
  --seed     decides what is written, the moments, and what of the unsynced writes is on the disk
  --record   keeps the sums for docs/proof.md`;

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '200' },
    changes: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const numbers = [Number(values.cuts), Number(values.changes), Number(values.seed)] as const;
const [cuts, changes, seed] = numbers;
if (values.help || !numbers.every((number) => Number.isInteger(number) && number > 0)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-powerloss-'));
const [data, recordFile] = [join(folder, 'data'), join(folder, 'recorded')];
const recorder = compileRecorder(join(folder, 'record.so'));
if (!recorder) {
  rmSync(folder, { recursive: true });
  console.log('Skipped: recording needs Linux and a C compiler (cc).');
  process.exit(1);
}

const config = readConfig({ ALMANAC_DATA: data });
const store = await openDatabase(config);
const { password } = await addUser(store, { name: 'writer', role: 'administrator', now: now() });
const { states } = await observe(store, openFiles(config), 0);
await store.close();
const headers = basic('writer', password);

const writes: Write[] = [];
const known = new Map<string, string | undefined>(states);
let acknowledged = 0;
const noted = {
  note: (write: Write) => writes.push(write),
  acknowledge: ({ after }: Write) => {
    acknowledged += after.size;
    for (const [name, state] of after) known.set(name, state);
  },
};

/** One is played up to each moment, the other one to the end. */
const [before, whole] = [new Disk(data), new Disk(data)];

async function recordLoad(): Promise<readonly Recorded[]> {
  const child = await startChild({
    ALMANAC_DATA: data,
    ALMANAC_RATE_LIMIT: 'on',
    ALMANAC_WRITE_LIMIT: '10000000',
    LD_PRELOAD: recorder ?? '',
    RECORD_FOLDER: data,
    RECORD_FILE: recordFile,
  });
  const client = openClient(child.address, headers, noted.note, noted.acknowledge);
  await client.read('/settings');
  const round = { number: 1, seed, isKilled: false };
  const writers: readonly Writer[] = Array.from({ length: 16 }, (_, number) => ({ number, events: new Map() }));
  const writing = writers.map((writer) => writeUntilKilled({ client, writer, known, round }));
  while (acknowledged < changes) await sleep(5);
  round.isKilled = true;
  const faults = (await Promise.all(writing)).flatMap(({ fault }) => fault ?? []);
  if (faults.length) throw new Error(faults.join('\n'));
  await sleep(500);
  await child.kill();
  const records = readRecording(recordFile);
  refuseGaps(records);
  return records;
}

/** A write that was not recorded would make every later result worthless. */
function refuseGaps(records: readonly Recorded[]): void {
  for (const recorded of records) whole.play(recorded);
  const files = new Disk(data).files.filter((file) => !file.endsWith('-shm'));
  for (const path of files)
    if (!whole.bytesOf(path)?.equals(readFileSync(path))) throw new Error(`${path} has changes that were not recorded`);
}

const begun = performance.now();
const records = await recordLoad();
const count = (kind: string) => records.filter((recorded) => recorded.kind === kind).length;
console.log(
  `recorded ${acknowledged} acknowledged changes in ${writes.length} writes: ${count('write')} writes of files, ${count('sync-end')} syncs, ${Math.round((performance.now() - begun) / 1_000)} s; the replayed files are those of the service`,
);

const random = seededRandom(seed);
/** Half of them just after an acknowledgement, the others at any change of a file. */
const moments = Array.from({ length: cuts }, (_, number) => {
  const { acknowledgedNs } = random.pick(writes);
  const { ns } = random.pick(records);
  return number % 2 === 0 && acknowledgedNs !== undefined ? acknowledgedNs + 1n : ns;
}).sort((a, b) => (a < b ? -1 : 1));

let [played, faultyCuts, acknowledgedSum] = [0, 0, 0];
for (const [number, ns] of moments.entries()) {
  for (let next = records[played]; next && next.ns <= ns; next = records[++played]) before.play(next);
  const target = join(folder, 'lost');
  before.lose(target, randomLoss(random, [0, played]), random);
  const past = writesAt(writes, ns);
  acknowledgedSum += past.filter(({ acknowledgedNs }) => acknowledgedNs !== undefined).length;
  const faults = await faultsAfterLoss(target, past, headers, (path) => whole.bytesOf(join(data, path)));
  for (const fault of faults.slice(0, 5)) console.log(`power loss ${number}: ${fault}`);
  if (faults.length) faultyCuts++;
  rmSync(target, { recursive: true });
}
console.log(
  `seed ${seed}: ${cuts} power losses, ${faultyCuts} with faults; on average ${Math.round(acknowledgedSum / cuts)} of ${writes.length} writes acknowledged before; ${Math.round((performance.now() - begun) / 1_000)} s`,
);
if (values.record)
  recordRun('powerloss', {
    command: typedCommand(),
    counts: [
      ['power losses', cuts],
      ['acknowledged changes', acknowledged],
      ['recorded writes of files', count('write')],
      ['recorded syncs', count('sync-end')],
    ],
    faults: faultyCuts,
  });
rmSync(folder, { recursive: true });
process.exit(faultyCuts > 0 ? 1 : 0);
