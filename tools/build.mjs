// Compiles the service and bundles its pages into dist/, each only where something changed. Runs on `npm ci` (prepare), before
// the tests and before conformance.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.mjs';
import { cleanDist, isDistComplete } from './clean-dist.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// The compiler writes only the files whose source changed since its last run, and does not notice that one was deleted.
if (!isDistComplete(root)) rmSync(`${root}node_modules/.cache/build.tsbuildinfo`, { force: true });
execFileSync(`${root}node_modules/.bin/tsc`, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
cleanDist(root);
cpSync(`${root}src/demo/pictures`, `${root}dist/demo/pictures`, { recursive: true });
await buildWeb(root);
