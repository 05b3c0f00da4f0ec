// Fault injection on a cluster: two nodes with two workers each behind nginx, HAProxy or PgBouncer before it, and three PostgreSQL
// servers under Patroni with etcd. Every part has the configuration of deploy/cluster. Needs root and the packages of Debian.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../../bench/calendar/random.js';
import { recordRun, typedCommand } from '../../proof.js';
import { clientOf } from '../client.js';
import { compareResults } from '../compare-results.js';
import { type Follower, follow } from '../follower.js';
import { lastFailureAfter } from '../probe.js';
import { casesOf, guaranteeRows, openLog, proxyRows, type Rows, seconds, table, trafficRows } from '../report.js';
import { type Site, sqlAt, startSite } from '../site.js';
import { startTally, type Tally } from '../tally.js';
import { acknowledgedRows, gapRows, startTraffic, type Traffic } from '../traffic.js';
import { openWebhook, webhookSettings } from '../webhook.js';
import { type Database, startDatabase } from './database.js';
import { faults, faultsBySeed } from './faults.js';
import { fileOf, settingsIn, writeUserList } from './files.js';
import { command, isInside, missing, prepareHost, runInside } from './namespaces.js';
import { type PrimaryWatch, watchPrimary } from './primary-watch.js';

const usage = `Usage: npm run chaos -- --cluster [--pooler] [--rounds ${faults.length}] [--seed 1] [--only TEXT] [--record]

Writes to and reads from a cluster while parts of it fail, and exits with 1 if a guarantee was violated.

  --pooler   PgBouncer in transaction mode between the nodes and HAProxy
  --rounds   number of faults; all ${faults.length} kinds come once, then again
  --seed     decides their order and how long each takes
  --only     only faults whose name contains this text
  --record   keeps the sums for docs/proof.md`;

const [writers, readers] = [4, 6];
const maxRecoveryMs = 15_000;
/** Between two faults, all is well. */
const calmMs = 5_000;

const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean' },
    pooler: { type: 'boolean', default: false },
    rounds: { type: 'string', default: String(faults.length) },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Returns the exit code. */
export async function runCluster(): Promise<number> {
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  if (values.help || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
    console.log(usage);
    return values.help ? 0 : 1;
  }
  const lacking = missing(values.pooler);
  if (lacking.length > 0) {
    console.log(`Skipped: this machine lacks ${lacking.join(', ')}. See docs/operations.md for the packages.`);
    return 0;
  }
  if (!isInside()) return runInside();
  const log = openLog();
  log(
    `starting etcd, Patroni and PostgreSQL on three machines${values.pooler ? ', with PgBouncer' : ''}; seed ${seed}`,
  );
  const tally = await check(rounds, seed, log);
  const cases = casesOf(tally);
  for (const line of cases) console.error(line);
  return cases.length ? 1 : 0;
}

const startService = (program: string, ...args: readonly string[]): void => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  child.on('exit', (code) => console.error(`${program} ended with ${code}`));
};

async function startAll(log: (line: string) => void): Promise<{ readonly database: Database; readonly site: Site }> {
  prepareHost();
  const database = await startDatabase();
  const { primary } = await database.settle();
  const settings = settingsIn(values.pooler ? 'almanac-pgbouncer.env' : 'almanac.env');
  const { password } = new URL(settings.ALMANAC_DATABASE_URL ?? '');
  await database.sqlOn(primary, `create role almanac login password '${password}' in role pg_monitor`);
  await database.sqlOn(primary, `alter role almanac set statement_timeout = '30s'`);
  await database.sqlOn(primary, 'create database almanac owner almanac');
  startService('haproxy', '-db', '-f', fileOf('haproxy.cfg'));
  if (values.pooler) {
    command('mount', '-t', 'tmpfs', 'none', '/etc/pgbouncer');
    writeUserList();
    startService('pgbouncer', '-q', '-u', 'postgres', fileOf('pgbouncer.ini'));
  }
  const databaseUrl = settingsIn('almanac.env').ALMANAC_DATABASE_URL ?? '';
  while (!(await sqlAt(databaseUrl)('select 1').catch(() => undefined))) await sleep(200);
  log('starting two nodes with two workers each');
  const site = await startSite({
    settings: { ...settings, ...webhookSettings, ALMANAC_RATE_LIMIT: 'off' },
    databaseUrl,
    nodes: 2,
    workers: Number(settings.ALMANAC_WORKERS),
  });
  return { database, site };
}

