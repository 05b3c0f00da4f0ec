// Events that a subscribed calendar no longer lists: asked twice, removed, and restored as they were. Many at once wait for a
// person.
import { beforeEach, describe, expect, test } from 'vitest';
import { plusSeconds } from '../src/core/time/clock.js';
import { calendarOf, useCalendarServer, vevent } from './harness/calendar-server.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, startOfWorld, useWorld, word } from './harness/world.js';

const future = '20271001';
const editor = { as: 'editor' } as const;
const range = 'status=any&start_date=2000-01-01&end_date=2100-01-01&per_page=50';
const several = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, at) => vevent(`event-${from + at}`, future));

forEachEngine((engine) => {
  describe('a subscribed calendar', () => {
    const world = useWorld(engine, { reach: { allow: (address) => address === '127.0.0.1' } });
    const calendar = useCalendarServer();
    beforeEach(async () => {
      world.clock.now = startOfWorld;
      calendar.status = 200;
      const { subscriptions } = await world.get('/subscriptions', editor);
      for (const { id } of subscriptions as readonly Answered[])
        await world.send(`DELETE /subscriptions/${id}`, {}, editor);
    });

    /** The next due read. */
    async function read(content?: string): Promise<void> {
      if (content !== undefined) calendar.content = content;
      await world.runDue();
      world.clock.now = plusSeconds(world.clock.now, 3_600);
    }
    async function subscribe(content: string, given: object = {}): Promise<number> {
      const body = { name: word('Town '), url: calendar.url, default_status: 'publish', ...given };
      const { id } = await world.send('POST /subscriptions', body, editor);
      await read(content);
      return id;
    }
    const sourceOf = (id: number) => world.get(`/subscriptions/${id}`, editor);
    const eventsOf = async (id: number): Promise<readonly Answered[]> =>
      (await world.get(`/events?source=subscription:${id}&${range}`, editor)).events;
    const titlesOf = async (id: number) => (await eventsOf(id)).map(({ title }) => title).sort();
    const datesOf = async (title: string): Promise<readonly Answered[]> =>
      (await world.get(`/events?search=${title}&${range}`, editor)).events;

    test('is asked twice before an event is removed; an unchanged answer counts, a failure does not', async () => {
      const both = calendarOf(vevent('one', future), vevent('two', future));
      const id = await subscribe(both);
      await read(calendarOf(vevent('one', future)));
      expect(await titlesOf(id)).toEqual(['one', 'two']);
      calendar.status = 500;
      await read();
      expect(await titlesOf(id)).toEqual(['one', 'two']);
      calendar.status = 200;
      await read();
      expect(await sourceOf(id)).toMatchObject({ last_result: 'unchanged', removal: null });
      expect(await titlesOf(id)).toEqual(['one']);
    });

    test('that lists an event again in between starts to count from the beginning', async () => {
      const both = calendarOf(vevent('one', future), vevent('two', future));
      const one = calendarOf(vevent('one', future));
      const id = await subscribe(both);
      for (const content of [one, both, one]) await read(content);
      expect(await titlesOf(id)).toEqual(['one', 'two']);
      await read();
      expect(await titlesOf(id)).toEqual(['one']);
    });

    test('that was cut off removes nothing, however often', async () => {
      const whole = calendarOf(vevent('one', future), vevent('two', future));
      const id = await subscribe(whole);
      for (const end of [whole.indexOf('UID:two'), whole.indexOf('UID:two') + 3, whole.indexOf('UID:two')])
        await read(whole.slice(0, end));
      expect(await titlesOf(id)).toEqual(['one', 'two']);
    });

    test('brings events back under their ids, with the status they had', async () => {
      const all = calendarOf(vevent('public', future), vevent('draft', future), vevent('stays', future));
      const id = await subscribe(all, { default_status: 'pending' });
      const before = await eventsOf(id);
      const idOf = (title: string) => before.find((one) => one.title === title)?.id;
      await world.send(`PATCH /events/${idOf('public')}`, { status: 'publish' }, editor);
      await world.send(`PATCH /events/${idOf('draft')}`, { status: 'draft', website: 'https://ours.example/' }, editor);
      await read(calendarOf(vevent('stays', future)));
      await read();
      expect(await titlesOf(id)).toEqual(['stays']);
      await read(all);
      const after = await eventsOf(id);
      expect(after.map((one) => [one.id, one.title, one.status]).sort()).toEqual(
        [
          [idOf('public'), 'public', 'publish'],
          [idOf('draft'), 'draft', 'draft'],
          [idOf('stays'), 'stays', 'pending'],
        ].sort(),
      );
      expect(after.find(({ title }) => title === 'draft')?.website).toBe('https://ours.example/');
    });

    test('brings the dates of a series back under their ids, with their changes, except those in the trash', async () => {
      const title = word('weekly');
      const series = vevent(title, '20270501', 'RRULE:FREQ=WEEKLY');
      await subscribe(calendarOf(vevent('stays', future), series));
      const before = await datesOf(title);
      const later = before.filter(({ utc_start_date }) => utc_start_date > world.clock.now);
      const [changed, trashed, draft] = later.slice(2);
      await world.send(`PATCH /events/${changed?.id}`, { title: `${title} special` }, editor);
      await world.send(`PATCH /events/${draft?.id}`, { status: 'draft' }, editor);
      await world.send(`DELETE /events/${trashed?.id}`, {}, editor);
      const shown = async () => (await datesOf(title)).map((one) => [one.id, one.title, one.status, one.start_date]);
      const whole = await shown();
      const { recurrence } = await world.get(`/events/${before[0]?.id}`, editor);
      await read(calendarOf(vevent('stays', future)));
      await read();
      const past = await datesOf(title);
      expect(past.length).toBeGreaterThan(0);
      expect(past.every(({ utc_start_date }) => utc_start_date <= world.clock.now)).toBe(true);
      // A further read without it: the series that was shortened is not one that an editor restored.
      await read(calendarOf(vevent('stays', future, 'SEQUENCE:1')));
      await read(calendarOf(vevent('stays', future), series));
      expect(await shown()).toEqual(whole);
      expect((await world.get(`/events/${before[0]?.id}`, editor)).recurrence).toEqual(recurrence);
    });

    test('brings no date back that was erased in between', async () => {
      const title = word('weekly');
      const series = vevent(title, '20270501', 'RRULE:FREQ=WEEKLY');
      await subscribe(calendarOf(vevent('stays', future), series));
      const before = await datesOf(title);
      const [, , erased] = before.filter(({ utc_start_date }) => utc_start_date > world.clock.now);
      await read(calendarOf(vevent('stays', future)));
      await read();
      await world.send(`DELETE /events/${erased?.id}?force=true`, {}, editor);
      await read(calendarOf(vevent('stays', future), series));
      const starts = (dates: readonly Answered[]) => dates.map(({ start_date }) => start_date);
      const others = before.filter((one) => one !== erased);
      // The list is one page, into which a later date moves up.
      expect(starts(await datesOf(title)).slice(0, others.length)).toEqual(starts(others));
    });

    test('that moves a series when it returns moves dates with the same ids', async () => {
      const title = word('weekly');
      await subscribe(calendarOf(vevent('stays', future), vevent(title, '20270501', 'RRULE:FREQ=WEEKLY;COUNT=20')));
      const before = await datesOf(title);
      await read(calendarOf(vevent('stays', future)));
      await read();
      const moved = ['DTSTART:20270501T120000Z', 'DTEND:20270501T130000Z', 'RRULE:FREQ=WEEKLY;COUNT=20', 'SEQUENCE:1'];
      await read(calendarOf(vevent('stays', future), vevent(title, '20270501', ...moved)));
      const after = await datesOf(title);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after.every(({ utc_start_date }) => utc_start_date.endsWith('12:00:00'))).toBe(true);
    });

    test('leaves an event alone that an editor took out of the trash', async () => {
      const id = await subscribe(calendarOf(vevent('one', future), vevent('two', future)));
      await read(calendarOf(vevent('one', future)));
      await read();
      const { events } = await world.get(`/events?source=subscription:${id}&status=trash&${range.slice(11)}`, editor);
      await world.send(`PATCH /events/${events[0].id}`, { status: 'publish' }, editor);
      for (let reads = 0; reads < 3; reads++) await read(calendarOf(vevent('one', future, `SEQUENCE:${reads}`)));
      expect(await titlesOf(id)).toEqual(['one', 'two']);
    });

    test('keeps an event that began between its local and its UTC time', async () => {
      // 20:00 in New York is 00:00 UTC of the next day; it is 22:00 UTC.
      const times = ['DTSTART;TZID=America/New_York:20270615T200000', 'DTEND;TZID=America/New_York:20270615T210000'];
      world.clock.now = '2027-06-15 20:00:00';
      const ahead = vevent('ahead', '20270615', ...times);
      const id = await subscribe(calendarOf(vevent('stays', future), ahead));
      world.clock.now = '2027-06-15 22:00:00';
      await read(calendarOf(vevent('stays', future)));
      world.clock.now = '2027-06-15 23:00:00';
      await read();
      expect(await titlesOf(id)).toEqual(['stays']);
      // 20:00 in Tokyo is 11:00 UTC; it is 12:00 UTC, and the event is past.
      const past = ['DTSTART;TZID=Asia/Tokyo:20270616T200000', 'DTEND;TZID=Asia/Tokyo:20270616T210000'];
      await read(calendarOf(vevent('stays', future), vevent('begun', '20270616', ...past)));
      world.clock.now = '2027-06-16 12:00:00';
      await read(calendarOf(vevent('stays', future)));
      await read();
      expect(await titlesOf(id)).toEqual(['begun', 'stays']);
    });

    test.each([
      // 20:00 in Tokyo is 11:00 UTC: the third date is over. In New York it is midnight UTC: the second one is still ahead.
      ['Asia/Tokyo', '2027-06-16 12:00:00', ['2027-06-14', '2027-06-15', '2027-06-16']],
      ['America/New_York', '2027-06-15 20:30:00', ['2027-06-14']],
    ])('keeps the dates of a series that are past by the clock of %s', async (zone, now, kept) => {
      const title = word('daily');
      const times = [`DTSTART;TZID=${zone}:20270614T200000`, `DTEND;TZID=${zone}:20270614T210000`];
      world.clock.now = '2027-06-14 08:00:00';
      const series = vevent(title, '20270614', ...times, 'RRULE:FREQ=DAILY;COUNT=4');
      await subscribe(calendarOf(vevent('stays', future), series));
      expect(await datesOf(title)).toHaveLength(4);
      world.clock.now = now;
      await read(calendarOf(vevent('stays', future)));
      await read();
      expect((await datesOf(title)).map(({ start_date }) => start_date.slice(0, 10))).toEqual(kept);
    });

    describe('that is empty by mistake', () => {
      const lose = async () => {
        const all = calendarOf(...several(12), vevent('past', '20270501'));
        const id = await subscribe(all);
        await read(calendarOf());
        await read();
        return { id, all };
      };
      const waiting = { removal: { events: 12, since_utc: expect.stringMatching(/^2027-06-15/) } };

      test('removes nothing before an editor confirms it', async () => {
        const { id } = await lose();
        await read();
        expect(await eventsOf(id)).toHaveLength(13);
        expect(await sourceOf(id)).toMatchObject({
          ...waiting,
          message: '12 events are no longer in the calendar. Move them to the trash, or keep them.',
        });
        const { statusCode } = await world.ask(`POST /subscriptions/${id}/confirm-removal`, { as: 'author' });
        expect(statusCode).toBe(403);
        expect(await world.send(`POST /subscriptions/${id}/confirm-removal`, {}, editor)).toMatchObject({
          removal: null,
          message: '',
        });
        expect(await titlesOf(id)).toEqual(['past']);
        const again = await world.ask(`POST /subscriptions/${id}/confirm-removal`, editor);
        expect(again.statusCode).toBe(409);
        expect(again.body.code).toBe('rest_no_removal');
      });

      test('keeps the events if an editor says so, until the calendar lists them again', async () => {
        const { id, all } = await lose();
        expect(await world.send(`POST /subscriptions/${id}/keep-events`, {}, editor)).toMatchObject({ removal: null });
        for (let reads = 0; reads < 2; reads++) await read();
        expect(await eventsOf(id)).toHaveLength(13);
        expect(await sourceOf(id)).toMatchObject({ removal: null });
        for (const content of [all, calendarOf()]) await read(content);
        await read();
        expect(await sourceOf(id)).toMatchObject(waiting);
      });

      test('asks no more when the events return', async () => {
        const { id, all } = await lose();
        await read(all);
        expect(await sourceOf(id)).toMatchObject({ removal: null, message: '' });
        expect(await eventsOf(id)).toHaveLength(13);
        expect((await world.ask(`POST /subscriptions/${id}/keep-events`, editor)).statusCode).toBe(409);
      });

      test('counts one of two decisions at the same moment', async () => {
        const { id } = await lose();
        const answers = await Promise.all(
          ['confirm-removal', 'keep-events', 'confirm-removal'].map((name) =>
            world.askAgain(`POST /subscriptions/${id}/${name}`, editor),
          ),
        );
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
        expect([1, 13]).toContain((await eventsOf(id)).length);
      });
    });

    test('removes half of ten events, and few events, without asking', async () => {
      const half = await subscribe(calendarOf(...several(10)));
      await read(calendarOf(...several(5)));
      await read();
      expect(await eventsOf(half)).toHaveLength(5);
      await world.send(`DELETE /subscriptions/${half}`, {}, editor);
      const few = await subscribe(calendarOf(...several(9, 100)));
      await read(calendarOf());
      await read();
      expect(await eventsOf(few)).toHaveLength(0);
    });

    test('does not change the version of its subscription when it is read', async () => {
      const id = await subscribe(calendarOf(vevent('one', future)));
      const { headers } = await world.ask(`GET /subscriptions/${id}`, editor);
      await read(calendarOf(vevent('two', future)));
      await read();
      const ifMatch = { 'if-match': headers.get('etag') ?? '' };
      const saved = await world.ask(`PATCH /subscriptions/${id}`, {
        ...editor,
        headers: ifMatch,
        body: { every: 120 },
      });
      expect(saved.statusCode).toBe(200);
      const stale = await world.ask(`PATCH /subscriptions/${id}`, { ...editor, headers: ifMatch, body: { every: 60 } });
      expect(stale.statusCode).toBe(412);
    });
  });
});
