// Kills the service, or PostgreSQL below it, with SIGKILL under sixteen writers, again and again: nothing that was acknowledged may
// be lost, and nothing may be stored half. Needs a built dist/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../bench/calendar/random.js';
import { now, openDatabase, openFiles, openWithoutMigrating } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { type Child, startChild } from '../tests/harness/child.js';
import { basic } from '../tests/harness/program.js';
import { openClient, type Writer } from './kills/client.js';
import { checkWithDoctor } from './kills/doctor.js';
import { compare, kinds, type States, type Write } from './kills/ledger.js';
import { importFaults, type NextIds, nextIds, observe, partFaults } from './kills/observe.js';
import { openPostgres } from './kills/postgres.js';
import { appendStates, newState, readStates, type State, sumsOf, totalOf } from './kills/state.js';
import { writeUntilKilled } from './kills/writer.js';
import { recordRun, typedCommand } from './proof.js';

const usage = `Usage: npm run kills -- [--engine embedded] [--rounds 200] [--seed 1] [--changes 200] [--folder …] [--record]

Starts the service, writes with 16 writers, kills it, and checks its data. Prints what was acknowledged and what was lost, and
exits with 1 if anything was, or if doctor finds a fault at the end.

  --engine   embedded or postgres; with postgres three of four kills are of the database
  --rounds   rounds to play; a folder that has rounds already goes on, and the counts are sums
  --seed     decides what is written and when each round is killed
  --changes  acknowledged changes of a round, on average; requests of many records exceed it
  --folder   database and counts; default: almanac-kills-<engine> in the temporary folder
  --record   keeps the sums for docs/proof.md`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '200' },
    folder: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const numbers = [Number(values.rounds), Number(values.seed), Number(values.changes)] as const;
