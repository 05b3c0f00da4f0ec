// Recurring events: a series is written once, listed as many plain events, and edited as one date, from one on, or all.
import { describe, expect, test } from 'vitest';
import { expectRefusal } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const tuesdays = {
  start_date: '2027-07-06 19:00:00',
  end_date: '2027-07-06 21:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=6',
};

forEachEngine((engine) => {
  const world = useWorld(engine);

  const series = (given: Body = {}) => world.event({ title: word('Choir '), ...tuesdays, ...given });
  async function datesOf(id: number, more = ''): Promise<readonly Answered[]> {
    const { events } = await world.get(`/events/${id}/occurrences?per_page=100&context=edit${more}`, { as: 'editor' });
    return events;
  }
  const starts = (rows: readonly Answered[]): readonly string[] => rows.map((row) => row.start_date);
  const idsOf = (rows: readonly Answered[]): readonly number[] => rows.map((row) => row.id);
  const nth = (rows: readonly Answered[], at: number): Answered => {
    const row = rows.at(at);
    if (!row) throw new TypeError(`there is no date ${at}`);
    return row;
  };

  describe('a series', () => {
    test('is listed as plain events with ids and URLs of their own', async () => {
      const master = await series({ slug: word('choir') });
      const list = await world.get(`/events?include=${master.id}`, { on: 'dropin' });
      expect(list.total).toBe(6);
      expect(starts(list.events)).toEqual([
        '2027-07-06 19:00:00',
        '2027-07-13 19:00:00',
        '2027-07-20 19:00:00',
        '2027-07-27 19:00:00',
        '2027-08-03 19:00:00',
        '2027-08-10 19:00:00',
      ]);
      const second = nth(list.events, 1);
      expect(second).toMatchObject({
        title: master.title,
        slug: master.slug,
        url: expect.stringMatching(new RegExp(`/event/${master.slug}/2027-07-13/$`)),
        utc_start_date: '2027-07-13 23:00:00',
      });
      expect(new Set(idsOf(list.events)).size).toBe(6);
      expect(await world.get(`/events/${second.id}`, { on: 'dropin' })).toMatchObject({
        id: second.id,
        slug: master.slug,
      });
      const { slug } = await world.get(`/events/${second.id}`);
      expect(slug).toBe(`${master.slug}-2027-07-13`);
      expect((await world.get(`/events/by-slug/${slug}`)).id).toBe(second.id);
      expect((await world.get(`/events/by-slug/${master.slug}`)).id).toBe(master.id);
    });

    test('shows the keys of series on the native mount only', async () => {
      const master = await series();
      const [first] = await datesOf(master.id);
      expect(await world.get(`/events/${master.id}`)).toMatchObject({
        start_date: '2027-07-06 19:00:00',
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=6', count: 6, endless: false, horizon: null, text: expect.any(String) },
        occurrences_url: expect.stringMatching(new RegExp(`/events/${master.id}/occurrences$`)),
      });
      expect(await world.get(`/events/${first?.id}`)).toMatchObject({
        occurrence_of: master.id,
        original_start: '2027-07-06T19:00:00-04:00',
      });
      const plain = Object.keys(await world.get(`/events/${(await world.event()).id}`, { on: 'dropin' }));
      expect(Object.keys(await world.get(`/events/${first?.id}`, { on: 'dropin' }))).toEqual(plain);
      expect(Object.keys(await world.get(`/events/${master.id}`, { on: 'dropin' }))).toEqual(plain);
    });

    test('is found by category, venue, search and place through its dates', async () => {
      const [category, name] = [word('category '), word('needle')];
      const master = await series({ title: name, categories: [category], venue: { venue: word('Barn ') } });
      const venue = master.venue.id;
      for (const query of [`categories=${master.categories[0].slug}`, `venue=${venue}`, `search=${name}`]) {
        expect(starts((await world.get(`/events?start_date=2027-07-12&${query}`)).events)).toHaveLength(5);
      }
      expect((await world.get(`/categories/${master.categories[0].id}`)).count).toBe(1);
      expect((await world.get('/venues?has_events=true&per_page=100')).venues.map(({ id }: Answered) => id)).toContain(
        venue,
      );
    });

    test('is listed once with occurrences=series', async () => {
      const name = word('needle');
      const master = await series({ title: name });
      await world.event({ title: name, start_date: '2027-07-14 10:00:00', end_date: '2027-07-14 11:00:00' });
      const list = await world.get(`/events?search=${name}&start_date=2027-07-12&occurrences=series`);
      expect(list.total).toBe(2);
      // Without a word the total is counted before the page is read.
      const window = '/events?start_date=2027-07-12&end_date=2027-12-31&per_page=100&occurrences=series';
      const { total, events } = await world.get(`${window}&status=publish`, { as: 'administrator' });
      expect(total).toBe(events.length);
      expect(nth(list.events, 0)).toMatchObject({
        id: master.id,
        start_date: '2027-07-13 19:00:00',
        recurrence: expect.anything(),
      });
      expect(await world.get(`/events?search=${name}&recurring=false`)).toMatchObject({ total: 1 });
      expect(await world.get(`/events?search=${name}&recurring=true`)).toMatchObject({ total: 6 });
    });
  });

  describe('one date', () => {
    test('changes alone and keeps its id', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      const { id } = nth(before, 2);
      await world.send(`PATCH /events/${id}`, { start_date: '2027-07-21 18:00:00', end_date: '2027-07-21 20:00:00' });
      await world.send(`PATCH /events/${nth(before, 3).id}`, { title: 'Guest night', categories: [word('category ')] });
      const after = await datesOf(master.id);
      expect(idsOf(after)).toEqual(idsOf(before));
      expect(nth(after, 2)).toMatchObject({
        start_date: '2027-07-21 18:00:00',
        title: master.title,
        changed: ['end_date', 'start_date'],
      });
      expect(nth(after, 3)).toMatchObject({ title: 'Guest night', changed: ['categories', 'title'] });
      await world.send(`PATCH /events/${master.id}`, { title: 'Evening choir', featured: true });
      const later = await datesOf(master.id);
      expect(later.map(({ title }) => title)).toEqual([
        ...['Evening choir', 'Evening choir', 'Evening choir', 'Guest night', 'Evening choir', 'Evening choir'],
      ]);
      expect(later.every(({ featured }) => featured)).toBe(true);
    });

    test('follows the series again when its own values are given back', async () => {
      const master = await series();
      const { id } = nth(await datesOf(master.id), 1);
      await world.send(`PATCH /events/${id}`, { title: 'Other', status: 'draft' });
      await world.send(`PATCH /events/${id}`, { title: master.title });
      expect(nth(await datesOf(master.id), 1)).toMatchObject({ changed: ['status'], status: 'draft' });
      await world.send(`PATCH /events/${id}`, { own: [], excerpt: '' });
      expect(nth(await datesOf(master.id), 1)).toMatchObject({ changed: [], status: 'publish' });
      await world.send(`PATCH /events/${master.id}`, { title: 'New' });
      expect((await world.get(`/events/${id}`)).title).toBe('New');
    });

    test('is reported as gone if it was public before its series', async () => {
      const master = await series({ status: 'draft' });
      const { id } = nth(await datesOf(master.id, '&status=any'), 1);
      await world.send(`PATCH /events/${id}`, { status: 'publish' });
      await world.send(`PATCH /events/${id}`, { own: [] });
      expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(404);
      await world.send(`PATCH /events/${master.id}`, { status: 'private' });
      await world.send(`DELETE /events/${master.id}`, {});
      expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(410);
    });

    test('is skipped by deleting it and comes back by restoring it', async () => {
      const master = await series();
      const { id } = nth(await datesOf(master.id), 1);
      await world.send(`DELETE /events/${id}`, {});
      expect(await datesOf(master.id)).toHaveLength(5);
      await world.send(`DELETE /events/${master.id}`, {});
      await world.send(`PATCH /events/${master.id}`, { status: 'publish' });
      expect(await datesOf(master.id)).toHaveLength(5);
      await world.send(`PATCH /events/${id}`, { status: 'publish' });
      expect(idsOf(await datesOf(master.id))).toContain(id);
      await world.send(`DELETE /events/${id}`, {});
      await world.send(`DELETE /events/${id}?force=true`, {});
      await world.send(`PATCH /events/${master.id}`, {
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=6', except: ['2027-07-13'] },
      });
      expect(await datesOf(master.id)).toHaveLength(5);
      expectRefusal(await world.ask(`GET /events/${id}`), { statusCode: 410, code: 'event-no-longer-available' });
    });

    test('is addressed by its original start', async () => {
      const master = await series();
      const path = `/events/${master.id}/occurrences/2027-07-13`;
      const date = await world.get(path);
      await world.send(`PATCH ${path}`, { start_date: '2027-07-14 19:00:00', end_date: '2027-07-14 21:00:00' });
      expect(await world.get(path)).toMatchObject({ id: date.id, start_date: '2027-07-14 19:00:00' });
      expect((await world.ask(`GET /events/${master.id}/occurrences/2027-07-14`)).statusCode).toBe(404);
    });
  });

  describe('this and the following dates', () => {
    test('get a series of their own and keep their ids', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      await world.send(`PATCH /events/${nth(before, 3).id}?scope=following`, {
        title: 'Summer choir',
        start_date: '2027-07-27 20:00:00',
        end_date: '2027-07-27 21:30:00',
      });
      expect(idsOf(await datesOf(master.id))).toEqual(idsOf(before.slice(0, 3)));
      const { occurrence_of } = await world.get(`/events/${nth(before, 3).id}`);
      const after = await datesOf(occurrence_of);
      expect(idsOf(after)).toEqual(idsOf(before.slice(3)));
      expect(after.map(({ title }) => title)).toEqual(['Summer choir', 'Summer choir', 'Summer choir']);
      expect(starts(after)).toEqual(['2027-07-27 20:00:00', '2027-08-03 20:00:00', '2027-08-10 20:00:00']);
      expect(await world.get(`/events/${occurrence_of}`)).toMatchObject({
        recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' },
      });
      expect(await world.get(`/events/${master.id}`)).toMatchObject({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' } });
    });

    test('keep the length of the series when they begin with an extra date of another length', async () => {
      const extra = { start: '2027-07-21 12:00:00', end: '2027-07-21 18:00:00' };
      const master = await series({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=6', dates: [extra] } });
      const before = await datesOf(master.id);
      await world.send(`PATCH /events/${nth(before, 3).id}?scope=following`, { title: 'Summer choir' });
      const { occurrence_of } = await world.get(`/events/${nth(before, 3).id}`);
      const after = await datesOf(occurrence_of);
      const shown = (rows: readonly Answered[]) =>
        rows.map(({ id, start_date, end_date }) => [id, start_date, end_date]);
      expect(shown(after)).toEqual(shown(before.slice(3)));
    });

    test('end the series when they are deleted', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      await world.send(`DELETE /events/${nth(before, 2).id}?scope=following`, {});
      expect(idsOf(await datesOf(master.id))).toEqual(idsOf(before.slice(0, 2)));
      expectRefusal(await world.ask(`GET /events/${nth(before, 4).id}`), {
        statusCode: 410,
        code: 'event-no-longer-available',
      });
    });
  });

  describe('all dates', () => {
    test('take the places of each other when those of one day move by an hour, forward and back', async () => {
      const dates = ['2027-07-06 20:00:00', '2027-07-06 21:00:00'];
      const master = await series({ recurrence: { rule: 'FREQ=DAILY;COUNT=2', dates } });
      const before = await datesOf(master.id);
      expect(before).toHaveLength(4);
      for (const hour of [20, 18, 19]) {
        const body = { start_date: `2027-07-06 ${hour}:00:00`, end_date: `2027-07-06 ${hour + 2}:00:00` };
        await world.send(`PATCH /events/${master.id}`, body);
        const after = await datesOf(master.id);
        expect(idsOf(after)).toEqual(idsOf(before));
        expect(starts(after).slice(0, 3)).toEqual([0, 1, 2].map((more) => `2027-07-06 ${hour + more}:00:00`));
      }
    });

    test('move to another time of day and keep their ids', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      await world.send(`PATCH /events/${nth(before, 2).id}?scope=all`, {
        start_date: '2027-07-20 17:30:00',
        end_date: '2027-07-20 18:30:00',
      });
      const after = await datesOf(master.id);
      expect(idsOf(after)).toEqual(idsOf(before));
      expect(starts(after).every((start) => start.endsWith('17:30:00'))).toBe(true);
      expectRefusal(
        await world.ask(`PATCH /events/${nth(before, 2).id}?scope=all`, {
          as: 'editor',
          body: { start_date: '2027-07-21 17:30:00', end_date: '2027-07-21 18:30:00' },
        }),
        {
          statusCode: 400,
          code: 'rest_invalid_param',
          params: ['start_date'],
        },
      );
    });

    test('keep their ids where a new rule has the same day', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      const changed = nth(before, 4).id;
      await world.send(`PATCH /events/${changed}`, { title: 'Guests' });
      const change = { recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=5' };
      const tried = await world.send(`PATCH /events/${master.id}?dry_run=true`, change);
      expect(tried.series).toEqual({
        kept: idsOf(before.slice(0, 3)),
        moved: [],
        added: ['2027-07-08 19:00:00', '2027-07-15 19:00:00'],
        removed: idsOf([nth(before, 3), nth(before, 5)]),
        stayed: [changed],
      });
      expect(idsOf(await datesOf(master.id))).toEqual(idsOf(before));
      await world.send(`PATCH /events/${master.id}`, change);
      const after = await datesOf(master.id);
      expect(starts(after)).toEqual([
        ...['2027-07-06', '2027-07-08', '2027-07-13', '2027-07-15', '2027-07-20', '2027-08-03'].map(
          (day) => `${day} 19:00:00`,
        ),
      ]);
      expect([nth(after, 0).id, nth(after, 2).id, nth(after, 4).id]).toEqual(idsOf(before.slice(0, 3)));
    });

    test('do not pass their ids to later dates when the rule gets another first date', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      await world.send(`PATCH /events/${master.id}`, { recurrence: 'FREQ=MONTHLY;BYDAY=-1WE;COUNT=3', align: true });
      const after = await datesOf(master.id);
      expect(starts(after)).toEqual(['2027-07-28 19:00:00', '2027-08-25 19:00:00', '2027-09-29 19:00:00']);
      expect(idsOf(after).filter((id) => idsOf(before).includes(id))).toEqual([]);
    });

    test('get no new past dates from a new rule', async () => {
      const past = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' };
      const master = await series({ ...past, recurrence: 'FREQ=WEEKLY;UNTIL=20270630' });
      const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630', dates: ['2027-06-04 19:00'] };
      await world.send(`PATCH /events/${master.id}`, { recurrence });
      expect(starts(await datesOf(master.id))).toEqual(
        ['01', '04', '08', '15', '17', '22', '24', '29'].map((day) => `2027-06-${day} 19:00:00`),
      );
    });

    test.each([
      // It is 15:30 UTC.
      ['Asia/Tokyo', '2027-06-16 00:15:00', '2027-06-16 00:45:00'],
      ['America/New_York', '2027-06-15 11:15:00', '2027-06-15 11:45:00'],
    ])('are past or ahead by the clock of %s', async (timezone, past, ahead) => {
      const first = { start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 10:05:00', timezone };
      const listed = await series({ ...first, recurrence: { rule: '', dates: [past, ahead] } });
      await world.send(`PATCH /events/${listed.id}`, { recurrence: 'FREQ=MONTHLY;COUNT=2' });
      expect(starts(await datesOf(listed.id))).toEqual([first.start_date, past, '2027-07-01 10:00:00']);
      const daily = await series({ ...first, recurrence: 'FREQ=MONTHLY;COUNT=2' });
      const [day, hour] = past.split(/[ :]/);
      const until = `${day?.replaceAll('-', '')}T235959`;
      const rule = `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=15,45;UNTIL=${until}`;
      await world.send(`PATCH /events/${daily.id}`, { recurrence: rule, align: true });
      expect(starts(await datesOf(daily.id)).filter((start) => start > '2027-06-02')).toEqual([ahead]);
      // Without the rule past dates stay as single events; at the end of the series they go to the trash.
      const ended = await series({ ...first, recurrence: { rule: '', dates: [past, ahead] } });
      const [one, two, three] = idsOf(await datesOf(ended.id));
      const single = await world.send(`PATCH /events/${ended.id}?dry_run=true`, { recurrence: '' });
      expect(single.series).toMatchObject({ kept: [two], removed: [one, three] });
      await world.send(`DELETE /events/${two}?scope=following`, {});
      expect(idsOf(await datesOf(ended.id, '&status=trash'))).toEqual([two]);
    });

    test('have the dates of the rule in a form, also after the first date moved', async () => {
      const master = await series();
      const [first] = await datesOf(master.id);
      await world.send(`PATCH /events/${first?.id}`, { start_date: '2027-07-07 18:00', end_date: '2027-07-07 20:00' });
      const path = `/events/${master.id}?context=edit`;
      const { _input, start_date } = await world.get(path, { as: 'editor' });
      expect([start_date, _input.start_date]).toEqual(['2027-07-07 18:00:00', '2027-07-06 19:00:00']);
      await world.send(`PATCH ${path}`, { ..._input, start_date: '2027-07-06 20:00:00' }, { as: 'editor' });
      expect(starts(await datesOf(master.id)).slice(0, 2)).toEqual(['2027-07-07 18:00:00', '2027-07-13 20:00:00']);
    });

    test('become single events when the rule is removed with keep=all', async () => {
      const master = await series({ tags: [word('tag ')] });
      const before = await datesOf(master.id);
      await world.send(`PATCH /events/${master.id}?keep=all`, { recurrence: '' });
      expect(await world.get(`/events/${master.id}`)).not.toHaveProperty('recurrence');
      for (const { id, start_date } of before.slice(1)) {
        const single = await world.get(`/events/${id}`);
        expect(single).toMatchObject({ start_date, title: master.title, tags: [{ id: master.tags[0].id }] });
        expect(single).not.toHaveProperty('occurrence_of');
      }
      expect((await world.get(`/tags/${master.tags[0].id}`)).count).toBe(6);
    });

    test('go to the trash and come back with the series', async () => {
      const master = await series();
      const before = await datesOf(master.id);
      await world.send(`DELETE /events/${nth(before, 2).id}?scope=all`, {});
      expect((await world.ask(`GET /events/${nth(before, 0).id}`)).statusCode).toBe(410);
      await world.send(`PATCH /events/${master.id}`, { status: 'publish' });
      expect(idsOf(await datesOf(master.id))).toEqual(idsOf(before));
    });

    test('follow the time zone with their local times', async () => {
      const master = await series();
      await world.send(`PATCH /events/${master.id}`, { timezone: 'Europe/Paris' });
      expect(nth(await datesOf(master.id), 1)).toMatchObject({
        start_date: '2027-07-13 19:00:00',
        utc_start_date: '2027-07-13 17:00:00',
        timezone: 'Europe/Paris',
      });
    });
  });

  test('a single event becomes a series and keeps its id as the series', async () => {
    const single = await world.event({ start_date: tuesdays.start_date, end_date: tuesdays.end_date });
    await world.send(`PATCH /events/${single.id}`, { recurrence: tuesdays.recurrence });
    expect(await datesOf(single.id)).toHaveLength(6);
    expect((await world.get(`/events?include=${single.id}`)).total).toBe(6);
  });

  test('two dates of one day have numbers in their slugs and URLs', async () => {
    const master = await series({
      recurrence: 'FREQ=WEEKLY;COUNT=4;BYHOUR=10,19',
      start_date: '2027-07-06 10:00:00',
      end_date: '2027-07-06 11:00:00',
    });
    const [one, two] = await datesOf(master.id);
    expect([one?.slug, two?.slug]).toEqual([`${master.slug}-2027-07-06`, `${master.slug}-2027-07-06-2`]);
    expect([one?.url, two?.url].map((url) => url.split('/event/')[1])).toEqual([
      `${master.slug}/2027-07-06/1/`,
      `${master.slug}/2027-07-06/2/`,
    ]);
    expect((await world.get(`/events/by-slug/${two?.slug}`)).id).toBe(two?.id);
    await world.send(`DELETE /events/${two?.id}`, {});
    expect((await world.get(`/events/${one?.id}`)).url).toMatch(/2027-07-06\/$/);
  });

  test('derived slugs and stored slugs never meet', async () => {
    const slug = word('choir');
    const dates = { start_date: tuesdays.start_date, end_date: tuesdays.end_date };
    await world.event({ ...dates, slug: `${slug}-2027-07-13` });
    const master = await series({ slug });
    expect((await world.event({ ...dates, slug: `${slug}-2027-07-20` })).slug).toBe(`${slug}-2027-07-20-2`);
    const { id } = nth(await datesOf(master.id), 1);
    const changed = await world.send(`PATCH /events/${id}`, { title: 'Other' });
    expect(changed.slug).toBe(`${slug}-2027-07-13-2`);
    expect((await world.get(`/events/by-slug/${changed.slug}`)).id).toBe(id);
    const other = nth(await datesOf(master.id), 3);
    await world.send(`PATCH /events/${other.id}`, { title: 'Another' });
    await world.send(`PATCH /events/${master.id}`, { slug: `${slug}-new` });
    expect(await world.get(`/events/${other.id}`)).toMatchObject({
      slug: `${slug}-new-2027-07-27`,
      url: expect.stringContaining(`/event/${slug}-new/2027-07-27/`),
    });
  });

  test.each([
    ['FREQ=HOURLY', 'FREQ'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20280101', 'COUNT'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ''],
    ['FREQ=WEEKLY;BYDAY=WE', 'start'],
  ])('rejects %s and changes nothing', async (recurrence, part) => {
    const { total } = await world.get('/events?start_date=2027-01-01');
    const reply = await world.ask('POST /events', {
      as: 'editor',
      body: { title: word('Choir '), ...tuesdays, recurrence },
    });
    expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['recurrence'] });
    expect(reply.text).toContain(part);
    expect((await world.get('/events?start_date=2027-01-01')).total).toBe(total);
  });

  test('moves the start to the first date of the rule with align=true', async () => {
    const master = await series({ recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=3', align: true });
    expect(starts(await datesOf(master.id))[0]).toBe('2027-07-07 19:00:00');
  });

  test('extends an endless series, exactly once, also after downtime', async () => {
    const master = await series({ recurrence: 'FREQ=WEEKLY' });
    const { recurrence } = await world.get(`/events/${master.id}`);
    expect(recurrence).toMatchObject({ endless: true, last: null, horizon: expect.stringMatching(/^20\d\d-/) });
    const before = world.clock.now;
    world.clock.now = `${Number(before.slice(0, 4)) + 2}${before.slice(4)}`;
    try {
      await Promise.all([world.runDue(), world.runDue()]);
      const later = (await world.get(`/events/${master.id}`)).recurrence;
      expect(Number(later.horizon.slice(0, 4))).toBe(Number(recurrence.horizon.slice(0, 4)) + 2);
      expect(later.count - recurrence.count).toBeGreaterThanOrEqual(100);
      await world.runDue();
      expect((await world.get(`/events/${master.id}`)).recurrence.count).toBe(later.count);
    } finally {
      world.clock.now = before;
    }
  });

  test('keeps a date that was changed beyond the horizon, once, when the series reaches it', async () => {
    const master = await series({ recurrence: 'FREQ=YEARLY' });
    const path = `/events/${master.id}/occurrences/2033-07-06`;
    const { id } = await world.send(`PATCH ${path}`, { title: 'Far' });
    const { recurrence } = await world.get(`/events/${master.id}`);
    const before = world.clock.now;
    world.clock.now = `2030${before.slice(4)}`;
    try {
      await world.runDue();
      const { count, horizon } = (await world.get(`/events/${master.id}`)).recurrence;
      expect(horizon > '2035-').toBe(true);
      // Only 2034 is new.
      expect(count).toBe(recurrence.count + 1);
      const rows = await datesOf(master.id, '&start_date=2033-01-01&end_date=2034-12-31');
      expect(starts(rows)).toEqual(['2033-07-06 19:00:00', '2034-07-06 19:00:00']);
      expect(rows[0]).toMatchObject({ id, title: 'Far' });
    } finally {
      world.clock.now = before;
    }
  });

  test('lists beyond the horizon tell how far they are complete', async () => {
    const horizonOf = async (query: string) =>
      (await world.ask(`GET /events?${query}`)).headers.get('x-recurrence-horizon');
    expect(await horizonOf('start_date=2027-07-01')).toBe(null);
    expect(await horizonOf('start_date=2027-07-01&end_date=2032-05-15')).toBe(null);
    expect(await horizonOf('start_date=2027-07-01&end_date=2032-05-16')).toBe('2032-05-15');
    const master = await series({ recurrence: 'FREQ=YEARLY', start_date: '2027-07-06 19:00:00' });
    const path = `/events/${master.id}/occurrences/2040-07-06`;
    const reply = await world.ask(`GET ${path}`);
    expectRefusal(reply, { statusCode: 404, code: 'rest-event-beyond-horizon' });
    expect(reply.text).toContain('2032-07-06');
    const far = { as: 'editor' as const, body: { title: 'Far' } };
    const both = await Promise.all([world.ask(`PATCH ${path}`, far), world.ask(`PATCH ${path}`, far)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const draft = await series({ recurrence: 'FREQ=YEARLY', status: 'draft' });
    expectRefusal(await world.ask(`GET /events/${draft.id}/occurrences/2040-07-06`), {
      statusCode: 404,
      code: 'rest-event-not-found',
    });
    expect(await world.get(path)).toMatchObject({ title: 'Far', start_date: '2040-07-06 19:00:00' });
    expect(
      (await world.ask(`PATCH /events/${master.id}/occurrences/2040-07-07`, { as: 'editor', body: { title: 'x' } }))
        .statusCode,
    ).toBe(404);
  });

  test('needs the right on the series to change several dates', async () => {
    const master = await series();
    const { id } = nth(await datesOf(master.id), 1);
    await world.send(`PATCH /events/${id}`, { author: world.people.author.id });
    const change = { as: 'author' as const, body: { title: 'Mine' } };
    expect((await world.ask(`PATCH /events/${id}`, change)).statusCode).toBe(200);
    expect((await world.ask(`PATCH /events/${id}?scope=all`, change)).statusCode).toBe(403);
    expect((await world.ask(`PATCH /events/${id}?scope=following`, change)).statusCode).toBe(403);
    expect((await world.ask(`DELETE /events/${id}?scope=all`, { as: 'author' })).statusCode).toBe(403);
  });
});
