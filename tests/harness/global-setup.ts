// Before all tests: the program built as people run it, a browser, and one PostgreSQL server; after them nothing is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium } from './chromium.js';
import { startPostgres } from './postgres/server.js';
import { useScratchFolder } from './scratch.js';
import { makeTemplates, type Templates } from './templates.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templates: Templates;
    chromium: Chromium;
    /** Home folder of the browsers. */
    browserHome: string;
  }
}

/** A test server loses nothing by losing its data: what makes a database survive a power cut only costs time here. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
];

async function build(): Promise<void> {
  const program = fileURLToPath(new URL('../../tools/build.mjs', import.meta.url));
  const [code] = await once(spawn(process.execPath, [program], { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('The program could not be built.');
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const removeScratchFolder = useScratchFolder();
  const [chromium, server] = await Promise.all([findChromium(), startPostgres({ settings }), build()]);
  const { remove, ...templates } = await makeTemplates(server.url);
  const home = mkdtempSync(join(tmpdir(), 'almanac-browser-'));
  project.provide('chromium', chromium);
  project.provide('browserHome', home);
  project.provide('postgresUrl', server.url);
  project.provide('templates', templates);
  return async () => {
    remove();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    await server.stop();
    removeScratchFolder();
  };
}
