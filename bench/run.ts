// Measures the service line by line and writes down what came out.
// npm run bench -- [--sizes 10000,100000,1000000] [--only cached,mixed] [--engines embedded,postgres] [--rounds 5]
//   [--seconds 5] [--bulk 100000] [--fresh] [--quick] [--out docs/benchmarks.md]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { version } from '../src/app.js';
import { cached } from './lines/cached.js';
import { bulk, create } from './lines/create.js';
import { filtered } from './lines/filters.js';
import type { Bench, Line } from './lines/line.js';
import { mixed } from './lines/mixed.js';
import { overload } from './lines/overload.js';
import { plans } from './lines/plans.js';
import { start } from './lines/start.js';
import { texts } from './lines/texts.js';
import { uncached } from './lines/uncached.js';
import { pages, totals } from './lines/wide.js';
import { workers } from './lines/workers.js';
import { startClients } from './parties/clients.js';
import { isMet, type LineRow, pageOf, type Remark, textOf } from './report.js';
import { clearAway, type EngineName, type Ground, takeGround } from './store/ground.js';

/** What only reads comes before what writes. */
const lines: readonly Line[] = [
  cached,
  uncached,
  filtered,
  totals,
  pages,
  plans,
  start,
  overload,
  texts,
  create,
  mixed,
  workers,
  bulk,
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
  },
});

function listOf<Word extends string>(text: string, known: readonly Word[]): readonly Word[] {
  const words = text.split(',').map((word) => word.trim()) as Word[];
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length) throw new Error(`There is no ${unknown.join(', ')}; known are ${known.join(', ')}.`);
  return words;
}

function number(text: string | undefined, usual: number, quick: number): number {
  const value = Number(text ?? (given.quick ? quick : usual));
  if (!(value > 0)) throw new Error(`${text} is no number of anything.`);
  return value;
}

async function versionOf({ engine: name, open }: Ground): Promise<string> {
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

/** Prepared when they are first needed, and cleared away at the end. */
function openGrounds(fresh: boolean, say: (line: string) => void) {
  const taken = new Map<string, Promise<Ground>>();
  return {
    take: (engine: EngineName, events: number): Promise<Ground> => {
      const key = `${engine} ${events}`;
      const ground = taken.get(key) ?? takeGround(engine, events, { fresh, say });
      taken.set(key, ground);
      return ground;
    },
    /** Which databases were measured. */
    versions: async (): Promise<readonly string[]> => {
      const found = new Set<string>();
      for (const ground of taken.values()) found.add(await versionOf(await ground));
      return [...found];
    },
    stop: async () => {
      for (const ground of taken.values()) await ground.then(({ stop }) => stop()).catch(console.error);
    },
  };
}

const sizes = (given.sizes ?? (given.quick ? '10000' : '10000,100000,1000000')).split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 5_000)) throw new Error('A size is 5,000 events or more.');
const chosen = given.only
  ? listOf(
      given.only,
      lines.map(({ name }) => name),
    )
  : lines.map(({ name }) => name);
const rows: LineRow[] = [];
const remarks: Remark[] = [];
const begun = performance.now();
const say = (text: string) => console.log(text);

clearAway();
const grounds = openGrounds(given.fresh, say);
const clients = startClients();
const bench: Omit<Bench, 'row' | 'remark'> = {
  sizes,
  engines: listOf<EngineName>(given.engines, ['embedded', 'postgres']),
  rounds: number(given.rounds, 5, 5),
  seconds: number(given.seconds, 5, 0.3),
  bulk: number(given.bulk, 100_000, 500),
  quick: given.quick,
  ground: grounds.take,
  clients,
  say,
};

async function report(): Promise<void> {
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const versions = [`Almanac ${version}`, `Node ${process.versions.node}`, ...(await grounds.versions())].join(', ');
  const { rounds, seconds, quick } = bench;
  writeFileSync(given.out, pageOf(lines, rows, remarks, { command, date, versions, rounds, seconds, quick }));
  say(`\n${textOf(rows)}`);
  const failed = rows.filter((row) => isMet(row) === false).length;
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  say(`\n${rows.length} rows in ${minutes} min, ${failed} miss their goal; written to ${given.out}`);
}

try {
  for (const { name, about, run } of lines.filter((line) => chosen.includes(line.name))) {
    say(`\n${name}: ${about}`);
    const since = performance.now();
    const tell = (row: Parameters<Bench['row']>[0]) => {
      rows.push({ ...row, line: name });
      say(textOf([{ ...row, line: name }]).split('\n')[1] ?? '');
    };
    await run({ ...bench, row: tell, remark: (text) => remarks.push({ line: name, text }) }).catch((error: unknown) => {
      // The other lines still have something to tell.
      console.error(error);
      remarks.push({ line: name, text: `It broke off: ${error}` });
      process.exitCode = 1;
    });
    say(`${name} took ${((performance.now() - since) / 1_000).toFixed(0)} s`);
  }
  await report();
} finally {
  await clients.stop();
  await grounds.stop();
}
