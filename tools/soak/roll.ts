// Two nodes behind nginx on one PostgreSQL under traffic: each is upgraded from the schema before the newest migration, and later
// restarted. No request may fail; nginx retries as the shipped configuration says.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../tests/harness/postgres/server.js';
import { basic } from '../../tests/harness/program.js';
import { type Node, prepareNode } from '../chaos/node.js';
import { startProxy } from '../chaos/proxy.js';
import { openLog, proxyRows, seconds, table } from '../chaos/report.js';
import { sqlAt } from '../chaos/site.js';
import { type Beside, importEvents, sendLongRequests } from './long-requests.js';
import { buildOlder } from './older-build.js';
import type { Result } from './run.js';
import { openTally, type Tally } from './tally.js';
import { startTraffic, trafficSettings } from './traffic.js';

/** Traffic between two steps. */
const betweenMs = 10_000;
/** Each node is restarted this often after its upgrade. */
const restarts = 2;

/** An administrator and the demo calendar, made by the older program: today's would upgrade the schema. */
function fill(tree: string, settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const almanac = (...args: string[]) =>
    execFileSync(process.execPath, [join(tree, 'bin/almanac.js'), ...args], {
      cwd: tree,
      env: { ...process.env, ...settings },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const added = JSON.parse(almanac('users', 'add', 'soak', '--role', 'administrator', '--json')) as {
    password: string;
  };
  almanac('demo');
  return basic('soak', added.password);
}

export async function roll(seed: number): Promise<Result> {
  const log = openLog();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-roll-'));
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  try {
    const older = buildOlder(join(folder, 'older'));
    log(`built ${older.commit}, the commit before the newest migration`);
    const server = await startPostgres({ settings: ['fsync=on'] });
    ends.push(server.stop);
    await sqlAt(`${server.url}/postgres`)('create database soak');
    const settings = {
      ...trafficSettings,
      ALMANAC_DATABASE_URL: `${server.url}/soak`,
      ALMANAC_DATA: join(folder, 'data'),
      ALMANAC_TRUST_PROXY: 'on',
      ALMANAC_LOG_LEVEL: 'warn',
    };
    mkdirSync(settings.ALMANAC_DATA);
    const headers = fill(older.folder, settings);
    const schemaVersion = async () =>
      Number(
        (await sqlAt(settings.ALMANAC_DATABASE_URL)('select max(version) as version from migrations'))[0]?.version,
      );
    const nodes = await Promise.all([prepareNode(settings, 1), prepareNode(settings, 1)]);
    ends.push(() => Promise.all(nodes.map((node) => node.kill())));
    for (const node of nodes) await node.start(older.folder);
    const proxy = await startProxy(nodes.map(({ port }) => port));
    ends.push(proxy.stop);
    const from = await schemaVersion();
    log(`two nodes on schema version ${from}`);

    const tally = openTally();
    const beside = { address: proxy.address, headers, tally };
    await importEvents(beside);
    const traffic = await startTraffic({ ...beside, seed });
    await sleep(betweenMs);
    for (const [at, node] of nodes.entries()) {
      // The older program ends long feeds and imports when it stops.
      await traffic.calm(true);
      await replace(node, tally);
      await traffic.calm(false);
      log(`node ${at + 1} is upgraded; the schema has version ${await schemaVersion()}; ${tally.faults()} faults`);
      await sleep(betweenMs);
    }
    for (let round = 0; round < restarts; round++) {
      for (const [at, node] of nodes.entries()) {
        const ms = await restart(node, beside);
        log(`node ${at + 1} is restarted in ${seconds(ms)}; ${tally.faults()} faults`);
        await sleep(betweenMs);
      }
    }
    await traffic.stop();
    for (const [at, node] of nodes.entries()) {
      for (let ended = node.ends(); ended > 0; ended--) tally.fault(`node ${at + 1} ended by itself`);
      for (const line of node.log().split('\n').filter(isError)) tally.fault(`node ${at + 1} logged ${line}`);
    }
    for (const line of proxy.log().split('\n').filter(isRefused)) tally.fault(`nginx found no node: ${line}`);
    const ports = nodes.map(({ port }) => port);
    const rows = [...tally.requests, ...tally.others, ...proxyRows(proxy.log(), ports)] as const;
    console.log(`\n${table(rows)}\n`);
    console.log(`${tally.total()} requests; ${tally.faults()} faults`);
    return {
      counts: [
        ['requests', tally.total()],
        ...tally.others,
        ['schema version before and after', `${from} → ${await schemaVersion()}`],
        ['upgraded nodes', nodes.length],
        ['restarted nodes', nodes.length * restarts],
        ...proxyRows(proxy.log(), ports)
          .slice(-2)
          .map(([what, count]) => [what, count ?? 0] as const),
      ],
      faults: tally.faults(),
    };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** With a node of today's build. Returns the milliseconds without it. */
async function replace(node: Node, tally: Tally): Promise<number> {
  const from = performance.now();
  const code = await node.stop();
  if (code !== 0) tally.fault(`a node ended with ${code}`);
  await node.start();
  return performance.now() - from;
}

/** Beside long requests. */
async function restart(node: Node, beside: Beside): Promise<number> {
  const sending = await sendLongRequests(beside);
  const ms = await replace(node, beside.tally);
  await sending.stop();
  return ms;
}

/** By nginx itself: no node answered, or one may have executed the request. */
const isRefused = (line: string): boolean => /"http":"503".*"node_http":"(.*, )?(502|504|-)?"/.test(line);
const isError = (line: string): boolean => /^\{"level":(50|60)/.test(line);
