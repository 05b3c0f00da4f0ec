// Subscriptions to calendars, read from a real HTTP server.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { plusSeconds } from '../src/core/time/clock.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, useWorld, word } from './harness/world.js';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A calendar server whose response each test sets. */
function startCalendar() {
  let respond: Respond = (_, response) => void response.writeHead(404).end();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  const opened = once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    requests,
    url: async () => {
      await opened;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-4711/calendar.ics`;
    },
    answer: (next: Respond) => {
      respond = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const vevent = (uid: string, day: string, ...lines: readonly string[]): string =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${day}T100000Z`,
    `DTEND:${day}T110000Z`,
    `SUMMARY:${uid}`,
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n');
const calendar = (...events: readonly string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
const serve =
  (text: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): Respond =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/calendar', ...headers }).end(text);

const future = '20271001';
const past = '20270501';

onOneEngine((engine) => {
  const reach = { allow: (address: string) => address === '127.0.0.1' };
  const world = useWorld(engine, { reach });
  const other = startCalendar();
  afterAll(other.close);
  beforeEach(() => void other.requests.splice(0));

  const subscribe = async (given: object = {}): Promise<Answered> =>
    world.send('POST /subscriptions', { name: 'Town', url: await other.url(), ...given }, { as: 'editor' });
  const read = (id: number) => world.get(`/subscriptions/${id}`, { as: 'editor' });
  const run = (id: number) => world.send(`POST /subscriptions/${id}/run`, {}, { as: 'editor' });
  const eventsOf = async (id: number): Promise<readonly Answered[]> => {
    const query = `source=subscription:${id}&status=any&start_date=2000-01-01&end_date=2100-01-01&per_page=50`;
    return (await world.get(`/events?${query}`, { as: 'editor' })).events as Answered[];
  };
  const titlesOf = async (id: number) => (await eventsOf(id)).map(({ title }) => title).sort();

  describe('a subscription', () => {
    test('is read when it is due, creates pending events, and is not read again before its time', async () => {
      other.answer(serve(calendar(vevent('one', future))));
      const { id } = await subscribe();
      await world.runDue();
      expect(await eventsOf(id)).toMatchObject([{ title: 'one', status: 'pending' }]);
      expect(await read(id)).toMatchObject({
        last_result: 'imported',
        failures: 0,
        event_count: 1,
        checked_utc: world.clock.now,
        next_utc: plusSeconds(world.clock.now, 3_600),
      });
      await world.runDue();
      expect(other.requests).toHaveLength(1);
      world.clock.now = plusSeconds(world.clock.now, 3_600);
      await world.runDue();
      expect(other.requests).toHaveLength(2);
      await world.send(`DELETE /subscriptions/${id}`, {}, { as: 'editor' });
    });

    test('sends conditional requests, and imports nothing if the calendar or its bytes are unchanged', async () => {
      const { id } = await subscribe();
      other.answer(
        serve(calendar(vevent('one', future)), { etag: '"v1"', 'last-modified': 'Mon, 15 Nov 2026 08:00:00 GMT' }),
      );
      const { import: first } = await run(id);
      other.answer((request, response) => {
        const { 'if-none-match': tag, 'if-modified-since': since } = request.headers;
        response.writeHead(tag === '"v1"' && since !== undefined ? 304 : 500).end();
      });
      expect(await run(id)).toMatchObject({ last_result: 'unchanged', import: first });
      other.answer(serve(calendar(vevent('one', future))));
      expect(await run(id)).toMatchObject({ last_result: 'unchanged', import: first });
    });

    test('updates changed events, keeps the status that an editor chose and the text that one wrote', async () => {
      const { id } = await subscribe();
      other.answer(serve(calendar(vevent('one', future), vevent('two', future))));
      await run(id);
      const [one, two] = await eventsOf(id);
      await world.send(`PATCH /events/${one?.id}`, { status: 'publish' }, { as: 'editor' });
      await world.send(`PATCH /events/${two?.id}`, { title: 'Ours' }, { as: 'editor' });
      const moved = calendar(vevent('one', '20271002'), vevent('two', '20271002'));
      other.answer(serve(moved));
      await run(id);
      const after = await eventsOf(id);
      expect(after.find((event) => event.id === one?.id)).toMatchObject({
        status: 'publish',
        utc_start_date: '2027-10-02 10:00:00',
      });
      expect(after.find((event) => event.id === two?.id)).toMatchObject({
        title: 'Ours',
        utc_start_date: '2027-10-01 10:00:00',
      });
    });

    test('moves vanished future events to the trash, keeps past ones, and restores those that return', async () => {
      const { id } = await subscribe();
      const weekly = vevent('weekly', past, 'RRULE:FREQ=WEEKLY;COUNT=30');
      const all = calendar(vevent('past', past), vevent('gone', future), vevent('stays', future), weekly);
      // Dates of a series have no source of their own.
      const weeks = async (): Promise<readonly string[]> => {
        const query = 'search=weekly&status=any&start_date=2000-01-01&end_date=2100-01-01&per_page=50';
        const { events } = await world.get(`/events?${query}`, { as: 'editor' });
        return (events as readonly Answered[]).map(({ utc_start_date }) => utc_start_date);
      };
      other.answer(serve(all));
      await run(id);
      const whole = await weeks();
      expect(whole).toHaveLength(30);
      other.answer(serve(calendar(vevent('stays', future))));
      await run(id);
      await run(id);
      expect(await titlesOf(id)).toEqual(['past', 'stays']);
      // The series ends before the present, and counts once.
      expect((await read(id)).event_count).toBe(3);
      const left = whole.filter((start) => start <= world.clock.now);
      expect(left.length).toBeGreaterThan(0);
      expect(await weeks()).toEqual(left);
      other.answer(serve(all));
      await run(id);
      expect(await titlesOf(id)).toEqual(['gone', 'past', 'stays']);
      expect((await eventsOf(id)).find(({ title }) => title === 'gone')).toMatchObject({ status: 'pending' });
      expect(await weeks()).toEqual(whole);
    });

    test('leaves an event in the trash that an editor moved there', async () => {
      const { id } = await subscribe();
      other.answer(serve(calendar(vevent('unwanted', future))));
      await run(id);
      const [event] = await eventsOf(id);
      await world.send(`DELETE /events/${event?.id}`, {}, { as: 'editor' });
      other.answer(serve(calendar(vevent('unwanted', future), vevent('more', future))));
      await run(id);
      expect(await titlesOf(id)).toEqual(['more']);
    });

    test('does not move events to the trash if the calendar was cut off', async () => {
      const { id } = await subscribe();
      const whole = calendar(vevent('first', future), vevent('second', future));
      other.answer(serve(whole));
      await run(id);
      other.answer(serve(whole.slice(0, whole.indexOf('UID:second'))));
      expect(await run(id)).toMatchObject({ last_result: 'failed', message: expect.stringMatching(/cut off/) });
      expect(await titlesOf(id)).toEqual(['first', 'second']);
    });

    test('is paused after ten failures in a row, and starts again when an editor says so', async () => {
      const { id } = await subscribe({ every: 15 });
      other.answer(serve('', {}, 500));
      for (let failures = 1; failures <= 10; failures++) {
        await world.runDue();
        expect(await read(id)).toMatchObject({ failures, paused: failures === 10, last_result: 'failed' });
        world.clock.now = plusSeconds(world.clock.now, 900);
      }
      expect((await read(id)).message).toBe('The server returned status 500.');
      const before = other.requests.length;
      await world.runDue();
      expect(other.requests).toHaveLength(before);
      other.answer(serve(calendar(vevent('back', future))));
      await world.send(`PATCH /subscriptions/${id}`, { paused: false }, { as: 'editor' });
      await world.runDue();
      expect(await read(id)).toMatchObject({ failures: 0, paused: false, last_result: 'imported', message: '' });
      expect(await titlesOf(id)).toEqual(['back']);
    });

    test('that needs too much is refused as a whole, changes nothing, and is paused like others that fail', async () => {
      const { id } = await subscribe({ every: 15 });
      other.answer(serve(calendar(vevent('kept', future))));
      await world.runDue();
      const daily = Array.from({ length: 200 }, (_, n) => vevent(`${n}`, past, 'RRULE:FREQ=DAILY'));
      other.answer(serve(calendar(...daily)));
      for (let failures = 1; failures <= 10; failures++) {
        world.clock.now = plusSeconds(world.clock.now, 900);
        await world.runDue();
        expect(await read(id)).toMatchObject({ failures, paused: failures === 10, last_result: 'failed' });
      }
      expect((await read(id)).message).toMatch(/^The rules of the calendar give more than 50000 dates\./);
      expect(await titlesOf(id)).toEqual(['kept']);
    });

    test('does not follow redirects to private addresses', async () => {
      const { id } = await subscribe();
      for (const location of [
        'http://127.0.0.2/secret.ics',
        'http://10.0.0.1/',
        'http://[::1]/',
        'file:///etc/passwd',
      ]) {
        other.answer((_, response) => void response.writeHead(302, { location }).end());
        expect(await run(id)).toMatchObject({ last_result: 'failed', message: 'This URL cannot be fetched.' });
      }
    });

    test('stops reading endless and compressed bodies at the limit', async () => {
      const { id } = await subscribe();
      let isClosed = false;
      other.answer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/calendar' });
        response.on('close', () => {
          isClosed = true;
        });
        const more = (): void => {
          while (!response.destroyed && response.write('X'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      });
      expect(await run(id)).toMatchObject({ last_result: 'failed', message: expect.stringMatching(/larger than/) });
      await expect.poll(() => isClosed).toBe(true);
      const bomb = gzipSync(Buffer.alloc(200_000_000, 'A'));
      other.answer(serve(bomb, { 'content-encoding': 'gzip' }));
      expect(await run(id)).toMatchObject({ last_result: 'failed', message: expect.stringMatching(/larger than/) });
    });

    test('reports a page that is no calendar', async () => {
      const { id } = await subscribe();
      other.answer(serve('<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' }));
      expect(await run(id)).toMatchObject({
        last_result: 'failed',
        message: 'This is not a calendar: it has no BEGIN:VCALENDAR.',
      });
    });

    test('is read beside others: a slow server does not keep them waiting', async () => {
      const waiting: (() => void)[] = [];
      // Each request is answered when the other one has come.
      other.answer((request, response) => {
        waiting.push(() => serve(calendar(vevent(word('beside'), future)))(request, response));
        if (waiting.length === 2) for (const answer of waiting) answer();
      });
      const ids = [(await subscribe()).id, (await subscribe()).id];
      await world.runDue();
      for (const id of ids) expect(await read(id)).toMatchObject({ last_result: 'imported', event_count: 1 });
    });

    test('has the first date only of a rule with several dates a day, which a person may import as a file', async () => {
      const { id } = await subscribe({ default_status: 'publish' });
      const rules: Readonly<Record<string, readonly string[]>> = {
        minutely: ['RRULE:FREQ=MINUTELY'],
        hourly: ['RRULE:FREQ=HOURLY;COUNT=500', 'RDATE:20271005T100000Z'],
        hours: ['RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12;COUNT=500'],
        minutes: ['RRULE:FREQ=WEEKLY;BYMINUTE=0,30;COUNT=40'],
        both: ['RRULE:FREQ=DAILY;COUNT=3', 'RRULE:FREQ=MONTHLY;BYHOUR=10,11;BYMINUTE=0;COUNT=40'],
        daily: ['RRULE:FREQ=DAILY;BYHOUR=10,10;BYMINUTE=0;COUNT=3'],
      };
      const wholeDays = vevent('whole', future, 'RRULE:FREQ=DAILY;BYHOUR=8,9;COUNT=3').replace(/T\d{6}Z/g, '');
      const timed = Object.entries(rules).map(([uid, lines]) => vevent(uid, future, ...lines));
      other.answer(serve(calendar(...timed, wholeDays)));
      const { import: report } = await run(id);
      const query = 'status=any&start_date=2000-01-01&end_date=2100-01-01&per_page=50';
      const datesOf = async (title: string) =>
        (await world.get(`/events?search=${title}&${query}`, { as: 'editor' })).total;
      const totals = [...Object.keys(rules), 'whole'].map(async (title) => [title, await datesOf(title)]);
      expect(Object.fromEntries(await Promise.all(totals))).toEqual({
        ...{ minutely: 1, hourly: 2, hours: 1, minutes: 1 },
        ...{ both: 3, daily: 3, whole: 3 },
      });
      const { report: found } = await world.get(`/imports/${report}`, { as: 'editor' });
      expect(JSON.stringify(found)).toContain('several dates a day');
    });

    test('is read by one process at a time', async () => {
      const { id } = await subscribe();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        other.answer((request, response) => {
          release = () => serve(calendar(vevent('once', future)))(request, response);
          resolve();
        });
      });
      const first = run(id);
      await held;
      await run(id);
      await world.runDue();
      expect(other.requests).toHaveLength(1);
      release();
      expect(await first).toMatchObject({ last_result: 'imported' });
      expect(await titlesOf(id)).toEqual(['once']);
    });

    test('keeps its events when it is deleted, even while it is being read', async () => {
      const { id } = await subscribe();
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        other.answer((request, response) => {
          release = () => serve(calendar(vevent('late', future)))(request, response);
          resolve();
        });
      });
      const reading = world.ask(`POST /subscriptions/${id}/run`, { as: 'editor' });
      await held;
      await world.send(`DELETE /subscriptions/${id}`, {}, { as: 'editor' });
      release();
      expect((await reading).statusCode).toBe(404);
      expect(await titlesOf(id)).toEqual(['late']);
    });

    test('is visible to editors only, with its secret URL', async () => {
      const { id, url } = await subscribe();
      expect(url).toContain('private-4711');
      for (const as of ['author', 'contributor', 'subscriber', undefined] as const) {
        const who = as ? { as } : {};
        const bodies = [
          await world.ask('GET /subscriptions', who),
          await world.ask(`GET /subscriptions/${id}`, who),
          await world.ask(`POST /subscriptions/${id}/run`, who),
          await world.ask('POST /subscriptions', { ...who, body: { name: 'x', url } }),
          await world.ask(`PATCH /subscriptions/${id}`, { ...who, body: { name: 'x' } }),
          await world.ask(`DELETE /subscriptions/${id}`, who),
        ];
        for (const { statusCode, text } of bodies) {
          expect([401, 403, 404]).toContain(statusCode);
          expect(text).not.toContain('private-4711');
        }
      }
      expect((await world.ask('GET /subscriptions', { as: 'editor', on: 'dropin' })).statusCode).toBe(404);
    });

    test('is also found under the former path', async () => {
      const { id } = await subscribe();
      for (const path of ['', `/${id}`]) {
        const [now, former] = [`/subscriptions${path}`, `/sources${path}`];
        expect(await world.get(former, { as: 'editor' })).toEqual(await world.get(now, { as: 'editor' }));
      }
      expect(await world.send(`POST /sources/${id}/run`, {}, { as: 'editor' })).toMatchObject({ id });
      expect((await world.ask(`GET /sources/${id}`, { as: 'author' })).statusCode).toBe(403);
    });

    test('refuses invalid values', async () => {
      const url = await other.url();
      for (const wrong of [
        { url: '' },
        { url: 'ftp://x.example/' },
        { url: 'x' },
        { every: 5 },
        { default_venue: 999_999 },
        { default_status: 'trash' },
        { name: '' },
      ]) {
        const { statusCode: status } = await world.ask('POST /subscriptions', {
          as: 'editor',
          body: { name: 'x', url, ...wrong },
        });
        expect({ wrong, status }).toEqual({ wrong, status: 400 });
      }
      const webcal = await subscribe({ url: 'webcal://town.example/calendar.ics', paused: true });
      expect(webcal.url).toBe('https://town.example/calendar.ics');
    });
  });
});
