// Identities across sources: a subscription touches nothing but its own records, and sources that name the same venue share it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { all, type Condition, is, not, oneOf } from '../src/core/condition.js';
import { imported } from '../src/imports/tables.js';
import { registry } from '../src/models/registry.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, useWorld, word } from './harness/world.js';

const event = registry.named('event');
const venue = registry.named('venue');

interface Entry {
  readonly uid: string;
  readonly title?: string;
  readonly lines?: readonly string[];
}

const calendar = (...entries: readonly Entry[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...entries.flatMap(({ uid, title = uid, lines = [] }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      ...(lines.some((line) => line.startsWith('DTSTART'))
        ? []
        : ['DTSTART:20271001T100000Z', 'DTEND:20271001T110000Z']),
      `SUMMARY:${title}`,
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** A calendar server: each path has its own calendar. A hold lets several requests be answered at the same moment. */
function startCalendars() {
  const texts = new Map<string, string>();
  const server = createServer((request, response) => {
    const text = texts.get(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/calendar' }).end(text);
  });
  const opened = once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    set: async (path: string, text: string): Promise<string> => {
      await opened;
      texts.set(path, text);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

forEachEngine((engine) => {
  const world = useWorld(engine, { reach: { allow: (address: string) => address === '127.0.0.1' } });
  const calendars = startCalendars();
  afterAll(calendars.close);

  const subscribe = async (text: string, given: object = {}) => {
    const path = `/${word('calendar')}.ics`;
    const url = await calendars.set(path, text);
    const { id } = await world.send('POST /subscriptions', { name: word('Town'), url, ...given }, { as: 'editor' });
    return { id: Number(id), source: `subscription:${id}`, set: (next: string) => calendars.set(path, next) };
  };
  const run = (id: number) => world.send(`POST /subscriptions/${id}/run`, {}, { as: 'editor' });
  const everything = 'status=any&start_date=2000-01-01&end_date=2100-01-01&per_page=50';
  const eventsOf = async (source: string) =>
    (await world.get(`/events?source=${source}&${everything}`, { as: 'editor' })).events as Answered[];
  const report = async (source: string) => {
    const { imports } = await world.get('/imports?per_page=50', { as: 'editor' });
    return (imports as Answered[]).find((one) => one.source === source)?.report;
  };
  const rowOf = (table: typeof event, id: number) => world.store.read({ table, where: is('id', id) });
  const upload = (text: string, as: 'editor' | 'administrator' = 'editor', more: object = {}) => {
    const file = `data:text/calendar;base64,${Buffer.from(text).toString('base64')}`;
    return world.send('POST /imports', { file, format: 'ical', ...more }, { as });
  };
  const zoned = { start_date: '2027-10-01 10:00', end_date: '2027-10-01 11:00', timezone: 'UTC' };

  describe('a subscription', () => {
    test('changes no local event that has its UID, title and start', async () => {
      const title = word('Local ');
      const local = await world.event({ title, ...zoned, description: 'Ours' }, { as: 'editor' });
      const imported = await upload(calendar({ uid: 'known@elsewhere', title: word('Known ') }));
      expect(imported.report.counts.events).toMatchObject({ created: 1 });
      const [known] = await eventsOf('ical');
      await world.store.transact((writer) => writer.update(event, known?.id ?? 0, { source: '', external_id: '' }));
      const before = [await rowOf(event, local.id), await rowOf(event, known?.id ?? 0)];
      const theirs = ['DESCRIPTION:Theirs'];
      const text = calendar(
        { uid: `event-${local.id}@calendar.example`, title, lines: theirs },
        { uid: 'known@elsewhere', lines: theirs },
      );
      const { id, source } = await subscribe(text, { default_status: 'publish' });
      await run(id);
      expect([await rowOf(event, local.id), await rowOf(event, known?.id ?? 0)]).toEqual(before);
      expect(await eventsOf(source)).toMatchObject([{ title: 'known@elsewhere' }]);
      expect((await report(source)).warnings).toMatchObject({
        'own event': { count: 1 },
        'possible duplicate': { count: 1 },
      });
    });

    test('of our own feed duplicates nothing, series included', async () => {
      await world.event({ title: word('Own '), ...zoned }, { as: 'editor' });
      await world.event({ title: word('Own series '), ...zoned, recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
      const count = () => world.store.count({ table: event, where: is('status', 'publish') });
      const before = await count();
      const { text } = await world.ask('GET /events.ics?starts_after=2000-01-01');
      const { id, source } = await subscribe(text, { default_status: 'publish' });
      await run(id);
      expect(await eventsOf(source)).toEqual([]);
      expect(await count()).toBe(before);
    });

    test('does not land in the draft of a contributor who claimed its event before sources had owners', async () => {
      const uid = word('official@');
      const { id, source } = await subscribe(calendar({ uid, title: 'Official' }), { default_status: 'publish' });
      const draft = await world.event({ title: 'Mine', status: 'draft' }, { as: 'contributor' });
      await world.store.transact((writer) => writer.update(event, draft.id, { source, external_id: uid }));
      await run(id);
      expect(await rowOf(event, draft.id)).toMatchObject({ title: 'Mine', status: 'draft', source: '' });
      const events = await eventsOf(source);
      expect(events).toMatchObject([{ title: 'Official', status: 'publish' }]);
      expect(events[0]?.id).not.toBe(draft.id);
    });
  });

  describe('an import that a person starts', () => {
    test('adopts no event of an author, who would keep the right to change it', async () => {
      const title = word('Authored ');
      const { id } = await world.event({ title, ...zoned }, { as: 'author' });
      const before = await rowOf(event, id);
      const file = `data:text/csv;base64,${Buffer.from(`title,start,end,timezone\n${title},2027-10-01 10:00,2027-10-01 11:00,UTC\n`).toString('base64')}`;
      const { report: done } = await world.send('POST /imports', { file, source: word('csv') }, { as: 'editor' });
      expect([done.counts.events.created, done.warnings['possible duplicate']?.count]).toEqual([1, 1]);
      expect(await rowOf(event, id)).toEqual(before);
    });

    test('finds records without an external ID by a condition on the empty text', async () => {
      const [{ id }, known] = [await world.event(), await world.event({ source: word('crm'), external_id: 'x' })];
      const idsWhere = (where: Condition) =>
        world.store.ids({ table: event, where: all(oneOf('id', [id, known.id]), where), order: [], limit: 2 });
      expect(await idsWhere(is('external_id', ''))).toEqual([id]);
      expect(await idsWhere(not(is('external_id', '')))).toEqual([known.id]);
      expect((await idsWhere(oneOf('external_id', ['', 'x']))).toSorted()).toEqual([id, known.id].toSorted());
      expect(await idsWhere(oneOf('external_id', ['']))).toEqual([id]);
    });

    test.each(['rule', 'flat'])('creates no date of a series again that our own feed has as %s', async (series) => {
      const { id } = await world.event({
        title: word('Series '),
        ...zoned,
        timezone: 'Europe/Paris',
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' },
      });
      const dates = async () => {
        const { events } = await world.get(`/events/${id}/occurrences?per_page=50`);
        return (events as Answered[]).map(({ start_date }) => start_date);
      };
      const before = [await dates(), await world.store.count({ table: event, where: all() })];
      const feed = await world.ask(`GET /events/${id}.ics?series=${series}`);
      const entries = feed.text.split('BEGIN:VEVENT').filter((text) => text.includes(`@calendar.example`));
      expect(entries.length).toBeGreaterThan(0);
      const done = await upload(feed.text, 'editor', { source: word('feed') });
      expect(done.report.counts.events).toMatchObject({ created: 0 });
      expect([await dates(), await world.store.count({ table: event, where: all() })]).toEqual(before);
    });

    test('recognizes the events of our own feed and creates none of them again', async () => {
      const own = await world.event({ title: word('Feed '), ...zoned, timezone: 'Europe/Paris' }, { as: 'editor' });
      const { text } = await world.ask(`GET /events.ics?include=${own.id}`);
      expect(text).toContain(`UID:event-${own.id}@`);
      const done = await upload(text, 'editor', { source: word('feed') });
      expect(done.report.counts.events).toMatchObject({ created: 0 });
      expect(await rowOf(event, own.id)).toMatchObject({ external_id: `event-${own.id}@calendar.example` });
    });
  });

  describe('a venue that two sources name', () => {
    const at = (name: string): Entry => ({ uid: word('event@'), lines: [`LOCATION:${name}`] });
    const venuesNamed = (name: string) =>
      world.store.list({ table: venue, where: is('name', name), order: [{ column: 'id' }], limit: 10 });

    test('is one venue, which belongs to the first of them', async () => {
      const hall = word('Town Hall ');
      const sources = [await subscribe(calendar(at(hall))), await subscribe(calendar(at(hall)))];
      for (const { id } of sources) await run(id);
      const [first, ...others] = await venuesNamed(hall);
      expect([first?.source, others]).toEqual([sources[0]?.source, []]);
      for (const { source } of sources)
        expect(await eventsOf(source)).toMatchObject([{ venue: { id: first?.id, venue: hall } }]);
      const rows = await world.store.list({
        table: imported,
        where: all(is('resource', 'venue'), is('record_id', first?.id)),
        order: [{ column: 'id' }],
        limit: 10,
      });
      expect(rows.map(({ source }) => source)).toEqual(sources.map(({ source }) => source));
    });

    test('is one venue if both are read at the same moment', async () => {
      const halls = Array.from({ length: 5 }, () => word('Guild Hall '));
      const texts = [halls, [...halls].reverse()].map((names) => calendar(...names.map(at)));
      const sources = await Promise.all(texts.map((text) => subscribe(text)));
      await Promise.all(sources.map(({ id }) => run(id)));
      for (const hall of halls) expect(await venuesNamed(hall)).toHaveLength(1);
      for (const { source } of sources) {
        const events = await eventsOf(source);
        expect(events.map((one) => one.venue.venue).sort()).toEqual([...halls].sort());
      }
    });

    test('of an editor stays as it is and remains without a source', async () => {
      const hall = word('Village Hall ');
      const { id } = await world.venue({ venue: hall, phone: '555-1' }, { as: 'editor' });
      const before = await rowOf(venue, id);
      const { id: subscription, source } = await subscribe(calendar(at(hall)));
      await run(subscription);
      expect(await eventsOf(source)).toMatchObject([{ venue: { id } }]);
      expect(await rowOf(venue, id)).toEqual(before);
    });

    test('is another one if the first is in the trash, and if it was moved there or erased later', async () => {
      const hall = word('Old Hall ');
      const old = await world.venue({ venue: hall }, { as: 'editor' });
      await world.send(`DELETE /venues/${old.id}`, {}, { as: 'editor' });
      const [one, two] = [at(hall), at(hall)];
      const { id, source, set } = await subscribe(calendar(one));
      await run(id);
      const [first] = await eventsOf(source);
      expect(first?.venue.id).not.toBe(old.id);
      await world.send(`DELETE /venues/${first?.venue.id}`, {}, { as: 'editor' });
      await set(calendar({ ...one, title: 'Changed' }, two));
      await run(id);
      const second = (await eventsOf(source)).map((event_) => event_.venue.id);
      expect(new Set([...second, old.id, first?.venue.id]).size).toBe(3);
      const shared = await subscribe(calendar(at(hall)));
      await run(shared.id);
      await world.send(`DELETE /venues/${second[0]}`, {}, { as: 'editor' });
      await world.send(`DELETE /venues/${second[0]}?force=true`, {}, { as: 'editor' });
      await shared.set(calendar(at(hall)));
      await run(shared.id);
      const last = (await eventsOf(shared.source)).map((event_) => event_.venue?.id).filter(Boolean);
      expect(last).toHaveLength(1);
      expect(await rowOf(venue, last[0])).toMatchObject({ name: hall, status: 'publish' });
    });

    test('is left alone in the trash if it is an event', async () => {
      const entry = { uid: word('gone@') };
      const { id, source, set } = await subscribe(calendar(entry));
      await run(id);
      const [gone] = await eventsOf(source);
      await world.send(`DELETE /events/${gone?.id}`, {}, { as: 'editor' });
      await set(calendar({ ...entry, title: 'Changed' }));
      await run(id);
      expect(await eventsOf(source)).toEqual([]);
      expect(await world.store.count({ table: event, where: is('source', source) })).toBe(1);
    });
  });
});
