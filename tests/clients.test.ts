// Requests of drop-in clients: rendered titles, lists of field names, URLs of their own
// drafts, inline venues without a name.
import { describe, expect, test } from 'vitest';
import { expectRefusal, type Mount, mounts, prefixes } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const dropin = { on: 'dropin' } as const;

onOneEngine((engine) => {
  const world = useWorld(engine);
  const refused = async (body: object, on: Mount = 'dropin') =>
    world.ask('POST /events', { as: 'administrator', on, body: { title: word(), ...times, ...body } });

  describe('entities in titles and names', () => {
    const names = [
      ['events', 'title', times],
      ['venues', 'venue', {}],
      ['organizers', 'organizer', {}],
      ['categories', 'name', {}],
      ['tags', 'name', {}],
    ] as const;

    test.each(names)(
      '%s: decoded once on the drop-in mount, kept as typed on the native one',
      async (path, key, more) => {
        const one = word();
        const sent = `<b>Taiz&eacute;</b> &amp;amp; A &#038; B ${one}`;
        const made = await world.send(`POST /${path}`, { [key]: sent, ...more }, dropin);
        expect(made[key]).toBe(`Taizé &amp; A & B ${one}`);
        expect(made.slug).toBe(`taize-a-b-${one}`);
        for (const on of mounts) expect((await world.get(`/${path}/${made.id}`, { on }))[key]).toBe(made[key]);
        const changed = await world.send(`PATCH /${path}/${made.id}`, { [key]: `R&eacute; ${one}` }, dropin);
        expect(changed[key]).toBe(`Ré ${one}`);
        const other = word();
        const typed = await world.send(`POST /${path}`, { [key]: `Taiz&eacute; ${other}`, ...more });
        expect(typed[key]).toBe(`Taiz&eacute; ${other}`);
      },
    );

    test('rejects a name that consists of entities of blanks', async () => {
      for (const title of ['&nbsp;', '&#48;', '<b>&#9;</b>']) {
        expectRefusal(await refused({ title }), { statusCode: 400, code: 'rest_invalid_param', params: ['title'] });
      }
    });

    test('decodes entities in forms and queries as in JSON', async () => {
      const raw = new URLSearchParams({ title: 'Jazz &amp; Blues', ...times }).toString();
      const form = await world.ask('POST /events', { as: 'editor', ...dropin, raw });
      expect(form.body.title).toBe('Jazz & Blues');
      const query = await world.ask(`POST /events?${raw}`, { as: 'editor', ...dropin });
      expect(query.body.title).toBe('Jazz & Blues');
    });

    test('finds inline venues, organizers and terms by the decoded name', async () => {
      const one = word();
      const venue = await world.venue({ venue: `Caf\u00e9 & Bar ${one}` });
      const organizer = await world.organizer({ organizer: `Zo\u00eb & Co ${one}` });
      const category = await world.category({ name: `Arts & Crafts ${one}` });
      const body = {
        title: one,
        ...times,
        venue: { venue: `Caf&eacute; &amp; Bar ${one}` },
        organizer: [{ organizer: `Zo&euml; &amp; Co ${one}` }],
        categories: [`Arts &amp; Crafts ${one}`],
        tags: `Rock &amp; Roll ${one}, Ol&eacute; ${one}`,
      };
      const event = await world.send('POST /events', body, dropin);
      expect([event.venue.id, event.organizer[0].id, event.categories[0].id]).toEqual([
        venue.id,
        organizer.id,
        category.id,
      ]);
      const tags = event.tags.map(({ name }: { name: string }) => name).sort();
      expect(tags).toEqual([`Olé ${one}`, `Rock & Roll ${one}`]);
      const again = await world.send('POST /venues', { venue: `Caf&eacute; &amp; Bar ${one}` }, dropin);
      expect(again.id).toBe(venue.id);
      const asked = encodeURIComponent(`Arts &amp; Crafts ${one}`);
      const listed = await world.get(`/events?categories=${asked}&start_date=2027-01-01`, dropin);
      expect(listed.total).toBe(1);
    });

    test('decodes titles of WordPress media', async () => {
      const pixel =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC';
      const made = await world.ask('POST //wp-json/wp/v2/media?title=Taiz%26eacute%3B', {
        as: 'editor',
        raw: Buffer.from(pixel, 'base64'),
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      });
      expect([made.statusCode, made.body.title.rendered]).toEqual([201, 'Taizé']);
    });

    test('pages and search use the decoded characters', async () => {
      const one = word();
      const { slug } = await world.event({ title: `Taiz&eacute; &amp; ${one}` }, dropin);
      const page = await world.ask(`GET //event/${slug}/`);
      expect(page.text).toContain(`<h1>Taizé &amp; ${one}</h1>`);
      expect(page.text).not.toContain('eacute');
      for (const on of mounts) {
        const found = await world.get(`/events?search=${encodeURIComponent(`taizé ${one}`)}&start_date=2027-01-01`, {
          on,
        });
        expect(found.total).toBe(1);
      }
    });

    test('an escaped script stays text in every output', async () => {
      const one = word();
      const title = `&lt;script&gt;alert(1)&lt;/script&gt; ${one}`;
      const venue = `&lt;img src=x onerror=alert(1)&gt; ${one}`;
      const event = await world.event({ title, venue: { venue }, categories: [venue] }, dropin);
      expect(event.title).toBe(`<script>alert(1)</script> ${one}`);
      expect(event.venue.venue).toBe(`<img src=x onerror=alert(1)> ${one}`);
      for (const path of [`/event/${event.slug}/`, '/calendar/list?date=2027-07-01', '/calendar/month/2027-07']) {
        const { statusCode, text } = await world.ask(`GET /${path}`);
        expect(statusCode).toBe(200);
        expect(text).not.toContain('<script>alert');
        expect(text).not.toContain('<img src=x');
      }
    });

    test('decodes currency symbols in a cost', async () => {
      expect((await world.event({ cost: '&euro;10 and &#8364;30' }, dropin)).cost).toBe('€10 – €30');
      expect((await world.event({ cost: '&euro;10' })).cost).toBe('&euro;10');
    });
  });

  test.each(mounts)('_fields may be a list on the %s mount', async (on) => {
    const { id, slug } = await world.event();
    for (const query of ['_fields[]=id&_fields[]=slug', '_fields%5B0%5D=id&_fields%5B1%5D=slug', '_fields=id,slug']) {
      expect(await world.get(`/events/${id}?${query}`, { on })).toEqual({ id, slug });
    }
    expect(await world.get(`/events?include=${id}&_fields[]=events.id&_fields[]=total`, { on })).toEqual({
      events: [{ id }],
      total: 1,
    });
    const unknown = await world.ask('GET /events/99999999?_fields[]=id', { on });
    expect(Object.keys(unknown.body)).toEqual(['code', 'message', 'data']);
  });

  describe('cost', () => {
    const costs = [
      ['10 and 30', '$10 – $30', '', ['10', '30']],
      ['€5 – €12', '€5 – €12', '€', ['5', '12']],
      ['10,50 €', '10,50€', '€', ['10.50']],
      ['5, 10, 20', '$5 – $20', '', ['5', '10', '20']],
      ['1,234.56', '$1,234.56', '', ['1234.56']],
      ['from 5', 'from 5', '', ['5']],
      ['5+', '5+', '', ['5']],
      ['Free', 'Free', '', ['free']],
    ] as const;
    test.each(costs)('%j is shown as %j', async (cost, shown, symbol, values) => {
      const event = await world.event({ cost }, dropin);
      expect([event.cost, event.cost_details.currency_symbol, event.cost_details.values]).toEqual([
        shown,
        symbol,
        values,
      ]);
    });
  });

  describe('addresses', () => {
    test.each(mounts)('unpublished records have a plain URL on the %s mount', async (on) => {
      const cases = [
        ['draft', { status: 'draft' }, ''],
        ['pending', { status: 'pending' }, ''],
        ['future', { date: '2027-08-01 00:00:00' }, undefined],
      ] as const;
      for (const [status, given, slug] of cases) {
        const event = await world.event(given, { on });
        expect(event.status).toBe(status);
        expect(event.url).toBe(`${baseUrl}/?post_type=tribe_events&p=${event.id}`);
        expect(event.website).toBe(event.url);
        if (slug !== undefined) expect(event.slug).toBe(slug);
        const published = await world.send(
          `PATCH /events/${event.id}`,
          { status: 'publish', date: '2026-01-01' },
          { on },
        );
        expect(published.url).toBe(`${baseUrl}/event/${published.slug}/`);
      }
      const given = await world.event({ status: 'draft', slug: word() }, { on });
      expect(given.slug).not.toBe('');
      const secret = await world.event({ status: 'private' }, { on });
      expect(secret.url).toBe(`${baseUrl}/event/${secret.slug}/`);
      const venue = await world.venue({ date: '2027-08-01 00:00:00' }, { on });
      expect(venue.url).toBe(`${baseUrl}/?post_type=tribe_venue&p=${venue.id}`);
    });

    test.each(mounts)('the rest_url of an event list on the %s mount names every effective parameter', async (on) => {
      const [category, tag, venue, organizer] = await Promise.all([
        world.category(),
        world.tag(),
        world.venue(),
        world.organizer(),
      ]);
      const linked = { categories: [category.id], tags: [tag.id], venue: venue.id, organizer: organizer.id };
      const event = await world.event({ title: 'A: b', ...linked, featured: true });
      const asked = {
        per_page: '5',
        start_date: '2027-06-01',
        end_date: '2027-08-01',
        search: 'a: b',
        status: 'publish',
        starts_before: '2027-08-01',
        ticketed: 'false',
        venue: String(venue.id),
        organizer: String(organizer.id),
        featured: 'true',
        categories: category.slug,
        tags: tag.slug,
        strict_dates: 'true',
      };
      const list = await world.get(`/events?${new URLSearchParams(asked)}`, { on });
      expect(list.total).toBe(1);
      const url = new URL(list.rest_url);
      expect(url.origin + url.pathname).toBe(`${baseUrl}${prefixes[on]}/events/`);
      expect(url.search).not.toMatch(/[ :]/);
      expect([...url.searchParams.keys()]).toEqual(
        'page per_page start_date end_date search status starts_before ticketed venue organizer featured categories tags strict_dates'.split(
          ' ',
        ),
      );
      const again = await world.get(`/events${url.search}`, { on });
      expect(again.events.map(({ id }: { id: number }) => id)).toEqual([event.id]);
      // Strict times are in the time zone in which they are parsed.
      const strict = `strict_dates=1&start_date=2027-07-01T14:00:00Z&end_date=2027-07-01T16:00:00Z&venue=${venue.id}`;
      const exact = new URL((await world.get(`/events?${strict}`, { on })).rest_url);
      expect((await world.get(`/events${exact.search}`, { on })).total).toBe(1);
      const plain = new URL((await world.get('/events', { on })).rest_url);
      expect([...plain.searchParams.keys()]).toEqual(['page', 'per_page', 'start_date', 'end_date', 'status']);
      const venues = await world.get('/venues?search=x&has_events=1', { on });
      expect(new URL(venues.rest_url).search).toBe('?page=1&per_page=10&has_events=1&status=publish');
    });
  });

  describe('inline details without a name', () => {
    test.each(mounts)('are rejected with their own code on the %s mount, and nothing is created', async (on) => {
      const before = (await world.get('/events?start_date=2027-01-01', { on })).total;
      const cases = [
        [{ venue: { venue: '', city: 'Rome' } }, 'could-not-create-venue'],
        [{ venue: [{ venue: ' <b></b> ' }] }, 'could-not-create-venue'],
        [{ venue: { venue: '0' } }, 'could-not-create-venue'],
        [{ organizer: { organizer: '' } }, 'could-not-create-organizer'],
        [{ organizer: [{ organizer: '', email: 'a@b.example' }] }, 'could-not-create-organizer'],
      ] as const;
      for (const [body, code] of cases) expectRefusal(await refused(body, on), { statusCode: 400, code });
      expect((await world.get('/events?start_date=2027-01-01', { on })).total).toBe(before);
    });

    test('other errors and missing permissions are reported first', async () => {
      const unnamed = { venue: { venue: '' } };
      const invalid = { statusCode: 400, code: 'rest_invalid_param' };
      expectRefusal(await refused({ venue: { city: 'Rome' } }), { ...invalid, params: ['venue'] });
      expectRefusal(await refused({ venue: { venue: '', website: 'x' } }), { ...invalid, params: ['venue'] });
      expectRefusal(await refused({ ...unnamed, end_date: 'never' }), { ...invalid, params: ['end_date', 'venue'] });
      const anonymous = await world.ask('POST /events', { ...dropin, body: { title: 'x', ...times, ...unnamed } });
      expectRefusal(anonymous, { statusCode: 401, code: 'rest_forbidden' });
    });
  });

  describe('programs of others', () => {
    const weekly = { start_date: '2027-07-06 19:00:00', end_date: '2027-07-06 21:00:00' };

    test('a screen finds a date by the slug of its series and the day', async () => {
      const slug = word('choir');
      await world.event({ title: word('Choir '), slug, ...weekly, recurrence: 'FREQ=WEEKLY;COUNT=4' });
      const shown = { slug, day: '2027-07-20' };
      let [page, found]: [number, { id: number; url: string } | undefined] = [1, undefined];
      for (let pages = 1; page <= pages && !found; page += 1) {
        const list = await world.get(`/events?per_page=50&start_date=${shown.day}&page=${page}`, dropin);
        pages = list.total_pages;
        found = list.events.find(
          (event: { slug: string; start_date: string }) =>
            event.slug === shown.slug && event.start_date.startsWith(shown.day),
        );
      }
      expect(found?.url).toBe(`${baseUrl}/event/${slug}/2027-07-20/`);
    });

    const foreign: readonly unknown[] = [
      { rules: [{ type: 'Custom', custom: { type: 'Weekly', interval: 1 } }], exclusions: [], description: null },
      ...['weekly', 'FREQ=SOMETIMES', 7, true, [['FREQ=DAILY']], { rule: 5 }, { dates: 'x' }, 'x'.repeat(400_000)],
    ];

    test.each(foreign)(
      'a recurrence of another calendar is ignored there and refused natively: %j',
      async (recurrence) => {
        const title = word('Foreign ');
        const made = await world.ask('POST /events', {
          ...{ as: 'administrator', on: 'dropin' },
          body: { title, ...weekly, recurrence },
        });
        expect([made.statusCode, made.body.url]).toEqual([201, `${baseUrl}/event/${made.body.slug}/`]);
        const { id } = made.body;
        expect(await world.get(`/events?search=${encodeURIComponent(title)}`, dropin)).toMatchObject({ total: 1 });
        expect(await world.get(`/events/${id}`)).not.toHaveProperty('recurrence');
        const changed = await world.send(`PUT /events/${id}`, { cost: '5', recurrence }, dropin);
        expect(changed.cost).toBe('$5');
        const refusal = { statusCode: 400, code: 'rest_invalid_param', params: ['recurrence'] };
        expectRefusal(await refused({ recurrence }, 'native'), refusal);
        expectRefusal(await world.ask(`PATCH /events/${id}`, { as: 'administrator', body: { recurrence } }), refusal);
      },
    );

    test('a recurrence of another calendar leaves a series and its dates as they are', async () => {
      const series = await world.event({ title: word('Choir '), ...weekly, recurrence: 'FREQ=WEEKLY;COUNT=4' });
      const datesOf = async () => (await world.get(`/events?include=${series.id}`, dropin)).events;
      const [date] = await datesOf();
      const recurrence = { rules: [] };
      for (const id of [series.id, date.id]) await world.send(`PATCH /events/${id}`, { cost: '5', recurrence }, dropin);
      expect(await datesOf()).toHaveLength(4);
      expect((await world.get(`/events/${series.id}`)).recurrence.rule).toBe('FREQ=WEEKLY;COUNT=4');
      // A rule that is understood still makes a series.
      const made = await world.event({ ...weekly, recurrence: 'FREQ=DAILY;COUNT=3' }, dropin);
      expect((await world.get(`/events?include=${made.id}`, dropin)).total).toBe(3);
    });

    test('an app reads the start of an event from meta of the WordPress API', async () => {
      const slug = word('app');
      await world.event({ slug, ...weekly, timezone: 'Europe/Paris' });
      const { body } = await world.ask(`GET //wp-json/wp/v2/tribe_events?slug=${slug}&_fields=id,slug,meta`);
      expect(body).toMatchObject([
        { slug, meta: { _EventStartDate: '2027-07-06 19:00:00', _EventTimezone: 'Europe/Paris' } },
      ]);
    });
  });
});
