// Fault injection: three nodes behind nginx on one PostgreSQL with a replica, with clients that write and read, while a node
// is killed with SIGKILL, the database and the replica crash, and the replica lags. Nothing may be lost, duplicated or
// stale. Needs nginx and a built dist/.
// Usage: tsx tools/chaos.ts [--seconds 60] [--rounds 1]
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clientOf } from './chaos/client.js';
import { type Cluster, startCluster } from './chaos/cluster.js';
import { compareResults } from './chaos/compare-results.js';
import { isCreated, type Ledger, newest } from './chaos/ledger.js';
import { lastFailureAfter, newProbe, watch } from './chaos/probe.js';
import { read } from './chaos/reader.js';
import { casesOf, guaranteeRows, proxyRows, seconds, table, trafficRows } from './chaos/report.js';
import { startTally, type Tally } from './chaos/tally.js';
import { signIn, write } from './chaos/writer.js';

const writers = 8;
const readers = 8;
const minRoundSeconds = 15;
/** Downtime of the node and of the database. */
const nodeDownMs = 2_000;
const databaseDownMs = 1_500;
const replicaDownMs = 1_000;
/** The replica lags by up to this long. A node leaves it after a second. */
const maxPauseMs = 1_500;
const maxRecoveryMs = 2_000;
/** Failures in this time after the restart are attributed to the database; the next fault comes later. */
const recoveryWindowMs = 5_000;

function readOptions(): { readonly duration: number; readonly rounds: number } {
  const given = { seconds: { type: 'string', default: '60' }, rounds: { type: 'string', default: '1' } } as const;
  const { values } = parseArgs({ options: given });
  const [duration, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!Number.isInteger(rounds) || rounds < 1 || !(duration / rounds >= minRoundSeconds))
    throw new Error(`Each round needs ${minRoundSeconds} seconds: --seconds 60 --rounds 1`);
  return { duration, rounds };
}

const began = performance.now();
const log = (line: string): void =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

interface Outage {
  readonly from: number;
  readonly until: number;
}

/** Returns the outage of the database in each round. */
async function injectFaults(cluster: Cluster, rounds: number, length: number): Promise<readonly Outage[]> {
  const start = performance.now();
  const outages: Outage[] = [];
  for (let round = 0; round < rounds; round++) {
    const at = (part: number) => sleep(Math.max(0, start + (round + part) * length - performance.now()));
    const number = (round + 1) % cluster.nodes.length;
    const node = cluster.nodes[number];
    await at(0.2);
    await node?.kill();
    log(`node ${number + 1} was killed`);
    await sleep(nodeDownMs);
    await node?.start();
    log(`node ${number + 1} is ready again`);
    await at(0.45);
    await cluster.crashReplica();
    log('the replica crashed');
    await sleep(replicaDownMs);
    await cluster.startReplica();
    log('the replica is back');
    await at(0.6);
    const from = performance.now();
    await cluster.crashDatabase();
    log('PostgreSQL crashed');
    await sleep(databaseDownMs);
    await cluster.startDatabase();
    outages.push({ from, until: performance.now() });
    log('PostgreSQL is back');
  }
  return outages;
}

/** The replica lags again and again, mostly for so short that the nodes go on using it. */
async function makeLag(cluster: Cluster, until: number): Promise<void> {
  while (performance.now() < until) {
    await cluster.pauseReplica(maxPauseMs * Math.random() ** 3);
    await sleep(300 * Math.random());
  }
}

async function logProgress({ traffic }: Tally, ledger: Ledger, until: number): Promise<void> {
  while (performance.now() + 5_000 < until) {
    await sleep(5_000);
    const all = Object.values(traffic);
    const sum = (part: 'requests' | 'unavailable') => all.reduce((total, one) => total + one[part], 0);
    const created = [...ledger.entries.values()].filter(isCreated).length;
    log(`${sum('requests')} requests, ${created} events created, ${sum('unavailable')} responses 503`);
  }
}

