// The files for running the service agree with the service, with each other and with what the documentation says; and the real
// nginx.conf in front of two real nodes does what it promises.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig, settings } from '../src/config.js';
import { Problem } from '../src/core/problem.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { prepareTimeoutMs } from '../src/http/change.js';
import { openHealthPort } from '../src/http/health-port.js';
import { problemResponse } from '../src/http/problem.js';
import { spoolLimit } from '../src/http/spooled-body.js';
import { defaultTimeouts } from '../src/http/timeouts.js';
import { jobsOf } from '../src/service-jobs.js';
import { type Child, startChild } from './harness/child.js';
import { basic, prefixes } from './harness/client.js';
import { engines, type Place } from './harness/engines.js';
import { layWires, type Nginx, nginxProgram, startNginx, type Wires } from './harness/nginx.js';
import { run } from './harness/program.js';
import { startOfWorld } from './harness/world.js';

const root = new URL('..', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const dockerfile = read('Dockerfile');
const nginxConf = read('deploy/nginx.conf');
const unit = read('deploy/almanac.service');
const operations = read('docs/operations.md');
const readme = read('README.md');
const configuration = read('docs/configuration.md');

type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml };

/** As much of YAML as the two files use: maps and lists by indentation, one-line JSON, anchors that are merged in. */
function readYaml(text: string): { readonly [key: string]: Yaml } {
  const anchors = new Map<string, Yaml>();
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .map((line) => ({ indent: line.search(/\S/), words: line.trim() }));
  let at = 0;
  const scalar = (words: string): Yaml => (/^["[]/.test(words) ? (JSON.parse(words) as Yaml) : words);

  function block(indent: number): Yaml {
    const items: Yaml[] = [];
    const entries: [string, Yaml][] = [];
    for (let line = lines[at]; line?.indent === indent; line = lines[at]) {
      at++;
      if (line.words.startsWith('- ')) {
        items.push(scalar(line.words.slice(2)));
        continue;
      }
      const [, key = '', rest = ''] = /^([^\s:]+):\s*(.*)$/.exec(line.words) ?? [];
      expect(key, `unreadable: ${line.words}`).not.toBe('');
      if (key === '<<') {
        entries.push(...Object.entries(anchors.get(rest.slice(1)) ?? {}));
        continue;
      }
      const inner = lines[at];
      const nested = (rest === '' || rest.startsWith('&')) && inner && inner.indent > indent;
      const value = nested ? block(inner.indent) : scalar(rest);
      if (rest.startsWith('&')) anchors.set(rest.slice(1), value);
      entries.push([key, value]);
    }
    return items.length ? items : Object.fromEntries(entries);
  }
  const whole = block(0) as { readonly [key: string]: Yaml };
  expect(lines.slice(at), 'the whole file is read').toEqual([]);
  return whole;
}

interface ComposedService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly command?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly depends_on?: Readonly<Record<string, Yaml>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly [key: string]: unknown;
}
interface Composed {
  readonly services: Readonly<Record<string, ComposedService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}
const compose = (path: string) => readYaml(read(path)) as unknown as Composed;
const single = compose('compose.yaml');
const several = compose('compose.postgres.yaml');

/** The arguments of every occurrence of an instruction. */
const instructions = (name: string): readonly string[] =>
  [...dockerfile.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, words = '']) => words);
const copied = instructions('COPY')
  .filter((words) => !words.startsWith('--from'))
  .flatMap((words) => words.split(' ').slice(0, -1));
const imageSetting = (name: string): string | undefined => new RegExp(`\\b${name}=(\\S+)`).exec(dockerfile)?.[1];
const unitSetting = (name: string): readonly string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, words = '']) => words);

