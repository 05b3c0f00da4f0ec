// Imports over HTTP: who may import, dry runs, reports, and undoing an import.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imports } from '../src/imports/tables.js';
import { checksumsOf } from './harness/checksums.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { eventsOf, importFile, lines } from './harness/import-files.js';
import { type Answered, startWorld, useWorld, type World, word } from './harness/world.js';

const row = (title: string, more = '') => lines('title,start,categories,venue', `${title},2027-07-01 10:00${more}`);

const sourceOf = (): { readonly source: string } => ({ source: word('s-').toLowerCase() });

/** The tables that people see, without what every change counts up. */
async function contentOf(world: World): Promise<unknown> {
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags'].map(async (path) => {
    const query = path === 'categories' || path === 'tags' ? '' : 'status=any&';
    const dates = path === 'events' ? 'start_date=2000-01-01&end_date=2100-01-01&' : '';
    const reply = await world.ask(`GET /${path}?${query}${dates}per_page=100&context=edit`, { as: 'administrator' });
    return JSON.parse(JSON.stringify(reply.body?.[path] ?? []), (key, value) =>
      ['modified', 'modified_utc', 'version', 'global_id_lineage', '_input', 'sequence'].includes(key)
        ? undefined
        : value,
    );
  });
  return Promise.all(lists);
}

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('an import', () => {
    test.each<[Who, number]>([
      ['administrator', 201],
      ['editor', 201],
      ['author', 403],
      ['contributor', 403],
      ['subscriber', 403],
      ['anonymous', 401],
    ])('of %s is answered with %i', async (as, statusCode) => {
      const reply = await importFile(world, row(word()), { as, fields: sourceOf() });
      expect(reply.statusCode).toBe(statusCode);
      expect((await world.ask('GET /imports', { as })).statusCode).toBe(statusCode === 201 ? 200 : statusCode);
    });

    test('is on the native mount only', async () => {
      expect((await world.ask('GET /imports', { as: 'administrator', on: 'dropin' })).statusCode).toBe(404);
    });

    test('is listed with its report, newest first', async () => {
      const { body } = await importFile(world, row(word()), { name: 'listed.csv', fields: sourceOf() });
      const list = await world.get('/imports?per_page=1', { as: 'editor' });
      expect(list.imports[0]).toEqual(body);
      expect(list.total).toBeGreaterThan(0);
      expect(await world.get(`/imports/${body.id}`, { as: 'editor' })).toEqual(body);
      expect(body).toMatchObject({
        ...{ kind: 'csv', name: 'listed.csv', state: 'finished', user: { id: world.people.editor.id } },
        report: { counts: { events: { created: 1 } }, warnings: {} },
      });
      expectRefusal(await world.ask('GET /imports/999999', { as: 'editor' }), {
        ...{ statusCode: 404, code: 'rest-import-not-found' },
      });
      expect((await world.ask('GET /imports?page=9999', { as: 'editor' })).statusCode).toBe(404);
    });

    test('accepts a file in JSON, and needs one', async () => {
      const file = `data:text/csv;charset=utf-8;base64,${Buffer.from(row(word())).toString('base64')}`;
      expect((await world.ask('POST /imports', { as: 'editor', body: { file, ...sourceOf() } })).statusCode).toBe(201);
      expectRefusal(await world.ask('POST /imports', { as: 'editor', body: {} }), {
        ...{ statusCode: 400, code: 'rest_missing_callback_param', params: ['file'] },
      });
      const wrong = await world.ask('POST /imports', { as: 'editor', body: { file: '/etc/passwd' } });
      expectRefusal(wrong, { statusCode: 400, code: 'rest_invalid_param', params: ['file'] });
    });

    test('of more than 10 MiB is rejected, for callers without the right before it is read', async () => {
      const large = Buffer.alloc(11 * 1_048_576 + 1, 'a');
      expect((await importFile(world, large)).statusCode).toBe(413);
      expect((await importFile(world, Buffer.alloc(10 * 1_048_576 + 1, 'a'))).statusCode).toBe(400);
      const refused = await importFile(world, Buffer.alloc(2 * 1_048_576, 'a'), { as: 'author' });
      expect(refused.statusCode).toBe(403);
    });

    test('previews without storing anything', async () => {
      const known = await world.event({
        title: 'Previewed',
        start_date: '2027-07-01 10:00',
        end_date: '2027-07-01 10:00',
      });
      const file = lines(row('Previewed', ',Fresh Category,Fresh Venue'), 'New one,2027-07-02,,', 'Odd,05/06/2027,,');
      const before = await checksumsOf(world);
      const { statusCode, body } = await importFile(world, file, { fields: { ...sourceOf(), dry_run: 'true' } });
      expect([statusCode, body.id, body.undo_until_utc]).toEqual([200, 0, '']);
      expect(body.report.counts.events).toMatchObject({ created: 1, updated: 1 });
      expect(body.preview).toMatchObject([
        { resource: 'events', place: 'line 2', result: 'updated', id: known.id, fields: { title: 'Previewed' } },
        { resource: 'events', place: 'line 3', result: 'created', fields: { title: 'New one' } },
      ]);
      expect(body.preview[1].id).toBeUndefined();
      expect(body.csv).toMatchObject({
        resource: 'events',
        rows: 3,
        missing: [],
        columns: [{ name: 'title', field: 'title' }, {}, {}, {}],
      });
      expect(await checksumsOf(world)).toEqual(before);
    });

    test('shows the columns of a file that needs a mapping first', async () => {
      const { statusCode, body } = await importFile(world, lines('Headline,Day', 'Fair,2027-07-01'), {
        fields: { dry_run: 'true' },
      });
      expect(statusCode).toBe(200);
      expect(body.csv).toMatchObject({ missing: ['title'], sample: [['Fair', '2027-07-01']] });
      expect(body.csv.fields).toContain('title');
    });

    test('of a URL is fetched from public addresses only', async () => {
      const reply = await world.ask('POST /imports', { as: 'editor', body: { url: `${world.address}/events.csv` } });
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['url'] });
    });

    test('records who changed what, by the name of the import', async () => {
      const { body } = await importFile(world, row(word()), { fields: sourceOf() });
      const { revisions } = await world.get(`/revisions?via=import+${body.id}`, { as: 'editor' });
      expect(revisions).toMatchObject([{ action: 'created', user: { id: world.people.editor.id } }]);
    });
  });

  describe('an iCalendar file', () => {
    const calendar = (...events: readonly string[]) =>
      ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
    const vevent = (uid: string, summary: string, ...more: readonly string[]) =>
      [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTAMP:20270101T000000Z',
        `SUMMARY:${summary}`,
        'DTSTART:20270701T100000',
        ...more,
      ]
        .concat('DTEND:20270701T110000', 'END:VEVENT')
        .join('\r\n');

    test('is found by its content, with defaults for new events, and can be undone', async () => {
      const fields = {
        ...sourceOf(),
        defaults: JSON.stringify({
          status: 'pending',
          categories: 'Ical Night',
          venue: 'Ical Hall',
          timezone: 'Europe/Paris',
        }),
      };
      const text = calendar(vevent('one@old', 'With place', 'LOCATION:Old Barn'), vevent('two@old', 'Without'));
      const options = { name: 'calendar.txt', fields };
      const before = await contentOf(world);
      const preview = await importFile(world, text, { ...options, fields: { ...fields, dry_run: 'true' } });
      expect([preview.body.kind, preview.body.csv, preview.body.report.counts.events.created]).toEqual([
        'ical',
        undefined,
        2,
      ]);
      const { body, statusCode } = await importFile(world, text, options);
      expect([statusCode, body.kind]).toEqual([201, 'ical']);
      const events = (await eventsOf(world, `&source=${fields.source}`)) as Answered[];
      expect(events.map(({ title, status, timezone, venue }) => [title, status, timezone, venue.venue])).toEqual([
        ['With place', 'pending', 'Europe/Paris', 'Old Barn'],
        ['Without', 'pending', 'Europe/Paris', 'Ical Hall'],
      ]);
      await world.send(`POST /imports/${body.id}/undo`, {}, { as: 'administrator' });
      expect(await contentOf(world)).toEqual(before);
    });

    test('whose rules give too many dates is rejected, and nothing is saved', async () => {
      const daily = (n: number) =>
        lines('BEGIN:VEVENT', `UID:${n}`, 'DTSTART:20270501T080000Z', 'RRULE:FREQ=DAILY', 'END:VEVENT').trimEnd();
      const text = lines('BEGIN:VCALENDAR', ...Array.from({ length: 200 }, (_, n) => daily(n)), 'END:VCALENDAR');
      const before = await checksumsOf(world);
      for (const dry_run of ['true', 'false']) {
        const reply = await importFile(world, text, { name: 'many.ics', fields: { ...sourceOf(), dry_run } });
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['file'] });
        expect(reply.text).toContain('give more than 50000 dates');
      }
      expect(await checksumsOf(world)).toEqual(before);
    });

    test('that is not one is rejected', async () => {
      const reply = await importFile(world, 'title,start\nA,2027-01-01', { name: 'events.ics' });
      expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['file'] });
    });
  });

  describe('an import of a URL', () => {
    let server: Server;
    let reaching: World;
    beforeAll(async () => {
      server = createServer((_, response) => response.end(row('Fetched')));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      reaching = await startWorld(engine, { reach: { allow: () => true } });
    });
    afterAll(async () => {
      server.close();
      await reaching.stop();
    });

    test('is named by its URL without its query', async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`;
      const body = { url: `${url}?key=secret` };
      const reply = await reaching.ask('POST /imports', { as: 'editor', body });
      expect([reply.statusCode, reply.body.name]).toEqual([201, `${url}…`]);
      expect(reply.body.report.counts.events.created).toBe(1);
    });
  });

  describe('a rate limit', () => {
    test('counts an import by its records', async () => {
      const limited = await startWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_WRITE_LIMIT: '60' } });
      try {
        const rows = Array.from({ length: 9 }, (_, at) => `Event ${at},2027-07-01`);
        const file = lines('title,start', ...rows);
        expect((await importFile(limited, file)).statusCode).toBe(201);
        const refused = await importFile(limited, file);
        expect(refused.statusCode).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await limited.get('/imports', { as: 'editor' })).total).toBe(1);
      } finally {
        await limited.stop();
      }
    });
  });

  describe('undoing an import', () => {
    interface Counted {
      readonly created: number;
    }
    const undo = (id: number, as: Who = 'editor') => world.ask(`POST /imports/${id}/undo`, { as, body: {} });

    test('removes what it created and restores what it updated, exactly', async () => {
      const category = await world.category();
      const venue = await world.venue();
      const known = await world.event({
        ...{ title: 'Restored', start_date: '2027-07-01 10:00', end_date: '2027-07-01 10:00' },
        ...{ categories: [category.id], venue: venue.id, website: 'https://before.example/' },
      });
      const before = await contentOf(world);
      const file = lines(
        'title,start,categories,venue,website,tags',
        `Restored,2027-07-01 10:00,Undone Category,Undone Venue,https://after.example/,undone-tag`,
        `Created,2027-07-03 10:00,"${category.name}, Undone Category",Undone Venue,,`,
      );
      const { body } = await importFile(world, file, { fields: sourceOf() });
      const { events, ...others } = body.report.counts;
      expect(events).toMatchObject({ created: 1, updated: 1 });
      // What the rows name is counted, too: an undo removes it.
      expect(Object.entries<Counted>(others).map(([name, { created }]) => [name, created])).toEqual([
        ['venues', 1],
        ['categories', 1],
        ['tags', 1],
      ]);
      expect(body.undo_until_utc).not.toBe('');
      expect((await world.get(`/events/${known.id}`)).website).toBe('https://after.example/');
      const undone = await undo(body.id);
      expect([undone.statusCode, undone.body.state, undone.body.undo_until_utc]).toEqual([200, 'undone', '']);
      expect(undone.body.undone).toEqual({ removed: 4, restored: 1, kept: 0 });
      expect(await contentOf(world)).toEqual(before);
    });

    test('can be repeated, and the file can be imported again', async () => {
      const title = word();
      const fields = sourceOf();
      const { body } = await importFile(world, row(title), { fields });
      await undo(body.id);
      const before = await checksumsOf(world);
      const again = await undo(body.id);
      expect([again.statusCode, again.body.undone]).toEqual([200, { removed: 0, restored: 0, kept: 0 }]);
      expect(await checksumsOf(world)).toEqual(before);
      const { body: next } = await importFile(world, row(title), { fields });
      expect(next.report.counts.events).toMatchObject({ created: 1 });
      expect((await eventsOf(world, `&source=${fields.source}`)).map((event) => event.title)).toEqual([title]);
    });

    test('leaves records that someone changed since, and reports them', async () => {
      const fields = sourceOf();
      const { body } = await importFile(world, lines('title,start', 'Edited,2027-07-01', 'Left,2027-07-01'), {
        fields,
      });
      const [edited] = ((await eventsOf(world, `&source=${fields.source}`)) as Answered[]).filter(
        ({ title }) => title === 'Edited',
      );
      await world.send(`PATCH /events/${edited?.id}`, { title: 'Edited by hand' });
      const { body: undone } = await undo(body.id);
      expect(undone.undone).toEqual({ removed: 1, restored: 0, kept: 1 });
      expect(undone.report.warnings['changed since']).toMatchObject({
        count: 1,
        examples: [{ place: `event ${edited?.id}` }],
      });
      expect((await world.get(`/events/${edited?.id}`)).title).toBe('Edited by hand');
    });

    test('leaves venues and terms that other records use by now', async () => {
      const [category, venue] = [word('Shared '), word('Shared ')];
      const { body } = await importFile(world, row(word(), `,${category},${venue}`), { fields: sourceOf() });
      const other = await world.event({ categories: [category], venue: { venue } });
      const { body: undone } = await undo(body.id);
      expect(undone.undone).toEqual({ removed: 1, restored: 0, kept: 2 });
      const { categories, venue: linked } = await world.get(`/events/${other.id}`);
      expect([categories[0].name, linked.venue]).toEqual([category, venue]);
    });

    test('removes a series with all its dates', async () => {
      const fields = sourceOf();
      const file = lines('title,start,end,recurrence', 'Weekly,2027-07-01 10:00,2027-07-01 11:00,FREQ=WEEKLY;COUNT=3');
      const { body } = await importFile(world, file, { fields });
      const weekly = () => eventsOf(world, '&search=weekly');
      expect(await weekly()).toHaveLength(3);
      expect((await undo(body.id)).body.undone.removed).toBe(1);
      expect(await weekly()).toEqual([]);
    });

    test('is for the user who imported it and for administrators', async () => {
      const { body } = await importFile(world, row(word()), { as: 'administrator', fields: sourceOf() });
      expect((await undo(body.id, 'editor')).statusCode).toBe(403);
      expect((await undo(body.id, 'author')).statusCode).toBe(403);
      expect((await undo(body.id, 'anonymous')).statusCode).toBe(401);
      expect((await world.get(`/imports/${body.id}`, { as: 'editor' })).undo_until_utc).toBe('');
      expect((await undo(body.id, 'administrator')).statusCode).toBe(200);
      const own = await importFile(world, row(word()), { as: 'editor', fields: sourceOf() });
      expect((await undo(own.body.id, 'administrator')).statusCode).toBe(200);
    });

    test('is possible for a day', async () => {
      const { body } = await importFile(world, row(word()), { fields: sourceOf() });
      const { now } = world.clock;
      try {
        world.clock.now = body.undo_until_utc.replace(/\d\d$/, '59');
        expect((await undo(body.id)).body.code).toBe('rest_undo_expired');
        expect((await world.get(`/imports/${body.id}`, { as: 'editor' })).undo_until_utc).toBe('');
      } finally {
        world.clock.now = now;
      }
      expect((await undo(body.id)).statusCode).toBe(200);
    });

    test('is for finished imports of records, not for running ones and complete copies', async () => {
      const { body } = await importFile(world, row(word()), { fields: sourceOf() });
      const runUntil = (until: number) => {
        const lease = { host: 'elsewhere', pid: 1, token: 'one', run: 'one', until };
        return world.store.transact((writer) => writer.update(imports, body.id, { state: 'running', lease }));
      };
      await runUntil(Date.now() + 60_000);
      expect((await undo(body.id)).body.code).toBe('rest_import_running');
      // The process that ran it has ended.
      await runUntil(Date.now() - 1);
      expect((await world.get(`/imports/${body.id}`, { as: 'editor' })).state).toBe('interrupted');
      await world.store.transact((writer) => writer.update(imports, body.id, { state: 'finished', source: '' }));
      expect((await undo(body.id, 'administrator')).body.code).toBe('rest_import_not_undoable');
      expect((await world.get(`/imports/${body.id}`, { as: 'editor' })).undo_until_utc).toBe('');
    });
  });
});
