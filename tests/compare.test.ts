// `almanac compare` on two servers with the same data: no difference on a clean pair, every seeded fault is found and
// named, and nothing but GET is sent.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group, Summary } from '../src/compare/tally.js';
import {
  type Change,
  type ChangingProxy,
  inBody,
  onlyAt,
  startChangingProxy,
  unchanged,
} from './harness/changing-proxy.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { cleanUp, newFolder, type Ran, run } from './harness/program.js';
import { useWorld, type World } from './harness/world.js';

const mount = '/wp-json/tribe/events/v1';
const long = 120_000;

async function fill(world: World, image: string): Promise<void> {
  const parent = await world.category({ name: 'Music' });
  await world.category({ name: 'Jazz', parent: parent.id });
  await world.tag({ name: 'outdoor' });
  await world.venue({ venue: 'Town Barn', city: 'Oakton', description: '<p>An old barn.</p>' });
  await world.organizer({ organizer: 'Mill Guild', email: 'guild@example.org' });
  const poster = await world.send('POST /media', { file: image, title: 'Poster' });
  for (let number = 1; number <= 12; number++) {
    await world.event({
      title: number === 1 ? 'Bread & Roses’ Fair' : `Concert ${number}`,
      description: `<p>Evening number ${number} &amp; more.</p>`,
      start_date: `2027-07-${String(number).padStart(2, '0')} 19:00:00`,
      end_date: `2027-07-${String(number).padStart(2, '0')} 21:00:00`,
      timezone: 'Europe/Paris',
      cost: '$5 – $12',
      categories: ['Jazz'],
      tags: ['outdoor'],
      venue: { venue: 'Town Barn' },
      organizer: { organizer: 'Mill Guild' },
      ...(number === 1 && { image: poster.id }),
    });
  }
}

const eventsList = `${mount}/events?per_page=5`;

interface Fault {
  readonly name: string;
  readonly path: string;
  readonly change: Change;
  readonly expected: Pick<Group, 'kind' | 'pattern'>;
}

const first = (of: (event: Record<string, unknown>) => void): Change => inBody(({ events: [event] }) => of(event));
const place = (kind: string, pattern: string) => ({ kind, pattern });
const header =
  (name: string, value: string): Change =>
  ({ headers }) => {
    headers[name] = value;
    return undefined;
  };

const faults = (event: () => string): readonly Fault[] => [
  {
    name: 'another status',
    path: event(),
    change: (message) => {
      message.status = 403;
      return undefined;
    },
    expected: place('status', 'status'),
  },
  {
    name: 'an error 500',
    path: eventsList,
    change: (message) => {
      Object.assign(message, { status: 500, text: '{"code":"internal","message":"x"}' });
      return undefined;
    },
    expected: place('status', 'status'),
  },
  {
    name: 'a wrong total in the header',
    path: eventsList,
    change: header('x-tec-total', '11'),
    expected: place('header', 'x-tec-total'),
  },
  {
    name: 'a wrong number of pages in the header',
    path: eventsList,
    change: header('x-tec-totalpages', '2'),
    expected: place('header', 'x-tec-totalpages'),
  },
  {
    name: 'a wrong number of pages in the body',
    path: eventsList,
    change: inBody((body) => {
      body.total_pages = 4;
    }),
    expected: place('value', '/total_pages'),
  },
  {
    name: 'a missing key',
    path: eventsList,
    change: first((one) => {
      delete one.all_day;
    }),
    expected: place('missing', '/events/*/all_day'),
  },
  {
    name: 'an additional key',
    path: eventsList,
    change: first((one) => {
      one.internal_note = 'secret';
    }),
    expected: place('extra', '/events/*/internal_note'),
  },
  {
    name: 'a wrong order',
    path: eventsList,
    change: inBody((body) => {
      body.events.reverse();
    }),
    expected: place('order', '/events'),
  },
  {
    name: 'a wrong date',
    path: event(),
    change: inBody((body) => {
      body.start_date = '2027-07-01 20:00:00';
    }),
    expected: place('value', '/start_date'),
  },
  {
    name: 'a wrong UTC date',
    path: event(),
    change: inBody((body) => {
      body.utc_start_date = '2027-07-01 18:00:00';
    }),
    expected: place('value', '/utc_start_date'),
  },
  {
    name: 'a wrong cost',
    path: event(),
    change: inBody((body) => {
      body.cost = '$5';
    }),
    expected: place('value', '/cost'),
  },
  {
    name: 'a dropped venue',
    path: event(),
    change: inBody((body) => {
      body.venue = [];
    }),
    expected: place('type', '/venue'),
  },
  {
    name: 'a dropped image',
    path: event(),
    change: inBody((body) => {
      body.image = false;
    }),
    expected: place('type', '/image'),
  },
  {
    name: 'a wrong slug',
    path: event(),
    change: inBody((body) => {
      body.slug = 'bread-2';
    }),
    expected: place('value', '/slug'),
  },
  {
    name: 'entities that are encoded twice',
    path: event(),
    change: inBody((body) => {
      body.title = body.title.replace('&', '&amp;amp;');
    }),
    expected: place('value', '/title'),
  },
  {
    name: 'an empty list',
    path: eventsList,
    change: inBody((body) => {
      body.events = [];
    }),
    expected: place('missing', '/events/*'),
  },
  {
    name: 'a page of HTML',
    path: eventsList,
    change: (message) => {
      Object.assign(message, {
        text: '<!doctype html><title>Just a moment</title>',
        headers: { 'content-type': 'text/html' },
      });
      return undefined;
    },
    expected: place('html', ''),
  },
  {
    name: 'a wrong content type',
    path: eventsList,
    change: header('content-type', 'text/plain'),
    expected: place('header', 'content-type'),
  },
  {
    name: 'a link to a wrong next page',
    path: eventsList,
    change: inBody((body) => {
      body.next_rest_url = body.next_rest_url.replace('page=2', 'page=3');
    }),
    expected: place('value', '/next_rest_url'),
  },
  {
    name: 'a link to the host of the old site',
    path: event(),
    change: inBody((body) => {
      body.rest_url = body.rest_url.replace('https://calendar.example', 'https://old.example');
    }),
    expected: place('value', '/rest_url'),
  },
  {
    name: 'a number in place of a text',
    path: event(),
    change: inBody((body) => {
      body.cost_details.values[0] = 5.0;
    }),
    expected: place('type', '/cost_details/values/*'),
  },
  {
    name: 'JSON that is cut off',
    path: eventsList,
    change: (message) => {
      message.text = message.text.slice(0, -20);
      return undefined;
    },
    expected: place('invalid-json', ''),
  },
  {
    name: 'a redirect to another path',
    path: event(),
    change: (_, response) => {
      response.writeHead(302, { location: `${mount}/tags` }).end();
      return true;
    },
    expected: place('redirect', ''),
  },
];

