// First-run set-up with real processes: the printed code, several nodes, `setup-code`, `init` and `users add`.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forEachEngine, onOneEngine, type Place, type TestEngine } from './harness/engines.js';
import { addEvent, basic, cleanUp, eventsOf, type Ran, run, type Served, serve } from './harness/program.js';

const password = 'correct horse battery';
const minute = 60_000;

const codeIn = (printed: string): string => /set-up code {2}(\S+)\n/.exec(printed)?.[1] ?? '';

/** The line that announces the service may arrive before those on standard error. */
async function printedCode({ output }: Served): Promise<string> {
  await vi.waitUntil(() => output.stderr.includes('`almanac init` sets up'), { timeout: minute });
  return codeIn(output.stderr);
}

const setupOf = (url: string): string => `${url}/cal/events/v1/setup`;

const isOpen = async (url: string): Promise<boolean> =>
  ((await (await fetch(setupOf(url))).json()) as { open: boolean }).open;

const send = (url: string, code: string, more: Readonly<Record<string, unknown>> = {}): Promise<Response> =>
  fetch(setupOf(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, user: 'Ada', password, site_name: 'Town Hall', ...more }),
  });

const signsIn = async (url: string, user: string, secret: string): Promise<boolean> => {
  const body = JSON.stringify({ user, password: secret });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/cal/events/v1/session`, { method: 'POST', headers, body })).ok;
};

interface Site {
  readonly almanac: (args: readonly string[], input?: string, variables?: Record<string, string>) => Promise<Ran>;
  readonly start: (args?: readonly string[]) => Promise<Served>;
}

/** An empty database for each test. */
function useSite(engine: TestEngine): Site {
  let place: Place;
  const settings = (variables: Record<string, string> = {}) => ({
    data: place.settings.ALMANAC_DATA ?? '',
    environment: { ...place.settings, ...variables },
  });
  beforeEach(async () => {
    place = await engine.prepare('schema');
  });
  afterEach(async () => {
    await cleanUp();
    await place.clean();
  });
  return {
    almanac: (args, input, variables) => run(args, { ...settings(variables), ...(input !== undefined && { input }) }),
    start: (args = []) => serve(args, settings()),
  };
}

onOneEngine((engine) => {
  const { almanac, start } = useSite(engine);

  describe('the first start', () => {
    test('prints an address with the code, and logs the code nowhere else', { timeout: minute }, async () => {
      const server = await start();
      const code = await printedCode(server);
      const { stderr, stdout } = server.output;
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
      expect(stderr).toContain(`  Console   ${server.url}/admin (not set up yet)\n`);
      expect(stderr).toContain(`  ${server.url}/admin#setup=${code}\n`);
      expect(stderr).not.toMatch(/user +admin|password {2}/);
      expect(stdout).not.toContain(code);
      const printed = stderr.length;
      expect((await send(server.url, 'wrong')).status).toBe(403);
      expect((await send(server.url, code)).status).toBe(201);
      expect(await signsIn(server.url, 'Ada', password)).toBe(true);
      expect((await (await fetch(server.url)).text()).includes('Town Hall')).toBe(true);
      expect((await server.stop()).stderr.slice(printed)).not.toContain(code);

      const again = await start();
      expect((await send(again.url, code)).status).toBe(409);
      const second = await again.stop();
      expect(second.stderr).toContain('/admin (sign in as Ada)\n');
      expect(second.stderr).not.toContain('set-up');
    });

    test('with --demo creates admin and opens no set-up', { timeout: minute }, async () => {
      const server = await start(['--demo']);
      expect(await isOpen(server.url)).toBe(false);
      const { stderr } = await server.stop();
      expect(stderr).toContain('  user                  admin\n');
      expect(stderr).not.toContain('set-up code');
    });
  });

  describe('a running service without an administrator', () => {
    test('accepts users of the command line; the first administrator closes set-up', { timeout: minute }, async () => {
      const server = await start();
      const code = await printedCode(server);
      const editor = JSON.parse((await almanac(['users', 'add', 'maria', '--role', 'editor', '--json'])).stdout);
      expect((await addEvent(server.url, basic(editor.user, editor.password), 'Fair')).status).toBe(201);
      expect(await isOpen(server.url)).toBe(true);
      const added = await almanac(['users', 'add', 'root', '--role', 'administrator', '--json']);
      const root = JSON.parse(added.stdout);
      expect(await isOpen(server.url)).toBe(false);
      expect((await send(server.url, code)).status).toBe(409);
      const users = await fetch(`${server.url}/cal/events/v1/users`, { headers: basic(root.user, root.password) });
      expect(((await users.json()) as { total: number }).total).toBe(2);
    });

    test('takes a new code from setup-code, which replaces the printed one', { timeout: minute }, async () => {
      const server = await start();
      const printed = await printedCode(server);
      const { code, stderr } = await almanac(['setup-code']);
      expect(code).toBe(0);
      expect((await send(server.url, printed)).status).toBe(403);
      expect((await send(server.url, codeIn(stderr))).status).toBe(201);
      expect(await almanac(['setup-code'])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('There is an administrator already.'),
      });
    });

    test('is set up by init, which closes the page', { timeout: minute }, async () => {
      const server = await start();
      const site = ['--name', 'Town Hall', '--timezone', 'Europe/Paris', '--languages', 'fr,en', '--user', 'Ada'];
      const done = await almanac(['init', ...site, '--password-stdin', '--json'], password);
      expect(done, done.stderr).toMatchObject({ code: 0 });
      const { user, password: application, ...others } = JSON.parse(done.stdout);
      expect(others).toEqual({});
      expect(await isOpen(server.url)).toBe(false);
      expect((await send(server.url, await printedCode(server))).status).toBe(409);
      expect(await signsIn(server.url, 'Ada', password)).toBe(true);
      const saved = await fetch(`${server.url}/cal/events/v1/settings`, { headers: basic(user, application) });
      expect(await saved.json()).toMatchObject({
        name: 'Town Hall',
        timezone: 'Europe/Paris',
        languages: ['fr', 'en'],
      });
      const again = await almanac(['init', '--yes', '--user', 'Eve']);
      expect(again).toMatchObject({ code: 1, stdout: '' });
      expect(again.stderr).toContain('This calendar is already set up.');
    });
  });

  describe('init', () => {
    test('generates a password and loads the demo calendar on request', { timeout: minute }, async () => {
      const done = await almanac(['init', '--yes', '--user', 'Ada', '--demo']);
      expect(done, done.stderr).toMatchObject({ code: 0 });
      const server = await start();
      expect(await signsIn(server.url, 'ada', done.stdout.trim())).toBe(true);
      const { total } = (await (await fetch(eventsOf(server.url))).json()) as { total: number };
      expect(total).toBeGreaterThan(20);
    });

    test.each([
      [['--user', 'a/b'], 2, '--user: A username has 1 to 60 letters'],
      [['--user', 'Ada', '--timezone', 'Mars/Olympus'], 2, '--timezone: Unknown time zone.'],
      [['--user', 'Ada', '--languages', 'no language'], 2, '--languages: Must be language codes'],
      [['--user', 'Ada', '--password-stdin'], 1, 'Sign-in password: Must be at least 10 characters.'],
      [[], 2, 'Missing option --user.'],
    ])('%j is refused, and nothing is created', { timeout: minute }, async (args, code, message) => {
      const ran = await almanac(['init', '--yes', ...args], 'short');
      expect(ran).toMatchObject({ code, stdout: '' });
      expect(ran.stderr).toContain(message);
      expect(JSON.parse((await almanac(['users', 'list', '--json'])).stdout)).toEqual([]);
    });

    test('refuses a setting that an environment variable sets', { timeout: minute }, async () => {
      const variables = { ALMANAC_SITE_NAME: 'By variable' };
      const ran = await almanac(['init', '--yes', '--user', 'Ada', '--name', 'Mine'], undefined, variables);
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toContain('--name has no effect: ALMANAC_SITE_NAME is set.');
    });
  });
});

forEachEngine((engine) => {
  const { almanac, start } = useSite(engine);

  test('the first start of four nodes leaves one valid code, and one of four set-ups wins', {
    timeout: 3 * minute,
  }, async () => {
    const nodes = await Promise.all([start(), start(), start(), start()]);
    const codes = await Promise.all(nodes.map(printedCode));
    expect(new Set(codes).size).toBe(4);
    const dry = await Promise.all(
      codes.map((code) =>
        fetch(`${setupOf(nodes[0]?.url ?? '')}?dry_run=true`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ code, user: 'Ada', password }),
        }),
      ),
    );
    const valid = codes.filter((_, at) => dry[at]?.status === 200);
    expect(valid).toHaveLength(1);
    const replies = await Promise.all(nodes.map(({ url }, at) => send(url, valid[0] ?? '', { user: `owner ${at}` })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    for (const { url } of nodes) expect(await isOpen(url)).toBe(false);
    const listed = JSON.parse((await almanac(['users', 'list', '--json'])).stdout);
    expect(listed).toMatchObject([{ user: `owner ${replies.findIndex(({ status }) => status === 201)}` }]);
  });
});
