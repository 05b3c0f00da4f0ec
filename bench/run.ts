// Runs the scenarios and writes a report: npm run bench -- --help
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { version } from '../src/app.js';
import type { Calendar } from './data.js';
import { startClients } from './processes/clients.js';
import { isMet, pageOf, type Remark, type ScenarioRow, textOf } from './report.js';
import { cached } from './scenarios/cached.js';
import { cluster } from './scenarios/cluster.js';
import { bulk, create } from './scenarios/create.js';
import { distinct } from './scenarios/distinct.js';
import { earlier } from './scenarios/earlier.js';
import { feeds } from './scenarios/feeds.js';
import { filtered } from './scenarios/filters.js';
import { fullCache } from './scenarios/full-cache.js';
import { heavyWrites } from './scenarios/heavy-writes.js';
import { hostile } from './scenarios/hostile.js';
import { large } from './scenarios/large.js';
import { overload } from './scenarios/overload.js';
import type { Bench, Scenario } from './scenarios/scenario.js';
import { start } from './scenarios/start.js';
import { uncached } from './scenarios/uncached.js';
import { writers } from './scenarios/writers.js';
import { type EngineName, type Fixture, home, openFixture, removeLeftovers } from './store/fixtures.js';

/** Scenarios that only read come before those that write. */
const scenarios: readonly Scenario[] = [
  cached,
  uncached,
  distinct,
  earlier,
  filtered,
  large,
  feeds,
  heavyWrites,
  fullCache,
  start,
  overload,
  cluster,
  create,
  bulk,
  writers,
  hostile,
];

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string' },
    only: { type: 'string' },
    engines: { type: 'string', default: 'embedded,postgres' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    bulk: { type: 'string' },
    out: { type: 'string', default: 'docs/benchmarks.md' },
    fresh: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (given.help) {
  console.log(`Usage: npm run bench -- [options]

  --sizes 10000,100000,1000000   numbers of events, 5000 or more
  --only cached,create           some scenarios: ${scenarios.map(({ name }) => name).join(', ')}
  --engines embedded,postgres    some engines
  --rounds 5                     rounds of each side
  --seconds 5                    load per round
  --bulk 100000                  events that the scenario bulk creates
  --fresh                        rebuild the fixtures in ${home}
  --quick                        short rounds and 10000 events, to see that everything works
  --out docs/benchmarks.md       report`);
  process.exit();
}

function listOf<Word extends string>(text: string, known: readonly Word[]): readonly Word[] {
  const words = text.split(',').map((word) => word.trim()) as Word[];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length) throw new Error(`Unknown: ${unknown.join(', ')}. Use ${known.join(', ')}.`);
  return words;
}

function number(text: string | undefined, usual: number, quick: number): number {
  const value = Number(text ?? (given.quick ? quick : usual));
  if (!(value > 0)) throw new Error(`${text} is not a positive number.`);
  return value;
}

async function versionOf({ engine: name, open }: Fixture): Promise<string> {
  const engine = open();
  try {
    const sql =
      name === 'embedded'
        ? "select 'SQLite ' || sqlite_version()"
        : "select 'PostgreSQL ' || current_setting('server_version')";
    return String((await engine.readConnection.all({ sql, values: [] }))[0]?.[0]);
  } finally {
    await engine.close();
  }
}

/** Fixtures are opened on first use and removed at the end. */
function openFixtures(fresh: boolean, log: (line: string) => void) {
  const opened = new Map<string, Promise<Fixture>>();
  return {
    open: (engine: EngineName, events: number, calendar: Calendar = 'events'): Promise<Fixture> => {
      const key = `${engine} ${events} ${calendar}`;
      const fixture = opened.get(key) ?? openFixture(engine, events, { calendar, fresh, log });
      opened.set(key, fixture);
      return fixture;
    },
    /** Versions of the databases that were measured. */
    versions: async (): Promise<readonly string[]> => {
      const found = new Set<string>();
      for (const fixture of opened.values()) found.add(await versionOf(await fixture));
      return [...found];
    },
    stop: async () => {
      for (const fixture of opened.values()) await fixture.then(({ stop }) => stop()).catch(console.error);
    },
  };
}

const sizes = (given.sizes ?? (given.quick ? '10000' : '10000,100000,1000000')).split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 5_000))
  throw new Error('A size must be 5,000 events or more.');
const chosen = given.only
  ? listOf(
      given.only,
      scenarios.map(({ name }) => name),
    )
  : scenarios.map(({ name }) => name);
const rows: ScenarioRow[] = [];
const remarks: Remark[] = [];
const startedAt = performance.now();
const log = (text: string) => console.log(text);

removeLeftovers();
const fixtures = openFixtures(given.fresh, log);
const clients = startClients();
const bench: Omit<Bench, 'row' | 'remark'> = {
  sizes,
  engines: listOf<EngineName>(given.engines, ['embedded', 'postgres']),
  rounds: number(given.rounds, 5, 5),
  seconds: number(given.seconds, 5, 0.3),
  bulk: number(given.bulk, 100_000, 500),
  quick: given.quick,
  fixture: fixtures.open,
  clients,
  log,
};

async function report(): Promise<void> {
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const versions = [`Almanac ${version}`, `Node ${process.versions.node}`, ...(await fixtures.versions())].join(', ');
  const { rounds, seconds, quick } = bench;
  writeFileSync(given.out, pageOf(scenarios, rows, remarks, { command, date, versions, rounds, seconds, quick }));
  log(`\n${textOf(rows)}`);
  const failed = rows.filter((row) => isMet(row) === false).length;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  log(`\n${rows.length} rows in ${minutes} min, ${failed} miss their goal; written to ${given.out}`);
}

try {
  for (const { name, about, run } of scenarios.filter((scenario) => chosen.includes(scenario.name))) {
    log(`\n${name}: ${about}`);
    const since = performance.now();
    const addRow = (row: Parameters<Bench['row']>[0]) => {
      rows.push({ ...row, scenario: name });
      log(textOf([{ ...row, scenario: name }]).split('\n')[1] ?? '');
    };
    await run({ ...bench, row: addRow, remark: (text) => remarks.push({ scenario: name, text }) }).catch(
      (error: unknown) => {
        // The other scenarios still run.
        console.error(error);
        remarks.push({ scenario: name, text: `Failed: ${error}` });
        process.exitCode = 1;
      },
    );
    log(`${name} took ${((performance.now() - since) / 1_000).toFixed(0)} s`);
  }
  await report();
} finally {
  await clients.stop();
  await fixtures.stop();
}
