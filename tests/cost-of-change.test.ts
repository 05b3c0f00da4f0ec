// Makes the changes of the table “Cost of a change” in a copy of the compiled program and runs it: each change works in every
// representation, and needs the files and lines that the table says.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestVersion } from '../src/storage/migrate.js';
import { basic } from './harness/program.js';
import type { Answered, Body } from './harness/world.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'almanac-change-'));

/** New lines of a file, after each of these lines of it; after nothing for a new file. */
type Edits = Readonly<Record<string, Readonly<Record<string, string>>>>;

const migration = `storage/migrations/${String(newestVersion + 1).padStart(4, '0')}-dress-code.ts`;

const changes: Readonly<Record<string, Edits>> = {
  'a stored field': {
    'models/event/columns.ts': {
      'export const nativeFields = {': `
  dress_code: stored(lineText(100), textColumn, 'What to wear.', {
    default: '',
    example: 'Masks',
    csv: { name: 'DRESS CODE', aliases: ['what to wear'] },
  }),`,
    },
    [migration]: {
      '': `
// What to wear.
export const migration = { statements: ["alter table events add column dress_code {text} not null default ''"] };`,
    },
  },
  'a filter': {
    'facades/events/event-filters.ts': {
      '  city: cityFilter,': `
  dress_code: filter(filterText, 'Events with this dress code.', (code) => is('dress_code', code)),`,
    },
  },
  'a feed format': {
    'formats/titles.ts': {
      '': `
// A line with the title of each event.
import type { FeedFormat } from '../core/format.js';

export const titles: FeedFormat<'entries'> = {
  name: 'titles',
  mediaType: 'text/x-titles',
  contentType: 'text/x-titles; charset=utf-8',
  items: 'entries',
  isComplete: true,
  open: () => ({ start: () => '', item: ({ title }) => \`\${title}\\n\`, end: () => '' }),
};`,
    },
    'formats/feeds.ts': {
      "import { rss } from './rss.js';": `
import { titles } from './titles.js';`,
      'export const feedFormats: readonly FeedFormat[] = [': `
  titles,`,
    },
    'core/format.ts': {
      'export const feedTypes = {': `
  titles: 'text/x-titles',`,
    },
  },
  'a computed JSON key': {
    'facades/events/event-body.ts': {
      'export const eventBody: Body = {': `
  shouted: out<EventRow>(text, (row) => row.title.toUpperCase()),`,
    },
  },
};

const linesOf = (edits: Edits): number =>
  Object.values(edits)
    .flatMap((edit) => Object.values(edit))
    .reduce((lines, text) => lines + text.split('\n').length - 1, 0);

async function applyChange(edits: Edits): Promise<void> {
  for (const [file, edit] of Object.entries(edits)) {
    let source = '' in edit ? '' : readFileSync(join(root, 'src', file), 'utf8');
    for (const [after, text] of Object.entries(edit)) {
      if (source.split(after).length !== 2 && after !== '') throw new Error(`${file} has no single line “${after}”`);
      source = source.replace(after, () => after + text);
    }
    const { code } = await transformWithOxc(source, join(root, 'src', file));
    writeFileSync(join(copy, 'dist', file.replace(/ts$/, 'js')), code);
  }
}

test.each(Object.entries(changes))('the table says what %s costs', (name, edits) => {
  const table = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const files = Object.keys(edits).map((file) => (file === migration ? 'a migration' : `\`${file}\``));
  const [, , said = '', lines = ''] = row.split('|').map((cell) => cell.trim());
  expect([said, Number(lines)]).toEqual([
    files.map((file) => (file.includes('titles') ? 'its file' : file)).join(', '),
    linesOf(edits),
  ]);
});

