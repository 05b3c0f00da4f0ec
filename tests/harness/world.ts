// A world: a real server on a free port with one user of each role, and builders for test data.
// Its clock is fixed until a test moves it, so that every timestamp in a response is known.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { openDatabase, openEngine, startServer } from '../../src/app.js';
import { runChecks } from '../../src/cli/doctor-checks.js';
import { type Config, readConfig } from '../../src/config.js';
import { openDoctor } from '../../src/core/doctor.js';
import type { Facade } from '../../src/core/facade.js';
import { registryOf } from '../../src/core/model.js';
import type { Shape } from '../../src/core/shape.js';
import type { Store } from '../../src/core/store.js';
import { facadesOf } from '../../src/endpoints/facades.js';
import { eventShapes } from '../../src/facades/events/events.js';
import type { Service } from '../../src/http/service.js';
import { links } from '../../src/models/registry.js';
import { settings } from '../../src/models/settings/settings.js';
import type { Options as Reach } from '../../src/net/fetch.js';
import { type Ask, type Asking, clientFor, type People, type Request } from './client.js';
import type { Place, TestEngine } from './engines.js';
import { addUsers, startOfWorld } from './templates.js';

export { startOfWorld };

/** The public address of every world; the real one is a free port. */
export const baseUrl = 'https://calendar.example';
export const siteZone = 'America/New_York';

export type Body = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: an answered record, of which a test names what it needs
export type Answered = Record<string, any> & { readonly id: number };
type Making = Pick<Ask, 'as' | 'on'>;

