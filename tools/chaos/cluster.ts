// Three nodes behind nginx on one PostgreSQL with a replica, users who write, and the kinds of faults.
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../tests/harness/postgres/server.js';
import { basic, type Ran, run } from '../../tests/harness/program.js';
import { type Node, prepareNode } from './node.js';
import { startProxy } from './proxy.js';

export interface User {
  readonly name: string;
  /** Basic authentication with an application password. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sign-in password. */
  readonly password: string;
}

export interface Cluster {
  readonly address: string;
  readonly nodes: readonly Node[];
  readonly users: readonly User[];
  readonly proxyLog: () => string;
  readonly sql: <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly almanac: (args: readonly string[], input?: string) => Promise<Ran>;
  /** Stops it without a shutdown, as after a power loss. */
  readonly crashDatabase: () => Promise<void>;
  /** Resolves when it accepts queries. */
  readonly startDatabase: () => Promise<void>;
  /** The replica replays nothing for this long. */
  readonly pauseReplica: (ms: number) => Promise<void>;
  readonly crashReplica: () => Promise<void>;
  readonly startReplica: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const nodeCount = 3;
const userCount = 4;

export async function startCluster(): Promise<Cluster> {
  // Default durability: an acknowledged commit is on disk.
  const settingsOfServer = ['fsync=on', 'synchronous_commit=on'];
  const server = await startPostgres({ settings: settingsOfServer });
  const replica = await startPostgres({ settings: settingsOfServer, standbyOf: server });
  const cleanups: (() => Promise<unknown>)[] = [server.stop, replica.stop];
  const stop = async () => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  const sqlOn =
    (name: string, { url } = server) =>
    async (text: string, values: readonly unknown[] = []) => {
      const client = new pg.Client(`${url}/${name}`);
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(text, [...values])).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
  const sql = sqlOn('chaos') as Cluster['sql'];
  const settings = {
    ALMANAC_DATABASE_URL: `${server.url}/chaos`,
    ALMANAC_DATABASE_REPLICAS: `${replica.url}/chaos`,
    ALMANAC_RATE_LIMIT: 'off',
    ALMANAC_TRUST_PROXY: 'on',
  };
  const almanac: Cluster['almanac'] = (args, input = '') => run(args, { data: tmpdir(), environment: settings, input });
  try {
    await sqlOn('postgres')('create database chaos');
    const nodes = await Promise.all(Array.from({ length: nodeCount }, () => prepareNode(settings)));
    cleanups.push(() => Promise.all(nodes.map((node) => node.kill())));
    // All at once on an empty database: one of them runs the migrations.
    await Promise.all(nodes.map((node) => node.start()));
    const proxy = await startProxy(nodes.map(({ port }) => port));
    cleanups.push(proxy.stop);
    const names = Array.from({ length: userCount }, (_, n) => `writer${n + 1}`);
    return {
      address: proxy.address,
      nodes,
      users: await Promise.all(names.map((name) => addUser(almanac, name))),
      proxyLog: proxy.log,
      sql,
      almanac,
      crashDatabase: server.crash,
      startDatabase: async () => {
        await server.start();
        while (!(await sql('select 1').catch(() => undefined))) await sleep(10);
      },
      pauseReplica: async (ms) => {
        const onReplica = sqlOn('postgres', replica);
        // It may be down at this moment.
        await onReplica('select pg_wal_replay_pause()').catch(() => undefined);
        await sleep(ms);
        await onReplica('select pg_wal_replay_resume()').catch(() => undefined);
      },
      crashReplica: replica.crash,
      startReplica: replica.start,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addUser(almanac: Cluster['almanac'], name: string): Promise<User> {
  const password = `the password of ${name}`;
  const added = await almanac(['users', 'add', name, '--role', 'editor', '--password-stdin', '--json'], password);
  if (added.code !== 0) throw new Error(`users add ended with ${added.code}: ${added.stderr}`);
  const { password: application } = JSON.parse(added.stdout) as { password: string };
  return { name, headers: basic(name, application), password };
}
