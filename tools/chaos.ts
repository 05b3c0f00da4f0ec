// Three nodes behind nginx on one PostgreSQL, with clients that write and read, while a node is killed with -9 and the
// database crashes. Afterwards nothing may be lost, doubled or stale. Needs nginx and a compiled dist/.
// Usage: tsx tools/chaos.ts [--seconds 60] [--rounds 1]
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clientOf } from './chaos/client.js';
import { type Cluster, startCluster } from './chaos/cluster.js';
import { isCreated, type Ledger, newest } from './chaos/ledger.js';
import { lastFailureAfter, newProbe, watch } from './chaos/probe.js';
import { read } from './chaos/reader.js';
import { casesOf, promiseRows, proxyRows, seconds, table, trafficRows } from './chaos/report.js';
import { startTally, type Tally } from './chaos/tally.js';
import { judge } from './chaos/verdict.js';
import { signIn, write } from './chaos/writer.js';

const writers = 8;
const readers = 8;
const shortest = 15;
/** How long the node and the database stay away. */
const nodeAway = 2_000;
const databaseAway = 1_500;
const backWithin = 2_000;
/** Failures in this time after its return are laid at the door of the database; the next trouble comes later. */
const settling = 5_000;

function readOptions(): { readonly duration: number; readonly rounds: number } {
  const given = { seconds: { type: 'string', default: '60' }, rounds: { type: 'string', default: '1' } } as const;
  const { values } = parseArgs({ options: given });
  const [duration, rounds] = [Number(values.seconds), Number(values.rounds)];
  if (!Number.isInteger(rounds) || rounds < 1 || !(duration / rounds >= shortest))
    throw new Error(`Each round needs ${shortest} seconds: --seconds 60 --rounds 1`);
  return { duration, rounds };
}

const began = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

interface Absence {
  readonly from: number;
  readonly until: number;
}

/** Answers from when to when the database was away, in each round. */
async function trouble(cluster: Cluster, rounds: number, length: number): Promise<readonly Absence[]> {
  const start = performance.now();
  const absences: Absence[] = [];
  for (let round = 0; round < rounds; round++) {
    const at = (part: number) => sleep(Math.max(0, start + (round + part) * length - performance.now()));
    const number = (round + 1) % cluster.nodes.length;
    const node = cluster.nodes[number];
    await at(0.2);
    await node?.kill();
    say(`node ${number + 1} was killed`);
    await sleep(nodeAway);
    await node?.start();
    say(`node ${number + 1} is ready again`);
    await at(0.6);
    const from = performance.now();
    await cluster.crashDatabase();
    say('PostgreSQL crashed');
    await sleep(databaseAway);
    await cluster.startDatabase();
    absences.push({ from, until: performance.now() });
    say('PostgreSQL answers again');
  }
  return absences;
}

async function tellProgress({ traffic }: Tally, ledger: Ledger, until: number): Promise<void> {
  while (performance.now() + 5_000 < until) {
    await sleep(5_000);
    const all = Object.values(traffic);
    const sum = (part: 'requests' | 'unavailable') => all.reduce((total, one) => total + one[part], 0);
    const created = [...ledger.entries.values()].filter(isCreated).length;
    say(`${sum('requests')} requests, ${created} events created, ${sum('unavailable')} answers 503`);
  }
}

async function check(cluster: Cluster, duration: number, rounds: number): Promise<Tally> {
  const { address, people } = cluster;
  const tally = startTally();
  const ledger: Ledger = { mark: randomBytes(4).toString('hex'), entries: new Map() };
  const [first] = people;
  if (!first) throw new Error('there is nobody who writes');
  const clients = await Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      const person = people[n % people.length] ?? first;
      return signIn(address, tally, person, n >= writers / 2);
    }),
  );
  const anonymous = clientOf({ address, tally, kind: 'readers' });
  const prober = clientOf({ address, tally, kind: 'probes', headers: first.headers });

  const until = performance.now() + duration * 1_000;
  say(`${writers} clients write and ${readers} read for ${duration} s`);
  const writing = clients.map((client, number) => write({ number, client, ledger, tally, until }));
  const reading = Array.from({ length: readers }, () => read({ client: anonymous, ledger, tally, until }));
  const readProbe = newProbe('reads');
  const writeProbe = newProbe('changes');
  let change = 0;
  const watching = [
    watch(readProbe, async () => {
      const question = { method: 'GET', path: '/events?per_page=1', expected: [200] } as const;
      return (await prober.attempt(question)) !== undefined;
    }),
    watch(writeProbe, async () => {
      // The same key until it succeeds.
      const question = { method: 'POST', path: '/tags', key: `probe ${change}`, expected: [201] } as const;
      const reply = await prober.attempt({ ...question, body: { name: `Probe ${ledger.mark} ${change}` } });
      if (reply) change++;
      return reply !== undefined;
    }),
  ];
  const telling = tellProgress(tally, ledger, until);
  const absences = await trouble(cluster, rounds, (duration * 1_000) / rounds);
  await Promise.all([...writing, ...reading, telling]);
  for (const probe of [readProbe, writeProbe]) probe.stopped = true;
  await Promise.all(watching);

  say('all is quiet; comparing');
  const counted = await judge(cluster, prober, ledger, tally);
  const probes = [readProbe, writeProbe].map((probe) => {
    const back = Math.max(...absences.map(({ until }) => lastFailureAfter(probe, until, settling)));
    if (back > backWithin) tally.breaks('slow', `${probe.name}: ${seconds(back)}`);
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
      ...counted.map(({ where, records }) => [`found in the end: ${where}`, records] as const),
      ...proxyRows(
        cluster.proxyLog(),
        cluster.nodes.map(({ port }) => port),
      ),
      ['database away', seconds(Math.max(...absences.map(({ from, until }) => until - from)))],
      ...probes.map(({ name, longestGap }) => [`longest without ${name}`, seconds(longestGap)] as const),
      ...probes.map(({ name, back }) => [`${name} back after the database`, seconds(back)] as const),
    ]),
  );
  console.log(`\n${table(promiseRows(tally))}`);
  return tally;
}

const { duration, rounds } = readOptions();
say('starting PostgreSQL, three nodes and nginx');
const cluster = await startCluster();
// Everything that was started ends when its input does, and so with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  const cases = casesOf(await check(cluster, duration, rounds));
  for (const line of cases) console.error(line);
  if (cases.length) process.exitCode = 1;
} finally {
  await cluster.stop();
}
