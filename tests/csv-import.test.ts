// CSV files through the API and the command line: what becomes of their rows, and which files are rejected.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../src/imports/csv/rows.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { eventsOf, importFile, lines } from './harness/import-files.js';
import { cleanUp, newFolder, run as runProgram } from './harness/program.js';
import { type Answered, startWorld, useWorld } from './harness/world.js';

const head = 'title,start,end,venue,organizers,categories,tags,status,cost,featured';

/** Columns that another calendar gives by itself. */
const ownColumns = new Set(['ID', 'UID', 'URL', 'OCCURRENCE OF', 'SOURCE', 'EXTERNAL ID', 'MODIFIED']);

const comparable = (feed: string) => {
  const [header, ...rows] = [...rowsOf(feed, ',')].map(({ cells }) => cells);
  const named = (cells: readonly string[]) => cells.map((cell, at) => [header?.[at] ?? '', cell] as const);
  return rows.map((cells) => Object.fromEntries(named(cells).filter(([name]) => !ownColumns.has(name))));
};

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('a CSV file', () => {
    test('creates events with their venues, organizers and terms, each once', async () => {
      const file = lines(
        head,
        'Fair,2027-07-01 10:00,2027-07-01 12:00,Csv Barn,"Guild, Mill","Csv Music, Csv Kids",csv-free,publish,$5,yes',
        'Ball,2027-07-02,,Csv Barn,Guild,csv music,,draft,,no',
      );
      const { statusCode, body } = await importFile(world, file, { fields: { source: 'first' } });
      expect([statusCode, body.state, body.kind, body.name]).toEqual([201, 'finished', 'csv', 'file.csv']);
      expect(body.report.counts.events).toMatchObject({ created: 2, failed: 0 });
      const events = (await eventsOf(world, '&source=first')) as Answered[];
      expect(events.map(({ title, status, all_day }) => [title, status, all_day])).toEqual([
        ['Fair', 'publish', false],
        ['Ball', 'draft', true],
      ]);
      const [fair, ball] = events;
      expect(fair?.venue.id).toBe(ball?.venue.id);
      expect(fair?.organizer.map((one: Answered) => one.organizer)).toEqual(['Guild', 'Mill']);
      expect(fair?.categories.map((one: Answered) => one.name)).toEqual(['Csv Kids', 'Csv Music']);
      expect([fair?.cost, fair?.featured, ball?.featured]).toEqual(['$5', true, false]);
      const again = await importFile(world, file, { fields: { source: 'first' } });
      expect(again.body.report.counts.events).toMatchObject({ created: 0, same: 2 });
      expect(await eventsOf(world, '&source=first')).toHaveLength(2);
    });

    test('finds events that are here already by title, start and end', async () => {
      const { id } = await world.event({
        title: 'Known',
        start_date: '2027-08-01 10:00',
        end_date: '2027-08-01 11:00',
      });
      const file = lines('title,start,end,website', 'Known,2027-08-01 10:00,2027-08-01 11:00,https://known.example/');
      const { body } = await importFile(world, file, { fields: { source: 'known' } });
      expect(body.report.counts.events).toMatchObject({ created: 0, updated: 1 });
      expect((await world.get(`/events/${id}`)).website).toBe('https://known.example/');
    });

    test('follows mapping, date format, encoding and defaults', async () => {
      const file = Buffer.from(lines('Was;Wann', 'Fête;05/06/2027 20h'), 'latin1');
      const fields = {
        source: 'mapped',
        mapping: JSON.stringify({ Was: 'title', Wann: 'start_date' }),
        date_format: 'DD/MM/YYYY',
        encoding: 'latin-1',
        defaults: JSON.stringify({
          status: 'pending',
          timezone: 'Europe/Paris',
          venue: 'Hall',
          categories: 'Csv Night',
        }),
      };
      const { statusCode } = await importFile(world, file, { fields });
      expect(statusCode).toBe(201);
      const [event] = (await eventsOf(world, '&source=mapped')) as Answered[];
      expect([event?.title, event?.start_date, event?.timezone, event?.status, event?.venue.venue]).toEqual([
        ...['Fête', '2027-06-05 20:00:00', 'Europe/Paris', 'pending', 'Hall'],
      ]);
      expect(event?.categories.map((one: Answered) => one.name)).toEqual(['Csv Night']);
    });

    test('reports rows by line and imports the others', async () => {
      const file = lines(
        'title,start,website,timezone',
        'A,05/06/2027,,',
        'B,2027-06-05,not a url,',
        'C,2027-06-05,,',
        'D,2027-06-05,,Mars/Base',
      );
      const { body } = await importFile(world, file, { fields: { source: 'faulty' } });
      expect(body.report.counts.events).toMatchObject({ created: 1, failed: 2 });
      expect(body.report.warnings).toMatchObject({
        'ambiguous date': { count: 1, examples: [{ place: 'line 2' }] },
        invalid: { count: 2, examples: [{ place: 'line 3' }, { place: 'line 5' }] },
      });
      expect((await eventsOf(world, '&source=faulty')).map(({ title }) => title)).toEqual(['C']);
    });

    test('has venues or organizers as well', async () => {
      const venues = lines('VENUE NAME,VENUE CITY,VENUE ZIP', 'Csv Hall,Oakton,05001');
      const { body } = await importFile(world, venues, { fields: { source: 'places' } });
      expect(body.report.counts).toEqual({ venues: expect.objectContaining({ created: 1 }) });
      const people = lines('ORGANIZER NAME,ORGANIZER EMAIL', 'Csv Guild,guild@example.org');
      expect((await importFile(world, people, { fields: { source: 'places' } })).body.report.counts).toEqual({
        organizers: expect.objectContaining({ created: 1 }),
      });
      const [venue] = (await world.get('/venues?search=csv+hall', { as: 'editor' })).venues;
      expect([venue.city, venue.zip]).toEqual(['Oakton', '05001']);
    });

    test('keeps formulas as text', async () => {
      await importFile(world, lines('title,start', "'=1+1,2027-09-01", '=cmd|A1,2027-09-02'), {
        fields: { source: 'formulas' },
      });
      expect((await eventsOf(world, '&source=formulas')).map(({ title }) => title)).toEqual(['=1+1', '=cmd|A1']);
    });

    test.each([
      ['an HTML page', '<!doctype html><title>Sign in</title>', 'The file is a web page, not CSV.'],
      ['a ZIP archive', 'PK\u0003\u0004\u0000\u0000', 'The file is a ZIP archive or a spreadsheet'],
      ['another encoding', Buffer.from([0x74, 0xe9, 0x0a]), 'The file is not valid UTF-8.'],
      ['missing columns', 'colour,size\nred,5', 'The file has no column for title, start_date'],
      ['60,000 rows', `title,start\n${'A,2027-01-01\n'.repeat(60_000)}`, 'The file has more than 50000 rows.'],
      ['a huge cell', `title,start\n${'A'.repeat(70_000)},2027-01-01`, 'Line 2 has a cell of more than 64 KiB.'],
      ['open quotes', 'title,start\n"A,2027-01-01', 'The quotes that open on line 2 are not closed.'],
      ['nothing', '', 'The file is empty.'],
    ])('with %s is rejected, and nothing is stored', async (_, file, message) => {
      const { total } = await world.get('/imports', { as: 'editor' });
      const reply = await importFile(world, file);
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['file'] });
      expect(reply.body.data.params.file).toContain(message);
      expect((await world.get('/imports', { as: 'editor' })).total).toBe(total);
    });

    test('with an unknown field or option is rejected', async () => {
      const file = lines('title,start', 'A,2027-01-01');
      for (const fields of [
        { mapping: '{"title":"headline"}' },
        { mapping: '[1]' },
        { mapping: '{"title":5}' },
        { defaults: '{"password":"x"}' },
        { defaults: '{"status":"trash"}' },
        { date_format: 'guess' },
        { source: 'Not A Name' },
      ])
        expect((await importFile(world, file, { fields: fields as Record<string, string> })).statusCode).toBe(400);
    });
  });

  test('our own CSV feed imported elsewhere gives the same list', async () => {
    const here = await startWorld(engine);
    const there = await startWorld(engine);
    try {
      const category = await here.category({ name: 'Arts & Crafts' });
      const common = {
        categories: [category.id],
        tags: ['free'],
        venue: { venue: 'Barn' },
        organizer: [{ organizer: 'Guild' }],
      };
      await here.event({
        ...common,
        title: '=Fair, "big"',
        cost: '€5 – €12',
        description: '<p>Stalls,\nmusic</p>',
        featured: true,
      });
      await here.event({
        title: 'All day',
        all_day: true,
        start_date: '2027-07-03',
        end_date: '2027-07-04',
        website: 'https://a.example/',
      });
      await here.event({
        title: 'Paris',
        timezone: 'Europe/Paris',
        status: 'private',
        cost: '12 €',
        sticky: true,
      });
      await here.event({
        title: 'Weekly',
        recurrence: 'FREQ=WEEKLY;COUNT=3',
        start_date: '2027-07-05 10:00',
        end_date: '2027-07-05 11:00',
      });
      const feed = '/events.csv?status=any&starts_after=2000-01-01';
      const exported = await here.ask(`GET ${feed}`, { as: 'administrator' });
      expect(exported.statusCode).toBe(200);
      const { body } = await importFile(there, exported.text, { as: 'administrator' });
      expect(body.report.warnings).toEqual({});
      const imported = await there.ask(`GET ${feed}`, { as: 'administrator' });
      expect(comparable(exported.text)).toHaveLength(6);
      expect(comparable(imported.text)).toEqual(comparable(exported.text));
    } finally {
      await here.stop();
      await there.stop();
    }
  });

  describe('the command line', () => {
    let folder = '';
    beforeAll(() => {
      folder = newFolder();
    });
    afterAll(cleanUp);
    const fileWith = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    const run = (...args: readonly string[]) =>
      runProgram(['import', ...args], { data: folder, environment: world.settings });

    test('imports, lists, shows and undoes', async () => {
      const path = fileWith('events.csv', lines('Headline,start', 'By command,2027-11-01'));
      const map = fileWith('map.json', '{"Headline":"title"}');
      const dry = await run('csv', path, '--map', map, '--source', 'cli', '--dry-run');
      expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('nothing was saved')]);
      expect(await eventsOf(world, '&source=cli')).toEqual([]);
      const real = await run('csv', path, '--map', map, '--source', 'cli', '--json');
      const { id, counts } = JSON.parse(real.stdout);
      expect(counts.event.created).toBe(1);
      expect((await eventsOf(world, '&source=cli')).map(({ title }) => title)).toEqual(['By command']);
      expect((await run('list')).stdout).toContain('events.csv');
      expect((await run('show', String(id))).stdout).toContain('event');
      const undone = await run('undo', String(id));
      expect(undone.stderr).toContain('Removed 1 records, restored 0');
      expect(await eventsOf(world, '&source=cli')).toEqual([]);
    });

    test('names the file and the line of faults', async () => {
      const broken = await run('csv', fileWith('broken.csv', 'title,start\n"A'));
      expect(broken.code).toBe(1);
      expect(broken.stderr).toContain('broken.csv: The quotes that open on line 2 are not closed.');
      const ambiguous = await run('csv', fileWith('ambiguous.csv', 'title,start\nA,05/06/2027'), '--source', 'amb');
      expect(ambiguous.code).toBe(3);
      expect(ambiguous.stdout).toContain('line 2: “05/06/2027” could be two dates.');
      expect((await run('csv', join(folder, 'absent.csv'))).code).toBe(1);
      expect((await run('undo', '999999')).stderr).toContain('There is no import 999999.');
    });
  });
});
