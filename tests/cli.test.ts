// The command line: users and passwords, settings, exit codes, start and stop.
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase, openEngine } from '../src/app.js';
import { findUser } from '../src/auth/accounts.js';
import { confirmSecondFactor, secondFactorOf, startSecondFactor } from '../src/auth/second-factor.js';
import { secretsFor } from '../src/auth/secrets.js';
import { stepOf, totpCode } from '../src/auth/totp.js';
import { readConfig } from '../src/config.js';
import { unlimited } from '../src/core/throttle.js';
import { secondsOf } from '../src/core/time/clock.js';
import { plain } from '../src/storage/engine.js';
import { apply, migrations } from '../src/storage/migrate.js';
import { addEvent, basic, cleanUp, eventsOf, newFolder, run, runProcess, serve } from './harness/program.js';
import { templateFolder } from './harness/template-folder.js';

afterEach(cleanUp);

const long = 600_000;

async function signsIn(data: string, name: string, password: string): Promise<boolean> {
  const store = await openDatabase(readConfig({ ALMANAC_DATA: data }));
  const user = await findUser(store, name);
  await store.close();
  return secretsFor(unlimited, 'local').verify(user?.password ?? '', password, name);
}

describe('users', () => {
  it('are added, listed, changed and removed', { timeout: long }, async () => {
    const data = templateFolder('schema');
    const added = await run(['users', 'add', 'Maria', '--role', 'editor', '--json'], { data });
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toMatch(/^\{"user":"Maria","password":"(\w{4} ){5}\w{4}"\}\n$/);

    const withPassword = await runProcess(['users', 'add', 'Jo', '--role', 'subscriber', '--password-stdin'], {
      data,
      input: 'a long enough one\n',
    });
    expect(withPassword.stdout).toMatch(/^(\w{4} ){5}\w{4}\n$/);
    expect(withPassword.stderr).toContain('Added Jo as subscriber');
    expect(await signsIn(data, 'jo', 'a long enough one')).toBe(true);

    const role = await run(['users', 'role', 'maria', 'administrator'], { data });
    expect(role).toMatchObject({ code: 0, stdout: '' });
    const list = await run(['users', 'list', '--json'], { data });
    expect(JSON.parse(list.stdout)).toMatchObject([
      { user: 'Maria', role: 'administrator' },
      { user: 'Jo', role: 'subscriber' },
    ]);

    expect(await run(['users', 'password', 'maria'], { data, input: 'correct horse battery\n' })).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await signsIn(data, 'maria', 'correct horse battery')).toBe(true);
    const made = await run(['users', 'password', 'maria', '--generate'], { data });
    expect(await signsIn(data, 'maria', made.stdout.trim())).toBe(true);

    const removed = await run(['users', 'remove', 'maria'], { data });
    expect(removed.stderr).toContain('no administrator left');
    expect((await run(['users', 'list'], { data })).stdout).not.toContain('Maria');
  });

  it('show and lose two-step verification', { timeout: long }, async () => {
    const data = templateFolder('schema');
    await run(['users', 'add', 'maria', '--role', 'editor'], { data });
    const state = async () => (await run(['users', 'second-factor', 'maria'], { data })).stdout;
    expect(await state()).toBe('off\n');
    const store = await openDatabase(readConfig({ ALMANAC_DATA: data }));
    const { id = 0 } = (await findUser(store, 'maria')) ?? {};
    const now = '2027-06-15 15:30:00';
    await store.transact(async (writer) => {
      const secret = await startSecondFactor(writer, id, now);
      const factor = await secondFactorOf(writer, id);
      if (factor) await confirmSecondFactor(writer, factor, totpCode(secret, stepOf(secondsOf(now))), now);
    });
    await store.close();
    expect(await state()).toBe('on, 10 recovery codes left\n');
    const removed = await run(['users', 'second-factor', 'MARIA', '--remove'], { data });
    expect(removed).toMatchObject({ code: 0, stdout: '' });
    expect(removed.stderr).toContain('Two-step verification of MARIA is off.');
    expect(await state()).toBe('off\n');
    const again = await run(['users', 'second-factor', 'maria', '--remove'], { data });
    expect(again).toMatchObject({ code: 1, stderr: 'almanac: maria has no two-step verification.\n' });
  });

  it('are rejected with one line that says why', { timeout: long }, async () => {
    const data = templateFolder('schema');
    await run(['users', 'add', 'maria', '--role', 'editor'], { data });
    const refused = async (args: readonly string[], input = '') => (await run(args, { data, input })).stderr;
    expect(await run(['users', 'add', 'MARIA', '--role', 'author'], { data })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'almanac: User MARIA already exists.\n',
    });
    expect(await refused(['users', 'remove', 'nobody'])).toBe('almanac: User nobody not found.\n');
    expect(await refused(['users', 'password', 'maria'], 'short\n')).toContain('at least 10 characters');
    const short = await refused(['users', 'add', 'jo', '--role', 'author', '--password-stdin'], 'short\n');
    expect(short).toContain('at least 10 characters');
  });
});

