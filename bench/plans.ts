// How both engines answer the commonest questions at 100,000 events: every plan, and a table with what they come to.
// npx tsx bench/plans.ts [events] [venues]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../src/cli/table.js';
import type { Engine, Statement } from '../src/storage/dialect.js';
import { openEmbedded } from '../src/storage/embedded.js';
import { openPostgres } from '../src/storage/postgres.js';
import { startPostgres } from '../tests/harness/postgres/server.js';
import { buildData, sizes } from './data.js';
import { explainOnEmbedded } from './plans/embedded.js';
import { explainOnPostgres } from './plans/postgres.js';
import { statementsOf } from './plans/queries.js';

const now = '2026-11-15 12:00:00';
const repeats = 5;
const explain = { embedded: explainOnEmbedded, postgres: explainOnPostgres };

/** Of several runs the middle one. */
async function milliseconds({ reading }: Engine, statement: Statement): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < repeats; run++) {
    const begun = performance.now();
    await reading.all(statement);
    taken.push(performance.now() - begun);
  }
  return taken.sort((a, b) => a - b)[Math.floor(repeats / 2)] ?? 0;
}

export async function planTable(
  engine: Engine,
  venues: number,
  say: (line: string) => void,
): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for (const { name, statement } of await statementsOf(engine, now, venues)) {
    const plan = await explain[engine.name](engine, statement);
    const ms = await milliseconds(engine, statement);
    say(`\n## ${name} (${engine.name})\n${plan.lines.join('\n')}`);
    rows.push([
      name,
      engine.name,
      plan.indexes.join(', ') || 'none',
      plan.scans ? 'YES' : 'no',
      plan.rows,
      ms.toFixed(1),
    ]);
  }
  return rows;
}

export const heading = ['query', 'engine', 'index of events', 'sequential scan', 'rows read', 'ms'];

async function main(events: number, venues: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-plans-'));
  const server = await startPostgres();
  const engines = [
    openEmbedded(join(folder, 'almanac.db')),
    openPostgres({ url: `${server.url}/postgres`, replicas: [], connections: 4 }),
  ];
  try {
    const rows: (readonly string[])[] = [];
    for (const engine of engines) {
      await buildData(engine, { events, venues, now, say: console.log });
      // A server does this by itself after a while; the embedded engine never does.
      if (engine.name === 'postgres') await engine.reading.run({ sql: 'vacuum analyze', values: [] });
      rows.push(...(await planTable(engine, venues, console.log)));
    }
    console.log(`\n${table([heading, ...rows])}`);
    const scans = rows.filter((row) => row[3] === 'YES').length;
    console.log(
      `\n${rows.length} statements at ${events} events and ${venues} venues, sequential scans of either: ${scans}`,
    );
    if (scans) process.exitCode = 1;
  } finally {
    for (const engine of engines) await engine.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(Number(process.argv[2] ?? sizes.events), Number(process.argv[3] ?? sizes.venues));
}
