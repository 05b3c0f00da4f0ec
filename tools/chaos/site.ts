// Nodes behind nginx on one database, and users who write.
import { tmpdir } from 'node:os';
import pg from 'pg';
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

export interface Site {
  readonly address: string;
  readonly nodes: readonly Node[];
  readonly users: readonly [User, ...User[]];
  readonly proxyLog: () => string;
  /** On the primary. */
  readonly sql: <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly almanac: (args: readonly string[], input?: string) => Promise<Ran>;
  readonly stop: () => Promise<void>;
}

export interface SiteOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** The database of the settings, for queries of the tool itself. */
  readonly databaseUrl: string;
  readonly nodes: number;
  readonly workers: number;
}

const userCount = 4;

/** Runs a query on a connection of its own. */
export const sqlAt =
  (url: string) =>
  async (text: string, values: readonly unknown[] = []): Promise<readonly pg.QueryResultRow[]> => {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

export async function startSite({ settings, databaseUrl, nodes: count, workers }: SiteOptions): Promise<Site> {
  const almanac: Site['almanac'] = (args, input = '') => run(args, { data: tmpdir(), environment: settings, input });
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  try {
    const nodes = await Promise.all(Array.from({ length: count }, () => prepareNode(settings, workers)));
    cleanups.push(() => Promise.all(nodes.map((node) => node.kill())));
    // All at once on an empty database: one of them runs the migrations.
    await Promise.all(nodes.map((node) => node.start()));
    const proxy = await startProxy(nodes.map(({ port }) => port));
    cleanups.push(proxy.stop);
    const names = Array.from({ length: userCount - 1 }, (_, n) => `writer${n + 2}`);
    const others = await Promise.all(names.map((name) => addUser(almanac, name)));
    return {
      address: proxy.address,
      nodes,
      users: [await addUser(almanac, 'writer1'), ...others],
      proxyLog: proxy.log,
      sql: sqlAt(databaseUrl) as Site['sql'],
      almanac,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addUser(almanac: Site['almanac'], name: string): Promise<User> {
  const password = `the password of ${name}`;
  const added = await almanac(['users', 'add', name, '--role', 'editor', '--password-stdin', '--json'], password);
  if (added.code !== 0) throw new Error(`users add ended with ${added.code}: ${added.stderr}`);
  const { password: application } = JSON.parse(added.stdout) as { password: string };
  return { name, headers: basic(name, application), password };
}
