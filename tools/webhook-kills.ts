// Kills the service, and PostgreSQL below it, with SIGKILL under writers, while a receiver of webhooks fails at times: every
// committed change must be received at least once under one ID, and nothing that was rolled back. Needs a built dist/.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seededRandom } from '../bench/calendar/random.js';
import { now, openDatabase } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { all, everything, is, since } from '../src/core/condition.js';
import { revisions } from '../src/core/revision.js';
import type { Store } from '../src/core/store.js';
import { webhookDeliveries, webhookMessages, webhooks } from '../src/core/webhook.js';
import { type Child, startChild } from '../tests/harness/child.js';
import { openReceiver, status, verify } from '../tests/harness/open-receiver.js';
import { type PostgresServer, startPostgres } from '../tests/harness/postgres/server.js';
import { basic, eventsOf } from '../tests/harness/program.js';

const usage = `Usage: npm run kills:webhooks -- [--engine embedded] [--rounds 200] [--seed 1]

Changes events, kills the service or its database, and compares what a receiver got with what was committed. Exits with 1 if a
change is missing, or a message about anything else was sent.

  --engine   embedded or postgres; in every second round of postgres the database is killed
  --seed     decides when each round is killed, and which requests the receiver refuses`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const isKnown = ['embedded', 'postgres'].includes(values.engine);
if (values.help || !isKnown || !(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed))) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const random = seededRandom(seed);
/** Together about 50 changes in a second. */
const [writers, pauseMs] = [16, 150];
const [minWritingMs, maxWritingMs] = [1_000, 4_000];
const refusedShare = 0.3;
/** In the past of every clock. */
const longAgo = '2000-01-01 00:00:00';

const folder = mkdtempSync(join(tmpdir(), 'almanac-webhook-kills-'));
const receiver = openReceiver();
const counts = { acknowledged: 0, rolledBack: 0, serviceKills: 0, databaseKills: 0, unverified: 0, writingMs: 0 };

async function openServer(): Promise<PostgresServer | undefined> {
  if (values.engine === 'embedded') return undefined;
  const server = await startPostgres({ settings: [] });
  const client = new pg.Client(`${server.url}/postgres`);
  await client.connect();
  await client.query('create database kills');
  await client.end();
  return server;
}

const server = await openServer();
const settings = {
  ALMANAC_DATA: join(folder, 'data'),
  ALMANAC_SECRET: 'a secret of at least 24 characters',
  ALMANAC_WEBHOOK_HTTP: 'on',
  ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8',
  ...(server && { ALMANAC_DATABASE_URL: `${server.url}/kills` }),
};
const store = await openDatabase(readConfig(settings));
const { password } = await addUser(store, { name: 'writer', role: 'administrator', now: now() });
await store.close();
const headers = { ...basic('writer', password), 'content-type': 'application/json' };

const post = (url: string, method: string, body: object) =>
  fetch(url, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) });

const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };

/** Changes one event until the round ends or its outcome is unknown, with changes between them that are rolled back. */
async function write(url: string, round: AbortSignal): Promise<void> {
  const created = await post(eventsOf(url), 'POST', { title: 'Written', ...times });
  if (!created.ok) return;
  const { id } = (await created.json()) as { readonly id: number };
  counts.acknowledged++;
  for (let number = 1; !round.aborted; number++) {
    const changed = await post(`${eventsOf(url)}/${id}`, 'PATCH', { cost: String(number) });
    if (!changed.ok) return;
    await changed.arrayBuffer();
    counts.acknowledged++;
    if (number % 5 === 0) await rollBack(url, id);
    await sleep(pauseMs);
  }
}

async function rollBack(url: string, id: number): Promise<void> {
  const operations = [
    { method: 'PATCH', path: `/events/${id}`, body: { cost: 'never' } },
    { method: 'POST', path: '/events', body: { title: 'Never', ...times } },
    { method: 'PATCH', path: '/events/999999999', body: { cost: 'never' } },
  ];
  const response = await post(eventsOf(url).replace(/events$/, 'batch'), 'POST', { operations });
  await response.arrayBuffer();
  if (response.status < 500 && response.ok) throw new Error('a batch with an unknown event was accepted');
  counts.rolledBack++;
}

/** A connection that broke, or a time-out: the outcome is unknown. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

async function writeUntil(url: string, round: AbortSignal): Promise<void> {
  while (!round.aborted) {
    try {
      await write(url, round);
    } catch (error) {
      if (!isBroken(error)) throw error;
    }
    await sleep(pauseMs);
  }
}

/** It listens before it has recovered. */
async function untilAnswering({ url }: Pick<PostgresServer, 'url'>): Promise<void> {
  const client = new pg.Client(`${url}/kills`);
  try {
    await client.connect();
    await client.end();
  } catch {
    await sleep(100);
    await untilAnswering({ url });
  }
}

