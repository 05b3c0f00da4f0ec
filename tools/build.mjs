// Compiles the service and bundles its pages into dist/. Runs on `npm ci` (prepare), before the tests and before conformance.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.mjs';
import { cleanDist } from './clean-dist.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
execFileSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
cleanDist(root);
cpSync(`${root}src/demo/pictures`, `${root}dist/demo/pictures`, { recursive: true });
await buildWeb(root);
