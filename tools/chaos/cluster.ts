// Three nodes on one PostgreSQL behind nginx, the people who write, and the two kinds of trouble.
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../tests/harness/postgres/server.js';
import { basic, type Ran, run } from '../../tests/harness/program.js';
import { type Node, prepareNode } from './node.js';
import { startProxy } from './proxy.js';

export interface Person {
  readonly name: string;
  /** Of an application password. */
  readonly headers: Readonly<Record<string, string>>;
  /** For signing in. */
  readonly password: string;
}

export interface Cluster {
  readonly address: string;
  readonly nodes: readonly Node[];
  readonly people: readonly Person[];
  readonly proxyLog: () => string;
  readonly sql: <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly almanac: (args: readonly string[], input?: string) => Promise<Ran>;
  /** Ends without finishing anything, as after a loss of power. */
  readonly crashDatabase: () => Promise<void>;
  /** Until it answers. */
  readonly startDatabase: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const nodeCount = 3;
const personCount = 4;

export async function startCluster(): Promise<Cluster> {
  // As it comes: what is acknowledged is on the disk.
  const server = await startPostgres({ settings: ['fsync=on', 'synchronous_commit=on'] });
  const ending: (() => Promise<unknown>)[] = [server.stop];
  const stop = async () => {
    for (const end of ending.splice(0).reverse()) await end();
  };
  const sqlOn =
    (name: string) =>
    async (text: string, values: readonly unknown[] = []) => {
      const client = new pg.Client(`${server.url}/${name}`);
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
    ALMANAC_RATE_LIMIT: 'off',
    ALMANAC_TRUST_PROXY: 'on',
  };
  const almanac: Cluster['almanac'] = (args, input = '') => run(args, { data: tmpdir(), environment: settings, input });
  try {
    await sqlOn('postgres')('create database chaos');
    const nodes = await Promise.all(Array.from({ length: nodeCount }, () => prepareNode(settings)));
    ending.push(() => Promise.all(nodes.map((node) => node.kill())));
    // All at once on an empty database: one of them makes the tables.
    await Promise.all(nodes.map((node) => node.start()));
    const proxy = await startProxy(nodes.map(({ port }) => port));
    ending.push(proxy.stop);
    const names = Array.from({ length: personCount }, (_, n) => `writer${n + 1}`);
    return {
      address: proxy.address,
      nodes,
      people: await Promise.all(names.map((name) => addPerson(almanac, name))),
      proxyLog: proxy.log,
      sql,
      almanac,
      crashDatabase: server.crash,
      startDatabase: async () => {
        await server.start();
        while (!(await sql('select 1').catch(() => undefined))) await sleep(10);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addPerson(almanac: Cluster['almanac'], name: string): Promise<Person> {
  const password = `the password of ${name}`;
  const added = await almanac(['users', 'add', name, '--role', 'editor', '--password-stdin', '--json'], password);
  if (added.code !== 0) throw new Error(`users add ended with ${added.code}: ${added.stderr}`);
  const { password: application } = JSON.parse(added.stdout) as { password: string };
  return { name, headers: basic(name, application), password };
}