describe('a service with all of these changes', () => {
  let service: ChildProcess;
  let api = '';
  let headers: Record<string, string> = {};

  beforeAll(async () => {
    // Global setup has compiled it.
    cpSync(join(root, 'dist'), join(copy, 'dist'), {
      recursive: true,
      filter: (from) => from !== join(root, 'dist/web'),
    });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    for (const name of ['node_modules', 'dist/web']) symlinkSync(join(root, name), join(copy, name));
    for (const edits of Object.values(changes)) await applyChange(edits);
    const program = join(copy, 'dist/main.js');
    const env = { ...process.env, ALMANAC_DATA: join(copy, 'data'), ALMANAC_PORT: '0', ALMANAC_WORKERS: '1' };
    const add = ['users', 'add', 'ada', '--role', 'administrator', '--json'];
    const added = execFileSync(process.execPath, [program, ...add], { cwd: copy, env, encoding: 'utf8' });
    headers = { ...basic('ada', JSON.parse(added).password), 'content-type': 'application/json' };
    service = spawn(process.execPath, [program, 'serve'], { cwd: copy, env });
    const output: string[] = [];
    service.stderr?.on('data', (text) => output.push(String(text)));
    api = await new Promise((resolve, reject) => {
      service.stdout?.on('data', (text) => {
        const [, url] = /ready at (http:\S+)\/\n/.exec(String(text)) ?? [];
        if (url) resolve(`${url}/cal/events/v1`);
      });
      service.once('exit', () => reject(new Error(output.join(''))));
    });
  });
  afterAll(async () => {
    if (service?.exitCode === null) {
      const gone = new Promise((resolve) => service.once('exit', resolve));
      service.kill('SIGKILL');
      await gone;
    }
    rmSync(copy, { recursive: true, force: true });
  });

  async function ask(request: string, body?: Body): Promise<string> {
    const [method = '', path = ''] = request.split(' ');
    const reply = await fetch(`${api}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await reply.text();
    expect(reply.status, `${request} ${text}`).toBeLessThan(300);
    return text;
  }
  const send = async (request: string, body?: Body): Promise<Answered> => JSON.parse(await ask(request, body));
  const at = { start_date: '2031-07-01 10:00', end_date: '2031-07-01 12:00' };

  test('has the field in records, forms, history, duplicates, exports and the document', async () => {
    const made = await send('POST /events', { title: 'Ball', ...at, dress_code: 'Masks' });
    expect(made.dress_code).toBe('Masks');
    const changed = await send(`PATCH /events/${made.id}`, { dress_code: 'White' });
    expect(changed.dress_code).toBe('White');
    const read = await send(`GET /events/${made.id}?context=edit`);
    expect([read.dress_code, read._input?.dress_code]).toEqual(['White', 'White']);
    const { revisions } = await send(`GET /revisions?resource=events&record=${made.id}`);
    expect(JSON.stringify(revisions)).toContain('"field":"dress_code","before":"Masks","after":"White"');
    expect((await send(`POST /events/${made.id}/duplicate`)).dress_code).toBe('White');
    expect(await ask(`GET /events.ndjson?include=${made.id}`)).toContain('"dress_code":"White"');
    expect(await ask('GET /export.ndjson')).toContain('"dress_code":"White"');
    const { components } = await send('GET /doc');
    expect(components.schemas.EventInput.properties.dress_code).toMatchObject({
      description: 'What to wear.',
      'x-input': { widget: 'text' },
    });
    expect(components.schemas.Event.properties).toHaveProperty('dress_code');
  });

  test('does not show the field to clients of the drop-in API, nor that of a protected event', async () => {
    const { id } = await send('POST /events', { title: 'Secret', ...at, dress_code: 'Hoods', password: 'sesame' });
    const anonymous = async (path: string) => (await fetch(`${api}${path}`)).text();
    expect(await anonymous(`/events?include=${id}`)).toContain('"dress_code":""');
    for (const path of [`/events.csv?include=${id}`, `/events.ndjson?include=${id}`, '/events?dress_code=Hoods'])
      expect(await anonymous(path)).not.toContain('"dress_code":"Hoods"');
    expect(await anonymous(`/events.csv?include=${id}`)).not.toContain('Hoods');
    const dropin = api.replace('/cal/events/v1', '/wp-json/tribe/events/v1');
    expect(await (await fetch(`${dropin}/events/${id}?password=sesame`)).text()).not.toContain('dress_code');
  });

  test('shows the field at every date of a series, which follows the series until it has a value of its own', async () => {
    const rule = 'FREQ=DAILY;COUNT=3';
    const series = await send('POST /events', { title: 'Revels', ...at, dress_code: 'Robes', recurrence: rule });
    const codes = async (query = '') =>
      (await send(`GET /events?occurrence_of=${series.id}${query}`)).events.map((date: Answered) => date.dress_code);
    expect(await codes()).toEqual(['Robes', 'Robes', 'Robes']);
    expect(await codes('&dress_code=Robes')).toHaveLength(3);
    const { events } = await send(`GET /events/${series.id}/occurrences`);
    await send(`PATCH /events/${events[1].id}`, { dress_code: 'Capes' });
    expect((await send(`GET /events/${events[1].id}?context=edit`)).changed).toEqual(['dress_code']);
    await send(`PATCH /events/${series.id}`, { dress_code: 'Gowns' });
    expect(await codes()).toEqual(['Gowns', 'Capes', 'Gowns']);
    expect(await codes('&dress_code=Gowns')).toHaveLength(2);
    await send(`PATCH /events/${events[1].id}`, { own: [] });
    expect(await codes()).toEqual(['Gowns', 'Gowns', 'Gowns']);
  });

  test('writes the field to CSV and reads it from there', async () => {
    const { id } = await send('POST /events', { title: 'Gala', ...at, dress_code: 'Tails' });
    const [header = '', row = ''] = (await ask(`GET /events.csv?include=${id}`)).split('\r\n');
    expect([header.split(',').at(-1), row.split(',').at(-1)]).toEqual(['DRESS CODE', 'Tails']);
    const csv = 'title,start,what to wear\nPicnic,2031-08-01 10:00,Hats\n';
    const file = `data:text/csv;base64,${Buffer.from(csv).toString('base64')}`;
    await send('POST /imports', { file, format: 'csv' });
    await expect
      .poll(async () => (await send('GET /events?search=Picnic&dress_code=Hats&start_date=2031-01-01')).total)
      .toBe(1);
  });

  test('names the filter in the URL of the list, and documents it', async () => {
    const { rest_url } = await send('GET /events?dress_code=Tails');
    expect(new URL(rest_url).searchParams.get('dress_code')).toBe('Tails');
    expect(await ask('GET /doc')).toContain('Events with this dress code.');
  });

  test('has the feed by suffix and by media type, and the computed key', async () => {
    const { id, shouted } = await send('POST /events', { title: 'Feast', ...at });
    expect(shouted).toBe('FEAST');
    expect(await ask(`GET /events.titles?include=${id}`)).toBe('Feast\n');
    const reply = await fetch(`${api}/events?include=${id}`, { headers: { accept: 'text/x-titles' } });
    expect(await reply.text()).toBe('Feast\n');
  });
});
