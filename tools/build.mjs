// Bundles the service and its pages into dist/, each only if something changed. Runs on `npm ci` (prepare), before the
// tests and before conformance.
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.mjs';
import { buildWeb } from './build-web.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
await buildProgram(root);
await buildWeb(root);
