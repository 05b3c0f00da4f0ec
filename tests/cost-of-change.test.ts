// Makes the changes of the table “Cost of a change” in a copy of the sources, builds and runs it: each change works in every
// representation, and needs the files and lines that the table says.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestVersion } from '../src/storage/migrate.js';
import { buildProgram } from '../tools/build-program.mjs';
import { basic } from './harness/program.js';
import type { Answered, Body } from './harness/world.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'almanac-change-'));

/** New text of a file, after each of these texts of it; after nothing for a new file. */
type Edits = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Folders of a language; the new one begins as a copy of the French one. */
const languageFolders = ['src/i18n', 'web/admin/i18n'];
const newLanguage = 'eo';

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
  'an admin endpoint': {
    'endpoints/event-count.ts': {
      '': `
// The number of all events.
import { everything } from '../core/condition.js';
import { key, output } from '../core/output.js';
import { integer } from '../core/schema.js';
import { endpoint, operation } from '../http/handler.js';
import { event } from '../models/event/event.js';

const count = output<{ readonly total: number }>('EventCount', 'Drafts and trash count.', { total: key(integer, 12) });

export const eventCountEndpoint = endpoint('/event-count', {
  GET: operation({
    right: 'administer',
    operationId: 'countEvents',
    summary: 'Count events',
    tag: { name: 'Counts', description: 'Numbers of records.' },
    output: count,
    handler: async ({ store }, _, __, reply) => reply({ total: await store.count({ table: event, where: everything }) }),
  }),
});`,
    },
    'endpoints/native.ts': {
      "import { changesEndpoint } from './changes.js';": `
import { eventCountEndpoint } from './event-count.js';`,
      '      settingsProgressEndpoint,': `
      eventCountEndpoint,`,
    },
  },
  'an import source': {
    'imports/agenda/read.ts': {
      '': `
// Reads a text file with a line for each event: "2031-09-01 10:00 Book fair".
import type { Incoming, IncomingPage, ReadSource } from '../incoming.js';

const recordOf = (line: string, at: number): Incoming => {
  const [start_date, title] = [line.slice(0, 16), line.slice(17)];
  const fields = { title, start_date, end_date: start_date };
  return { resource: 'event', externalId: line, fields, place: \`line \${at + 1}\` };
};

export const readAgenda = (text: string): ReadSource =>
  async function* (): AsyncGenerator<IncomingPage> {
    const records = text.trim().split('\\n').map(recordOf);
    yield { records, warnings: [], position: { lines: records.length } };
  };`,
    },
    'cli/import-agenda.ts': {
      '': `
// \`import agenda\`: events from a text file with a line for each.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { contextWithSettings, now } from '../app.js';
import { operator } from '../core/actor.js';
import { readAgenda } from '../imports/agenda/read.js';
import { runImport } from '../imports/run.js';
import { reportText } from './import-report.js';
import type { Terminal } from './terminal.js';
import { withStore } from './with-store.js';

async function importAgenda(terminal: Terminal, file: string): Promise<void> {
  const read = readAgenda(await readFile(file, 'utf8'));
  const { report } = await withStore(terminal, async (store, config) => {
    const request = { kind: 'agenda', name: file, source: 'agenda', options: {}, now } as const;
    return runImport(await contextWithSettings(config, store, operator), store, request, read);
  });
  terminal.print(reportText(report));
}

export function importAgendaCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('agenda')
    .argument('<file>', 'text file')
    .description('import events from a text file')
    .action((file: string) => importAgenda(terminal, file));
}`,
    },
    'cli/import.ts': {
      "import { CommandError, exitCodes } from './command-error.js';": `
import { importAgendaCommand } from './import-agenda.js';`,
      'const importCommands: readonly ((parent: Command, terminal: Terminal) => void)[] = [': `
  importAgendaCommand,`,
    },
    'imports/tables.ts': { "export const importKinds = ['tec',": " 'agenda'," },
  },
  'a language': {
    'core/languages.ts': {
      "  es: 'Español',": `
  ${newLanguage}: 'Esperanto',`,
    },
    'i18n/texts.ts': {
      "import * as en from './en/texts.js';": `
import * as ${newLanguage} from './${newLanguage}/texts.js';`,
      'Readonly<Record<Language, Texts>> = { en,': ` ${newLanguage},`,
    },
    'web/admin/i18n/texts.ts': {
      "  es: () => import('./es/texts'),": `
  ${newLanguage}: () => import('./${newLanguage}/texts'),`,
    },
  },
};

const changedLines = (text: string): number => Math.max(1, text.split('\n').length - 1);

const linesOf = (edits: Edits): number =>
  Object.values(edits)
    .flatMap((edit) => Object.values(edit))
    .reduce((lines, text) => lines + changedLines(text), 0);

const fromRoot = (file: string): string => (file.startsWith('web/') ? file : join('src', file));