const [rounds, seed, averageChanges] = numbers;
const isKnown = ['embedded', 'postgres'].includes(values.engine);
if (values.help || !isKnown || !numbers.every((number) => Number.isInteger(number) && number > 0)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const folder = values.folder ?? join(tmpdir(), `almanac-kills-${values.engine}`);
mkdirSync(folder, { recursive: true });
const [stateFile, statesFile] = [join(folder, 'state.json'), join(folder, 'acknowledged.ndjson')];
const server = values.engine === 'postgres' ? await openPostgres(folder) : undefined;
const settings = {
  ALMANAC_DATA: join(folder, 'data'),
  ...(server && { ALMANAC_DATABASE_URL: server.url, ALMANAC_SECRET: 'a secret of at least 24 characters' }),
};
const config = readConfig(settings);

async function begin(): Promise<State> {
  if (existsSync(stateFile)) return JSON.parse(readFileSync(stateFile, 'utf8')) as State;
  const store = await openDatabase(config);
  const { password } = await addUser(store, { name: 'writer', role: 'administrator', now: now() });
  await store.close();
  return newState(password);
}

const state = await begin();
const save = () => writeFileSync(stateFile, JSON.stringify(state));
const headers = basic('writer', state.password);
const writers: readonly Writer[] = Array.from({ length: 16 }, (_, number) => ({ number, events: new Map() }));
/** Of all records of this run. */
const known = new Map<string, string | undefined>();
const ids = new Map<string, number>();
let writes: Write[] = [];
/** Undefined until the first round of this run. */
let from: NextIds | undefined;

function noteFaults(faults: readonly string[]): void {
  for (const fault of faults) console.log(`round ${state.started}: ${fault}`);
  state.faults += faults.length;
}

/** While the service runs: its start has recovered the database. Closed before the next kill, which would else recover nothing. */
async function checkRound(): Promise<void> {
  const { engine, store } = openWithoutMigrating(config);
  try {
    const isFirst = from === undefined;
    from ??= await nextIds(store);
    const since = from;
    const names = new Set(writes.flatMap(({ after }) => [...after.keys()]));
    const older = [...names].flatMap((name) => ids.get(name) ?? []).filter((id) => id < since.record);
    const observed = await observe(store, openFiles(config), from.record, older);
    const { faults, states } = compare(writes, observed.states);
    const unknown = [...observed.ids.keys()].filter((name) => !names.has(name)).map((name) => `${name} was never sent`);
    noteFaults([...faults, ...observed.faults, ...unknown]);
    noteFaults([
      ...(await partFaults(engine.readConnection, from.record)),
      ...(await importFaults(store, from.import)),
    ]);
    for (const [name, found] of isFirst ? observed.states : states) known.set(name, found);
    for (const [name, id] of observed.ids) ids.set(name, id);
    for (const { after, acknowledgedNs } of writes) {
      if (acknowledgedNs !== undefined) continue;
      const stored = [...after].filter(([name, wanted]) => states.get(name) === wanted).length;
      state.unanswered.stored += stored;
      state.unanswered.notStored += after.size - stored;
    }
    appendStates(statesFile, states);
    writes = [];
    state.isOpen = false;
    from = await nextIds(store);
  } finally {
    await store.close();
  }
}

/** A round ends then even if fewer changes were acknowledged. */
const maxWritingMs = 30_000;
/** Half of the kills come just after an acknowledgement, the others at any moment. */
const maxExtraMs = 100;

let onAcknowledged = (): void => undefined;
const note = (write: Write) => writes.push(write);
const acknowledge = ({ kind, after }: Write) => {
  state.acknowledged[kind] += after.size;
  for (const [name, wanted] of after) known.set(name, wanted);
  onAcknowledged();
};

async function playRound(child: Child): Promise<{ readonly serviceIsKilled: boolean }> {
  const random = seededRandom(seed * 100_003 + state.started);
  const client = openClient(child.address, headers, note, acknowledge);
  const round = { number: state.started, seed: seed * 100_003 + state.started, isKilled: false };
  // The password is checked once for all writers.
  await client.read('/settings');
  const writing = writers.map(async (writer) => {
    const { fault, isRepeated } = await writeUntilKilled({ client, writer, known, round });
    if (isRepeated) state.unanswered.repeated++;
    noteFaults(fault ? [fault] : []);
  });
  const until = totalOf(state) + random.integer(1, 2 * averageChanges - 1);
  const enough = new Promise<void>((resolve) => {
    onAcknowledged = () => {
      if (totalOf(state) >= until) resolve();
    };
  });
  await Promise.race([enough, sleep(maxWritingMs)]);
  if (random.happens(0.5)) await sleep(random.integer(0, maxExtraMs));
  round.isKilled = true;
  const killsDatabase = server !== undefined && random.happens(0.75);
  const serviceIsKilled = !killsDatabase || random.happens(0.5);
  if (killsDatabase) {
    await server.kill();
    state.kills.database++;
  }
  if (serviceIsKilled) {
    await child.kill();
    state.kills.service++;
  }
  if (killsDatabase) await server.start();
  await Promise.all(writing);
  return { serviceIsKilled };
}

async function untilReady({ address }: Child): Promise<void> {
  while (!(await fetch(`${address}/readyz`)).ok) await sleep(20);
}

/** All records of all runs, as they were when they were last checked. */
async function checkAll(report: (changed: readonly [string, string | undefined][], stored: States) => void) {
  const last = readStates(statesFile);
  const { engine, store } = openWithoutMigrating(config);
  try {
    const { states, faults } = await observe(store, openFiles(config), 0);
    report(
      [...last].filter(([name, wanted]) => states.get(name) !== wanted),
      states,
    );
    noteFaults([...faults, ...(await partFaults(engine.readConnection, 0)), ...(await importFaults(store, 0))]);
    console.log(`${last.size} records compared`);
  } finally {
    await store.close();
  }
}

const noteChanged: Parameters<typeof checkAll>[0] = (changed, stored) =>
  noteFaults(changed.map(([name, wanted]) => `${name} is ${stored.get(name)}, no longer ${wanted}`));

/** What a round changed that was not checked because the tool was stopped is not known. */
const acceptChanged: Parameters<typeof checkAll>[0] = (changed, stored) => {
  appendStates(statesFile, new Map(changed.map(([name]) => [name, stored.get(name)])));
  console.log(`${changed.length} records were changed in a round that was not checked`);
};

let child: Child | undefined;
async function stop(): Promise<void> {
  await child?.kill();
  await server?.kill();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop()
      .catch(() => undefined)
      .finally(() => process.exit(1));
  });
for (let round = 0; round < rounds; round++) {
  const begun = performance.now();
  child ??= await startChild(settings);
  await untilReady(child);
  if (round === 0 && state.isOpen) await checkAll(acceptChanged);
  await checkRound();
  state.started++;
  state.isOpen = true;
  save();
  const { serviceIsKilled } = await playRound(child);
  if (serviceIsKilled) child = undefined;
  state.seconds += (performance.now() - begun) / 1_000;
  if (state.started % 10 === 0) console.log(sumsOf(state));
}
child ??= await startChild(settings);
await untilReady(child);
await checkRound();
await checkAll(noteChanged);
await child.kill();
noteFaults(await checkWithDoctor(settings));
await server?.kill();
save();
console.log(`${values.engine}, seed ${seed}: ${sumsOf(state)}`);
if (values.record)
  recordRun(`kills-${values.engine}-${seed}`, {
    command: typedCommand(),
    counts: [
      ['kills of the service', state.kills.service],
      ['kills of PostgreSQL', state.kills.database],
      ['acknowledged changes', totalOf(state)],
      ...kinds.map((kind) => [`of these: ${kind}`, state.acknowledged[kind]] as const),
      ['unanswered changes that were stored', state.unanswered.stored],
      ['unanswered changes that were not', state.unanswered.notStored],
      ['minutes', Math.round(state.seconds / 60)],
    ],
    faults: state.faults,
  });
process.exit(state.faults > 0 ? 1 : 0);
