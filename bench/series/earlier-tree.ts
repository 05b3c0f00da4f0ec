// The service as it was at an earlier commit, built beside the fixtures, and a calendar that its own code generated. The
// current code gets a migrated copy of the same calendar.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Engine } from '../../src/storage/engine.js';
import { openEmbedded } from '../../src/storage/engines/embedded/engine.js';
import { openPostgres } from '../../src/storage/engines/postgres/engine.js';
import { migrate } from '../../src/storage/migrate.js';
import {
  commonSettings,
  copyFolder,
  type EngineName,
  type Fixture,
  home,
  newFolder,
  removeFolder,
} from '../store/fixtures.js';
import { durableSettings, fastSettings, startPostgres } from '../store/postgres.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds in a folder with another name, so that an interrupted build is never used. */
async function once(name: string, log: (line: string) => void, build: (folder: string) => Promise<void> | void) {
  const folder = join(home, name);
  if (existsSync(folder)) return folder;
  log(`building ${name}`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  await build(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** With the installed packages of this tree. Returns its folder. */
export function buildTree(commit: string, log: (line: string) => void): Promise<string> {
  if (!/^[0-9a-f]{7,40}$/.test(commit)) throw new Error(`${commit} is not the hash of a commit.`);
  return once(`tree-${commit}`, log, (folder) => {
    execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['tools/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  });
}

interface Source {
  readonly tree: string;
  readonly commit: string;
  readonly engine: EngineName;
  readonly events: number;
  readonly log: (line: string) => void;
}

async function sourceOf({ tree, commit, engine, events, log }: Source): Promise<string> {
  const run =
    (...words: readonly string[]) =>
    (environment: Readonly<Record<string, string>>) =>
      execFileSync(process.execPath, words, {
        cwd: tree,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
  const embedded = await once(`earlier-${commit}-embedded-${events}`, log, (folder) => {
    run('--import', 'tsx', 'bench/data.ts', String(events))({ ALMANAC_DATA: folder });
  });
  if (engine === 'embedded') return embedded;
  return once(`earlier-${commit}-postgres-${events}`, log, async (folder) => {
    const server = await startPostgres(folder, fastSettings);
    try {
      run('bin/almanac.js', 'copy', '--from', embedded, '--to', server.url)({});
      await vacuum(server.url);
    } finally {
      await server.stop();
    }
  });
}

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

async function during(engine: Engine, work: (engine: Engine) => Promise<unknown>): Promise<void> {
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

/** A copy of the earlier calendar; with `migrated` for the current code. */
export async function openEarlier(source: Source, migrated: boolean): Promise<Fixture> {
  const { engine, events } = source;
  const from = await sourceOf(source);
  const folder = newFolder();
  const data = join(folder, 'data');
  copyFolder(from, data);
  const prepare = (opened: Engine) =>
    during(opened, async () => {
      if (migrated) await migrate(opened);
      await opened.updateStatistics?.();
    });
  if (engine === 'embedded') {
    const open = () => openEmbedded(join(data, 'almanac.db'));
    await prepare(open());
    const settings = { ...commonSettings, ALMANAC_DATA: data, ALMANAC_DATABASE_URL: '' };
    return { engine, events, settings, open, stop: async () => removeFolder(folder) };
  }
  execFileSync('chmod', ['755', folder]);
  const server = await startPostgres(data, durableSettings);
  const open = () => openPostgres({ url: server.url, replicas: [], connections: 4 });
  await prepare(open());
  await vacuum(server.url);
  const stop = async () => {
    await server.stop();
    removeFolder(folder);
  };
  return {
    engine,
    events,
    settings: { ...commonSettings, ALMANAC_DATABASE_URL: server.url },
    open,
    server: server.pid,
    stop,
  };
}
