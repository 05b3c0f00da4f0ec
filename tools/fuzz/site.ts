// The calendar under test: a database with the demo calendar, the service as a child process, and a user of each role.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { contextOf, databaseFile, now, openDatabase, openEngine, startServer } from '../../src/app.js';
import { addUser, changePassword } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { operator, type Role, roles } from '../../src/core/actor.js';
import type { Store } from '../../src/core/store.js';
import { lowCostVariable } from '../../src/core/work-factors.js';
import { loadDemo } from '../../src/demo/load.js';
import { readSequences, setSequences } from '../../src/storage/copy/tables.js';
import { checksumsOf } from '../../tests/harness/checksums.js';
import { startChild } from '../../tests/harness/child.js';
import { basic, type People, type Person } from '../../tests/harness/client.js';
import { recordRoutes } from '../../tests/harness/leaks/routes.js';
import { startPostgres } from '../../tests/harness/postgres/server.js';
import { run as runProgram } from '../../tests/harness/program.js';
import type { Caller } from './case.js';
import { openClient, type Send } from './http.js';

export type EngineName = 'embedded' | 'postgres';

type Headers = Readonly<Record<string, string>>;

export interface Site {
  readonly address: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly store: Store;
  /** GET routes of the service, in the syntax of its router. */
  readonly routes: readonly string[];
  readonly send: Send;
  /** Headers with the application password of the caller. */
  readonly signed: (caller: Caller) => Headers;
  /** Headers with the session cookie of the caller, and its CSRF token. */
  readonly session: (caller: Caller) => Headers;
  /** Replaces the users if requests have removed or changed one of them. */
  readonly checkUsers: () => Promise<void>;
  /** The next IDs of all kinds of records. */
  readonly setIds: (last: number) => Promise<void>;
  /** Another one after every transaction that has written something. */
  readonly version: () => Promise<string>;
  /** A digest of each table that requests can change. */
  readonly state: () => Promise<ReadonlyMap<string, string>>;
  /** Errors that `doctor` finds, after the service was stopped. */
  readonly diagnose: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** No random number of a request is the ID of a caller. */
const firstIdOfCallers = 600_000;

export async function openSite(engine: EngineName): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-fuzz-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  if (server) await createDatabase(server.url);
  const settings: Readonly<Record<string, string>> & { readonly ALMANAC_DATA: string } = {
    ALMANAC_DATA: join(folder, 'data'),
    ALMANAC_PORT: '0',
    ALMANAC_SECRET: 'a secret of at least 24 characters',
    ALMANAC_MCP_WRITES: 'on',
    ALMANAC_RATE_LIMIT: 'off',
    ...(server && { ALMANAC_DATABASE_URL: `${server.url}/fuzz` }),
  };
  const config = readConfig(settings);
  const store = await openDatabase(config);
  await loadDemo(store, contextOf(config, store, operator), false);
  const routes = await recordRoutes(async () => (await startServer(config, store)).stop());
  const setIds = async (last: number) => {
    const other = openEngine(config);
    const names = [...(await readSequences(other.name, other.readConnection)).keys()];
    await setSequences(other, new Map(names.map((name) => [name, last])));
    await other.close();
  };
  await setIds(firstIdOfCallers);
  // Requests that hash a password would take most of the time.
  const child = await startChild({ ...settings, NODE_ENV: 'test', [lowCostVariable]: 'low' });
  const send = openClient(child.address);
  const versions = await openVersions(databaseFile(config), settings.ALMANAC_DATABASE_URL);
  const callers = await openCallers(store, send);
  return {
    address: child.address,
    settings,
    store,
    routes,
    send,
    ...callers,
    setIds,
    version: versions.read,
    state: () => stateOf(settings),
    diagnose: async () => {
      await child.kill();
      const { stdout } = await runProgram(['doctor'], { data: settings.ALMANAC_DATA, environment: settings });
      // Settings with an unknown mail server are valid.
      return stdout.split('\n').filter((line) => /^ERROR(?! +mail )/.test(line));
    },
    close: async () => {
      await child.kill();
      await versions.close();
      await store.close();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** From the engine itself: what the program knows of its transactions could be wrong. */
async function openVersions(file: string, url: string | undefined) {
  if (url === undefined) {
    const database = new Database(file, { readonly: true });
    const version = database.prepare('pragma data_version');
    return { read: async () => JSON.stringify(version.all()), close: async () => database.close() };
  }
  const client = new pg.Client(url);
  await client.connect();
  const read = async () => (await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as x')).rows[0].x;
  return { read, close: () => client.end() };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  await client.query('create database fuzz');
  await client.end();
}

/** One user of each role, with names that no request uses. */
export async function addUsers(store: Store, stem: string): Promise<People> {
  const people: Partial<Record<Role, Person>> = {};
  for (const role of roles) {
    const name = `${stem}-${role}`;
    people[role] = { name, ...(await addUser(store, { name, role, now: now() })) };
  }
  return people as People;
}

const password = 'correct horse battery';

async function openCallers(store: Store, send: Send): Promise<Pick<Site, 'signed' | 'session' | 'checkUsers'>> {
  let generation = 0;
  let people = {} as People;
  let sessions: Partial<Record<Caller, Headers>> = {};
  const signIn = async (role: Role): Promise<readonly [Role, Headers]> => {
    const user = people[role].name;
    await changePassword(store, user, password);
    const { text, headers } = await send({
      method: 'POST',
      url: '/cal/events/v1/session',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user, password }),
    });
    const cookie = headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    return [role, { cookie, 'x-csrf-token': String(JSON.parse(text).csrf) }];
  };
  const renew = async () => {
    people = await addUsers(store, `fuzz-${++generation}`);
    sessions = Object.fromEntries(await Promise.all(roles.map(signIn)));
  };
  await renew();
  const signed = (caller: Caller): Headers => (caller === 'anonymous' ? {} : { authorization: basic(people[caller]) });
  const isSame = async (role: Role, headers: Headers | undefined): Promise<boolean> => {
    const { status, text } = await send({ method: 'GET', url: '/cal/events/v1/session', headers: { ...headers } });
    return status === 200 && JSON.parse(text).role === role;
  };
  return {
    signed,
    session: (caller) => sessions[caller] ?? {},
    checkUsers: async () => {
      const known = await Promise.all(
        roles.flatMap((role) => [isSame(role, signed(role)), isSame(role, sessions[role])]),
      );
      if (known.includes(false)) await renew();
    },
  };
}

/** Tables that jobs and the checks of credentials write at any time. */
export const isVolatile = (table: string): boolean =>
  /^(sequences|metadata|positions|positions_meta|changes|change_log|usage|job_progress|webhook|password_requests|idempotent_responses|mails)/.test(
    table,
  );

/** Rows of these say when they were last used. */
const usedTables = ['application_passwords', 'sessions', 'feed_keys'];

async function stateOf(settings: Site['settings']): Promise<ReadonlyMap<string, string>> {
  const sums = Object.entries(await checksumsOf({ settings }, (name) => !isVolatile(name)));
  return new Map(sums.map(([name, sum]) => [name, usedTables.includes(name) ? (sum.split(' ')[0] ?? '') : sum]));
}
