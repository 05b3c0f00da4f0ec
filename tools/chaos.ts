// Fault injection: three nodes behind nginx on one PostgreSQL with a replica, with clients that write and read, while a node
// is killed with SIGKILL, the database and the replica crash, and the replica lags. Nothing may be lost, duplicated or
// stale. Needs nginx and a built dist/.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Cluster, startCluster } from './chaos/cluster.js';
import { compareResults } from './chaos/compare-results.js';
import { lastFailureAfter } from './chaos/probe.js';
import { casesOf, guaranteeRows, openLog, proxyRows, type Rows, seconds, table, trafficRows } from './chaos/report.js';
import { startTally, type Tally } from './chaos/tally.js';
import { acknowledgedRows, gapRows, startTraffic } from './chaos/traffic.js';

const usage = `Usage: npm run chaos -- [--seconds 60] [--rounds 1]
       npm run chaos -- --cluster [--help]

Writes to three nodes with a replica and reads from them while they and their database crash, and exits with 1 if a guarantee was
violated.

  --seconds  length of the run
  --rounds   each breaks a node, the replica and the database once
  --cluster  three PostgreSQL servers under Patroni instead`;

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
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      rounds: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const [duration, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!Number.isInteger(rounds) || rounds < 1 || !(duration / rounds >= minRoundSeconds))
    throw new Error(`Each round needs ${minRoundSeconds} seconds: --seconds 60 --rounds 1`);
  return { duration, rounds };
}

const log = openLog();

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

async function check(cluster: Cluster, duration: number, rounds: number): Promise<Tally> {
  const tally = startTally();
  log(`${writers} clients write and ${readers} read for ${duration} s`);
  const until = performance.now() + duration * 1_000;
  const traffic = await startTraffic(cluster, tally, { writers, readers, log });
  const lagging = makeLag(cluster, until);
  const outages = await injectFaults(cluster, rounds, (duration * 1_000) / rounds);
  await lagging;
  await traffic.stop();

  log('comparing the results');
  const { ledger, prober } = traffic;
  const counted = await compareResults(cluster, prober, ledger, tally);
  const recoveries = traffic.probes.map((probe): Rows[number] => {
    const back = Math.max(...outages.map(({ until }) => lastFailureAfter(probe, until, recoveryWindowMs)));
    if (back > maxRecoveryMs) tally.violated('slow', `${probe.name}: ${seconds(back)}`);
    return [`${probe.name} back after the database`, seconds(back)];
  });
  console.log(`\n${table(trafficRows(tally))}\n`);
  console.log(
    table([
      ...acknowledgedRows(ledger),
      ...counted.map(({ where, records }) => [`found at the end: ${where}`, records] as const),
      ...proxyRows(
        cluster.proxyLog(),
        cluster.nodes.map(({ port }) => port),
      ),
      ['database down', seconds(Math.max(...outages.map(({ from, until }) => until - from)))],
      ...gapRows(traffic.probes),
      ...recoveries,
    ]),
  );
  console.log(`\n${table(guaranteeRows(tally))}`);
  return tally;
}

if (process.argv.includes('--cluster')) {
  const { runCluster } = await import('./chaos/patroni/run.js');
  process.exit(await runCluster());
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
