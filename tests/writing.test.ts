// Writing records: dates and zones, prices, slugs, links and terms, statuses, passwords, and that one request is one
// transaction.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Status, statuses } from '../src/core/status.js';
import { expectRefusal, mounts, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, type Body, startOfWorld, useWorld, word } from './harness/world.js';

const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const idsOf = (items: readonly Answered[]) => items.map(({ id }) => id);

onOneEngine((engine) => {
  const world = useWorld(engine);
  beforeEach(() => {
    world.clock.now = startOfWorld;
  });
  const timesOf = ({ start_date, end_date, utc_start_date, utc_end_date }: Answered) => [
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
  ];

  describe('dates and zones', () => {
    const zones: readonly (readonly [string, string, string, string, string])[] = [
      // zone, start as given, start as kept, start in UTC, abbreviation
      ['America/New_York', '2027-03-14 02:30', '2027-03-14 03:30:00', '2027-03-14 07:30:00', 'EDT'],
      ['America/New_York', '2027-03-14 01:59:59', '2027-03-14 01:59:59', '2027-03-14 06:59:59', 'EST'],
      ['America/New_York', '2027-11-07 01:30', '2027-11-07 01:30:00', '2027-11-07 05:30:00', 'EDT'],
      ['Europe/Paris', '2027-03-28 02:30', '2027-03-28 03:30:00', '2027-03-28 01:30:00', 'CEST'],
      ['Europe/Paris', '2027-10-31 02:30', '2027-10-31 02:30:00', '2027-10-31 00:30:00', 'CEST'],
      ['Australia/Sydney', '2027-04-04 02:30', '2027-04-04 02:30:00', '2027-04-03 15:30:00', 'AEDT'],
      ['UTC', '2027-07-01 10:00', '2027-07-01 10:00:00', '2027-07-01 10:00:00', 'UTC'],
      ['UTC+5:30', '2027-07-01 10:00', '2027-07-01 10:00:00', '2027-07-01 04:30:00', 'UTC+5:30'],
      ['UTC-3.5', '2027-07-01 10:00', '2027-07-01 10:00:00', '2027-07-01 13:30:00', 'UTC-3.5'],
      ['UTC+14', '2027-07-01 10:00', '2027-07-01 10:00:00', '2027-06-30 20:00:00', 'UTC+14'],
      ['UTC-5', '2027-07-01 10:00', '2027-07-01 10:00:00', '2027-07-01 15:00:00', 'UTC-5'],
      ['America/Sao_Paulo', '2027-07-01 10:00', '2027-07-01 10:00:00', '2027-07-01 13:00:00', '-03'],
    ];

    test.each(zones)('%s: %s is kept as %s, which is %s UTC', async (timezone, given, kept, utc, abbreviation) => {
      for (const on of mounts) {
        const event = await world.event({ timezone, start_date: given, end_date: '2027-12-31' }, { on });
        expect([event.timezone, event.start_date, event.utc_start_date, event.timezone_abbr]).toEqual([
          timezone,
          kept,
          utc,
          abbreviation,
        ]);
      }
    });

    test('a single start, end or time zone is combined with the stored values', async () => {
      const { id } = await world.event({ ...times, timezone: 'Europe/Paris' });
      const patch = async (body: Body) => timesOf(await world.send(`PATCH /events/${id}`, body));
      expect(await patch({ start_date: '2027-07-01 11:00' })).toEqual([
        '2027-07-01 11:00:00',
        '2027-07-01 12:00:00',
        '2027-07-01 09:00:00',
        '2027-07-01 10:00:00',
      ]);
      expect(await patch({ end_date: '2027-07-01 13:00' })).toEqual([
        '2027-07-01 11:00:00',
        '2027-07-01 13:00:00',
        '2027-07-01 09:00:00',
        '2027-07-01 11:00:00',
      ]);
      expect(await patch({ timezone: 'America/New_York' })).toEqual([
        '2027-07-01 11:00:00',
        '2027-07-01 13:00:00',
        '2027-07-01 15:00:00',
        '2027-07-01 17:00:00',
      ]);
      expectRefusal(await world.ask(`PATCH /events/${id}`, { as: 'editor', body: { end_date: '2027-07-01 10:59' } }), {
        ...invalid('end_date'),
      });
      expectRefusal(await world.ask(`PATCH /events/${id}`, { as: 'editor', body: { start_date: '2027-07-02' } }), {
        ...invalid('end_date'),
      });
      expect(timesOf(await world.get(`/events/${id}`))).toEqual(await patch({}));
    });

    test('an event may end as it starts, but not before', async () => {
      const same = await world.event({ start_date: '2027-07-01 10:00', end_date: '2027-07-01 10:00' });
      expect(same.end_date).toBe(same.start_date);
      const body = { title: 'Backwards', start_date: '2027-07-01 10:00', end_date: '2027-07-01 09:59:59' };
      for (const on of mounts) {
        expectRefusal(await world.ask('POST /events', { as: 'editor', on, body }), invalid('end_date'));
      }
    });

    test('whole days last from midnight to the last second, and stay so until dates are given', async () => {
      const event = await world.event({ ...times, all_day: true });
      const day = ['2027-07-01 00:00:00', '2027-07-01 23:59:59', '2027-07-01 04:00:00', '2027-07-02 03:59:59'];
      expect(timesOf(event)).toEqual(day);
      const moved = await world.send(`PATCH /events/${event.id}`, { end_date: '2027-07-03 08:00' });
      expect([moved.all_day, moved.end_date]).toEqual([true, '2027-07-03 23:59:59']);
      const off = await world.send(`PATCH /events/${event.id}`, { all_day: false });
      expect([off.all_day, off.start_date, off.end_date]).toEqual([
        false,
        '2027-07-01 00:00:00',
        '2027-07-03 23:59:59',
      ]);
    });

    test.each([
      ['tomorrow 9am', '2027-06-16 09:00:00'],
      ['next monday', '2027-06-21 00:00:00'],
      ['+2 weeks', '2027-06-29 11:30:00'],
      ['today', '2027-06-15 00:00:00'],
      ['now', '2027-06-15 11:30:00'],
      ['01.03.2028', '2028-03-01 00:00:00'],
      ['03/01/2028 14:30', '2028-03-01 14:30:00'],
      ['1 March 2028', '2028-03-01 00:00:00'],
      [' 2028-03-01 10:00 ', '2028-03-01 10:00:00'],
    ])('"%s" is understood in the event’s zone', async (start_date, wanted) => {
      const event = await world.event({ start_date, end_date: '2029-01-01' });
      expect(event.start_date).toBe(wanted);
    });

    test.each(['0', '', ' ', 'banana', '2027-13-01', '2027-01-01 25:00', '2027-00-10', 'UTC', '99999-12-31'])(
      'the start "%s" is refused',
      async (start_date) => {
        const body = { title: 'No date', start_date, end_date: '2029-01-01' };
        expectRefusal(await world.ask('POST /events', { as: 'editor', body }), invalid('start_date'));
      },
    );

    test.each(['X/Y', 'UTCfoo', 'UTC+99', 'Mars/Olympus', '+', 'UTC+5:99', '../../etc/passwd', 'constructor'])(
      'the zone "%s" is refused',
      async (timezone) => {
        for (const on of mounts) {
          const reply = await world.ask('POST /events', { as: 'editor', on, body: { title: 'Z', ...times, timezone } });
          expectRefusal(reply, invalid('timezone'));
        }
      },
    );

    test('rejects dates past the last year', async () => {
      const late = { title: 'Late', start_date: '9999-12-31 23:00', end_date: '9999-12-31 23:30', timezone: 'UTC-10' };
      const reply = await world.ask('POST /events', { as: 'editor', body: late });
      expect([201, 400]).toContain(reply.statusCode);
      if (reply.statusCode === 201) expect(reply.body.utc_start_date <= reply.body.utc_end_date).toBe(true);
    });
  });

  describe('cost', () => {
    test.each([
      ['10', '$10', '', '', ['10']],
      [10, '$10', '', '', ['10']],
      [10.5, '$10.5', '', '', ['10.5']],
      ['$10', '$10', '$', 'prefix', ['10']],
      ['20$', '20$', '$', 'postfix', ['20']],
      ['10 EUR', '10EUR', 'EUR', 'postfix', ['10']],
      ['R$ 15', 'R$15', 'R$', 'prefix', ['15']],
      [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
      ['$5-$20', '$5 – $20', '$', 'prefix', ['5', '20']],
      ['$1,234.56', '$1,234.56', '$', 'prefix', ['1234.56']],
      ['$5, $10', '$5 – $10', '$', 'prefix', ['5', '10']],
      ['Free', 'Free', '', '', ['free']],
      ['Donation', 'Donation', '', '', ['donation']],
      ['', '', '', '', []],
      [[], '', '', '', []],
    ] as const)('%j is read as %s', async (given, cost, currency_symbol, currency_position, values) => {
      const event = await world.event({ cost: given });
      expect(event.cost).toBe(cost);
      expect(event.cost_details).toEqual({ currency_symbol, currency_code: '', currency_position, values });
    });

    test.each([true, {}, [[1]], { a: 1 }])('%j is refused', async (cost) => {
      const reply = await world.ask('POST /events', { as: 'editor', body: { title: 'C', ...times, cost } });
      expectRefusal(reply, invalid('cost'));
    });
  });

  describe('slugs', () => {
    test('200 concurrent creates with one title get 200 slugs', async () => {
      const title = `Parallel ${word()}`;
      const replies = await Promise.all(
        Array.from({ length: 200 }, () => world.askAgain('POST /events', { as: 'author', body: { title, ...times } })),
      );
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
      expect(new Set(replies.map(({ body }) => body.slug)).size).toBe(200);
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(200);
      expect((await world.get(`/events?search=${encodeURIComponent(title)}`)).total).toBe(200);
    });

    test.each([
      ['Crème & Brûlée!', 'creme-brulee'],
      ['  Many   blanks ', 'many-blanks'],
      ['Ärger/Über', 'arger-uber'],
      ['東京', '%e6%9d%b1%e4%ba%ac'],
      ['!!!', 'event'],
      ['a'.repeat(300), 'a'.repeat(200)],
    ])('the title "%s" gives the slug %s', async (title, slug) => {
      const event = await world.event({ title });
      expect(event.slug).toBe(slug);
      expect(event.slug.length).toBeLessThanOrEqual(200);
      expect((await world.get(`/events/by-slug/${encodeURIComponent(slug)}`)).id).toBe(event.id);
      if (slug.startsWith('%')) expect((await world.get(`/events/by-slug/${encodeURI(title)}`)).id).toBe(event.id);
    });

    test('a taken slug gets a number, on create and on update', async () => {
      const slug = word('taken-');
      const [first, second] = [await world.event({ slug }), await world.event({ slug: slug.toUpperCase() })];
      expect([first.slug, second.slug]).toEqual([slug, `${slug}-2`]);
      const third = await world.event();
      expect((await world.send(`PATCH /events/${third.id}`, { slug })).slug).toBe(`${slug}-3`);
      expect((await world.send(`PATCH /events/${first.id}`, { slug })).slug).toBe(slug);
    });

    test('a new title keeps the slug, and by slug a slug in the body renames', async () => {
      const event = await world.event({ slug: word('old-') });
      expect((await world.send(`PATCH /events/${event.id}`, { title: 'Quite New' })).slug).toBe(event.slug);
      const slug = word('new-');
      const renamed = await world.send(`PATCH /events/by-slug/${event.slug}`, { slug });
      expect([renamed.id, renamed.slug]).toEqual([event.id, slug]);
      expect((await world.ask(`GET /events/by-slug/${event.slug}`)).statusCode).toBe(404);
    });

    test('a draft has no slug until it is published, unless one is given', async () => {
      const title = `Sketch ${word()}`;
      const draft = await world.event({ title, status: 'draft' });
      expect([draft.slug, draft.url]).toEqual(['', `https://calendar.example/?post_type=tribe_events&p=${draft.id}`]);
      const published = await world.send(`PATCH /events/${draft.id}`, { status: 'publish' });
      expect(published.slug).toBe(title.toLowerCase().replace(' ', '-'));
      const slug = word('early-');
      expect((await world.event({ status: 'draft', slug })).slug).toBe(slug);
    });

    test('the trash frees a slug, and restoring takes it back if still free', async () => {
      const slug = word('bin-');
      const event = await world.event({ slug });
      expect((await world.send(`DELETE /events/${event.id}`, {})).slug).toBe(`${slug}__trashed`);
      expect((await world.send(`PATCH /events/${event.id}`, { cost: '5' })).status).toBe('trash');
      const back = await world.send(`PATCH /events/${event.id}`, { status: 'publish' });
      expect([back.slug, back.status, back.cost]).toEqual([slug, 'publish', '$5']);
      await world.send(`DELETE /events/${event.id}`, {});
      const other = await world.event({ slug });
      expect(other.slug).toBe(slug);
      expect((await world.send(`PATCH /events/${event.id}`, { status: 'publish' })).slug).toBe(`${slug}-2`);
    });

    test('the trash can hold two records with one slug', async () => {
      const slug = word('twice-');
      const thrown: Answered[] = [];
      for (let n = 0; n < 3; n++) {
        const { id } = await world.event({ slug });
        thrown.push(await world.send(`DELETE /events/${id}`, {}));
      }
      expect(new Set(thrown.map((record) => record.slug)).size).toBe(3);
      const back = await world.send(`PATCH /events/${thrown[2]?.id}`, { status: 'draft' });
      expect(back.slug).toBe(slug);
    });

    test('a slug that looks like one of the trash stays as it is', async () => {
      const slug = `${word('odd-')}__trashed`;
      const event = await world.event({ slug });
      expect(event.slug).toBe(slug);
      expect((await world.send(`PATCH /events/${event.id}`, { cost: '1' })).slug).toBe(slug);
    });

    test('a slug of maximum length still finds its trashed record', async () => {
      const event = await world.event({ slug: `${word('long-')}${'x'.repeat(300)}` });
      const { slug } = await world.send(`DELETE /events/${event.id}`, {});
      expect(slug.length).toBeLessThanOrEqual(200);
      expect((await world.ask(`GET /events/by-slug/${slug}`)).statusCode).toBe(410);
    });

    test('events, venues and organizers share one sequence of ids, and have slugs of their own', async () => {
      const name = `Shared ${word()}`;
      const [event, venue, organizer] = [
        await world.event({ title: name }),
        await world.venue({ venue: name }),
        await world.organizer({ organizer: name }),
      ];
      expect(new Set([event.id, venue.id, organizer.id]).size).toBe(3);
      expect(new Set([event.slug, venue.slug, organizer.slug]).size).toBe(1);
    });
  });

  describe('linked venues and organizers', () => {
    test.each([
      ['venue', 'venues'],
      ['organizer', 'organizers'],
    ] as const)('%s as an id, a text, a list, a comma list, an object or a mixture', async (field, path) => {
      const [a, b] = [await world[field](), await world[field]()];
      const linked = async (value: unknown) => {
        const event = await world.event({ [field]: value });
        return idsOf(Array.isArray(event[field]) ? event[field] : [event[field]]);
      };
      for (const value of [a.id, String(a.id), [a.id], { id: a.id }, [{ id: String(a.id), [field]: 'ignored' }]]) {
        expect(await linked(value)).toEqual([a.id]);
      }
      for (const value of [[b.id, a.id], `${b.id},${a.id}`, [b.id, a.id, b.id], [{ id: b.id }, String(a.id)]]) {
        expect(await linked(value)).toEqual([b.id, a.id]);
      }
      const name = word('Inline ');
      const [known, made] = await linked([a.id, { [field]: name, phone: '1' }]);
      expect([known, (await world.get(`/${path}/${made}`))[field]]).toEqual([a.id, name]);
      for (const value of [0, '', [], {}, null, '0'])
        expect((await world.event({ [field]: value }))[field]).toEqual([]);
      expect((await world.get(`/${path}/${a.id}`))[field]).toBe(a[field]);
    });

    test('a record of the same name is linked unchanged, unless something given is unequal', async () => {
      const name = `Café ${word()}`;
      const stored = await world.venue({ venue: name, city: 'Oakton' });
      const linked = async (venue: Body, as: Who = 'author') =>
        (await world.event({ venue }, { as: as as 'author' })).venue.id;
      expect(await linked({ venue: name })).toBe(stored.id);
      expect(await linked({ venue: name.toUpperCase().replace('É', 'E'), city: 'Oakton' })).toBe(stored.id);
      expect(await linked({ venue: name, city: 'Ashton' })).not.toBe(stored.id);
      expect(await linked({ venue: name, phone: '555' })).not.toBe(stored.id);
      const after = await world.get(`/venues/${stored.id}`);
      expect({ ...after, json_ld: undefined }).toEqual({ ...stored, json_ld: undefined });
    });

    test.each([
      ['an unknown id', 999_999],
      ['one unknown among known', [999_999, { venue: 'Never Made' }]],
      ['a name without an object', 'Town Barn'],
      ['an object without a name', { city: 'Oakton' }],
      ['a wrong field', { venue: 'Never Made', website: 'nope' }],
      ['a flag', true],
      ['a nested list', [[1]]],
      ['more than 100', Array.from({ length: 101 }, (_, n) => n + 1)],
    ])('%s is refused and nothing is made', async (_, venue) => {
      for (const on of mounts) {
        const reply = await world.ask('POST /events', { as: 'editor', on, body: { title: 'L', ...times, venue } });
        expectRefusal(reply, invalid('venue'));
      }
      expect((await world.get('/venues?search=never made')).total).toBe(0);
    });

    test('a record of another kind is no venue', async () => {
      const organizer = await world.organizer();
      const reply = await world.ask('POST /events', {
        as: 'editor',
        body: { title: 'L', ...times, venue: organizer.id },
      });
      expectRefusal(reply, invalid('venue'));
    });

    test('a trashed venue is not shown, and is again when it is restored', async () => {
      const [venue, other] = [await world.venue(), await world.venue()];
      const { id } = await world.event({ venue: [venue.id, other.id] });
      await world.send(`DELETE /venues/${venue.id}`, {});
      expect((await world.get(`/events/${id}`)).venue.id).toBe(other.id);
      await world.send(`PATCH /events/${id}`, { title: 'Meanwhile' });
      await world.send(`PATCH /venues/${venue.id}`, { status: 'publish' });
      expect(idsOf((await world.get(`/events/${id}`)).venue)).toEqual([venue.id, other.id]);
    });
  });

  describe('statuses', () => {
    const asked: readonly (Status | undefined)[] = [undefined, ...statuses];
    const publisher: Record<string, Status> = { undefined: 'publish', future: 'publish' };

    test.each(['author', 'editor', 'administrator'] as const)('the %s gets the requested status', async (as) => {
      for (const status of asked) {
        const event = await world.event({ status }, { as });
        expect([status, event.status]).toEqual([status, publisher[String(status)] ?? status]);
      }
    });

    test('a contributor gets draft or pending', async () => {
      for (const status of asked) {
        const wanted = status === undefined || status === 'draft' ? 'draft' : 'pending';
        for (const path of ['events', 'venues', 'organizers']) {
          const name = { title: word(), venue: word(), organizer: word() };
          const given = path === 'events' ? { title: name.title, ...times } : { [path.slice(0, -1)]: word() };
          const made = await world.send(`POST /${path}`, { ...given, status }, { as: 'contributor' });
          expect([path, status, made.status]).toEqual([path, status, wanted]);
          const updated = await world.send(`PATCH /${path}/${made.id}`, { status }, { as: 'contributor' });
          expect([path, status, updated.status]).toEqual([path, status, wanted]);
        }
      }
    });

    test('an editor can set any status; without one it stays', async () => {
      for (const from of statuses) {
        for (const to of statuses) {
          const dated = from === 'future' || to === 'future' ? { date: '2028-01-01 00:00' } : {};
          const { id, status } = await world.event({ status: from, ...dated });
          const ahead = (wanted: Status) => (wanted === 'publish' && 'date' in dated ? 'future' : wanted);
          expect(status).toBe(ahead(from));
          expect((await world.send(`PATCH /events/${id}`, { cost: '1' })).status).toBe(ahead(from));
          expect((await world.send(`PATCH /events/${id}`, { status: to })).status).toBe(ahead(to));
        }
      }
    });

    test.each(['banana', '', 'inherit', 'auto-draft', 'PUBLISH', 5, true, ['publish']])(
      'the status %j is refused',
      async (status) => {
        const reply = await world.ask('POST /venues', { as: 'editor', body: { venue: 'S', status } });
        expectRefusal(reply, invalid('status'));
      },
    );

    test('a future publication date schedules the record', async () => {
      const event = await world.event({ date: '2027-06-15 11:30:01' });
      expect([event.status, event.date_utc]).toEqual(['future', '2027-06-15 15:30:01']);
      expect((await world.event({ date: '2027-06-15 11:30:00' })).status).toBe('publish');
      expect((await world.event({ date: '2028-01-01', status: 'draft' })).status).toBe('draft');
      expect((await world.send(`PATCH /events/${event.id}`, { date: '2027-06-01' })).status).toBe('publish');
    });

    test('a draft has no publication date until it is published', async () => {
      const draft = await world.event({ status: 'draft' });
      expect(draft.date_utc).toBe('0000-00-00 00:00:00');
      world.clock.now = '2027-06-16 10:00:00';
      const published = await world.send(`PATCH /events/${draft.id}`, { status: 'publish' });
      expect([published.date, published.date_utc]).toEqual(['2027-06-16 06:00:00', '2027-06-16 10:00:00']);
      world.clock.now = '2027-06-17 10:00:00';
      expect((await world.send(`PATCH /events/${draft.id}`, { cost: '1' })).date_utc).toBe('2027-06-16 10:00:00');
    });
  });

  describe('passwords', () => {
    test.each(['id', 'slug'] as const)('are set and removed by %s, and open the event to readers', async (by) => {
      const event = await world.event({ password: 'first one' });
      const at = by === 'id' ? `/events/${event.id}` : `/events/by-slug/${event.slug}`;
      const opens = async (password: string) =>
        (await world.ask(`GET ${at}?${new URLSearchParams({ password })}`)).statusCode;
      expectRefusal(await world.ask(`GET ${at}`), { statusCode: 403, code: 'event-password-protected' });
      expect([await opens('first one'), await opens('First one'), await opens('first')]).toEqual([200, 403, 403]);
      await world.send(`PATCH ${at}`, { password: 'second' });
      expect([await opens('first one'), await opens('second')]).toEqual([403, 200]);
      await world.send(`PATCH ${at}`, { title: 'Still protected', password: null });
      expect([(await world.ask(`GET ${at}`)).statusCode, await opens('second')]).toEqual([403, 200]);
      await world.send(`PATCH ${at}`, { password: '' });
      expect((await world.ask(`GET ${at}`)).statusCode).toBe(200);
    });

    test('a password in the query of a change is a credential and sets nothing', async () => {
      const { id } = await world.event();
      await world.send(`PATCH /events/${id}?password=sneaky`, { cost: '1' });
      expect((await world.ask(`GET /events/${id}`)).statusCode).toBe(200);
    });

    test('changing and removing need no password, and an empty one is refused for reading', async () => {
      const { id } = await world.event({ password: 'secret' });
      expectRefusal(await world.ask(`GET /events/${id}?password=`), invalid('password'));
      expect((await world.send(`PATCH /events/${id}`, { cost: '5' })).cost).toBe('$5');
      expect((await world.send(`DELETE /events/${id}`, {})).status).toBe('trash');
    });
  });
});
