// Before all tests: one PostgreSQL server for every suite; after them: nothing of it is left.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
