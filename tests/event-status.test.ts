// Event status, attendance and the online URL: on both mounts, for every role, in time, and in the sequence of an event.
import { describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import type { EventRow } from '../src/models/event/columns.js';
import { event } from '../src/models/event/event.js';
import { shownSequence } from '../src/models/event/sequence.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { issuesOf } from './harness/structured-data.js';
import { type Answered, type Body, startOfWorld, startWorld, useWorld, type World, word } from './harness/world.js';

const keys = ['event_status', 'event_status_note', 'attendance', 'online_url', 'online_url_from'];
const online = {
  event_status: 'postponed',
  event_status_note: 'Until spring',
  attendance: 'mixed',
  online_url: 'https://meet.example/secret-room',
};

const invalid = (...params: readonly string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });

const rowOf = async (world: World, id: number): Promise<EventRow> =>
  (await world.store.read({ table: event, where: is('id', id) })) as EventRow;
const sequenceOf = async (world: World, id: number): Promise<number> => shownSequence(await rowOf(world, id));

onOneEngine((engine) => {
  describe('event status', () => {
    const world = useWorld(engine);
    const idsOf = async (query: string, as: Who = 'anonymous'): Promise<readonly number[]> => {
      const { events } = await world.get(`/events?per_page=100&${query}`, { as });
      return events.map(({ id }: Answered) => id);
    };

    test('is not shown by the drop-in mount, except with context=edit, but accepted', async () => {
      const made = await world.event(online, { on: 'dropin' });
      for (const key of keys) expect(made).not.toHaveProperty(key);
      const read = await world.get(`/events/${made.id}`, { on: 'dropin' });
      const list = await world.get('/events?per_page=50', { on: 'dropin' });
      for (const key of keys) for (const body of [read, ...list.events]) expect(body).not.toHaveProperty(key);
      expect(read.json_ld.eventStatus).toBe('https://schema.org/EventScheduled');
      expect(await world.get(`/events/${made.id}?context=edit`, { on: 'dropin', as: 'editor' })).toMatchObject(online);
      expect(await world.get(`/events/${made.id}`)).toMatchObject({ ...online, online_url_from: '' });
    });

    test('is not documented by the drop-in mount', async () => {
      const dropin = await world.ask('GET /doc', { on: 'dropin' });
      const native = await world.ask('GET /doc');
      for (const key of ['event_status', 'online_url']) {
        expect(native.text).toContain(`"${key}"`);
        expect(dropin.text).not.toContain(`"${key}"`);
      }
    });

    test('filters lists on the native mount; the drop-in mount ignores the filter', async () => {
      const category = await world.category();
      const make = (given: Body) => world.event({ categories: [category.id], ...given });
      const plain = await make({});
      const gone = await make({ event_status: 'cancelled' });
      const late = await make({ event_status: 'postponed', attendance: 'online' });
      const of = `categories=${category.id}`;
      expect(await idsOf(`${of}&event_status=cancelled`)).toEqual([gone.id]);
      expect(await idsOf(`${of}&event_status=scheduled,postponed`)).toEqual([plain.id, late.id]);
      expect(await idsOf(`${of}&attendance=online,mixed`)).toEqual([late.id]);
      expectRefusal(await world.ask('GET /events?event_status=maybe'), invalid('event_status'));
      expectRefusal(await world.ask('GET /events?attendance='), invalid('attendance'));
      const dropin = await world.get(`/events?${of}&event_status=cancelled`, { on: 'dropin' });
      expect(dropin.total).toBe(3);
    });

    test('rejects unknown words, other URLs than http, long notes and impossible moments, and changes nothing', async () => {
      const { id } = await world.event(online);
      const before = await world.get(`/events/${id}`);
      for (const body of [
        { event_status: 'Cancelled' },
        { attendance: 'remote' },
        { event_status: ['cancelled'] },
        { online_url: 'javascript:alert(1)' },
        { online_url: 'ftp://files.example/' },
        { online_url: 'meet' },
        { online_url_from: 'never' },
        { online_url_from: {} },
        { event_status_note: 'x'.repeat(1_001) },
        { event_status_note: 5 },
      ])
        expectRefusal(await world.ask(`PATCH /events/${id}`, { as: 'editor', body }), invalid(...Object.keys(body)));
      expect(await world.get(`/events/${id}`)).toEqual(before);
    });

    test('hides note and online URL of a protected event, in lists and from filters', async () => {
      const { id } = await world.event({ ...online, password: 'sesame' });
      const list = await world.get('/events?per_page=100');
      const shown = list.events.find((one: Answered) => one.id === id);
      expect(shown).toMatchObject({ event_status: 'postponed', attendance: 'mixed' });
      expect([shown.event_status_note, shown.online_url]).toEqual(['', '']);
      expect(await world.get(`/events/${id}?password=sesame`)).toMatchObject(online);
    });

    test('of one date is its own, and does not give it content of its own', async () => {
      const series = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=4', ...online });
      const { events } = await world.get(`/events/${series.id}/occurrences`);
      const [first, second] = events as readonly Answered[];
      expect(second).toMatchObject(online);
      const cancelled = { event_status: 'cancelled', event_status_note: 'Hall is closed' };
      expect(await world.send(`PATCH /events/${second?.id}`, cancelled)).toMatchObject(cancelled);
      expect((await rowOf(world, Number(second?.id))).content_id).toBe(series.id);
      await world.send(`PATCH /events/${series.id}`, { event_status: 'scheduled', online_url: 'https://b.example/' });
      expect(await world.get(`/events/${first?.id}`)).toMatchObject({ event_status: 'scheduled' });
      expect(await world.get(`/events/${second?.id}`)).toMatchObject({
        ...cancelled,
        online_url: 'https://b.example/',
      });
      expect(await idsOf(`occurrence_of=${series.id}&event_status=cancelled`)).toEqual([second?.id]);
    });
  });

  describe('the online URL before its moment', () => {
    const world = useWorld(engine);
    const from = '2027-06-15 18:00:00';
    const given = { ...online, timezone: 'UTC', online_url_from: from, start_date: '2027-06-15 20:00:00' };
    const make = (more: Body = {}) =>
      world.event({ ...given, end_date: '2027-06-15 22:00:00', ...more }, { as: 'author' });
    const readers: readonly Who[] = ['anonymous', 'subscriber', 'contributor'];

    test('is shown to editors of the event only', async () => {
      world.clock.now = startOfWorld;
      const { id } = await make();
      for (const as of readers) expect((await world.get(`/events/${id}`, { as })).online_url).toBe('');
      for (const as of ['author', 'editor', 'administrator'] as const)
        expect((await world.get(`/events/${id}`, { as })).online_url).toBe(online.online_url);
    });

    test('is announced by the clock of the event', async () => {
      world.clock.now = startOfWorld;
      // 12:00 in New York is 16:00 UTC, half an hour from now.
      const { slug } = await make({
        timezone: 'America/New_York',
        online_url: 'https://meet.example/other-room',
        online_url_from: '2027-06-15 12:00:00',
      });
      const text = await (await fetch(`${world.address}/event/${slug}/`)).text();
      expect(text).toContain('The link will be here from');
    });

    test('is in no public representation, and appears at its moment in cached responses', async () => {
      world.clock.now = startOfWorld;
      const { id, slug } = await make({ title: word('Online ') });
      const requests = [
        `GET /events/${id}`,
        `GET /events?include=${id}`,
        `GET /events?per_page=100`,
        `GET /events/by-slug/${slug}`,
        `GET /events?search=secret`,
      ];
      const pages = ['/', `/event/${slug}/`, '/calendar/day/2027-06-15'];
      const texts = async () => {
        const replies = [];
        for (const request of requests) replies.push((await world.ask(request as 'GET /events')).text);
        for (const page of pages) replies.push(await (await fetch(`${world.address}${page}`)).text());
        return replies;
      };
      for (const moment of [startOfWorld, '2027-06-15 17:59:59']) {
        world.clock.now = moment;
        for (const text of [...(await texts()), ...(await texts())]) expect(text).not.toContain('example/secret');
      }
      world.clock.now = from;
      const after = await texts();
      expect(after.slice(0, 4).every((text) => text.includes('example/secret'))).toBe(true);
      expect(JSON.parse(after[4] ?? '').total).toBe(0);
      // Cached pages live for seconds, whatever they show.
      world.clock.now = '2027-06-15 18:00:05';
      expect((await texts())[6]).toContain('href="https://meet.example/secret-room"');
    });

    test('keeps its wall-clock time when the time zone of the event changes', async () => {
      const { id } = await make();
      const moved = await world.send(`PATCH /events/${id}`, { timezone: 'Asia/Tokyo' });
      expect(moved.online_url_from).toBe(from);
      expect((await rowOf(world, id)).online_url_from).toBe('2027-06-15 09:00:00');
    });
  });

  describe('the sequence of an event', () => {
    const world = useWorld(engine);

    test('rises by one with each change of time, zone, rule, venue and event status, and with trash and restore', async () => {
      const [venue, other] = [await world.venue({ venue: 'Hall A' }), await world.venue()];
      const { id } = await world.event({ venue: venue.id });
      expect(await sequenceOf(world, id)).toBe(0);
      const steps: readonly (readonly [Body, number])[] = [
        [{ title: 'Other', description: 'Text', featured: true, online_url: 'https://a.example/' }, 0],
        [{ start_date: '2027-07-01 10:00:00', timezone: 'America/New_York', all_day: false }, 0],
        [{ venue: venue.id, event_status: 'scheduled' }, 0],
        [{ start_date: '2027-07-01 09:00:00' }, 1],
        [{ end_date: '2027-07-01 13:00:00' }, 1],
        [{ start_date: '2027-07-01 09:30:00', end_date: '2027-07-01 13:30:00', venue: other.id }, 1],
        [{ timezone: 'Europe/Paris' }, 1],
        [{ all_day: true }, 1],
        [{ all_day: true, event_status_note: 'Soon' }, 0],
        [{ venue: [venue.id] }, 1],
        [{ venue: [] }, 1],
        [{ venue: { venue: word('New ') } }, 1],
        [{ event_status: 'cancelled' }, 1],
        [{ event_status: 'scheduled' }, 1],
        [{ status: 'draft' }, 0],
      ];
      let expected = 0;
      for (const [body, by] of steps) {
        await world.send(`PATCH /events/${id}`, body);
        expected += by;
        expect(await sequenceOf(world, id), JSON.stringify(body)).toBe(expected);
      }
      await world.send(`DELETE /events/${id}`, {});
      expect(await sequenceOf(world, id)).toBe(expected + 1);
      await world.send(`PATCH /events/${id}`, { status: 'publish' });
      expect(await sequenceOf(world, id)).toBe(expected + 2);
      await world.send(`PATCH /events/${id}`, { recurrence: 'FREQ=DAILY;COUNT=3' });
      expect(await sequenceOf(world, id)).toBe(expected + 3);
    });

    test('stays when the drop-in mount describes the same venue again', async () => {
      const described = { venue: word('Same '), city: 'Oakton' };
      const { id } = await world.event({ venue: described }, { on: 'dropin' });
      await world.send(`POST /events/${id}`, { venue: described }, { on: 'dropin' });
      expect(await sequenceOf(world, id)).toBe(0);
    });

    test('of a series counts for its dates, and that of a date for itself', async () => {
      const { id } = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=5' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      const ids = events.map((one: Answered) => one.id) as [number, number, number, number, number];
      const all = async () => Promise.all([id, ...ids].map((one) => sequenceOf(world, one)));
      expect(await all()).toEqual([0, 0, 0, 0, 0, 0]);
      await world.send(`PATCH /events/${ids[1]}`, { start_date: '2027-07-08 11:00:00' });
      expect(await all()).toEqual([0, 0, 1, 0, 0, 0]);
      await world.send(`PATCH /events/${ids[2]}`, { title: 'Own title' });
      expect(await all()).toEqual([0, 0, 1, 0, 0, 0]);
      await world.send(`PATCH /events/${id}`, { event_status: 'postponed' });
      expect(await all()).toEqual([1, 1, 2, 1, 1, 1]);
      await world.send(`PATCH /events/${id}`, { title: 'All' });
      expect(await all()).toEqual([1, 1, 2, 1, 1, 1]);
      await world.send(`DELETE /events/${ids[0]}`, {});
      expect(await all()).toEqual([2, 2, 3, 1, 2, 2]);
      await world.send(`PATCH /events/${ids[0]}`, { status: 'publish' });
      expect(await all()).toEqual([3, 3, 4, 1, 3, 3]);
      await world.send(`PATCH /events/${id}`, { start_date: '2027-07-01 12:00:00', end_date: '2027-07-01 13:00:00' });
      expect(await all()).toEqual([4, 4, 5, 2, 4, 4]);
      await world.send(`PATCH /events/${ids[1]}`, { own: [] });
      await world.send(`PATCH /events/${ids[2]}`, { own: [] });
      const undone = await all();
      expect(undone[2]).toBe(6);
      expect(undone[3]).toBeGreaterThanOrEqual(2);
      await world.send(`PATCH /events/${ids[3]}?scope=following`, { event_status: 'cancelled' });
      const split = await all();
      expect(split[0]).toBe(5);
      expect(split.slice(4).every((one) => one > 4)).toBe(true);
    });

    test('never falls when a series ends', async () => {
      const { id } = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=4' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      const [, second, third] = events as readonly Answered[];
      await world.send(`PATCH /events/${id}`, { event_status: 'postponed' });
      await world.send(`PATCH /events/${second?.id}`, { event_status: 'cancelled' });
      await world.send(`PATCH /events/${third?.id}`, { title: 'Own' });
      const before = await Promise.all([second, third].map((one) => sequenceOf(world, Number(one?.id))));
      await world.send(`PATCH /events/${id}?keep=all`, { recurrence: '' });
      const after = await Promise.all([second, third].map((one) => sequenceOf(world, Number(one?.id))));
      expect(after.every((one, at) => one >= (before[at] ?? 0))).toBe(true);
      expect(before).toEqual([2, 1]);
    });
  });

  describe('the previous start of an event', () => {
    const world = useWorld(engine);
    const first = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00', timezone: 'Europe/Paris' };
    const second = { start_date: '2027-07-08 10:00:00', end_date: '2027-07-08 12:00:00' };
    const third = { start_date: '2027-07-15 20:00:00', end_date: '2027-07-15 22:00:00', timezone: 'Asia/Tokyo' };
    const rescheduled = { event_status: 'rescheduled' };
    const startBefore = '2027-07-01T10:00:00+02:00';
    const previousOf = async (id: unknown, as: Who = 'anonymous') => {
      const { previous_start_date, json_ld } = await world.get(`/events/${id}`, { as });
      expect(json_ld?.previousStartDate ?? null).toBe(previous_start_date);
      return previous_start_date;
    };

    test('is that before the change that sets the status; a second move keeps it, another status forgets it', async () => {
      const { id } = await world.event(first);
      expect(await world.get(`/events/${id}`)).toHaveProperty('previous_start_date', null);
      await world.send(`PATCH /events/${id}`, { ...second, ...rescheduled });
      expect(await previousOf(id)).toBe(startBefore);
      await world.send(`PATCH /events/${id}`, { ...third, title: 'Moved again' });
      expect(await previousOf(id)).toBe(startBefore);
      const { events } = await world.get(`/events?include=${id}&start_date=2027-01-01`);
      expect(events[0].previous_start_date).toBe(startBefore);
      await world.send(`PATCH /events/${id}`, { event_status: 'postponed' });
      expect(await previousOf(id)).toBeNull();
      await world.send(`PATCH /events/${id}`, { ...first, ...rescheduled });
      expect(await previousOf(id)).toBe('2027-07-15T20:00:00+09:00');
    });

    test('is kept when the status is set before the start moves, also by the request that creates the event', async () => {
      const { id } = await world.event(first);
      await world.send(`PATCH /events/${id}`, rescheduled);
      const created = await world.event({ ...first, ...rescheduled });
      for (const one of [id, created.id]) {
        expect(await previousOf(one)).toBeNull();
        await world.send(`PATCH /events/${one}`, third);
        expect(await previousOf(one)).toBe(startBefore);
      }
    });

    test('of an all-day event is a day', async () => {
      const { id } = await world.event({ ...first, all_day: true });
      await world.send(`PATCH /events/${id}`, { ...third, ...rescheduled, all_day: false });
      expect(await previousOf(id)).toBe('2027-07-01');
    });

    test('is not shown by the drop-in mount, except with context=edit, and cannot be given', async () => {
      const { id } = await world.event(first, { on: 'dropin' });
      const body = { ...second, ...rescheduled, previous_start_date: '2020-01-01' };
      await world.send(`POST /events/${id}`, body, { on: 'dropin' });
      const read = await world.get(`/events/${id}`, { on: 'dropin' });
      expect(read).not.toHaveProperty('previous_start_date');
      expect(read.json_ld).not.toHaveProperty('previousStartDate');
      const edited = await world.get(`/events/${id}?context=edit`, { on: 'dropin', as: 'editor' });
      expect(edited.previous_start_date).toBe(startBefore);
    });

    test('is not copied to a duplicate', async () => {
      const { id } = await world.event(first);
      await world.send(`PATCH /events/${id}`, { ...second, ...rescheduled });
      const copy = await world.send(`POST /events/${id}/duplicate`, {});
      expect(copy.previous_start_date).toBeNull();
    });

    test('belongs to each date of a series, with and without content of its own', async () => {
      const { id } = await world.event({ ...first, recurrence: 'FREQ=WEEKLY;COUNT=5' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      const ids = events.map((one: Answered) => one.id) as number[];
      const [one, own, plain, fixed] = ids;
      const previous = () => Promise.all(ids.map((date) => previousOf(date)));
      const moved = { start_date: '2027-07-02 10:00:00', end_date: '2027-07-02 12:00:00' };
      await world.send(`PATCH /events/${one}`, { ...moved, ...rescheduled });
      await world.send(`PATCH /events/${own}`, { title: 'Own title' });
      await world.send(`PATCH /events/${fixed}`, { event_status: 'cancelled' });
      expect(await previous()).toEqual([startBefore, null, null, null, null]);
      await world.send(`PATCH /events/${plain}?scope=all`, { ...rescheduled, start_date: '2027-07-15 11:00:00' });
      const later = ['2027-07-08T10:00:00+02:00', '2027-07-15T10:00:00+02:00', null, '2027-07-29T10:00:00+02:00'];
      expect(await previous()).toEqual([startBefore, ...later]);
      const again = { start_date: '2027-07-15 12:00:00', end_date: '2027-07-15 13:00:00' };
      await world.send(`PATCH /events/${plain}?scope=all`, again);
      expect(await previous()).toEqual([startBefore, ...later]);
      await world.send(`PATCH /events/${id}`, { event_status: 'scheduled' });
      expect(await previous()).toEqual([startBefore, null, null, null, null]);
      await world.send(`PATCH /events/${one}`, { own: [] });
      expect(await previousOf(one)).toBeNull();
    });

    test('of a date stays with the single event that it becomes', async () => {
      const { id } = await world.event({ ...first, recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      await world.send(`PATCH /events/${id}`, { ...rescheduled, start_date: '2027-07-01 11:00:00' });
      await world.send(`DELETE /events/${events[0].id}`, {});
      await world.send(`PATCH /events/${id}?keep=all`, { recurrence: '' });
      expect(await previousOf(id)).toBe('2027-07-08T10:00:00+02:00');
      expect(await previousOf(events[2].id)).toBe('2027-07-15T10:00:00+02:00');
    });
  });

  describe('JSON-LD on the native mount', () => {
    const world = useWorld(engine);
    const dataOf = async (given: Body) => (await world.get(`/events/${(await world.event(given)).id}`)).json_ld;

    test('names the status, the attendance and the virtual location', async () => {
      const venue = await world.venue({ venue: 'Barn' });
      expect(await dataOf({ ...online, venue: venue.id })).toMatchObject({
        '@context': 'https://schema.org',
        eventStatus: 'https://schema.org/EventPostponed',
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
        location: [
          { '@type': 'Place', name: 'Barn' },
          { '@type': 'VirtualLocation', url: online.online_url },
        ],
      });
      const later = await dataOf({
        attendance: 'online',
        online_url: 'https://a.example/',
        online_url_from: '2028-01-01',
      });
      expect(later.location).toEqual({ '@type': 'VirtualLocation', url: later.url });
    });

    test('has organizations, no performer, and offers with numbers', async () => {
      const organizer = [{ organizer: word('Guild ') }, { organizer: word('Guild ') }];
      const data = await dataOf({ organizer, cost: '€5 – €12' });
      expect(data.organizer.map((one: Body) => one['@type'])).toEqual(['Organization', 'Organization']);
      expect(data).not.toHaveProperty('performer');
      expect(data.offers).toMatchObject({
        '@type': 'AggregateOffer',
        lowPrice: 5,
        highPrice: 12,
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        validFrom: '2027-06-15T15:30:00+00:00',
      });
      expect((await dataOf({ cost: 'Free' })).offers).toMatchObject({ '@type': 'Offer', price: 0 });
      expect(await dataOf({ cost: 'Donation' })).not.toHaveProperty('offers');
    });

    test('is valid for an independent validator, and has what search engines recommend', async () => {
      const venue = await world.venue({ venue: 'Barn', address: '1 Mill Lane', city: 'Oakton', country: 'Wales' });
      const file = `data:image/png;base64,${(await png(40, 30)).toString('base64')}`;
      const image = await world.send('POST /media', { file });
      const full = {
        description: '<p>Come all.</p>',
        organizer: { organizer: word('Guild '), website: 'https://guild.example/' },
        venue: venue.id,
        image: image.id,
        cost: '€5',
      };
      const noPerformer = 'performer is missing';
      const cases: Readonly<Record<string, readonly [Body, readonly string[]]>> = {
        timed: [{}, []],
        'all-day': [{ all_day: true }, []],
        mixed: [{ attendance: 'mixed', online_url: 'https://meet.example/' }, []],
        // A virtual location has a URL; neither address nor name exist.
        online: [{ attendance: 'online', venue: [] }, ['location.address is missing', 'location.name is missing']],
        cancelled: [{ event_status: 'cancelled' }, []],
        rescheduled: [{ event_status: 'rescheduled' }, []],
        free: [{ cost: 'Free' }, []],
        priced: [{ tickets: [{ name: 'Seat', price: 7, currency: 'EUR' }] }, []],
        // A range has no single price, and it is not known how many prices are in it.
        ranged: [{ cost: '€5 – €12' }, ['offers.price is missing', 'Missing field "offerCount" (optional)']],
      };
      const issuesFor = async (id: unknown) => issuesOf((await world.get(`/events/${id}`)).json_ld);
      for (const [name, [given, allowed]] of Object.entries(cases)) {
        const { id } = await world.event({ ...full, ...given });
        if (name === 'rescheduled') await world.send(`PATCH /events/${id}`, { end_date: '2027-07-09 12:00:00' });
        expect([name, [...(await issuesFor(id))].sort()]).toEqual([name, [...allowed, noPerformer].sort()]);
      }
      const { id } = await world.event({ ...full, recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const { events } = await world.get(`/events/${id}/occurrences`);
      expect(await issuesFor(events[1].id)).toEqual([noPerformer]);
      expect(await issuesFor(id)).toEqual([noPerformer]);
      const data = { ...(await world.get(`/events/${id}`)).json_ld, colour: 'red', location: { '@type': 'Barn' } };
      expect(await issuesOf(data)).toContain(
        'Property "colour" for type "EventSeries" is not supported by the schema.org specification',
      );
      expect(await issuesOf(data)).toContain('Type "Barn" is not a valid schema.org type');
    });
  });

  describe('the host of UIDs', () => {
    const hostOf = (world: World) =>
      world.store.transact((writer) => writer.getMeta('uid_host')) as Promise<string | undefined>;

    test('is that of the first base URL, and stays when the site moves', async () => {
      const world = await startWorld(engine);
      try {
        expect(await hostOf(world)).toBe('calendar.example');
        await world.restart({ ALMANAC_BASE_URL: 'https://moved.example' });
        expect(await hostOf(world)).toBe('calendar.example');
      } finally {
        await world.stop();
      }
    });

    test('is a random reserved name without a base URL, equal in all processes', async () => {
      const world = await startWorld(engine, { settings: { ALMANAC_BASE_URL: '' } });
      try {
        const host = await hostOf(world);
        expect(host).toMatch(/^[0-9a-f]{8}\.almanac\.invalid$/);
        await world.restart();
        expect(await hostOf(world)).toBe(host);
      } finally {
        await world.stop();
      }
    });
  });
});