export interface World {
  /** The real address of the server. */
  readonly address: string;
  readonly ask: Asking;
  /** Sends a request again while the server sheds load, as it may with many requests at once on a busy machine. */
  readonly askAgain: Asking;
  readonly people: People;
  readonly config: Config;
  readonly store: Store;
  /** Settings that use its place. */
  readonly settings: Place['settings'];
  /** The present moment, in UTC. */
  readonly clock: { now: string };
  /** Runs all due background jobs once. */
  readonly runDue: () => Promise<void>;
  /** Sends a request, expects success and returns the body. */
  readonly get: (path: string, ask?: Ask) => Promise<Answered>;
  readonly send: (request: Request, body: Body, making?: Making) => Promise<Answered>;
  readonly event: (given?: Body, making?: Making) => Promise<Answered>;
  readonly venue: (given?: Body, making?: Making) => Promise<Answered>;
  readonly organizer: (given?: Body, making?: Making) => Promise<Answered>;
  readonly category: (given?: Body, making?: Making) => Promise<Answered>;
  readonly tag: (given?: Body, making?: Making) => Promise<Answered>;
  /** Restarts the server on the same data with additional settings. */
  readonly restart: (settings?: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface WorldSettings {
  readonly settings?: Readonly<Record<string, string>>;
  /** Another world on the same place, with the same users and clock. */
  readonly beside?: World;
  /** Addresses that the fetch guard allows; tests have no public ones. */
  readonly reach?: Reach;
  /** Time limits of connections. */
  readonly timeouts?: Service['timeouts'];
  /** Mounted beside our own. */
  readonly facades?: readonly Facade[];
  /** Other models, and the migration for them. */
  readonly definitions?: { readonly shapes: readonly Shape[]; readonly statements: readonly string[] };
}

export async function startWorld(
  engine: TestEngine,
  { settings = {}, beside, reach = {}, timeouts, facades = [], definitions }: WorldSettings = {},
): Promise<World> {
  const place = await engine.prepare('users');
  const clock = beside?.clock ?? { now: startOfWorld };
  let people = beside?.people ?? place.people;
  let isExtended = beside !== undefined;
  const serve = async (more: Readonly<Record<string, string>>) => {
    const environment = {
      ALMANAC_PORT: '0',
      ALMANAC_BASE_URL: baseUrl,
      ALMANAC_TIMEZONE: siteZone,
      ALMANAC_RATE_LIMIT: 'off',
      ALMANAC_LOG_LEVEL: 'error',
      // `ALMANAC_TEST_CACHE=off` runs everything without the response cache.
      ALMANAC_CACHE: process.env.ALMANAC_TEST_CACHE ?? 'on',
      ...place.settings,
      ...settings,
      ...more,
    };
    const config = readConfig(environment);
    const known = definedBy(config, definitions?.shapes, facades);
    const store = await openDatabase(config, known.registry);
    if (!isExtended) await migrateFurther(config, definitions?.statements);
    isExtended = true;
    people ??= await addUsers(store);
    const checkHealth = openDoctor(() => runChecks(environment, false));
    const running = await startServer(config, store, { ...known, checkHealth, ...(timeouts && { timeouts }) }, reach);
    Object.assign(running.service, { now: () => clock.now });
    const { port } = running.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const stop = async () => {
      await running.stop();
      await store.close();
    };
    const { runDue } = running.jobs;
    return {
      address,
      config,
      store,
      people,
      stop,
      runDue,
      settings: place.settings,
      ...builders(clientFor(address, people)),
    };
  };
  let serving = await serve({});
  const world = {
    ...serving,
    clock,
    restart: async (more: Readonly<Record<string, string>> = {}) => {
      await serving.stop();
      serving = await serve(more);
      const { stop: _, ...parts } = serving;
      Object.assign(world, parts);
    },
    stop: async () => {
      await serving.stop();
      await place.clean();
    },
  };
  return world;
}

const definedBy = (
  config: Config,
  shapes: readonly Shape[] = eventShapes,
  beside: readonly Facade[],
): Pick<Service, 'registry' | 'facades'> => ({
  registry: registryOf([...shapes.map(({ model }) => model), settings], links),
  facades: [...facadesOf(config, shapes), ...beside],
});

/** One migration more than our own. */
async function migrateFurther(config: Config, statements: readonly string[] = []): Promise<void> {
  if (statements.length === 0) return;
  const engine = openEngine(config);
  await engine.transact(async (connection) => {
    for (const sql of statements) await connection.run({ sql, values: [] });
  });
  await engine.close();
}

/** A unique word. */
let words = 0;
export const word = (stem = 'word'): string => `${stem}${String.fromCharCode(97 + (words % 26))}${++words}x`;

/** 503 says that nothing was done. */
const persistent =
  (ask: Asking): Asking =>
  async (request, given) => {
    for (let attempts = 1; ; attempts++) {
      const reply = await ask(request, given);
      if (reply.statusCode !== 503 || attempts === 100) return reply;
      await sleep(50);
    }
  };

export function builders(ask: Asking) {
  const askAgain = persistent(ask);
  const get: World['get'] = async (path, given) => {
    const reply = await askAgain(`GET ${path}`, given);
    expect(reply.statusCode, reply.text).toBe(200);
    return reply.body;
  };
  const send: World['send'] = async (request, body, { as = 'administrator', on = 'native' } = {}) => {
    const reply = await askAgain(request, { as, on, body });
    expect(reply.statusCode, `${request} ${reply.text}`).toBeLessThan(300);
    return reply.body;
  };
  return {
    ask,
    askAgain,
    get,
    send,
    event: (given: Body = {}, making?: Making) =>
      send(
        'POST /events',
        { title: word('Event '), start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00', ...given },
        making,
      ),
    venue: (given: Body = {}, making?: Making) => send('POST /venues', { venue: word('Venue '), ...given }, making),
    organizer: (given: Body = {}, making?: Making) =>
      send('POST /organizers', { organizer: word('Organizer '), ...given }, making),
    category: (given: Body = {}, making?: Making) =>
      send('POST /categories', { name: word('Category '), ...given }, making),
    tag: (given: Body = {}, making?: Making) => send('POST /tags', { name: word('Tag '), ...given }, making),
  };
}

/** One world for all tests of the block that calls this. */
export function useWorld(engine: TestEngine, settings?: WorldSettings): World {
  const world = {} as World;
  beforeAll(async () => {
    const started = await startWorld(engine, settings);
    Object.assign(world, started, {
      restart: async (more?: Readonly<Record<string, string>>) => {
        await started.restart(more);
        const { restart: _, ...parts } = started;
        Object.assign(world, parts);
      },
    });
  });
  afterAll(() => world.stop?.());
  return world;
}
