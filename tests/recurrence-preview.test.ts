// The preview of a recurrence on the native mount: dates, words, warnings, rights and faults.
import { describe, expect, test } from 'vitest';
import { type Ask, expectRefusal, type Reply, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Body, siteZone, useWorld } from './harness/world.js';

const route = 'POST /events/recurrence-preview';
const times = { start_date: '2027-05-04 19:00', end_date: '2027-05-04 21:00', timezone: 'Europe/Paris' };
const invalid = { statusCode: 400, code: 'rest_invalid_param' };

onOneEngine((engine) => {
  describe('the preview of a recurrence', () => {
    const world = useWorld(engine);
    const ask = (body: Body, more: Ask = {}): Promise<Reply> => world.ask(route, { as: 'editor', body, ...more });
    const preview = async (body: Body, more: Ask = {}) => {
      const { statusCode, body: answer } = await ask({ ...times, ...body }, more);
      expect([statusCode, answer.data]).toEqual([200, undefined]);
      return answer;
    };

    test('has the normal form, the words and the dates in both clocks', async () => {
      expect(await preview({ recurrence: 'freq=weekly;byday=th,tu;count=3' })).toEqual({
        rule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=3',
        text: 'every Tuesday and Thursday, 3 times',
        count: 3,
        endless: false,
        dates: ['04', '06', '11'].map((day) => ({
          start_date: `2027-05-${day} 19:00:00`,
          end_date: `2027-05-${day} 21:00:00`,
          utc_start_date: `2027-05-${day} 17:00:00`,
          utc_end_date: `2027-05-${day} 19:00:00`,
        })),
        warnings: [],
      });
    });

    test('has the first 50 dates of an endless rule', async () => {
      const { count, endless, dates } = await preview({ recurrence: { rule: 'FREQ=DAILY', except: ['2027-05-05'] } });
      expect({ count, endless, dates: dates.length }).toEqual({ count: null, endless: true, dates: 50 });
      expect(dates[1].start_date).toBe('2027-05-06 19:00:00');
    });

    test('accepts lines and objects, in JSON and as a form, in the time zone of the site by default', async () => {
      const lines = ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20270601T230000Z', 'EXDATE;VALUE=DATE:20270511'];
      const starts = ({ dates }: Reply['body']) => dates.map((date: Body) => date.start_date);
      const expected = ['2027-05-04 19:00:00', '2027-06-01 19:00:00'];
      expect(starts(await preview({ recurrence: lines, timezone: siteZone }))).toEqual(expected);
      const object = { rule: 'FREQ=WEEKLY;COUNT=2', dates: ['2027-06-01 19:00'], except: ['2027-05-11'] };
      expect(starts(await preview({ recurrence: object, timezone: '' }))).toEqual(expected);
      const raw =
        'start_date=2027-05-04+19:00&recurrence[rule]=FREQ%3DWEEKLY;COUNT%3D2&recurrence[except][]=2027-05-11';
      const form = await world.ask(route, { as: 'editor', raw });
      expect([form.statusCode, starts(form.body)]).toEqual([200, ['2027-05-04 19:00:00']]);
    });

    test('begins an all-day event at 00:00, also on a day whose clocks skip midnight', async () => {
      const day = { start_date: '2017-10-14', end_date: '2017-10-14', timezone: 'America/Sao_Paulo', all_day: true };
      const { dates, warnings } = await preview({ ...day, recurrence: 'FREQ=DAILY;COUNT=2' });
      const skipped = { start_date: '2017-10-15 00:00:00', utc_start_date: '2017-10-15 03:00:00' };
      expect([dates[1], warnings]).toEqual([expect.objectContaining(skipped), []]);
      const body = { title: 'Day', ...day, start_date: '2017-10-15', end_date: '2017-10-15' };
      expect((await world.ask('POST /events', { as: 'editor', body })).body).toMatchObject(skipped);
      const series = await world.send('POST /events', { title: 'Days', ...day, recurrence: 'FREQ=DAILY;COUNT=2' });
      const { events } = await world.get(`/events/${series.id}/occurrences`, { as: 'editor' });
      expect(events[1]).toMatchObject(skipped);
    });

    test('lasts whole days for an all-day event', async () => {
      const { dates } = await preview({
        all_day: true,
        recurrence: { rule: 'FREQ=DAILY;COUNT=1', dates: ['2027-06-01 12:00'] },
      });
      expect(dates.map((date: Body) => [date.start_date, date.end_date])).toEqual([
        ['2027-05-04 00:00:00', '2027-05-04 23:59:59'],
        ['2027-06-01 00:00:00', '2027-06-01 23:59:59'],
      ]);
      const refused = await ask({ ...times, all_day: true, recurrence: 'FREQ=DAILY;BYHOUR=10' });
      expectRefusal(refused, { ...invalid, params: ['recurrence'] });
    });

    test('warns of a start that does not fit, which align moves', async () => {
      const body = { recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2' };
      const [first, aligned] = [await preview(body), await preview({ ...body, align: true })];
      expect(first.warnings).toEqual([
        { code: 'start', message: 'The start does not fit the recurrence. The nearest date is 2027-05-05 19:00:00.' },
      ]);
      expect(aligned).toEqual({ ...first, warnings: [] });
      const monthly = await preview({
        start_date: '2027-05-30 19:00',
        end_date: '2027-05-30 21:00',
        recurrence: 'FREQ=MONTHLY;BYDAY=1MO',
        align: true,
      });
      expect(monthly.dates[0]).toMatchObject({ start_date: '2027-06-07 19:00:00', end_date: '2027-06-07 21:00:00' });
    });

    test('warns of a time that a clock change leaves out', async () => {
      const night = { start_date: '2027-03-27 02:30', end_date: '2027-03-27 02:45', recurrence: 'FREQ=DAILY;COUNT=3' };
      const { dates, warnings } = await preview(night);
      expect(dates.map((date: Body) => [date.start_date, date.utc_start_date, date.utc_end_date])).toEqual([
        ['2027-03-27 02:30:00', '2027-03-27 01:30:00', '2027-03-27 01:45:00'],
        ['2027-03-28 03:30:00', '2027-03-28 01:30:00', '2027-03-28 01:45:00'],
        ['2027-03-29 02:30:00', '2027-03-29 00:30:00', '2027-03-29 00:45:00'],
      ]);
      expect(warnings).toEqual([
        {
          code: 'gap',
          message: '2027-03-28 02:30:00 does not exist in Europe/Paris. The event starts at 2027-03-28 03:30:00.',
        },
      ]);
    });

    test('warns of dates that overlap, but not of dates that touch', async () => {
      const twoDays = { end_date: '2027-05-06 19:00', recurrence: 'FREQ=DAILY;INTERVAL=2;COUNT=3' };
      expect((await preview(twoDays)).warnings).toEqual([]);
      expect((await preview({ ...twoDays, end_date: '2027-05-06 19:01' })).warnings).toEqual([
        { code: 'overlap', message: 'The date 2027-05-04 19:00:00 ends after the next one starts.' },
      ]);
    });

    test('is for callers who may create events', async () => {
      const body = { ...times, recurrence: 'FREQ=DAILY;COUNT=1' };
      const outcomes: Record<string, number> = {};
      const roles: readonly Who[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'];
      for (const as of roles) outcomes[as] = (await ask(body, { as })).statusCode;
      expect(outcomes).toEqual({
        administrator: 200,
        editor: 200,
        author: 200,
        contributor: 200,
        subscriber: 403,
        anonymous: 401,
      });
    });

    test.each([
      [{ recurrence: 'FREQ=HOURLY' }, 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
      [{ recurrence: '' }, 'Must not be empty.'],
      [{ recurrence: 7 }, 'A recurrence is a rule, a list of lines, or an object with rule, dates and except.'],
      [{ recurrence: 'FREQ=DAILY;UNTIL=20270503' }, 'The recurrence has no date within 30 years of its start.'],
      [
        { recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
        'The recurrence has no date within 30 years of its start.',
      ],
      [{ recurrence: 'FREQ=DAILY;UNTIL=99991231' }, 'The rule covers more than 40000 days or dates. Use a nearer end.'],
      [{ recurrence: `FREQ=DAILY;BYMONTH=${'1,'.repeat(150_000)}1` }, 'Must be 300000 characters or fewer.'],
      [
        { recurrence: { rule: 'FREQ=DAILY', except: Array.from({ length: 10_001 }, () => '2027-05-05') } },
        'The recurrence has more than 10000 exceptions.',
      ],
    ])('refuses %.60j and names its fault', async (body, message) => {
      const reply = await ask({ ...times, ...body });
      expectRefusal(reply, { ...invalid, params: ['recurrence'] });
      expect(reply.body.data.params.recurrence).toBe(message);
    });

    test('refuses missing and other invalid fields by name', async () => {
      const missing = { code: 'rest_missing_callback_param', params: ['start_date', 'recurrence'] };
      expectRefusal(await ask({}), { statusCode: 400, ...missing });
      const body = { ...times, end_date: '2027-05-04 18:00', recurrence: 'FREQ=DAILY' };
      expectRefusal(await ask(body), { ...invalid, params: ['end_date'] });
      expectRefusal(await ask({ ...body, timezone: 'Mars/Base' }), { ...invalid, params: ['timezone'] });
      expectRefusal(await ask({ ...body, align: 'maybe' }), { ...invalid, params: ['align'] });
    });

    test('answers POST only, and no event has its path', async () => {
      const { statusCode, headers } = await world.ask('GET /events/recurrence-preview', { as: 'editor' });
      expect([statusCode, headers.get('allow')]).toEqual([405, 'POST']);
      await world.event({ slug: 'recurrence-preview' });
      expect((await world.get('/events/by-slug/recurrence-preview')).slug).toBe('recurrence-preview');
      expect((await preview({ recurrence: 'FREQ=DAILY;COUNT=1' })).count).toBe(1);
    });

    test('is documented on the native mount and does not exist on the drop-in mount', async () => {
      const [native, dropin] = [await world.ask('GET /doc'), await world.ask('GET /doc', { on: 'dropin' })];
      const { requestBody, responses } = native.body.paths['/events/recurrence-preview'].post;
      const example = (content: Reply['body']) => content['application/json'].examples.usual.value;
      const answer = await ask(example(requestBody.content));
      expect(answer.body).toEqual(example(responses[200].content));
      expect(JSON.stringify(dropin.body)).not.toMatch(/recurrence/i);
      expect(JSON.stringify((await world.ask('GET /', { on: 'dropin' })).body)).not.toMatch(/recurrence/i);
      expect((await ask({ ...times, recurrence: 'FREQ=DAILY' }, { on: 'dropin' })).statusCode).toBe(404);
    });
  });

  describe('the preview in French', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });

    test('has words, warnings and faults in the requested language', async () => {
      const body = { ...times, recurrence: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20271231' };
      const french = await world.ask(`${route}?i18n_language=fr`, { as: 'editor', body });
      expect([french.body.text, french.body.warnings[0].message]).toEqual([
        'tous les mercredis jusqu’au 31 décembre 2027',
        'Le début ne correspond pas à la récurrence. La date la plus proche est 2027-05-05 19:00:00.',
      ]);
      const faulty = { ...times, recurrence: 'FREQ=DAILY;BYSETPOS=1' };
      const refused = await world.ask(`${route}?i18n_language=fr`, { as: 'editor', body: faulty });
      expect(refused.body.data.params.recurrence).toBe('BYSETPOS nécessite une autre partie BY.');
    });
  });

  describe('without the extension', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RECURRENCE: 'off' } });

    test('the preview does not exist', async () => {
      const body = { ...times, recurrence: 'FREQ=DAILY;COUNT=1' };
      const reply = await world.ask(route, { as: 'editor', body });
      expectRefusal(reply, { statusCode: 404, code: 'rest_no_route' });
      expect(JSON.stringify((await world.ask('GET /')).body)).not.toMatch(/recurrence/i);
      const { paths, 'x-site': site } = (await world.ask('GET /doc')).body;
      expect([Object.keys(paths).filter((path) => path.includes('recurrence')), site.recurrence]).toEqual([[], false]);
    });
  });
});