async function play(child: Child, killsDatabase: boolean): Promise<void> {
  const round = new AbortController();
  const begun = performance.now();
  const writing = Promise.all(Array.from({ length: writers }, () => writeUntil(child.address, round.signal)));
  await sleep(random.integer(minWritingMs, maxWritingMs));
  if (server && killsDatabase) {
    await server.crash();
    await server.start();
    await untilAnswering(server);
    counts.databaseKills++;
    // The same process goes on.
    await sleep(random.integer(minWritingMs, maxWritingMs));
  }
  counts.writingMs += Math.round(performance.now() - begun);
  round.abort();
  await child.kill();
  counts.serviceKills++;
  await writing;
}

/** Nobody waits for the times of the retries. */
async function deliverRest(open: Store): Promise<void> {
  receiver.answer(noted(() => 204));
  for (;;) {
    await open.transact(async (writer) => {
      const due = all(is('state', 'queued'), since('next_attempt_utc', now()));
      await writer.updateWhere(webhookDeliveries, due, { next_attempt_utc: longAgo });
      await writer.updateWhere(webhooks, everything, { paused_until: '' });
    });
    const queued = await open.count({ table: webhookDeliveries, where: is('state', 'queued') });
    const waiting = await open.count({ table: webhookMessages, where: everything });
    if (queued + waiting === 0) return;
    console.log(`${queued} deliveries and ${waiting} messages are left`);
    await sleep(5_000);
  }
}

/** IDs of the messages about each event. */
const got = new Map<number, Set<string>>();
let received = 0;

const noted =
  (statusFor: () => number): Parameters<typeof receiver.answer>[0] =>
  (response, one) => {
    received++;
    try {
      verify(secret, one);
    } catch {
      counts.unverified++;
    }
    const ids = got.get(one.body.data.id) ?? new Set();
    got.set(one.body.data.id, ids.add(String(one.headers['webhook-id'])));
    receiver.received.length = 0;
    status(statusFor())(response, one);
  };

/** How many changes of each event were committed. */
async function committedChanges(open: Store): Promise<ReadonlyMap<number, number>> {
  const counted = new Map<number, number>();
  const pageSize = 5_000;
  for (let from = 0; ; ) {
    const where = all(is('resource', 'event'), since('id', from));
    const rows = await open.list({ table: revisions, where, order: [{ column: 'id' }], limit: pageSize });
    for (const { record_id } of rows) counted.set(record_id, (counted.get(record_id) ?? 0) + 1);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return counted;
    from = last.id + 1;
  }
}

let secret = '';
let child = await startChild(settings);
const made = await post(eventsOf(child.address).replace(/events$/, 'webhooks'), 'POST', { url: await receiver.url() });
secret = ((await made.json()) as { readonly secret: string }).secret;
receiver.answer(noted(() => (random.happens(refusedShare) ? 500 : 204)));
for (let round = 1; round <= rounds; round++) {
  await play(child, round % 2 === 0);
  child = await startChild(settings);
  if (round % 10 === 0) console.log(`${round} rounds`, counts, `${received} requests received`);
}
const open = await openDatabase(readConfig(settings));
await deliverRest(open);
const committed = await committedChanges(open);
const total = [...committed.values()].reduce((sum, count) => sum + count, 0);
const missing = [...committed].filter(([id, count]) => (got.get(id)?.size ?? 0) < count);
const uncalledFor = [...got].filter(([id, ids]) => ids.size > (committed.get(id) ?? 0));
for (const [id, count] of missing) console.log(`event ${id}: ${count} changes, but ${got.get(id)?.size ?? 0} messages`);
for (const [id, ids] of uncalledFor)
  console.log(`event ${id}: ${committed.get(id) ?? 0} changes, but ${ids.size} messages`);
const lost = total < counts.acknowledged ? counts.acknowledged - total : 0;
const distinct = [...got.values()].reduce((sum, ids) => sum + ids.size, 0);
console.log(`${values.engine}, seed ${seed}:`, counts);
console.log(
  `${total} changes committed, ${distinct} messages received in ${received} requests; events with missing messages ${missing.length}, with messages about nothing ${uncalledFor.length}, acknowledged changes lost ${lost}`,
);
await child.kill();
await open.close();
await server?.stop();
receiver.close();
rmSync(folder, { recursive: true, force: true });
process.exit(missing.length + uncalledFor.length + lost + counts.unverified > 0 ? 1 : 0);
