// Before all tests: the program compiled as people run it, a browser, and one PostgreSQL server; after them nothing is left.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium } from './chromium.js';
import { startPostgres } from './postgres/server.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    chromium: Chromium;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../tools/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
  project.provide('chromium', await findChromium());
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
