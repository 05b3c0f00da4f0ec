// `npm run check`: runs all checks, as many at a time as there are cores, and prints the output of those that fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Longest first. */
const checks = [
  'tsx tools/check-promises.ts',
  'tsc -p tsconfig.json --noEmit',
  'biome check --error-on-warnings .',
  'tsx tools/print-openapi.ts --check',
  'redocly lint',
  'tsx tools/generate.ts --check',
  'tsx tools/check-regexps.ts',
  'tsc -p web/tsconfig.json',
  'tsc -p client/tsconfig.json',
  'tsx tools/check-imports.ts',
];

async function run(command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
  const [code] = await once(child, 'close');
  console.log(`${code === 0 ? 'passed' : 'failed'}: ${command}`);
  if (code === 0) return;
  process.stdout.write(Buffer.concat(output));
  process.exitCode = 1;
}

async function work() {
  for (let next = checks.shift(); next; next = checks.shift()) await run(next);
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