describe('application passwords', () => {
  it('are added, listed and revoked', { timeout: long }, async () => {
    const data = templateFolder('schema');
    await run(['users', 'add', 'maria', '--role', 'editor'], { data });
    const added = await run(['passwords', 'add', 'maria', '--label', 'phone', '--json'], { data });
    expect(JSON.parse(added.stdout)).toMatchObject({ user: 'maria', label: 'phone' });
    const listed = JSON.parse((await run(['passwords', 'list', 'maria', '--json'], { data })).stdout);
    expect(listed.map(({ label }: { label: string }) => label)).toEqual(['first', 'phone']);
    expect(await run(['passwords', 'revoke', 'maria', String(listed[1].id)], { data })).toMatchObject({ code: 0 });
    expect(await run(['passwords', 'revoke', 'maria', String(listed[1].id)], { data })).toMatchObject({ code: 1 });
    expect((await run(['passwords', 'list', 'maria'], { data })).stdout).not.toContain('phone');
  });
});

describe('serve', () => {
  it('prints one line when ready, accepts new users immediately and stops cleanly', { timeout: long }, async () => {
    const data = newFolder();
    const server = await serve(['--demo'], { data, environment: { ALMANAC_PROT: '1' } });
    const [, signIn] = /sign-in password\s+(\S+)\n/.exec(server.output.stderr) ?? [];
    const [, application] = /application password\s+(.+)\n/.exec(server.output.stderr) ?? [];
    expect(await signsIn(data, 'admin', signIn ?? '')).toBe(true);
    expect((await addEvent(server.url, basic('admin', application ?? ''), 'First')).status).toBe(201);

    const added = await run(['users', 'add', 'maria', '--role', 'author', '--json'], { data });
    const { user, password } = JSON.parse(added.stdout);
    expect((await addEvent(server.url, basic(user, password), 'Second')).status).toBe(201);
    const [first] = JSON.parse((await run(['passwords', 'list', 'maria', '--json'], { data })).stdout);
    await run(['passwords', 'revoke', 'maria', String(first.id)], { data });
    expect((await addEvent(server.url, basic(user, password), 'Third')).status).toBe(401);

    const { code, stdout, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(stdout).toBe(`Almanac is ready at ${server.url}/\n`);
    expect(stderr).toContain('Warning: Unknown setting ALMANAC_PROT. Did you mean ALMANAC_PORT?');

    const again = await serve([], { data });
    expect((await again.stop('SIGINT')).code).toBe(0);
    expect(again.output.stderr).not.toMatch(/password|set-up/);
  });

  it('finishes requests in flight before it stops', { timeout: long }, async () => {
    const data = templateFolder('schema');
    const { user, password } = JSON.parse(
      (await run(['users', 'add', 'maria', '--role', 'author', '--json'], { data })).stdout,
    );
    const server = await serve([], { data });
    const body = JSON.stringify({ title: 'Begun', start_date: '2031-05-01', end_date: '2031-05-02' });
    const headers = { ...basic(user, password), 'content-type': 'application/json', expect: '100-continue' };
    const begun = request(eventsOf(server.url), {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    const answer = new Promise<number | undefined>((resolve) =>
      begun.once('response', (got) => resolve(got.resume().statusCode)),
    );
    const received = new Promise((resolve) => begun.once('continue', resolve));
    begun.flushHeaders();
    await received;
    const stopped = server.stop();
    // It has received the signal once it accepts no new connections.
    while (
      await fetch(`${server.url}/healthz`).then(
        () => true,
        () => false,
      )
    );
    begun.end(body);
    expect(await answer).toBe(201);
    expect((await stopped).code).toBe(0);
  });

  it.each(['1', '3'])(
    'reports a port in use in one line, before anything is created, with %s workers',
    { timeout: long },
    async (workers) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const port = String((other.address() as AddressInfo).port);
      const data = join(newFolder(), 'data');
      const second = await runProcess(['serve', '--demo', '--port', port, '--workers', workers], { data });
      expect(second).toMatchObject({ code: 69, stdout: '' });
      expect(second.stderr).toMatch(
        new RegExp(`^almanac: Port ${port} on 127.0.0.1 is already in use. .+ almanac serve --port \\d+ .+\n$`),
      );
      expect(existsSync(data)).toBe(false);
      other.close();
    },
  );

  it('prints the URLs of calendar, console and API, and who can sign in', { timeout: long }, async () => {
    const data = newFolder();
    const first = await serve(['--demo'], { data });
    const { stderr } = await first.stop();
    expect(stderr).toContain(`Starting Almanac`);
    expect(stderr).toContain('The application password is for scripts and apps');
    expect(stderr).toContain(`  Calendar  ${first.url}/\n`);
    expect(stderr).toContain(`  Console   ${first.url}/admin (sign in as admin)\n`);
    expect(stderr).toContain(`  API       ${first.url}/cal/events/v1/ (documentation: ${first.url}/docs)\n`);
    expect(stderr).toContain(`  Data      ${data}\n`);
    await run(['users', 'add', 'ada', '--role', 'administrator'], { data });
    await run(['users', 'remove', 'admin', '--reassign', 'ada'], { data });
    const site = 'https://calendar.example/site';
    const second = await serve([], { data, environment: { ALMANAC_BASE_URL: site } });
    const printed = (await second.stop()).stderr;
    expect(printed).toContain(
      `  Console   ${site}/admin (no administrator can sign in yet: run \`almanac users password ada\`)\n`,
    );
  });
});

describe('a start', () => {
  it('reports an upgrade of the database in one line, once', { timeout: long }, async () => {
    const data = newFolder();
    const engine = openEngine(readConfig({ ALMANAC_DATA: data }));
    const before = migrations.slice(0, -2);
    await engine.transact(async (connection) => {
      await connection.run(plain('create table migrations (version integer primary key, name text not null)'));
      for (const migration of before) await apply(engine, connection, migration);
    });
    await engine.close();
    const names = migrations.slice(-2).map(({ name }) => name);
    expect((await run(['users', 'list'], { data })).stderr).toContain(
      `Upgraded the database from schema version ${before.length} to ${migrations.length}: ${names.join(', ')}.\n`,
    );
    expect((await run(['users', 'list'], { data })).stderr).not.toContain('schema');
    expect((await run(['users', 'list'], { data: newFolder() })).stderr).not.toContain('schema');
  });

  const dist = new URL('../dist/', import.meta.url);

  it('reads the clients of PostgreSQL, S3 and mail, and the encoder of images, only when they are used', () => {
    const chunks = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
    const codeOf = (name: string) => readFileSync(new URL(name, dist), 'utf8');
    const read = new Set<string>();
    const follow = (name: string) => {
      if (read.has(name)) return;
      read.add(name);
      for (const [, next = ''] of codeOf(name).matchAll(/^(?:const .+ = )?require\("\.\/([\w-]+\.cjs)"\)/gm))
        follow(next);
    };
    follow('main.cjs');
    expect(read).toContain('read.cjs');
    for (const mark of ['SCRAM-SERVER-FIRST-MESSAGE', 'S3mini = class', 'SMTPConnection = class', 'require("sharp")']) {
      const containing = chunks.filter((name) => codeOf(name).includes(mark));
      expect([mark, containing.length, containing.filter((name) => read.has(name))]).toEqual([mark, 1, []]);
    }
  });
});

describe('settings', () => {
  it('are shown with secrets masked', { timeout: long }, async () => {
    const environment = { ALMANAC_METRICS_TOKEN: 'open-sesame', ALMANAC_PORT: '9000' };
    const plain = await run(['config'], { data: 'some-folder', environment });
    expect(plain.stdout).toMatch(/^ALMANAC_PORT +9000 +environment +8080 +Port to listen on/m);
    expect(plain.stdout).toMatch(/^ALMANAC_METRICS_TOKEN +\*{8} +environment +- /m);
    // Unset secrets are shown as unset.
    expect(plain.stdout).toMatch(/^ALMANAC_DATABASE_URL +- +default +- /m);
    expect(plain.stdout).toMatch(/^ALMANAC_DATABASE_REPLICAS +- +default +- /m);
    // In the unit that the variable is named after.
    expect(plain.stdout).toMatch(/^ALMANAC_CACHE_MB +64 +default +64 +.+ in MB/m);
    const json = await run(['config', '--json'], { data: 'some-folder', environment });
    expect(JSON.parse(json.stdout)).toContainEqual({
      variable: 'ALMANAC_METRICS_TOKEN',
      value: '********',
      default: '',
      set: true,
      source: 'environment',
      meaning: expect.any(String),
    });
    expect(plain.stdout + json.stdout).not.toContain('sesame');
  });

  it('come from flags, then the environment, then .env in the working directory', { timeout: long }, async () => {
    const cwd = newFolder();
    writeFileSync(
      join(cwd, '.env'),
      '# Settings\nALMANAC_TIMEZONE=Europe/Paris\nexport ALMANAC_PORT="9001"\nALMANAC_DATA=elsewhere\nPATH=nowhere\n',
    );
    const data = newFolder();
    // One in the data folder is never read.
    writeFileSync(join(data, '.env'), 'ALMANAC_API_NAMESPACE=data\n');
    const environment = { ALMANAC_PORT: '9002' };
    const { stdout } = await runProcess(['config', '--data', data], { data: 'from-environment', environment, cwd });
    const line = (variable: string) => new RegExp(`^${variable} +(\\S+) +(\\S+)`, 'm').exec(stdout)?.slice(1);
    expect(line('ALMANAC_DATA')).toEqual([data, 'flag']);
    expect(line('ALMANAC_PORT')).toEqual(['9002', 'environment']);
    expect(line('ALMANAC_TIMEZONE')).toEqual(['Europe/Paris', '.env']);
    expect(line('ALMANAC_API_NAMESPACE')).toEqual(['cal', 'default']);
  });

  it.each(['1', '2'])('of .env and of flags reach all %s workers', { timeout: long }, async (workers) => {
    const [cwd, data] = [newFolder(), join(newFolder(), 'by-flag')];
    writeFileSync(join(cwd, '.env'), 'ALMANAC_API_NAMESPACE=fromfile\nALMANAC_TYPO=1\n');
    const flags = ['--data', data, '--host', '127.0.0.1', '--port', '0', '--workers', workers];
    const server = await serve(flags, { data: newFolder(), environment: { ALMANAC_PORT: '1' }, cwd });
    // Whichever worker takes the connection.
    for (let round = 0; round < 6; round++) {
      const answer = await fetch(`${server.url}/fromfile/events/v1/events`, { headers: { connection: 'close' } });
      expect(answer.status).toBe(200);
    }
    expect(existsSync(data)).toBe(true);
    const { stderr } = await server.stop();
    expect(stderr).toContain(`settings from ${join(cwd, '.env')}`);
    expect(stderr).toContain('Warning: Unknown setting ALMANAC_TYPO\n');
  });

  it('in an unreadable .env stop every command', { timeout: long }, async () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, '.env'));
    const ran = await runProcess(['users', 'list'], { data: newFolder(), cwd });
    expect(ran).toMatchObject({ code: 78, stdout: '' });
    expect(ran.stderr).toMatch(/^almanac: Cannot read the settings in \.env: .+\n$/);
  });

  it.each(['', ' ', '1e3', '0x50', '-1', '70000'])('reject “%s” as a port', async (port) => {
    const ran = await run(['config'], { data: newFolder(), environment: { ALMANAC_PORT: port } });
    expect(ran).toMatchObject({ code: 78, stdout: '' });
    expect(ran.stderr).toBe(`almanac: ALMANAC_PORT must be a number from 0 to 65535, not "${port}".\n`);
  });

  it.each(['serve', 'users list'])('that weaken passwords outside a test run stop %s', async (line) => {
    const environment = { NODE_ENV: 'production', ALMANAC_TEST_COSTS: 'low' };
    const ran = await run(line.split(' '), { data: newFolder(), environment });
    expect(ran).toMatchObject({ code: 78, stdout: '' });
    expect(ran.stderr).toMatch(/^almanac: ALMANAC_TEST_COSTS makes passwords easy to guess .+\n$/);
  });

  it('with invalid values stop every command', { timeout: long }, async () => {
    const wrong = await run(['users', 'list'], {
      data: newFolder(),
      environment: { ALMANAC_TIMEZONE: 'Mars/Olympus' },
    });
    expect(wrong).toMatchObject({ code: 78, stdout: '' });
    expect(wrong.stderr).toMatch(/^almanac: ALMANAC_TIMEZONE .+\n$/);
  });
});

