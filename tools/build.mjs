// Bundles the service, its pages and the client library into dist/, each only if something changed. Runs on `npm ci` (prepare), before the
// tests and before conformance.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.mjs';
import { buildWeb } from './build-web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
await buildProgram(root);
await buildWeb(root);
// The container image serves the calendar only: it is built without the client library.
if (existsSync(`${root}/client`)) {
  const { buildClient } = await import('./build-client.mjs');
  await buildClient(root);
}
