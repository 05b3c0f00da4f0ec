// Runs the conformance kit against servers that it starts and stops: on each engine, with every extension and with none.
// Further arguments go to the kit's runner, for example `npm run conformance -- --only cost`.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../tests/harness/postgres/server.js';

type Settings = Readonly<Record<string, string>>;

const kit = fileURLToPath(new URL('../../shared/conformance', import.meta.url));
const almanac = fileURLToPath(new URL('../bin/almanac.js', import.meta.url));

const roles = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'subscriber',
};

const variants: readonly { name: string; settings: Settings; args: readonly string[] }[] = [
  { name: 'every extension', settings: {}, args: ['--with', 'geo,media,tickets'] },
  {
    name: 'no geolocation, no tickets',
    settings: { ALMANAC_GEOLOCATION: 'off', ALMANAC_TICKETS: 'off' },
    args: ['--with', 'media'],
  },
];

function addUser(name: string, role: string, env: NodeJS.ProcessEnv): unknown {
  const added = spawnSync(process.execPath, [almanac, 'users', 'add', `kit-${name}`, '--role', role, '--json'], {
    env,
    encoding: 'utf8',
  });
  if (added.status !== 0) throw new Error(added.stderr);
  return JSON.parse(added.stdout);
}

async function listening(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the server has no output');
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const base = /https?:\/\/[^\s/]+/.exec(line)?.[0];
  if (!base) throw new Error(`unexpected output of the server: ${line}`);
  return base;
}

/** Returns the exit code of the kit's runner. */
async function runKit(database: Settings, args: readonly string[]): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'almanac-conformance-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ALMANAC_DATA: data,
    ALMANAC_PORT: '0',
    ALMANAC_TIMEZONE: 'America/New_York',
    ALMANAC_RATE_LIMIT: 'off',
    ...database,
  };
  const users = Object.entries(roles).map(([name, role]) => [name, addUser(name, role, env)]);
  const file = join(data, 'credentials.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(users)));
  const server = spawn(process.execPath, [almanac, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const base = `${await listening(server)}/wp-json/tribe/events/v1`;
  const cases = readdirSync(join(kit, 'cases')).map((name) => join(kit, 'cases', name));
  const all = [join(kit, 'play.mjs'), '--base', base, '--creds', file, ...args, ...process.argv.slice(2), ...cases];
  const [code] = (await once(spawn(process.execPath, all, { stdio: 'inherit' }), 'exit')) as [number];
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(data, { recursive: true, force: true });
  return code;
}

if (!existsSync(kit)) {
  console.error('The conformance kit is missing (../shared/conformance).');
  process.exit(2);
}
const postgres = await startPostgres();
/** An empty database for each server. */
const engines: Readonly<Record<string, (number: number) => Promise<Settings>>> = {
  embedded: async () => ({}),
  PostgreSQL: async (number) => {
    const client = new pg.Client(`${postgres.url}/postgres`);
    await client.connect();
    await client.query(`create database kit_${number}`);
    await client.end();
    return { ALMANAC_DATABASE_URL: `${postgres.url}/kit_${number}` };
  },
};
for (const [engine, settingsOf] of Object.entries(engines)) {
  for (const [number, { name, settings, args }] of variants.entries()) {
    console.log(`\n${engine}, ${name}`);
    const code = await runKit({ ...(await settingsOf(number)), ...settings }, args);
    process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
  }
}
await postgres.stop();