function edited(file: string, edit: Edits[string]): string {
  let source = '' in edit ? '' : readFileSync(join(root, fromRoot(file)), 'utf8');
  for (const [after, text] of Object.entries(edit)) {
    if (source.split(after).length !== 2 && after !== '') throw new Error(`${file} has no single text “${after}”`);
    source = source.replace(after, () => after + text);
  }
  return source;
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const newFiles = /^(formats\/titles|endpoints\/event-count)\.ts$/;
const placeNames: Readonly<Record<string, string>> = {
  [migration]: 'a migration',
  'imports/agenda/read.ts': 'its folder in `imports/`',
  'cli/import-agenda.ts': 'its command',
};

test.each(Object.entries(changes))('the table says what %s costs', (name, edits) => {
  const table = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const row = table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  const files = Object.keys(edits).map((file) =>
    newFiles.test(file) ? 'its file' : (placeNames[file] ?? `\`${file}\``),
  );
  const [, , said = '', lines = ''] = row.split('|').map((cell) => cell.trim());
  const folders = name === 'a language' ? ['two folders'] : [];
  expect([said, Number.parseInt(lines, 10)]).toEqual([[...folders, ...files].join(', '), linesOf(edits)]);
});

test('no other file names each language', () => {
  const touched = new Set(Object.keys(changes['a language'] ?? {}).map(fromRoot));
  const isText = (file: string) => languageFolders.some((folder) => file.startsWith(`${folder}/`));
  const sources = ['src', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const naming = sources.filter((file) => {
    if (!/(?<!\.test|generated)\.tsx?$/.test(file) || (isText(file) && !touched.has(file))) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return /\bfr\b/.test(text) && /\bde\b/.test(text) && /\bes\b/.test(text);
  });
  expect(new Set(naming)).toEqual(touched);
});

describe('a service with all of these changes', () => {
  let service: ChildProcess;
  let api = '';
  let headers: Record<string, string> = {};
  let env: NodeJS.ProcessEnv = {};
  const program = join(copy, 'dist/main.cjs');

  beforeAll(async () => {
    for (const name of ['src', 'tools', 'web/admin/i18n', 'package.json', 'package-lock.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    for (const folder of languageFolders)
      cpSync(join(root, folder, 'fr'), join(copy, folder, newLanguage), { recursive: true });
    mkdirSync(join(copy, 'dist'));
    // Global setup has built the pages, which stay as they are.
    for (const name of ['node_modules', 'dist/web']) symlinkSync(join(root, name), join(copy, name));
    for (const edits of Object.values(changes))
      for (const [file, edit] of Object.entries(edits)) write(join(copy, fromRoot(file)), edited(file, edit));
    await buildProgram(copy);
    env = { ...process.env, ALMANAC_DATA: join(copy, 'data'), ALMANAC_PORT: '0', ALMANAC_WORKERS: '1' };
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

  test('has the endpoint for administrators only, and documents it', async () => {
    const { total } = await send('GET /event-count');
    await send('POST /events', { title: 'One more', ...at });
    expect((await send('GET /event-count')).total).toBe(total + 1);
    expect((await fetch(`${api}/event-count`)).status).toBe(401);
    const { paths } = await send('GET /doc');
    expect(paths['/event-count'].get).toMatchObject({ operationId: 'countEvents', summary: 'Count events' });
  });

  test('imports from the new source once, and lists and undoes the import', async () => {
    const file = join(copy, 'agenda.txt');
    writeFileSync(file, '2031-09-01 10:00 Book fair\n2031-09-02 10:00 Flea market\n');
    const almanac = (...args: readonly string[]) =>
      execFileSync(process.execPath, [program, 'import', ...args], { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });
    const found = async () =>
      (await send('GET /events?start_date=2031-09-01&end_date=2031-09-03')).events.map(({ title }: Answered) => title);
    expect(almanac('agenda', file)).toMatch(/^event +2 +0 +0 +0 +0$/m);
    expect(almanac('agenda', file)).toMatch(/^event +0 +0 +2 +0 +0$/m);
    expect(await found()).toEqual(['Book fair', 'Flea market']);
    const imports: readonly Answered[] = JSON.parse(almanac('list', '--json'));
    const [first] = imports.filter(({ kind }) => kind === 'agenda').slice(-1);
    almanac('undo', String(first?.id));
    expect(await found()).toEqual([]);
  });

  test('speaks the new language in messages, profiles and texts of the console', async () => {
    const speaking = { 'accept-language': newLanguage };
    const refused = await fetch(`${api}/session`, {
      method: 'POST',
      headers: { ...speaking, 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'ada', password: 'wrong' }),
    });
    expect(await refused.json()).toMatchObject({ message: 'Nom d’utilisateur ou mot de passe incorrect.' });
    expect((await send('PATCH /users/me', { language: newLanguage })).language).toBe(newLanguage);
    const { loadLanguage, textsOf } = await import(join(copy, 'web/admin/i18n/texts.ts'));
    const { record } = await import(join(root, 'web/admin/i18n/fr/texts.ts'));
    await loadLanguage(newLanguage);
    expect(Object.keys(textsOf('record')())).toEqual(Object.keys(record));
  });
});