async function check(cluster: Cluster, duration: number, rounds: number): Promise<Tally> {
  const { address, users } = cluster;
  const tally = startTally();
  const ledger: Ledger = { runId: randomBytes(4).toString('hex'), entries: new Map() };
  const [first] = users;
  if (!first) throw new Error('there are no users');
  const clients = await Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      const user = users[n % users.length] ?? first;
      return signIn(address, tally, user, n >= writers / 2);
    }),
  );
  // Each of them at one node, because only reads of the same node never go back: another node may use the replica.
  const visitors = cluster.nodes.map(({ port }) =>
    clientOf({ address: `http://127.0.0.1:${port}`, tally, kind: 'readers' }),
  );
  const prober = clientOf({ address, tally, kind: 'probes', headers: first.headers });

  const until = performance.now() + duration * 1_000;
  log(`${writers} clients write and ${readers} read for ${duration} s`);
  const writing = clients.map((client, number) => write({ number, client, ledger, tally, until }));
  const reading = Array.from({ length: readers }, (_, n) => {
    const client = visitors[n % visitors.length];
    return client && read({ client, ledger, tally, until });
  });
  const readProbe = newProbe('reads');
  const writeProbe = newProbe('changes');
  let change = 0;
  const watching = [
    watch(readProbe, async () => {
      const request = { method: 'GET', path: '/events?per_page=1', expected: [200] } as const;
      return (await prober.attempt(request)) !== undefined;
    }),
    watch(writeProbe, async () => {
      // The same key until it succeeds.
      const request = { method: 'POST', path: '/tags', key: `probe ${change}`, expected: [201] } as const;
      const reply = await prober.attempt({ ...request, body: { name: `Probe ${ledger.runId} ${change}` } });
      if (reply) change++;
      return reply !== undefined;
    }),
  ];
  const progress = [logProgress(tally, ledger, until), makeLag(cluster, until)];
  const outages = await injectFaults(cluster, rounds, (duration * 1_000) / rounds);
  await Promise.all([...writing, ...reading, ...progress]);
  for (const probe of [readProbe, writeProbe]) probe.stopped = true;
  await Promise.all(watching);

  log('comparing the results');
  const counted = await compareResults(cluster, prober, ledger, tally);
  const probes = [readProbe, writeProbe].map((probe) => {
    const back = Math.max(...outages.map(({ until }) => lastFailureAfter(probe, until, recoveryWindowMs)));
    if (back > maxRecoveryMs) tally.violated('slow', `${probe.name}: ${seconds(back)}`);
    return { ...probe, back };
  });
  const entries = [...ledger.entries.values()].filter(isCreated);
  const changed = entries.reduce((sum, entry) => sum + newest(entry), 0);
  const removed = entries.filter(({ trashedAt }) => trashedAt !== undefined).length;
  console.log(`\n${table(trafficRows(tally))}\n`);
  console.log(
    table([
      ['acknowledged: created', entries.length],
      ['acknowledged: updated', changed],
      ['acknowledged: trashed', removed],
      ...counted.map(({ where, records }) => [`found at the end: ${where}`, records] as const),
      ...proxyRows(
        cluster.proxyLog(),
        cluster.nodes.map(({ port }) => port),
      ),
      ['database down', seconds(Math.max(...outages.map(({ from, until }) => until - from)))],
      ...probes.map(({ name, longestGap }) => [`longest gap in ${name}`, seconds(longestGap)] as const),
      ...probes.map(({ name, back }) => [`${name} back after the database`, seconds(back)] as const),
    ]),
  );
  console.log(`\n${table(guaranteeRows(tally))}`);
  return tally;
}

const { duration, rounds } = readOptions();
log('starting PostgreSQL, three nodes and nginx');
const cluster = await startCluster();
// Child processes end when their standard input closes, so they end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  const cases = casesOf(await check(cluster, duration, rounds));
  for (const line of cases) console.error(line);
  if (cases.length) process.exitCode = 1;
} finally {
  await cluster.stop();
}
