// Compiles the service into dist/. Runs on `npm ci` (prepare), before the tests and before conformance.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { removeStale } from './stale.mjs';
import { vendorDocs } from './vendor-docs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
removeStale(root);
vendorDocs();