describe('exit codes', () => {
  it.each(['', 'nonsense', 'users', 'users add x', 'users add x --role king', 'passwords revoke x y'])(
    'are 2 for usage errors: almanac %s',
    async (line) => {
      expect(await run(line.split(' ').filter(Boolean), { data: newFolder() })).toMatchObject({ code: 2, stdout: '' });
    },
  );

  it.each([
    ['users add', "missing required argument 'name'", 'almanac users add --help'],
    ['users add x', "missing option '--role <role>', one of administrator, editor", 'almanac users add --help'],
    ['serve --port abc', 'It must be a number from 0 to 65535.', 'almanac serve --help'],
    ['serve --prot 1', '(Did you mean --port?)', 'almanac serve --help'],
    ['users list --data', "option '--data <folder>' argument missing", 'almanac --help'],
  ])('come with the error and the help command: almanac %s', async (line, wrong, help) => {
    const ran = await run(line.split(' '), { data: newFolder() });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(wrong);
    expect(ran.stderr).toContain(`Run \`${help}\` for usage and examples.`);
  });

  it('are 73 where no file can be created', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    const ran = await run(['users', 'list'], { data: join(file, 'data') });
    expect(ran).toMatchObject({ code: 73, stdout: '' });
    expect(ran.stderr).toMatch(/^almanac: Cannot write .+\n$/);
  });

  it('are 0 for the version and for help, which shows an example', { timeout: long }, async () => {
    expect((await runProcess(['--version'], { data: newFolder() })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const args of [[], ['serve'], ['users', 'add'], ['passwords'], ['restore'], ['doctor']]) {
      const help = await run([...args, '--help'], { data: newFolder() });
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain('Example:');
    }
  });
});
