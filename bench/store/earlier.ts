// The service as it was at an earlier commit, built beside the fixtures, and a calendar that its own code generated. The
// current code gets a migrated copy of the same calendar.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Engine } from '../../src/storage/engine.js';
import { buildOnce, type EngineName, type Fixture, openCopy } from './fixtures.js';
import { fastSettings, startPostgres } from './postgres.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Source {
  readonly commit: string;
  readonly engine: EngineName;
  readonly events: number;
  readonly log: (line: string) => void;
}

/** With the installed packages of this tree. Returns its folder. */
export const buildTree = ({ commit, log }: Source): Promise<string> =>
  buildOnce(`tree-${commit}`, { fresh: false, log }, (folder) => {
    execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['tools/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  });

async function sourceOf(source: Source): Promise<string> {
  const { commit, engine, events, log } = source;
  const options = { fresh: false, log };
  const tree = await buildTree(source);
  const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    execFileSync(process.execPath, words, {
      cwd: tree,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const embedded = await buildOnce(`earlier-${commit}-embedded-${events}`, options, (folder) => {
    run(['--import', 'tsx', 'bench/data.ts', String(events)], { ALMANAC_DATA: folder });
  });
  if (engine === 'embedded') return embedded;
  return buildOnce(`earlier-${commit}-postgres-${events}`, options, async (folder) => {
    const server = await startPostgres(folder, fastSettings);
    try {
      run(['bin/almanac.js', 'copy', '--from', embedded, '--to', server.url]);
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

/** A copy of the earlier calendar; `prepare` migrates it for the current code. */
export async function openEarlier(source: Source, prepare?: (engine: Engine) => Promise<void>): Promise<Fixture> {
  const fixture = await openCopy(source.engine, await sourceOf(source), source.events);
  const engine = fixture.open();
  try {
    await prepare?.(engine);
    await engine.updateStatistics?.();
  } finally {
    await engine.close();
  }
  const { ALMANAC_DATABASE_URL: url } = fixture.settings;
  if (url) await vacuum(url);
  return fixture;
}
