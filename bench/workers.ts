// What a second worker brings on each engine: the same load in turns on one and on two, over the same data.
// node tools/build.mjs && npx tsx bench/workers.ts [events] [rounds] [seconds]
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { now as present } from '../src/app.js';
import { addApplicationPassword } from '../src/auth/accounts.js';
import { table } from '../src/cli/table.js';
import { all, is } from '../src/core/condition.js';
import { event } from '../src/resources/event/event.js';
import { registry } from '../src/resources/registry.js';
import type { Engine } from '../src/storage/dialect.js';
import { openEmbedded } from '../src/storage/embedded.js';
import { openPostgres } from '../src/storage/postgres.js';
import { openStore } from '../src/storage/store.js';
import { startPostgres } from '../tests/harness/postgres/server.js';
import { buildData, sizes } from './data.js';
import type { Order } from './workers/load.js';
import { type Clients, startClients, startService } from './workers/parties.js';

const [events = 20_000, rounds = 6, seconds = 8] = process.argv.slice(2).map(Number);
const connections = 16;
const warmUp = 3;

type Load = Omit<Order, 'url' | 'seconds' | 'seed'>;

/** Fills the store and finds out what to ask it for. */
async function prepare(engine: Engine): Promise<Load> {
  const now = present();
  await buildData(engine, { events, now, say: console.log });
  if (engine.name === 'postgres') await engine.reading.run({ sql: 'vacuum analyze', values: [] });
  const store = openStore(engine, registry);
  const where = all(is('status', 'publish'), is('password', ''));
  const rows = await store.list({ table: event, where, order: [{ column: 'id' }], limit: 5_000 });
  const password = await addApplicationPassword(store, 'editor', 'load', now);
  return {
    connections,
    ids: rows.map(({ id }) => id),
    venues: Array.from({ length: 500 }, (_, at) => at + 1),
    tags: Array.from({ length: 500 }, (_, at) => sizes.categories + at + 1),
    month: [`${now.slice(0, 7)}-01`, `${now.slice(0, 7)}-28`],
    authorization: `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`,
  };
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const spread = (values: readonly number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)} – ${Math.max(...values).toFixed(digits)}`;

/** Both services stand all the time, and the load goes to one after the other: what else the machine does meets both. */
async function compare(name: string, load: Load, settings: Readonly<Record<string, string>>, clients: Clients) {
  const services = [await startService(1, settings), await startService(2, settings)] as const;
  const rates: [number[], number[]] = [[], []];
  const refused: Record<string, number> = {};
  try {
    for (const { url } of services) await clients.play({ ...load, url, seconds: warmUp, seed: 1 });
    for (let round = 1; round <= rounds; round++) {
      // The one that goes first changes, so that neither always follows the other.
      for (const which of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const result = await clients.play({ ...load, url: services[which].url, seconds, seed: round });
        rates[which].push(result.requests / result.seconds);
        for (const [http, times] of Object.entries(result.refused)) refused[http] = (refused[http] ?? 0) + times;
      }
      console.log(`${name}, round ${round}: ${rates.map((rate) => rate.at(-1)?.toFixed(0)).join(' and ')} requests/s`);
    }
  } finally {
    for (const service of services) await service.stop();
  }
  const ratios = rates[1].map((rate, round) => rate / (rates[0][round] ?? 1));
  return [
    name,
    middle(rates[0]).toFixed(0),
    middle(rates[1]).toFixed(0),
    middle(ratios).toFixed(2),
    spread(ratios, 2),
    JSON.stringify(refused),
  ];
}

const heading = ['engine', '1 worker, requests/s', '2 workers', 'ratio, middle', 'least – most', 'refused'];
const folder = mkdtempSync(join(tmpdir(), 'almanac-workers-'));
// Durable as the embedded engine is: every change waits for the disk.
const server = await startPostgres({ settings: [] });
const clients = startClients();
const url = `${server.url}/postgres`;
const embedded = openEmbedded(join(folder, 'almanac.db'));
const postgres = openPostgres({ url, replicas: [], connections: 4 });
try {
  const loads = [await prepare(embedded), await prepare(postgres)] as const;
  const rows = [
    await compare('embedded', loads[0], { ALMANAC_DATA: folder, ALMANAC_DATABASE_URL: '' }, clients),
    await compare('postgres', loads[1], { ALMANAC_DATABASE_URL: url }, clients),
  ];
  console.log(`\n${table([heading, ...rows])}`);
  console.log(
    `\n${rounds} rounds of ${seconds} s each, ${connections} connections, ${events} events; ` +
      `service, clients and database share ${availableParallelism()} cores`,
  );
} finally {
  clients.stop();
  await embedded.close();
  await postgres.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