describe('settings', () => {
  const known = Object.values(settings).map(({ variable }) => variable);
  const files = {
    'README.md': readme,
    'docs/operations.md': operations,
    'compose.yaml': read('compose.yaml'),
    'compose.postgres.yaml': read('compose.postgres.yaml'),
    'deploy/almanac.service': unit,
    'deploy/nginx.conf': nginxConf,
    'tools/package/debian/almanac.env': read('tools/package/debian/almanac.env'),
    Dockerfile: dockerfile,
  };

  test.each(Object.entries(files))('%s names only settings that exist', (_, text) => {
    const named = new Set(text.match(/ALMANAC_[A-Z_]*[A-Z]/g));
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  });

  test('docs/configuration.md lists all of them with their defaults', () => {
    const rows = [...configuration.matchAll(/^\| `(ALMANAC_\w+)` \|(?: `([^`]*)`)? *\|/gm)];
    const table = Object.fromEntries(rows.map(([, variable = '', fallback = '']) => [variable, fallback]));
    expect(table).toEqual(Object.fromEntries(Object.values(settings).map((row) => [row.variable, row.fallback])));
  });

  test('of the compose files are accepted by the service', () => {
    const services = [...Object.values(single.services), ...Object.values(several.services)];
    const filledIn = (value: string) =>
      value.replace(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, text) => (kind === '-' ? text : 'secret'));
    for (const { image, environment = {} } of services.filter(({ image }) => image === 'almanac')) {
      const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]));
      expect(() => readConfig(given), image).not.toThrow();
    }
  });
});

describe('the image', () => {
  test('stores data in the volume, and listens on the port of the proxy', () => {
    const port = settings.port.fallback;
    const data = imageSetting('ALMANAC_DATA');
    expect(imageSetting('ALMANAC_PORT')).toBe(port);
    expect(imageSetting('ALMANAC_HEALTH_PORT')).toMatch(/^[1-9]\d+$/);
    expect(instructions('EXPOSE')).toEqual([port]);
    expect(instructions('VOLUME')).toEqual([JSON.stringify([data])]);
    expect(single.services.almanac).toMatchObject({
      ports: [`127.0.0.1:${port}:${port}`],
      volumes: [`almanac-data:${data}`],
      read_only: 'true',
    });
    const upstream = [...nginxConf.matchAll(/^\s*server (\w+):(\d+) /gm)].map(([, name, at]) => [name, at]);
    expect(upstream).toEqual([
      ['node1', port],
      ['node2', port],
    ]);
    // Both nodes serve the same images.
    const volumes = [`almanac-data:${data}`];
    for (const [name = ''] of upstream) expect(several.services[name]).toMatchObject({ image: 'almanac', volumes });
  });

  test('runs without root and npm, and is stopped by SIGTERM', () => {
    const [user = ''] = instructions('USER');
    expect(user).toBe('65532:65532');
    const [uid, gid] = user.split(':');
    expect(dockerfile).toContain(`install -d -o ${uid} -g ${gid} -m 0700 ${imageSetting('ALMANAC_DATA')}`);
    expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(JSON.parse(instructions('ENTRYPOINT')[0] ?? '')).toEqual(['node', '/app/bin/almanac.js']);
    expect(JSON.parse(instructions('CMD').at(-1) ?? '')).toEqual(['serve']);
    for (const install of dockerfile.match(/npm ci.*/g) ?? []) expect(install).toContain('--ignore-scripts');
  });

  test('copies files that exist and that .dockerignore includes', () => {
    const kept =
      read('.dockerignore')
        .match(/^!.*/gm)
        ?.map((line) => line.slice(1)) ?? [];
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied.filter((path) => !path.includes('*'))) {
      expect([path, existsSync(new URL(path, root))]).toEqual([path, true]);
      expect([path, kept.some((name) => path === name || path.startsWith(`${name}/`))]).toEqual([path, true]);
    }
  });

  test('copies what the build reads: every path in its programs that exists here', () => {
    const programs = readdirSync(new URL('tools/', root)).filter((name) => /^(build|up-to-date).*\.mjs$/.test(name));
    expect(programs).toContain('build.mjs');
    expect(copied).toContain('tools/*.mjs');
    // The image is built without the client library.
    const paths = programs
      .filter((name) => name !== 'build-client.mjs')
      .flatMap((name) => [...read(`tools/${name}`).matchAll(/'([\w.-]+(?:\/[\w.-]+)*)'/g)].map(([, path = '']) => path))
      .filter((path) => !/^(dist|tools|\.)/.test(path) && existsSync(new URL(path, root)));
    expect(paths).toEqual(expect.arrayContaining(['src', 'web', 'src/demo/pictures', 'package-lock.json']));
    const isCopied = (path: string) => copied.some((name) => path === name || path.startsWith(`${name}/`));
    expect(paths.filter((path) => !isCopied(path))).toEqual([]);
  });

  test('has a health check that fails without a ready service', async () => {
    const [, command = '[]'] = /HEALTHCHECK [\s\S]*?CMD (\[.*\])/.exec(dockerfile) ?? [];
    const [program, ...args] = JSON.parse(command) as string[];
    expect(program).toBe('node');
    const check = async (port: number) => {
      const child = spawn(process.execPath, args, { env: { ...process.env, ALMANAC_HEALTH_PORT: String(port) } });
      return (await once(child, 'exit'))[0];
    };
    const health = await openHealthPort({ host: '127.0.0.1', port: 0 }, () => undefined);
    const codes = [await check(health.port)];
    health.report(1, undefined);
    codes.push(await check(health.port));
    await health.close();
    expect([...codes, await check(health.port)]).toEqual([1, 0, 1]);
  });
});

describe('the compose files', () => {
  test.each([
    ['compose.yaml', single],
    ['compose.postgres.yaml', several],
  ])('%s mounts and waits for what it declares', (_, { services, volumes }) => {
    const mounted = Object.values(services).flatMap(({ volumes: mounts = [] }) => mounts);
    const sources = [...new Set(mounted.map((mount) => mount.split(':', 1)[0] ?? ''))];
    expect(sources.filter((source) => !source.startsWith('.')).toSorted()).toEqual(Object.keys(volumes).toSorted());
    for (const file of sources.filter((source) => source.startsWith('.'))) {
      expect([file, existsSync(new URL(file, root))]).toEqual([file, true]);
    }
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on) as [string, { condition?: string }][]) {
        // The nodes bring the health check of their image.
        const checked = services[name]?.healthcheck ?? services[name]?.image === 'almanac';
        expect([name, condition, Boolean(checked)]).toEqual([name, 'service_healthy', true]);
      }
    }
    for (const [name, { ports = [], security_opt }] of Object.entries(services)) {
      expect([name, security_opt]).toEqual([name, ['no-new-privileges:true']]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  test('pass any setting of .env on, which need not exist', () => {
    const nodes = [...Object.values(single.services), ...Object.values(several.services)].filter(
      ({ image }) => image === 'almanac',
    );
    expect(nodes).toHaveLength(3);
    for (const { env_file, environment = {} } of nodes) {
      expect(env_file).toEqual([{ path: '.env', required: false }]);
      // `environment` wins over the file: what it sets is either fixed or taken from there.
      const fixed = Object.entries(environment).filter(([name, value]) => !value.startsWith(`\${${name}:-`));
      expect(fixed.map(([name]) => name).filter((name) => name !== 'ALMANAC_TRUST_PROXY')).toEqual(
        environment.ALMANAC_DATABASE_URL === undefined ? [] : ['ALMANAC_DATABASE_URL'],
      );
    }
  });

  test('let the nodes reach other servers, and nothing else reach the database', () => {
    const { node1, node2, postgres, nginx } = several.services;
    for (const node of [node1, node2, nginx]) expect(node?.networks).toEqual(['inside', 'outside']);
    expect(postgres?.networks).toEqual(['inside']);
    expect((several as unknown as { networks: object }).networks).toEqual({
      inside: { internal: 'true' },
      outside: '',
    });
    expect(node1?.environment).toHaveProperty('ALMANAC_SECRET');
  });

  test('let nginx resolve the nodes again, with the shipped configuration', () => {
    const { command = [], volumes = [], tmpfs = [] } = several.services.nginx ?? {};
    const [shell, option, script = ''] = command;
    expect([shell, option]).toEqual(['sh', '-c']);
    const [, edits = '', from, to] = /^sed '([^']*)' (\S+) > (\S+) && exec nginx /.exec(script) ?? [];
    expect(volumes).toEqual([`./deploy/nginx.conf:${from}:ro`]);
    expect(tmpfs).toContain(`${to?.replace('/default.conf', '')}:mode=1777`);
    const edited = execFileSync('sed', [edits], { input: nginxConf, encoding: 'utf8' }).split('\n');
    const changed = edited.filter((line) => !nginxConf.split('\n').includes(line)).map((line) => line.trim());
    expect(changed).toEqual([
      'upstream almanac { resolver 127.0.0.11 valid=5s;',
      'server node1:8080 resolve max_fails=3 fail_timeout=1s;',
      'server node2:8080 resolve max_fails=3 fail_timeout=1s;',
    ]);
  });

  test('several nodes share one database and one proxy', () => {
    const { node1, node2, postgres, nginx } = several.services;
    expect(node1?.environment).toEqual(node2?.environment);
    const { username, hostname, port, pathname } = new URL(
      node1?.environment?.ALMANAC_DATABASE_URL?.replace(/\$\{.*\}/, 'x') ?? '',
    );
    expect([username, hostname, port, pathname]).toEqual(['almanac', 'postgres', '5432', '/almanac']);
    expect(postgres?.environment).toMatchObject({ POSTGRES_USER: 'almanac', POSTGRES_DB: 'almanac' });
    expect(postgres?.healthcheck?.test).toEqual(expect.arrayContaining(['pg_isready']));
    const [, listens] = /^\s*listen (\d+);/m.exec(nginxConf) ?? [];
    expect(nginx?.ports).toEqual([`127.0.0.1:8080:${listens}`]);
    expect(nginx?.healthcheck?.test.at(-1)).toBe(`http://127.0.0.1:${listens}/healthz`);
    expect(node1?.environment?.ALMANAC_TRUST_PROXY).toBe('on');
  });
});

test('the documentation lists the background jobs with their intervals', () => {
  const parts = { mail: {}, usage: {} } as unknown as Parameters<typeof jobsOf>[1];
  const config = readConfig({ ALMANAC_GEOCODER_URL: 'https://geocoder.example/search' });
  const jobs = jobsOf(config, parts, () => undefined).map(({ name, intervalSeconds }) => [name, intervalSeconds]);
  const units = { s: 1, min: 60, h: 3_600, day: 86_400 };
  const rows = [...operations.matchAll(/^\| ([a-z-]+) \| (\d+) (s|min|h|day) \|/gm)].map(([, name, count, unit]) => [
    name,
    Number(count) * units[unit as keyof typeof units],
  ]);
  expect(rows.toSorted()).toEqual(jobs.toSorted());
});

describe('the systemd unit', () => {
  test('runs the program on its own folder and gives it time to stop', () => {
    const [state] = unitSetting('StateDirectory');
    expect(unitSetting('Environment')).toContain(`ALMANAC_DATA=/var/lib/${state}`);
    const [program = ''] = unitSetting('ExecStart');
    expect(program).toMatch(/^\/usr\/bin\/node \/opt\/almanac\/bin\/almanac\.js serve$/);
    expect(unitSetting('KillSignal')).toEqual(['SIGTERM']);
    // The parent process stops its workers; a second signal would end them before their requests are finished.
    expect(unitSetting('KillMode')).toEqual(['mixed']);
    expect(Number(unitSetting('TimeoutStopSec')[0])).toBeGreaterThan(12);
    expect(unitSetting('Restart')).toEqual(['on-failure']);
  });

  test('removes permissions that the program does not need, and keeps those of V8', () => {
    for (const name of ['NoNewPrivileges', 'PrivateTmp', 'PrivateDevices', 'ProtectHome', 'RestrictSUIDSGID']) {
      expect([name, unitSetting(name)]).toEqual([name, ['yes']]);
    }
    expect(unitSetting('ProtectSystem')).toEqual(['strict']);
    expect(unitSetting('CapabilityBoundingSet')).toEqual(['']);
    expect(unitSetting('MemoryDenyWriteExecute')).toEqual(['no']);
  });
});

describe('nginx.conf', () => {
  const [facade] = facadesOf(readConfig({}));
  const shapes = {
    overloaded: problemResponse(new Problem('overloaded'), facade),
    'too-large': problemResponse(new Problem('too-large', { limit: '20 MiB' }), facade),
    'no-route': problemResponse(new Problem('no-route'), facade),
  };

  test('uses the error bodies of the service', () => {
    const configured = [...nginxConf.matchAll(/return (\d+) '(.*)';/g)].map(([, statusCode, body = '']) => [
      Number(statusCode),
      JSON.parse(body),
    ]);
    expect(configured).toHaveLength(3);
    expect(configured).toEqual(
      expect.arrayContaining(Object.values(shapes).map(({ statusCode, body }) => [statusCode, body])),
    );
  });

  test('has the limits of the service', () => {
    const seconds = (name: string, within = nginxConf): number =>
      Number(new RegExp(`^\\s*${name} (\\d+)s;`, 'm').exec(within)?.[1]);
    const [block = ''] = /location ~ \S*import\S* \{[^}]*\}/.exec(nginxConf) ?? [];
    const [, pattern = ''] = /location ~ (\S+)/.exec(block) ?? [];
    expect(`${facade.prefix}/import.ndjson`).toMatch(new RegExp(pattern));
    expect(`${facade.prefix}/imports`).not.toMatch(new RegExp(pattern));
    expect(spoolLimit).toBe(2 ** 30);
    expect(block).toMatch(/client_max_body_size 1g;/);
    expect(block).toMatch(/proxy_request_buffering off;/);
    expect(block).toMatch(/proxy_buffering off;/);
    expect(seconds('proxy_read_timeout', block)).toBeGreaterThan(120);
    expect(seconds('client_body_timeout') * 1_000).toBe(defaultTimeouts.idleMs);
    expect(seconds('client_header_timeout') * 1_000).toBe(defaultTimeouts.headersMs);
    expect(seconds('proxy_read_timeout') * 1_000).toBeGreaterThan(2 * prepareTimeoutMs + defaultTimeouts.answerMs);
  });

  const postgres = engines.find(({ name }) => name === 'postgres');

  describe.skipIf(!nginxProgram || !postgres)('in front of two nodes', () => {
    let place: Place;
    let authorization: string;
    let nodes: readonly [Child, Child];
    let wires: Wires;
    let nginx: Nginx;

    beforeAll(async () => {
      if (!postgres) return;
      place = await postgres.prepare('schema');
      const store = await openDatabase(readConfig(place.settings));
      const { password } = await addUser(store, { name: 'writer', role: 'editor', now: startOfWorld });
      authorization = basic({ name: 'writer', password });
      await store.close();
      const start = () => startChild({ ...place.settings, ALMANAC_TRUST_PROXY: 'on' });
      nodes = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      for (const node of nodes ?? []) await node.kill();
      await place?.clean();
    });
    beforeEach(async () => {
      wires = await layWires([nodes[0].address, nodes[1].address]);
      nginx = await startNginx(wires.ports);
    });
    afterEach(async () => {
      await nginx?.stop();
      await wires?.stop();
    });

    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(nginx.address + path, init);
      const text = await response.text();
      return {
        statusCode: response.status,
        headers: response.headers,
        // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
        body: (text ? JSON.parse(text) : undefined) as any,
      };
    };
    const events = `${prefixes.native}/events`;
    const create = (title: string, headers: Record<string, string> = {}, path = events) =>
      ask(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ title, start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' }),
      });
    const made = async (title: string): Promise<number> =>
      (await ask(`${events}?search=${title}&start_date=2027-01-01&end_date=2028-01-01`)).body.total;
    const expectAway = ({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>) => {
      expect({ statusCode, body }).toEqual({ statusCode: 503, body: shapes.overloaded.body });
      expect(headers.get('retry-after')).toBe('2');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    };

    test('passes requests to both nodes and replaces forwarded headers', async () => {
      for (let n = 0; n < 4; n++) {
        const { statusCode, body } = await ask(events, {
          headers: { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' },
        });
        expect(statusCode).toBe(200);
        expect(body.rest_url.startsWith(nginx.address)).toBe(true);
      }
      expect(new Set(wires.arrivals.map(({ wire }) => wire))).toEqual(new Set([0, 1]));
      for (const { headers } of wires.arrivals) {
        expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
        expect(headers['x-forwarded-host']).toBe(new URL(nginx.address).host);
        expect(headers.forwarded).toBeUndefined();
      }
    });

    test('retries a read on the other node when the response is lost', async () => {
      wires.lose = 1;
      expect((await ask(events)).statusCode).toBe(200);
      expect(wires.arrivals.map(({ wire }) => wire).toSorted()).toEqual([0, 1]);
    });

    test('retries a change with an Idempotency-Key when the response is lost, and it is made once', async () => {
      wires.lose = 1;
      const { statusCode, headers, body } = await create('Keyed', { 'idempotency-key': 'one' });
      expect({ statusCode, title: body.title }).toEqual({ statusCode: 201, title: 'Keyed' });
      expect(headers.get('idempotency-replayed')).toBe('true');
      expect(wires.arrivals.map(({ wire }) => wire).toSorted()).toEqual([0, 1]);
      expect(await made('Keyed')).toBe(1);
    });

    test('does not retry other changes, which may have been made', async () => {
      wires.lose = 1;
      expectAway(await create('Unkeyed'));
      expect(wires.arrivals).toHaveLength(1);
      expect(await made('Unkeyed')).toBe(1);
      const { body } = await create('Patched', { 'idempotency-key': 'two' });
      wires.arrivals.length = 0;
      wires.lose = 1;
      const override = { 'idempotency-key': 'three', 'x-http-method-override': 'PATCH' };
      expectAway(await create('Patched', override, `${events}/${body.id}`));
      expect(wires.arrivals).toHaveLength(1);
    });

    test('reports in the error format of the service that no node answers', async () => {
      wires.lose = 2;
      expectAway(await ask(events));
      wires.lose = 2;
      expectAway(await create('Lost', { 'idempotency-key': 'four' }));
      expect(await made('Lost')).toBe(1);
    });

    test('rejects a body that is too large in the error format of the service', async () => {
      const { statusCode, body } = await create('x'.repeat(21_000_000), { 'idempotency-key': 'five' });
      expect({ statusCode, body }).toEqual({ statusCode: 413, body: shapes['too-large'].body });
      expect(wires.arrivals).toEqual([]);
    });

    test.each(['/metrics', '//METRICS/', '/%6detrics'])('does not forward %s', async (path) => {
      const { statusCode, body } = await ask(path);
      expect({ statusCode, body }).toEqual({ statusCode: 404, body: shapes['no-route'].body });
      expect(wires.arrivals).toEqual([]);
    });

    test('writes no event password into its log', async () => {
      await ask(`${events}/1?password=open-sesame`);
      // The line is written after the answer has been sent.
      await expect.poll(() => nginx.log()).toContain(`${events}/1`);
      expect(nginx.log()).not.toContain('sesame');
    });

    test('continues with one node when the other is killed, and returns 503 when both are', async () => {
      // Without the wires, so that nginx itself meets a closed port.
      await nginx.stop();
      const portOf = ({ address }: Child) => Number(new URL(address).port);
      nginx = await startNginx([portOf(nodes[0]), portOf(nodes[1])]);
      const keyed = (n: number) => create('Steady', { 'idempotency-key': `steady ${n}` });
      const before = await Promise.all([1, 2, 3, 4].map(keyed));
      const during = [5, 6, 7, 8].map(keyed);
      await nodes[0].kill();
      const after = await Promise.all([...during, ...[9, 10, 11, 12].map(keyed)]);
      expect([...before, ...after].map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201));
      for (let n = 0; n < 10; n++) expect((await ask(events)).statusCode).toBe(200);
      const lines = { method: 'POST', headers: { authorization, 'content-type': 'application/x-ndjson' } };
      // Refused by a node, not by nginx: the writer is no administrator.
      for (let n = 0; n < 4; n++)
        expect((await ask(`${prefixes.native}/import.ndjson`, { ...lines, body: '{}\n' })).statusCode).toBe(403);
      expect(await made('Steady')).toBe(12);
      await nodes[1].kill();
      expectAway(await ask(events));
      expectAway(await keyed(13));
    });
  });
});

describe('docs/operations.md', () => {
  test('names files that exist', () => {
    const named = operations.match(/(?<=`)((?:deploy|docs|src)\/[\w./-]+|compose[\w.]*\.yaml|Dockerfile)(?=`)/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect([name, existsSync(new URL(name, root))]).toEqual([name, true]);
  });

  test('names commands that exist', async () => {
    const { stdout } = await run(['--help'], { data: '' });
    const known = [...stdout.matchAll(/^ {2}([a-z-]+) .*$/gm)].map(([, name]) => name);
    const named = [...operations.matchAll(/(?:^|`)almanac ([a-z-]+)/gm)].map(([, name]) => name);
    expect(named).toContain('backup');
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
