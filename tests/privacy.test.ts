// Hidden records: no list, total, filter, search, embedded record, ETag or error
// reveals them; and linking or reading changes nothing.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Status } from '../src/core/status.js';
import { expectRefusal, mounts, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const invalid = (...params: string[]) => ({ statusCode: 400, code: 'rest_invalid_param', params });
const strangers: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author'];
const hiddenStatuses: readonly Status[] = ['draft', 'pending', 'private', 'future', 'trash'];
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

onOneEngine((engine) => {
  const world = useWorld(engine);

  async function hide(path: string, { id }: Answered, status: Status): Promise<void> {
    if (status === 'trash') await world.send(`DELETE /${path}/${id}`, {});
    else await world.send(`PATCH /${path}/${id}`, { status, ...(status === 'future' && { date: '2030-01-01' }) });
  }

  describe.each(hiddenStatuses)('a record with the status %s', (status) => {
    const secret = word('secret');
    let venue: Answered;
    let organizer: Answered;
    let open: Answered;
    let event: Answered;
    let openVenue: Answered;

    beforeAll(async () => {
      venue = await world.venue({ venue: `Venue ${secret}`, city: `city${secret}`, phone: `phone${secret}` });
      organizer = await world.organizer({ organizer: `Organizer ${secret}`, email: `${secret}@example.org` });
      openVenue = await world.venue({ venue: `Open of ${status} ${word()}` });
      open = await world.event({ venue: [venue.id, openVenue.id], organizer: [organizer.id] });
      event = await world.event({
        title: `Event ${secret}`,
        description: `about ${secret}`,
        venue: openVenue.id,
        tags: [`tag of ${status}`],
        categories: [`category of ${status}`],
      });
      await hide('venues', venue, status);
      await hide('organizers', organizer, status);
      await hide('events', event, status);
    });

    test.each(strangers)('is in no response to the %s', async (as) => {
      const paths = [
        `/events/${open.id}`,
        `/events/by-slug/${open.slug}`,
        `/events?include=${open.id},${event.id}`,
        `/venues/${openVenue.id}`,
        ...['events', 'venues', 'organizers', 'tags', 'categories'].flatMap((path) => [
          `/${path}?per_page=100&hide_empty=false`,
          `/${path}?search=${secret}&hide_empty=false`,
          `/${path}?context=edit&hide_empty=false`,
        ]),
      ];
      for (const on of mounts) {
        for (const path of on === 'native' ? paths : paths.slice(0, 4)) {
          const { text } = await world.ask(`GET ${path}`, { as, on });
          // rest_url of a search repeats its parameters.
          expect([path, text.replace(/"[a-z_]*rest_url":"[^"]*"/g, '').includes(secret)]).toEqual([path, false]);
        }
      }
    });

    test.each(strangers)('does not count in any total for the %s', async (as) => {
      for (const path of ['events', 'venues', 'organizers']) {
        const list = await world.ask(`GET /${path}?search=${secret}`, { as });
        expect([list.body.total, list.body.total_pages, list.headers.get('x-wp-total')]).toEqual([0, 0, '0']);
      }
    });

    test.each(strangers)('filters of the %s cannot distinguish it from a missing one', async (as) => {
      const pairs: readonly (readonly [string, number, string])[] = [
        ['/events?venue=', venue.id, 'venue'],
        ['/events?organizer=', organizer.id, 'organizer'],
        ['/events?post_parent=', event.id, 'post_parent'],
        ['/venues?event=', event.id, 'event'],
        ['/organizers?event=', event.id, 'event'],
        ['/tags?event=', event.id, 'event'],
        ['/categories?post=', event.id, 'post'],
      ];
      for (const [path, id, name] of pairs) {
        const [hidden, missing] = [
          await world.ask(`GET ${path}${id}`, { as }),
          await world.ask(`GET ${path}999999`, { as }),
        ];
        expectRefusal(hidden, invalid(name));
        expect(hidden.body).toEqual(missing.body);
      }
    });

    test('does not make its venue one with events, nor its terms counted', async () => {
      const alone = await world.venue({ venue: `Alone ${word()}` });
      const tag = await world.tag();
      const hidden = await world.event({ venue: alone.id, tags: [tag.id] });
      await hide('events', hidden, status);
      for (const query of ['has_events=yes', 'only_with_upcoming=yes']) {
        const found = await world.get(`/venues?${query}&search=${encodeURIComponent(alone.venue)}`);
        expect([query, found.total]).toEqual([query, 0]);
      }
      expect((await world.get(`/venues?has_events=no&search=${encodeURIComponent(alone.venue)}`)).total).toBe(1);
      expect((await world.get(`/tags/${tag.id}`)).count).toBe(0);
      expect((await world.get(`/tags?search=${encodeURIComponent(tag.name)}`)).total).toBe(0);
    });

    test('cannot be linked without permission to read it', async () => {
      for (const as of ['contributor', 'author'] as const) {
        for (const [field, id] of [
          ['venue', venue.id],
          ['organizer', organizer.id],
          ['parent', event.id],
        ] as const) {
          const reply = await world.ask('POST /events', { as, body: { title: 'Link', ...times, [field]: id } });
          expectRefusal(reply, invalid(field));
        }
        const named = await world.event({ venue: { venue: `Venue ${secret}` } }, { as });
        expect(named.venue.id).not.toBe(venue.id);
        await world.send(`DELETE /venues/${named.venue.id}`, {});
      }
    });

    test('its changes affect neither responses nor ETags of other callers', async () => {
      const paths = [`/events/${open.id}`, `/venues/${openVenue.id}`, '/events', '/venues', '/organizers', '/tags'];
      const tags = () => Promise.all(paths.map(async (path) => (await world.ask(`GET ${path}`)).headers.get('etag')));
      const before = await tags();
      await world.send(`PATCH /venues/${venue.id}`, { phone: word('other') });
      await world.send(`PATCH /organizers/${organizer.id}`, { phone: word('other') });
      await world.send(`PATCH /events/${event.id}`, { cost: '77', venue: openVenue.id });
      expect(await tags()).toEqual(before);
    });

    test('keeps its contents out of errors', async () => {
      for (const as of strangers) {
        for (const path of [`/events/${event.id}`, `/venues/${venue.id}`, `/organizers/${organizer.id}`]) {
          for (const method of ['GET', 'PATCH', 'DELETE']) {
            const reply = await world.ask(`${method} ${path}`, { as, ...(method === 'PATCH' && { body: {} }) });
            expect(reply.statusCode).toBeGreaterThanOrEqual(400);
            expect(reply.text).not.toContain(secret);
          }
        }
      }
    });
  });

  describe('a protected event', () => {
    const secret = word('secret');
    let event: Answered;

    beforeAll(async () => {
      event = await world.event({
        title: 'Shell',
        description: `about ${secret}`,
        excerpt: `short ${secret}`,
        cost: '77',
        website: `https://${secret}.example/`,
        featured: true,
        sticky: true,
        all_day: true,
        venue: { venue: `Hall ${word()}` },
        organizer: { organizer: `Org ${word()}` },
        categories: [`Protected ${word()}`],
        tags: [`protected ${word()}`],
        tickets: [{ name: secret }],
        password: 'open sesame',
      });
    });

    const shell = ({ id, slug, venue: _, organizer: __, ...rest }: Answered): Body => ({
      ...rest,
      id,
      slug,
      description: '',
      excerpt: '',
      image: false,
      all_day: null,
      cost: '',
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      website: '',
      show_map: null,
      show_map_link: null,
      hide_from_listings: null,
      sticky: null,
      featured: null,
      parent: 0,
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
      tickets: [],
      ticketed: null,
    });

    test('is listed as a shell, to everyone without its password', async () => {
      for (const as of ['anonymous', 'author', 'administrator'] as const) {
        const list = await world.get(`/events?include=${event.id}`, { as });
        expect(list.events).toEqual([shell(event)]);
      }
    });

    test('is listed whole with context=edit to those who may edit it', async () => {
      const whole = await world.get(`/events?include=${event.id}&context=edit`, { as: 'editor' });
      expect(whole.events).toEqual([{ ...event, _input: expect.any(Object) }]);
      for (const as of ['anonymous', 'author'] as const) {
        const list = await world.get(`/events?include=${event.id}&context=edit`, { as });
        expect(list.events).toEqual([shell(event)]);
      }
    });

    test('can be read only with its password, or by an editor with context=edit', async () => {
      const at = `/events/${event.id}`;
      for (const path of [at, `${at}?password=wrong`, `${at}?context=edit`, `/events/by-slug/${event.slug}`]) {
        expectRefusal(await world.ask(`GET ${path}`), { statusCode: 403, code: 'event-password-protected' });
      }
      expectRefusal(await world.ask(`GET ${at}`, { as: 'administrator' }), {
        statusCode: 403,
        code: 'event-password-protected',
      });
      expectRefusal(await world.ask(`GET ${at}?context=edit`, { as: 'author' }), {
        statusCode: 403,
        code: 'event-password-protected',
      });
      const read = await world.get(`${at}?password=open sesame`);
      expect([read.cost, read.json_ld]).toEqual(['$77', undefined]);
      expect((await world.get(`${at}?context=edit`, { as: 'editor' })).cost).toBe('$77');
    });

    test('does not reveal its flags by filters or order', async () => {
      const ids = async (query: string) =>
        (await world.get(`/events?per_page=100&${query}`)).events.map(({ id }: Answered) => id);
      expect((await ids('featured=true')).includes(event.id)).toBe((await ids('featured=false')).includes(event.id));
      expect(await ids(`search=${secret}`)).toEqual([]);
      expect(await ids('search=-nothing')).not.toContain(event.id);
    });

    test('never returns its password', async () => {
      const answers = [
        JSON.stringify(event),
        (await world.ask(`GET /events/${event.id}?context=edit`, { as: 'administrator' })).text,
        (await world.ask('GET /events?per_page=100&context=edit', { as: 'administrator' })).text,
      ];
      for (const text of answers) expect(text).not.toMatch(/sesame|argon2|"password"/);
    });

    test('has the same ETag before and after a wrong password', async () => {
      for (const password of ['wrong', 'other']) {
        const reply = await world.ask(`GET /events/${event.id}?password=${password}`);
        expect(reply.headers.get('etag')).toBeNull();
      }
    });
  });

  describe('secrets are compared as text', () => {
    test.each([true, false, 0, 1, [], {}, ['open sesame']])('a password given as %j is refused', async (password) => {
      const reply = await world.ask('POST /events', { as: 'editor', body: { title: 'P', ...times, password } });
      expectRefusal(reply, invalid('password'));
    });

    test('only the exact password opens an event', async () => {
      const { id } = await world.event({ password: '0' });
      for (const query of [
        'password=',
        'password[]=0',
        'password[a]=0',
        'password=false',
        'password=00',
        'password=null',
      ]) {
        const reply = await world.ask(`GET /events/${id}?${query}`);
        expect([query, reply.statusCode]).toEqual([query, /=(false|00|null)$/.test(query) ? 403 : 400]);
      }
      expect((await world.ask(`GET /events/${id}?password=0`)).statusCode).toBe(200);
    });

    test.each(['true', '0', '[]', '{}', 'null', '', ' ', 'undefined'])(
      'the credential "%s" opens nothing',
      async (text) => {
        const { name } = world.people.administrator;
        for (const authorization of [`Bearer ${text}`, `Basic ${Buffer.from(`${name}:${text}`).toString('base64')}`]) {
          const reply = await world.ask('POST /venues', { body: { venue: 'Never' }, headers: { authorization } });
          expect([authorization, reply.statusCode]).toEqual([authorization, 401]);
        }
      },
    );
  });

  describe('personal data', () => {
    test('public responses contain no user name or e-mail address', async () => {
      await world.event({}, { as: 'author' });
      const paths = ['', '/events', '/venues', '/organizers', '/tags', '/categories', '//wp-json/', '//'];
      for (const path of paths) {
        const { text } = await world.ask(`GET ${path}`);
        for (const { name, password } of Object.values(world.people)) {
          expect(text).not.toContain(name);
          expect(text).not.toContain(password);
        }
      }
    });
  });

  describe('linking', () => {
    test('never changes the linked record', async () => {
      const venue = await world.venue({ phone: '1', status: 'private' });
      const organizer = await world.organizer({ email: 'a@b.example', status: 'draft' });
      const category = await world.category({ description: 'kept' });
      const read = async () => [
        await world.get(`/venues/${venue.id}`, { as: 'editor' }),
        await world.get(`/organizers/${organizer.id}`, { as: 'editor' }),
        { ...(await world.get(`/categories/${category.id}`)), count: 0 },
      ];
      const before = await read();
      world.clock.now = '2027-06-15 20:00:00';
      const event = await world.event(
        {
          venue: { id: venue.id, phone: '2', status: 'publish', author: 1 },
          organizer: [{ id: organizer.id, email: 'evil@b.example' }],
          categories: [category.name.toUpperCase()],
        },
        { as: 'editor' },
      );
      await world.send(`PATCH /events/${event.id}`, { venue: [{ id: venue.id, venue: 'Renamed' }], status: 'private' });
      await world.send(`DELETE /events/${event.id}`, {});
      expect(await read()).toEqual(before);
    });
  });

  describe('reading', () => {
    test('GET, HEAD and OPTIONS never change a record', async () => {
      const event = await world.event();
      const at = `/events/${event.id}`;
      for (const request of [
        `GET ${at}?_method=DELETE`,
        `HEAD ${at}?_method=DELETE`,
        `OPTIONS ${at}?_method=DELETE`,
        `GET ${at}?title=Changed`,
        `GET /events?title=New&start_date=2027-07-01&end_date=2027-07-02&_method=POST`,
      ]) {
        const reply = await world.ask(request, {
          as: 'administrator',
          headers: { 'x-http-method-override': 'DELETE' },
        });
        expect([request, reply.statusCode]).toEqual([request, 200]);
      }
      const { json_ld: _, ...after } = await world.get(at);
      expect(after).toEqual(event);
    });
  });
});
