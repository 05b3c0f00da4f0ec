// The stores that measurements run on. A built store is kept in a temporary folder by its size and schema, and every run
// works on a copy of its own, so that what it writes is gone afterwards.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now as present } from '../../src/app.js';
import type { Engine } from '../../src/storage/engine.js';
import { openEmbedded } from '../../src/storage/engines/embedded/engine.js';
import { openPostgres } from '../../src/storage/engines/postgres/engine.js';
import { newestVersion } from '../../src/storage/migrate.js';
import { buildData, dataVersion } from '../data.js';
import { fillPostgres } from './fill-postgres.js';
import { durable, hasty, startPostgres } from './postgres.js';

export type EngineName = Engine['name'];

export interface Ground {
  readonly engine: EngineName;
  readonly events: number;
  /** Settings with which a process works on it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly open: () => Engine;
  /** The first process of the database's server, if it has one. */
  readonly server?: number;
  readonly stop: () => Promise<void>;
}

export interface GroundOptions {
  readonly fresh: boolean;
  readonly say: (line: string) => void;
}

const home = join(tmpdir(), 'almanac-bench');
/** Events lie around the day they were made, so old ones are of no use. */
const mostDays = 7;

const isStale = (folder: string): boolean => Date.now() - statSync(folder).mtimeMs > mostDays * 86_400_000;
const copy = (from: string, to: string): void => {
  execFileSync('cp', ['-a', '--reflink=auto', from, to]);
};

/** Whoever asks for fresh data wants them made once in a run. */
const fresh = new Set<string>();

/** Built beside its place, so that what was broken off is never taken for whole. */
async function kept(name: string, { fresh: anew, say }: GroundOptions, build: (folder: string) => Promise<void>) {
  const folder = join(home, `${name}-v${newestVersion}.${dataVersion}`);
  const usable = existsSync(folder) && (anew ? fresh.has(name) : !isStale(folder));
  if (usable) return folder;
  const begun = performance.now();
  say(`building ${name}`);
  const unfinished = `${folder}.unfinished`;
  for (const old of [folder, unfinished]) rmSync(old, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  await build(unfinished);
  renameSync(unfinished, folder);
  fresh.add(name);
  say(`built ${name} in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  return folder;
}

const keptEmbedded = (events: number, options: GroundOptions): Promise<string> =>
  kept(`embedded-${events}`, options, (folder) =>
    buildData(join(folder, 'almanac.db'), { events, now: present(), say: options.say }),
  );

async function keptPostgres(events: number, options: GroundOptions): Promise<string> {
  const source = await keptEmbedded(events, options);
  return kept(`postgres-${events}`, options, async (folder) => {
    const server = await startPostgres(folder, hasty);
    try {
      await fillPostgres(server.url, join(source, 'almanac.db'), options.say);
    } finally {
      await server.stop();
    }
  });
}

const working = 'run-';

/** What a run that was killed has left behind. */
export function clearAway(): void {
  mkdirSync(home, { recursive: true, mode: 0o755 });
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(working))) {
    const pid = name.slice(working.length).split('-')[0];
    if (!existsSync(`/proc/${pid}`)) rmSync(join(home, name), { recursive: true, force: true });
  }
}

const newFolder = (): string => mkdtempSync(join(home, `${working}${process.pid}-`));
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** The service's own work in the background would change what is measured: nothing is removed. */
const always = { ALMANAC_TRASH_DAYS: '0', ALMANAC_RATE_LIMIT: 'off' };

export async function takeGround(engine: EngineName, events: number, options: GroundOptions): Promise<Ground> {
  return engine === 'embedded' ? takeEmbedded(events, options) : takePostgres(events, options);
}

async function takeEmbedded(events: number, options: GroundOptions): Promise<Ground> {
  const source = await keptEmbedded(events, options);
  const folder = newFolder();
  const file = join(folder, 'almanac.db');
  copy(join(source, 'almanac.db'), file);
  const filled = openEmbedded(file);
  await filled.updateStatistics?.();
  await filled.close();
  return {
    engine: 'embedded',
    events,
    settings: { ...always, ALMANAC_DATA: folder, ALMANAC_DATABASE_URL: '' },
    open: () => openEmbedded(file),
    stop: async () => removeFolder(folder),
  };
}

async function takePostgres(events: number, options: GroundOptions): Promise<Ground> {
  const source = await keptPostgres(events, options);
  const folder = newFolder();
  const data = join(folder, 'data');
  execFileSync('chmod', ['755', folder]);
  copy(source, data);
  const server = await startPostgres(data, durable);
  return {
    engine: 'postgres',
    events,
    settings: { ...always, ALMANAC_DATABASE_URL: server.url },
    open: () => openPostgres({ url: server.url, replicas: [], connections: 4 }),
    server: server.pid,
    stop: async () => {
      await server.stop();
      removeFolder(folder);
    },
  };
}
