// Upgrades and restores stores of every earlier schema version and compares every value; and tries backups under load, a
// recovery to a moment, and programs that meet a later store. Needs the history of the repository and a built dist/.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newestVersion } from '../src/storage/migrate.js';
import { startPostgres } from '../tests/harness/postgres/server.js';
import { run } from '../tests/harness/program.js';
import { recordRun, typedCommand } from './proof.js';
import { backUpUnderWriters } from './versions/backup.js';
import { writeFixtures } from './versions/fixtures.js';
import { earlierRefusal, todaysRefusals } from './versions/newer.js';
import { type EngineName, embeddedPlaces, openPlace, type Place, postgresPlaces } from './versions/place.js';
import { recoverToMoment } from './versions/point-in-time.js';
import { commitsByVersion, type Program, programAt } from './versions/programs.js';
import { fillByProgram } from './versions/records.js';
import { readSchema } from './versions/snapshot.js';
import { generate, migrateTo, type Sums, snapshotOf, upgrade } from './versions/upgrade.js';

const usage = `Usage: npm run versions -- [--engine embedded] [--only 5,19] [--programs 5,19] [--parts stores,…] [--seed 1] [--rounds 5] [--record]

Makes two stores of every earlier schema version: one whose every column has a value, and one that the program of that version
filled. Where no commit has the version, the second has the records of the version before. Both are upgraded in place and from
a backup. Prints the faults, and exits with 1 if there is one.

  --engine  embedded or postgres
  --only      schema versions, separated by commas; default: all
  --programs  versions whose programs fill a store; default: all
  --parts     stores, refusals (of later stores), backups (under writers, or a recovery to a moment); default: all
  --seed      decides what is written while backups are made
  --rounds    backups under writers
  --record    keeps the sums in docs/proof/
  --fixtures  only makes the stores in tests/fixtures/versions/ again`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    only: { type: 'string' },
    programs: { type: 'string' },
    parts: { type: 'string', default: 'stores,refusals,backups' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    record: { type: 'boolean', default: false },
    fixtures: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !['embedded', 'postgres'].includes(values.engine)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const engineName = values.engine as EngineName;
const folder = mkdtempSync(join(tmpdir(), 'almanac-versions-'));
const sources = join(tmpdir(), 'almanac-versions-sources');
mkdirSync(sources, { recursive: true });
const server = engineName === 'postgres' ? await startPostgres() : undefined;
const places = server ? postgresPlaces(folder, server) : embeddedPlaces(folder);
const commits = commitsByVersion();
if (values.fixtures) {
  await writeFixtures(embeddedPlaces(folder), (version) => programAt(sources, commits.get(version) ?? '', version));
  process.exit(0);
}
const earlier = Array.from({ length: newestVersion - 1 }, (_, at) => at + 1);
const chosen = values.only?.split(',').map(Number) ?? earlier;

const filledBy = values.programs?.split(',').map(Number);

const generated: Sums = { stores: 0, rows: 0, values: 0 };
const filled: Sums = { stores: 0, rows: 0, values: 0 };
const faults: string[] = [];
const skipped: string[] = [];
if (filledBy) skipped.push(`programs of other versions than ${values.programs?.replaceAll(',', ', ')}`);
let refusals = 0;

function note(name: string, found: readonly string[]): void {
  for (const fault of found.slice(0, 20)) console.log(`${name}: ${fault}`);
  faults.push(...found.map((fault) => `${name}: ${fault}`));
}

/** By the earlier program if there is one that can, otherwise by today's. */
const backUpBy = (place: Place, program?: Program) => async (file: string) => {
  const old = await program?.run(place, 'backup', file);
  if (old?.code === 0) return;
  const { code, stderr } = await run(['backup', file], { data: place.data });
  if (code !== 0) throw new Error(`backup: ${stderr}`);
};

async function tryStore(name: string, place: Place, version: number, isGenerated: boolean, program?: Program) {
  const sums = isGenerated ? generated : filled;
  try {
    const before = await snapshotOf(place);
    const restored = await place.restore(backUpBy(place, program));
    note(`${name}, restored`, await upgrade(restored, before, { version, isGenerated, isCopy: true }, sums));
    note(name, await upgrade(place, before, { version, isGenerated, isCopy: false }, sums));
    if (program) {
      note(name, await earlierRefusal(program, place));
      refusals++;
    }
    await restored.remove();
  } catch (error) {
    note(name, [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
  await place.remove();
}

async function tryGenerated(version: number): Promise<void> {
  const place = await places.create();
  await generate(place, version);
  await tryStore(`version ${version}, generated`, place, version, true);
}

const schemaIn = async (place: Place): Promise<ReadonlyMap<string, string>> => {
  const engine = openPlace(place);
  try {
    return await readSchema(engine);
  } finally {
    await engine.close();
  }
};

/** A commit whose migrations were changed before they were released has another schema. */
async function schemaDifference(place: Place, version: number): Promise<string | undefined> {
  const today = await places.create();
  await migrateTo(today, 0, version);
  const [own, expected] = [await schemaIn(place), await schemaIn(today)];
  await today.remove();
  return [...new Set([...own.keys(), ...expected.keys()])].find((object) => own.get(object) !== expected.get(object));
}

/** Filled by the program of a version. Undefined: why it cannot be is in `skipped`. */
async function programStore(version: number, program: Program): Promise<Place | undefined> {
  const place = await places.create();
  try {
    const { stored, refused } = await fillByProgram(program, place, true);
    const difference = await schemaDifference(place, version);
    if (difference === undefined) {
      console.log(`version ${version}: ${program.commit} stored ${stored} and refused ${refused}`);
      return place;
    }
    skipped.push(`the program of version ${version}: its ${difference} was changed before the release`);
  } catch (error) {
    console.log(error);
    skipped.push(`the program of version ${version}: it does not run with today’s packages`);
  }
  await place.remove();
  return undefined;
}

interface Newest {
  readonly version: number;
  readonly place: Place;
}

let programs = 0;
/** The last store that a program filled, as it was. */
let newest: Newest | undefined;
for (const version of values.parts.includes('stores') ? chosen : []) {
  await tryGenerated(version);
  const commit = commits.get(version);
  if (filledBy && !filledBy.includes(version)) continue;
  const program = commit ? await programAt(sources, commit, version) : undefined;
  const own = program && (await programStore(version, program));
  if (own) {
    programs++;
    await newest?.place.remove();
    newest = { version, place: await own.copy() };
    await tryStore(`version ${version}, filled by ${commit}`, own, version, false, program);
  } else if (newest) {
    const carried = await newest.place.copy();
    await migrateTo(carried, newest.version, version);
    await tryStore(`version ${version}, filled by version ${newest.version}`, carried, version, false);
  }
}
await newest?.place.remove();

const counts: (readonly [string, number])[] = [
  ['earlier schema versions', chosen.length],
  ['programs of earlier versions that filled a store', programs],
  ['upgrades and restores of stores with a value in every column', generated.stores],
  ['upgrades and restores of stores that a program filled', filled.stores],
  ['rows compared', generated.rows + filled.rows],
  ['values compared', generated.values + filled.values],
];

const parts = values.parts.split(',');
if (parts.includes('refusals')) {
  const today = await todaysRefusals(places);
  note('refusals', today.faults);
  counts.push(['refusals of a later store', refusals + today.refused]);
}
if (parts.includes('backups')) {
  if (engineName === 'embedded') {
    const backups = await backUpUnderWriters(places, Number(values.seed), Number(values.rounds));
    note('backups', backups.faults);
    counts.push(['backups under eight writers, restored', Number(values.rounds)]);
    counts.push(['changes acknowledged before such a backup', backups.acknowledged]);
    counts.push(['changes acknowledged during such a backup', backups.during]);
  } else {
    const recovered = await recoverToMoment(folder);
    note('recovery', recovered.faults);
    counts.push(['events after a recovery to a moment', recovered.events]);
    counts.push(['later events that it left out', recovered.eventsLater]);
  }
}

await server?.stop();
rmSync(folder, { recursive: true });
for (const [what, count] of counts) console.log(`${what}: ${count}`);
for (const what of skipped) console.log(`skipped ${what}`);
console.log(`faults: ${faults.length}`);
if (values.record) {
  recordRun(`versions-${engineName}`, { command: typedCommand(), counts, faults: faults.length, skipped });
}
process.exit(faults.length > 0 ? 1 : 0);
