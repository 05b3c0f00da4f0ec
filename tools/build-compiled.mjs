// Has V8 compile the program and keeps the code for bin/load.js: starts the service on an empty store and asks for a few pages, so that
// the functions of a start are among it. `node tools/build-compiled.mjs ROOT` is the service itself, which writes the code at its end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { checksum, keptFile, load, scriptOf } from '../bin/load.js';

const thisFile = fileURLToPath(import.meta.url);

function serve(root) {
  const scripts = new Map();
  const compile = (file) => {
    const source = readFileSync(file);
    const script = scriptOf(file, source.toString());
    scripts.set(file, { source, script });
    return script;
  };
  process.on('exit', () => {
    for (const [file, { source, script }] of scripts) {
      const kept = keptFile(file);
      const compiled = script.createCachedData();
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(`${kept}.new`, Buffer.concat([compiled, checksum(source, compiled)]));
      renameSync(`${kept}.new`, kept);
      console.log(relative(join(root, 'dist'), kept));
    }
  });
  process.argv.splice(1, Number.POSITIVE_INFINITY, thisFile, 'serve');
  load(join(root, 'dist/main.cjs'), compile);
}

/** The first requests after a start. The line says where the service is ready. */
async function ask(line) {
  const [address] = /http:\S+/.exec(line) ?? [];
  for (const path of ['readyz', 'cal/events/v1/events?per_page=1', '', 'cal/events/v1/none']) {
    await (await fetch(address + path)).text();
  }
}

/** Names of the files in dist/; none if the service cannot be started here. */
export async function buildCompiled(root) {
  const data = mkdtempSync(join(tmpdir(), 'almanac-build-'));
  const { PATH = '' } = process.env;
  const settings = { ALMANAC_DATA: data, ALMANAC_HOST: '127.0.0.1', ALMANAC_PORT: '0', ALMANAC_WORKERS: '1' };
  const env = { PATH, NODE_ENV: 'production', ...settings };
  const child = spawn(process.execPath, [thisFile, root], { cwd: data, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = [];
  const errors = [];
  child.stderr.on('data', (bytes) => errors.push(bytes));
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (lines.length > 1) return;
    ask(line)
      .catch((error) => errors.push(Buffer.from(`${error}\n`)))
      .finally(() => child.kill('SIGTERM'));
  });
  const [code] = await once(child, 'close');
  rmSync(data, { recursive: true });
  if (code === 0) return lines.slice(1);
  console.warn(`The program is built, but not compiled ahead: it will start more slowly.\n${Buffer.concat(errors)}`);
  return [];
}

if (process.argv[1] === thisFile) serve(process.argv[2]);