/** How long after a new primary each probe failed the last time. */
function recoveriesSince(from: number, watch: PrimaryWatch, { probes }: Traffic, tally: Tally): readonly number[] {
  const moments = watch.moments().filter((at) => at >= from);
  return moments.flatMap((at) =>
    probes.map((probe) => {
      const back = lastFailureAfter(probe, at, performance.now() - at);
      if (back > maxRecoveryMs) tally.violated('slow', `${probe.name}: ${seconds(back)}`);
      return back;
    }),
  );
}

async function check(rounds: number, seed: number, log: (line: string) => void): Promise<Tally> {
  const { database, site } = await startAll(log);
  const random = seededRandom(seed);
  const tally = startTally();
  const watch = watchPrimary(database);
  const traffic = await startTraffic(site, tally, { writers, readers, log: () => undefined });
  const { ledger, prober, isOver } = traffic;
  const webhook = await openWebhook(
    clientOf({ ...site, tally, kind: 'probes', headers: site.users[0].headers }),
    tally,
  );
  const followers: readonly Follower[] = [
    follow('a visitor', clientOf({ address: site.address, tally, kind: 'followers' }), isOver),
    follow('an editor', clientOf({ ...site, tally, kind: 'followers', headers: site.users[0].headers }), isOver),
  ];
  log(`${writers} clients write, ${readers} read, ${followers.length} follow`);
  const recoveries: number[] = [0];
  const chosen = faultsBySeed(random, rounds, values.only);
  for (const [number, { name, play }] of chosen.entries()) {
    await sleep(calmMs);
    const roles = await database.settle();
    const from = performance.now();
    log(`${number + 1} of ${rounds}: ${name} (${roles.primary.name}, standby ${roles.standby.name})`);
    await play({ ...roles, site, database, random, log });
    const removed = performance.now();
    const settled = await database.settle();
    await sleep(calmMs);
    const back = recoveriesSince(from, watch, traffic, tally);
    recoveries.push(...back);
    log(
      `    ${seconds(removed - from)}, whole again after ${seconds(performance.now() - removed)} with ${settled.primary.name}` +
        (back.length ? `; served ${seconds(Math.max(...back))} after a new primary` : ''),
    );
  }
  log('comparing the results');
  await traffic.stop();
  watch.stop();
  for (const follower of followers) await follower.finish(site, tally);
  await webhook.finish(site, tally);
  const counted = await compareResults(site, prober, ledger, tally);
  console.log(`\n${table(trafficRows(tally))}\n`);
  const results: Rows = [
    ...acknowledgedRows(ledger),
    ...counted.map(({ where, records }) => [`found at the end: ${where}`, records] as const),
    ...followers.map(({ name, received, expired }): Rows[number] => [
      `changes for ${name}, and responses 410`,
      received(),
      expired(),
    ]),
    ['webhook messages about events', webhook.received()],
    ...proxyRows(
      site.proxyLog(),
      site.nodes.map(({ port }) => port),
    ),
    ['new primaries', watch.moments().length],
    ['longest recovery after a new primary', seconds(Math.max(...recoveries))],
    ...gapRows(traffic.probes),
  ];
  console.log(table(results));
  console.log(`\n${table(guaranteeRows(tally))}`);
  if (values.record)
    recordRun(values.pooler ? 'cluster-pgbouncer' : 'cluster-haproxy', {
      command: typedCommand(),
      counts: [['failures', rounds], ...results.map(([what, ...found]) => [what, found.join(', ')] as const)],
      faults: casesOf(tally).length,
    });
  await site.stop();
  return tally;
}