onOneEngine((engine) => {
  describe('two servers with the same data', () => {
    const old = useWorld(engine, { settings: { ALMANAC_BASE_URL: 'https://old.example' } });
    const now = useWorld(engine);
    let oldProxy: ChangingProxy;
    let newProxy: ChangingProxy;
    let event: string;
    beforeAll(async () => {
      const image = `data:image/png;base64,${(await png(400, 300)).toString('base64')}`;
      await fill(old, image);
      await fill(now, image);
      const { events } = await old.get('/events?per_page=1&start_date=2027-01-01', { on: 'dropin' });
      event = `${mount}/events/${events[0].id}`;
      oldProxy = await startChangingProxy(() => old.address);
      newProxy = await startChangingProxy(() => now.address);
    }, long);
    afterAll(async () => {
      await oldProxy?.stop();
      await newProxy?.stop();
      await cleanUp();
    });

    const compare = (args: readonly string[], input = ''): Promise<Ran> =>
      run(['compare', '--old', oldProxy.url, '--new', newProxy.url, '--allow-private', '--rate', '1000/s', ...args], {
        data: newFolder(),
        input,
      });
    const compared = async (
      args: readonly string[],
      input = '',
    ): Promise<Summary & { readonly code: number | null }> => {
      const { code, stdout, stderr } = await compare(['--json', ...args], input);
      expect(stdout, stderr).toMatch(/^\{/);
      return { ...JSON.parse(stdout), code };
    };

    it('has no difference in a crawl of lists, pages, records and filters', { timeout: long }, async () => {
      newProxy.change = unchanged;
      const { code, requests, differences, known, groups } = await compared(['--crawl', '150']);
      expect({ code, differences, known, groups }).toEqual({ code: 0, differences: 0, known: 0, groups: [] });
      expect(requests).toBeGreaterThan(80);
      const routes = oldProxy.paths.map((path) => path.replace(/\/\d+/, '/N').replace(/by-slug\/.*/, 'by-slug/S'));
      for (const route of ['/events/N', '/events/by-slug/S', '/venues/N', '/categories/N', '/tags']) {
        expect(routes).toContain(`${mount}${route}`);
      }
      expect(oldProxy.paths.some((path) => path.includes('page=2'))).toBe(true);
    });

    it('names every seeded fault with its route and place', { timeout: long }, async () => {
      const seeded = faults(() => event);
      expect(seeded.length).toBeGreaterThanOrEqual(20);
      for (const { name, path, change, expected } of seeded) {
        newProxy.change = onlyAt(path, change);
        const { code, groups } = await compared(['--paths', '-'], path);
        const unexplained = groups.filter(({ deviation }) => deviation === undefined);
        const route = path === eventsList ? `${mount}/events` : `${mount}/events/{id}`;
        expect({ name, code }).toEqual({ name, code: 1 });
        expect(unexplained, name).toContainEqual(expect.objectContaining({ route, ...expected }));
      }
      newProxy.change = unchanged;
    });

    it('sends nothing but GET, and no secret of a log', { timeout: long }, async () => {
      const sent = oldProxy.paths.length;
      const log = [
        `192.0.2.1 - - [16/Nov/2026:10:00:00 +0000] "GET ${mount}/tags?api_key=abc&page=1 HTTP/1.1" 200 12 "-" "curl"`,
        `192.0.2.1 - - [16/Nov/2026:10:00:01 +0000] "DELETE ${mount}/events/1 HTTP/1.1" 200 12 "-" "curl"`,
        `192.0.2.1 - - [16/Nov/2026:10:00:01 +0000] "GET ${mount}/venues?_method=DELETE HTTP/1.1" 200 12`,
        '192.0.2.1 - - [16/Nov/2026:10:00:02 +0000] "GET /wp-login.php HTTP/1.1" 200 12',
        'garbage',
      ].join('\n');
      const { code, requests } = await compared(['--log', '-'], log);
      expect({ code, requests }).toEqual({ code: 0, requests: 2 });
      // The first request learns how the site calls itself.
      expect(oldProxy.paths.slice(sent + 1)).toEqual([`${mount}/tags?page=1`, `${mount}/venues`]);
      expect(Object.keys(oldProxy.methods)).toEqual(['GET']);
      expect(Object.keys(newProxy.methods)).toEqual(['GET']);
    });

    it('writes every difference to a file that only its owner can read', { timeout: long }, async () => {
      newProxy.change = onlyAt(
        eventsList,
        first((one) => {
          one.cost = 'free';
        }),
      );
      const file = join(newFolder(), 'differences.ndjson');
      const { code, stdout, stderr } = await compare(['--paths', '-', '--ndjson', file], eventsList);
      newProxy.change = unchanged;
      expect(code).toBe(1);
      expect(stderr).toContain('1 differences; 0 are allowed.');
      expect(stdout).toContain('/events/*/cost');
      expect(stdout).toMatch(
        /^ROUTE +RESPONSES +FIELDS +VALUES\n\/wp-json\/tribe\/events\/v1\/events +1 +\d{2,} +\d{3,}$/m,
      );
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          kind: 'value',
          route: `${mount}/events`,
          path: eventsList,
          pointer: '/events/0/cost',
          pattern: '/events/*/cost',
          old: expect.stringContaining('$5'),
          new: '"free"',
        },
      ]);
    });

    it('sends nothing if the file for the differences exists already, and leaves it as it is', async () => {
      const file = join(newFolder(), 'differences.ndjson');
      writeFileSync(file, 'kept\n');
      const sent = [oldProxy.paths.length, newProxy.paths.length];
      const { code, stderr } = await compare(['--paths', '-', '--ndjson', file], eventsList);
      expect({ code, stderr }).toEqual({ code: 73, stderr: expect.stringContaining('already exists') });
      expect([oldProxy.paths.length, newProxy.paths.length]).toEqual(sent);
      expect(readFileSync(file, 'utf8')).toBe('kept\n');
    });

    it('creates no file for the differences if another option is wrong', async () => {
      const file = join(newFolder(), 'differences.ndjson');
      const { code } = await compare(['--paths', '/nowhere/paths', '--ndjson', file]);
      expect({ code, exists: existsSync(file) }).toEqual({ code: 2, exists: false });
    });

    it(
      'ends with 0 up to the allowed number of differences, with 1 above, and with 1 if nothing was compared',
      async () => {
        newProxy.change = first((one) => {
          Object.assign(one, { cost: 'free', slug: 'other' });
        });
        const codes = [];
        for (const allowed of ['2', '1']) {
          codes.push((await compare(['--paths', '-', '--allow', allowed], eventsList)).code);
        }
        newProxy.change = unchanged;
        codes.push((await compare(['--paths', '-'], '# nothing\n/wp-login.php\n')).code);
        expect(codes).toEqual([0, 1, 1]);
      },
      long,
    );

    it('takes every nth path', { timeout: long }, async () => {
      const paths = [1, 2, 3, 4, 5, 6].map((page) => `${mount}/tags?page=${page}`).join('\n');
      expect((await compared(['--paths', '-', '--every', '3'], paths)).requests).toBe(2);
    });

    it('signs in on each side with its own password, and shows none', { timeout: long }, async () => {
      const folder = newFolder();
      const file = join(folder, 'password');
      const { name, password } = old.people.administrator;
      writeFileSync(file, `${password}\n`);
      const seen = newProxy.headers.length;
      const ran = await compare(
        ['--paths', '-', '--old-user', name, '--old-password-file', file],
        `${mount}/events?status=draft`,
      );
      expect(oldProxy.headers.at(-1)?.authorization).toBe(
        `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
      );
      expect(newProxy.headers.slice(seen).some((headers) => 'authorization' in headers)).toBe(false);
      expect(ran.stdout + ran.stderr).not.toContain(password);
    });

    it('reports endless, deep and huge responses, and goes on', { timeout: long }, async () => {
      const hostile: readonly [string, Change][] = [
        [
          'unreadable',
          (_, response) => {
            response.writeHead(200, { 'content-type': 'application/json' });
            const more = () => {
              while (response.write(Buffer.alloc(1_048_576, ' ')));
            };
            response.on('drain', more);
            more();
            return true;
          },
        ],
        [
          'unreadable',
          (message) => {
            message.text = `"${'x'.repeat(50_000_000)}"`;
            return undefined;
          },
        ],
        [
          'too-deep',
          (message) => {
            message.text = '['.repeat(5_000_000);
            return undefined;
          },
        ],
        [
          'redirect',
          (_, response) => {
            response.writeHead(302, { location: 'http://127.0.0.2:1/wp-json/' }).end();
            return true;
          },
        ],
      ];
      for (const [kind, change] of hostile) {
        newProxy.change = onlyAt(`${mount}/venues`, change);
        const { requests, groups } = await compared(['--paths', '-'], `${mount}/venues\n${mount}/tags`);
        expect(requests).toBe(2);
        const kinds = groups.map((group) => group.kind);
        // A redirect into another network is refused, so that there is no response.
        expect(kinds).toEqual([kind === 'redirect' ? 'unreadable' : kind]);
      }
      newProxy.change = unchanged;
    });
  });
});

describe('the command', () => {
  afterAll(cleanUp);

  it.each([
    [['--new', 'http://127.0.0.1:1', '--crawl', '5'], 'Give both sites'],
    [['--old', 'http://127.0.0.1:1', '--new', 'http://127.0.0.1:1'], 'Give one of --paths, --log and --crawl.'],
    [['--old', 'http://a.example', '--new', 'http://b.example', '--crawl', '5', '--log', 'x'], 'Give one of'],
    [['--old', 'ftp://a.example', '--new', 'http://b.example', '--crawl', '5'], 'http or https'],
    [['--old', 'http://u:p@a.example', '--new', 'http://b.example', '--crawl', '5'], 'not in the URL'],
    [['--old', 'http://a.example', '--new', 'http://b.example', '--crawl', '0'], 'whole number'],
    [['--old', 'http://a.example', '--new', 'http://b.example', '--crawl', '5', '--rate', '0/s'], '2/s'],
    [['--old', 'http://127.0.0.1:1', '--new', 'http://127.0.0.1:1', '--paths', '/nowhere/x'], 'Cannot read'],
    [['--old', 'http://127.0.0.1:1', '--new', 'http://127.0.0.1:1', '--allow-private', '--log', '.'], 'a folder'],
    [['--old', 'http://a.example', '--new', 'http://b.example', '--crawl', '5', '--old-user', 'ada'], 'Give both'],
  ])('rejects %j as a usage error', async (args, message) => {
    const { code, stderr } = await run(['compare', ...args], { data: newFolder() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('connects to no private address of the old site unless allowed', async () => {
    const proxy = await startChangingProxy(() => 'http://127.0.0.1:1');
    const args = ['compare', '--old', proxy.url, '--new', 'http://127.0.0.1:1', '--rate', '1000/s', '--paths', '-'];
    const { code, stderr } = await run(args, { data: newFolder(), input: `${mount}/tags` });
    await proxy.stop();
    expect({ code, asked: proxy.paths }).toEqual({ code: 2, asked: [] });
    expect(stderr).toContain('--allow-private');
  });

  it('lists the same known deviations as the guide', async () => {
    const { code, stdout } = await run(['compare', '--deviations'], { data: newFolder() });
    expect(code).toBe(0);
    const guide = readFileSync(new URL('../docs/moving.md', import.meta.url), 'utf8');
    const ids = [...stdout.matchAll(/^([a-z-]+) {2}/gm)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect([...guide.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id)).toEqual(ids);
    expect(existsSync(join(newFolder(), 'almanac.db'))).toBe(false);
  });
});
