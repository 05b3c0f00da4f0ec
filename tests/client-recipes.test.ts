// The recipes of docs/client.md, each as a program of its own with the package as it is installed, and one in a browser;
// and those of docs/recipes/ that are programs.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from './harness/browser.js';
import { onOneEngine } from './harness/engines.js';
import { freePort } from './harness/postgres/server.js';
import { useWorld } from './harness/world.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/client.md'), 'utf8');

const recipes = new Map(
  [...guide.matchAll(/^## (\d+)\. .*?^```(?:js|html)\n(.*?)^```$/gms)].map(([, number, code = '']) => [
    Number(number),
    code,
  ]),
);

/** The first program of a page. */
const programIn = (page: string): string =>
  /^```js\n(.*?)^```$/ms.exec(readFileSync(join(root, 'docs/recipes', page), 'utf8'))?.[1] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'almanac-recipes-'));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/almanac'));

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function start(number: number | string, code: string, env: Readonly<Record<string, string>> = {}): Running {
  const file = join(folder, `recipe-${number}.mjs`);
  writeFileSync(file, code);
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env } });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, output: () => output };
}

const secret = Buffer.from('0123456789abcdef01234567');
const environment = { WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` };

const messageOf = (type: string, id: number): string =>
  JSON.stringify({ type, timestamp: '2027-01-01T00:00:00Z', data: { resource: 'event', id } });

/** Sends a text to a receiver, with the signature of `body`. */
const delivering =
  (port: number, body: string) =>
  async (text: string): Promise<number> => {
    const now = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`msg_1.${now}.${body}`).digest('base64');
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(now), 'webhook-signature': `v1,${signature}` };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers })).status;
  };

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_BASE_URL: '' } });
  const browser = useBrowser();
  let fair = 0;
  beforeAll(async () => {
    const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
    fair = (await world.event({ title: 'Summer Fair', description: 'Stalls.', categories: ['Music'], ...times })).id;
  });

  const here = (code: string): string => code.replaceAll('https://calendar.example', world.address);

  const codeOf = (number: number): string => {
    const { name, password } = world.people.editor;
    return here(recipes.get(number) ?? '')
      .replaceAll("'ada'", JSON.stringify(name))
      .replaceAll("'abcd EFGH ijkl MNOP qrst UVWX'", JSON.stringify(password));
  };

  async function play(number: number | string, code = codeOf(Number(number))): Promise<string> {
    const { child, output } = start(number, code);
    const [status] = await once(child, 'close');
    expect(status, output()).toBe(0);
    return output();
  }

  test('there are ten', () => {
    expect([...recipes.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('1 lists upcoming events', async () => {
    expect(await play(1)).toBe('2027-07-01 10:00:00 Summer Fair\n1 events\n');
  });

  test('2 loops over all records', async () => {
    expect(await play(2)).toContain(`${fair} Summer Fair\n`);
  });

  test('3 creates an event with its venue', async () => {
    const [id] = (await play(3)).split(' ');
    expect(await world.get(`/events/${id}`)).toMatchObject({ title: 'Harvest Fair', venue: { city: 'Lyon' } });
  });

  test('4 changes an event although two do it at the same time', async () => {
    const code = codeOf(4).replaceAll('addNote(41,', `addNote(${fair},`);
    const notes = ['Bring a coat.', 'Bring a hat.'];
    await Promise.all(notes.map((note, at) => play(40 + at, code.replace('Bring a coat.', note))));
    const { description } = await world.get(`/events/${fair}`);
    for (const note of ['Stalls.', ...notes]) expect(description).toContain(note);
  });

  test('5 shows the parameters at fault', async () => {
    expect(await play(5)).toBe("400 rest_invalid_param [ 'start_date' ]\n");
  });

  test('6 writes the records of another system once', async () => {
    const first = await play(6);
    expect(first).toMatch(/^\d+ Hamlet\n$/);
    expect(await play(6)).toBe(first);
  });

  test('7 changes many records at once', async () => {
    expect(await play(7)).toBe('3 created\n');
    expect((await world.get('/events?search=Choir&start_date=2027-01-01')).events).toMatchObject([
      { venue: { venue: 'Old Barn' } },
      { venue: { venue: 'Old Barn' } },
    ]);
  });

  test('8 keeps a copy up to date', async () => {
    const { child, output } = start(8, codeOf(8));
    const size = () => Number(/(\d+) events, next from \S+\n$/.exec(output())?.[1]);
    await expect.poll(size).toBeGreaterThan(0);
    const before = size();
    const { id } = await world.event();
    await expect.poll(size).toBe(before + 1);
    await world.send(`DELETE /events/${id}`, {});
    await expect.poll(size).toBe(before);
    child.kill();
  });

  test('9 receives webhooks, and refuses those of others', async () => {
    const port = await freePort();
    const { child, output } = start(9, codeOf(9).replace('8090', String(port)), environment);
    const body = messageOf('event.created', 41);
    const deliver = delivering(port, body);
    await expect.poll(() => deliver(body).catch(() => 0)).toBe(204);
    expect(output()).toContain('event.created 41\n');
    expect(await deliver(body.replace('41', '42'))).toBe(401);
    child.kill();
  });

  test('10 shows events on a page', async () => {
    const page = await browser.open();
    const library = readFileSync(join(root, 'dist/client/client.js'), 'utf8');
    await page.route('**/page/*', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: library })
        : route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title>${codeOf(10)}` }),
    );
    await page.goto(`${world.address}/page/index.html`);
    const link = page.locator('#events a').first();
    expect(await link.textContent()).toBe('Summer Fair');
    expect(await link.getAttribute('href')).toContain('/event');
    expect(page.errors).toEqual([]);
  });

  test('a new event is one message in the chat, and one of another sender is none', async () => {
    const messages: string[] = [];
    const chat = createServer((request, response) => {
      request.on('data', (data) => messages.push(String(data))).on('end', () => response.end());
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    const { child } = start('chat', here(programIn('chat.md')), {
      ...environment,
      CHAT_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`,
      PORT: String(port),
    });
    const body = messageOf('event.published', fair);
    const deliver = delivering(port, body);
    await expect.poll(() => deliver(body).catch(() => 0)).toBe(204);
    expect([await deliver(body), await deliver(messageOf('event.published', 999))]).toEqual([204, 401]);
    const { url } = await world.get(`/events/${fair}`);
    expect(messages).toEqual([JSON.stringify({ text: `New: Summer Fair, 2027-07-01 10:00 ${url}` })]);
    child.kill();
    chat.close();
  });

  test('a static site gets a file for each event', async () => {
    await world.event({ title: 'Say "hi": a --- story', slug: 'say-hi' });
    await play('site', here(programIn('static-site.md')));
    const files = readdirSync(join(folder, 'content/events'));
    expect(files).toContain('say-hi.md');
    const [, title] = readFileSync(join(folder, 'content/events/say-hi.md'), 'utf8').split('\n');
    expect(title).toBe(`title: ${JSON.stringify('Say "hi": a --- story')}`);
    const data = JSON.parse(readFileSync(join(folder, 'data/events.json'), 'utf8'));
    expect(data).toHaveLength(files.length);
  });
});
