// Plays the conformance kit beside the project against a server that it starts and stops itself.
// Further arguments go to the player, for example `npm run conformance -- --only cost`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const kit = fileURLToPath(new URL('../../shared/conformance', import.meta.url));
if (!existsSync(kit)) {
  console.error('There is no conformance kit beside the project (../shared/conformance).');
  process.exit(2);
}

const almanac = fileURLToPath(new URL('../bin/almanac.js', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'almanac-conformance-'));
const env = {
  ...process.env,
  ALMANAC_DATA: data,
  ALMANAC_PORT: '0',
  ALMANAC_TIMEZONE: 'America/New_York',
  ALMANAC_RATE_LIMIT: 'off',
};

const roles = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
};
const credentials = Object.fromEntries(
  Object.entries(roles).map(([name, role]) => {
    const added = spawnSync(process.execPath, [almanac, 'users', 'add', `kit-${name}`, '--role', role, '--json'], {
      env,
      encoding: 'utf8',
    });
    if (added.status !== 0) throw new Error(added.stderr);
    return [name, JSON.parse(added.stdout)];
  }),
);
const file = join(data, 'credentials.json');
writeFileSync(file, JSON.stringify(credentials));

const server = spawn(process.execPath, [almanac, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const line = await new Promise((done) => createInterface(server.stdout).once('line', done));
const base = /https?:\/\/[^\s/]+/.exec(line)?.[0];
const cases = readdirSync(join(kit, 'cases')).map((name) => join(kit, 'cases', name));
const player = spawn(
  process.execPath,
  [
    join(kit, 'play.mjs'),
    '--base',
    `${base}/wp-json/tribe/events/v1`,
    '--creds',
    file,
    ...process.argv.slice(2),
    ...cases,
  ],
  { stdio: 'inherit' },
);
process.exitCode = await new Promise((done) => player.once('exit', done));
server.kill('SIGTERM');
await new Promise((done) => server.once('exit', done));
rmSync(data, { recursive: true, force: true });
