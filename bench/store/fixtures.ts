// The databases that scenarios run on. A fixture is built once per size, schema version and data version in a temporary
// folder; every run works on a copy, which is removed afterwards.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now as currentTime } from '../../src/app.js';
import { DAY, secondsOf, wallOf } from '../../src/core/time/clock.js';
import type { Engine } from '../../src/storage/engine.js';
import type { CommitOptions } from '../../src/storage/engines/embedded/commits.js';
import { openEmbedded } from '../../src/storage/engines/embedded/engine.js';
import { openPostgres } from '../../src/storage/engines/postgres/engine.js';
import { newestVersion } from '../../src/storage/migrate.js';
import { buildData, type Calendar, dataVersion } from '../data.js';
import { fillPostgres } from './fill-postgres.js';
import { durableSettings, fastSettings, type PostgresServer, startPostgres, startStandby } from './postgres.js';

export type EngineName = Engine['name'];

export interface Fixture {
  readonly engine: EngineName;
  readonly events: number;
  /** Environment variables for a service on this database. */
  readonly settings: Readonly<Record<string, string>>;
  /** `options`: how changes share commits, on the embedded engine. */
  readonly open: (options?: CommitOptions) => Engine;
  /** Process id of the database server, if there is one. */
  readonly server?: number;
  /** The same with replicas that serve reads without credentials, where the engine has them. */
  readonly withReplicas?: (count: number) => Promise<ReplicatedFixture>;
  readonly stop: () => Promise<void>;
}

export interface ReplicatedFixture extends Fixture {
  /** Process ids of the servers of the replicas. */
  readonly replicas: readonly number[];
}

export interface FixtureOptions {
  readonly calendar: Calendar;
  readonly fresh: boolean;
  readonly log: (line: string) => void;
}

export const home = join(tmpdir(), 'almanac-bench');
/** Events are spread around the day of the build, so older fixtures are rebuilt. */
const maxAgeDays = 7;

const isOutdated = (folder: string): boolean => Date.now() - statSync(folder).mtimeMs > maxAgeDays * 86_400_000;
const copyFolder = (from: string, to: string): void => {
  execFileSync('cp', ['-a', '--reflink=auto', from, to]);
};

/** With `--fresh` each fixture is rebuilt once per run. */
const rebuilt = new Set<string>();

/** Builds in a folder with another name, so that an interrupted build is never used. */
export async function buildOnce(
  name: string,
  { fresh, log }: Pick<FixtureOptions, 'fresh' | 'log'>,
  build: (folder: string) => Promise<void> | void,
) {
  const folder = join(home, `${name}-v${newestVersion}.${dataVersion}`);
  const usable = existsSync(folder) && (fresh ? rebuilt.has(name) : !isOutdated(folder));
  if (usable) return folder;
  const startedAt = performance.now();
  log(`building ${name}`);
  const unfinished = `${folder}.unfinished`;
  for (const old of [folder, unfinished]) rmSync(old, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  await build(unfinished);
  renameSync(unfinished, folder);
  rebuilt.add(name);
  log(`built ${name} in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return folder;
}

/** Noon of the last Monday: calendars that are compared with each other must be generated for the same moment. */
function sharedNow(): string {
  const days = Math.floor(secondsOf(currentTime()) / DAY);
  return wallOf((days - ((days + 3) % 7) + 0.5) * DAY);
}

const nameOf = (engine: EngineName, events: number, { calendar }: FixtureOptions): string =>
  calendar === 'events' ? `${engine}-${events}` : `${engine}-${calendar}-${events}-${sharedNow().slice(0, 10)}`;

const buildEmbedded = (events: number, options: FixtureOptions, total = events): Promise<string> =>
  buildOnce(nameOf('embedded', events, options) + (total > events ? `-of-${total}` : ''), options, (folder) =>
    buildData(join(folder, 'almanac.db'), {
      ...options,
      events,
      total,
      now: options.calendar === 'events' ? currentTime() : sharedNow(),
    }),
  );

/** Larger calendars are copies of one of this size. */
const maxGenerated = 1_000_000;

async function buildPostgres(events: number, options: FixtureOptions): Promise<string> {
  const generated = Math.min(events, maxGenerated);
  const source = await buildEmbedded(generated, options, events);
  return buildOnce(nameOf('postgres', events, options), options, async (folder) => {
    const server = await startPostgres(folder, fastSettings);
    try {
      await fillPostgres(server.url, join(source, 'almanac.db'), options.log, Math.round(events / generated));
    } finally {
      await server.stop();
    }
  });
}

const runPrefix = 'run-';

/** Removes the copies of runs that were killed. */
export function removeLeftovers(): void {
  mkdirSync(home, { recursive: true, mode: 0o755 });
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(runPrefix))) {
    const pid = name.slice(runPrefix.length).split('-')[0];
    if (!existsSync(`/proc/${pid}`)) rmSync(join(home, name), { recursive: true, force: true });
  }
}

const newFolder = (): string => mkdtempSync(join(home, `${runPrefix}${process.pid}-`));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Background work would change what is measured, so the trash is not emptied. */
const commonSettings = { ALMANAC_TRASH_DAYS: '0', ALMANAC_RATE_LIMIT: 'off' };

export async function openFixture(engine: EngineName, events: number, options: FixtureOptions): Promise<Fixture> {
  const build = engine === 'embedded' ? buildEmbedded : buildPostgres;
  return openCopy(engine, await build(events, options), events);
}

/** Of a database that was built in this folder. */
export const openCopy = (engine: EngineName, source: string, events: number): Promise<Fixture> =>
  engine === 'embedded' ? openEmbeddedCopy(source, events) : openPostgresCopy(source, events);

async function openEmbeddedCopy(source: string, events: number): Promise<Fixture> {
  const folder = newFolder();
  const file = join(folder, 'almanac.db');
  copyFolder(join(source, 'almanac.db'), file);
  const engine = openEmbedded(file);
  await engine.updateStatistics?.();
  await engine.close();
  return {
    engine: 'embedded',
    events,
    settings: { ...commonSettings, ALMANAC_DATA: folder, ALMANAC_DATABASE_URL: '' },
    open: (options) => openEmbedded(file, options),
    stop: async () => removeFolder(folder),
  };
}

async function openPostgresCopy(source: string, events: number): Promise<Fixture> {
  const folder = newFolder();
  const data = join(folder, 'data');
  execFileSync('chmod', ['755', folder]);
  copyFolder(source, data);
  const server = await startPostgres(data, durableSettings);
  const fixture: Omit<Fixture, 'stop'> = {
    engine: 'postgres',
    events,
    settings: { ...commonSettings, ALMANAC_DATABASE_URL: server.url },
    open: () => openPostgres({ url: server.url, replicas: [], connections: 4 }),
    server: server.pid,
  };
  return {
    ...fixture,
    withReplicas: async (count) => {
      const replicas: PostgresServer[] = [];
      while (replicas.length < count) {
        replicas.push(await startStandby(server, mkdtempSync(join(folder, 'replica-'))));
      }
      const urls = replicas.map(({ url }) => url).join(',');
      return {
        ...fixture,
        settings: { ...fixture.settings, ALMANAC_DATABASE_REPLICAS: urls },
        replicas: replicas.map(({ pid }) => pid),
        stop: async () => {
          for (const replica of replicas) await replica.stop();
        },
      };
    },
    stop: async () => {
      await server.stop();
      removeFolder(folder);
    },
  };
}
