// wp/v2 beside the drop-in mount: records as posts, their terms, and discovery.
import { describe, expect, test } from 'vitest';
import { roles } from '../src/core/actor.js';
import { feedTypes } from '../src/core/format.js';
import { expectRefusal, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { stored } from './harness/pictures.js';
import { type Answered, baseUrl, useWorld, word } from './harness/world.js';

const prefix = '//wp-json/wp/v2';
const here = `${baseUrl}/wp-json/wp/v2`;
const everyone: readonly Who[] = [...roles, 'anonymous'];
const types = ['tribe_events', 'tribe_venue', 'tribe_organizer'];

/** Of every type; events have terms, too. */
const keys = [
  ...[
    'id',
    'date',
    'date_gmt',
    'guid',
    'modified',
    'modified_gmt',
    'slug',
    'status',
    'type',
    'link',
    'title',
    'content',
  ],
  ...['excerpt', 'author', 'featured_media', 'template', 'meta'],
];

/** All keys of an event without any value. */
const emptyMeta = {
  ...{ _EventAllDay: false, _EventTimezone: '', _EventStartDate: '', _EventEndDate: '', _EventStartDateUTC: '' },
  ...{ _EventEndDateUTC: '', _EventShowMap: false, _EventShowMapLink: false, _EventURL: '', _EventCost: '' },
  ...{ _EventCostDescription: '', _EventCurrencySymbol: '', _EventCurrencyCode: '', _EventCurrencyPosition: '' },
  ...{ _EventDateTimeSeparator: '', _EventTimeRangeSeparator: '', _EventOrganizerID: [], _EventVenueID: [] },
  ...{ _OrganizerEmail: '', _OrganizerPhone: '', _OrganizerWebsite: '', _VenueAddress: '', _VenueCity: '' },
  ...{ _VenueCountry: '', _VenueProvince: '', _VenueState: '', _VenueZip: '', _VenuePhone: '', _VenueURL: '' },
  ...{ _VenueStateProvince: '', _VenueLat: '', _VenueLng: '', _VenueShowMap: false, _VenueShowMapLink: false },
  ...{ _tribe_blocks_recurrence_rules: '', _tribe_blocks_recurrence_description: '' },
  ...{ _tribe_blocks_recurrence_exclusions: '', footnotes: '' },
  ...{ _tribe_events_status: '', _tribe_events_status_reason: '' },
};

onOneEngine((engine) => {
  const world = useWorld(engine);
  const ask = (path: string, as: Who = 'anonymous') => world.ask(`GET ${prefix}${path}`, { as });
  const idsOf = async (path: string, as?: Who): Promise<readonly number[]> => {
    const { statusCode, body, text } = await ask(path, as);
    expect(statusCode, text).toBe(200);
    return body.map(({ id }: { id: number }) => id);
  };
  const made = async (type: string, given: Record<string, unknown> = {}): Promise<Answered> => {
    const { title = word('Made '), ...rest } = given;
    if (type === 'tribe_events') return world.event({ title, ...rest });
    return type === 'tribe_venue'
      ? world.venue({ venue: title, ...rest })
      : world.organizer({ organizer: title, ...rest });
  };

  describe('records as posts', () => {
    test('an event has the body of a post, with its stored values in meta', async () => {
      const image = await stored(world);
      const tag = await world.tag();
      const category = await world.category();
      const title = 'Fish & Chips <b>';
      const event = await world.event({
        ...{ title, slug: word('fish'), description: 'Fried.', excerpt: 'Short.', image: image.id, cost: '€5' },
        ...{ tags: [tag.id], categories: [category.id], venue: { venue: word('Pier ') } },
        ...{ organizer: { organizer: word('Guild ') }, website: 'https://fish.example/?a=1&b=2', show_map: true },
        ...{ event_status: 'cancelled', event_status_note: 'Storm', timezone: 'Europe/Paris' },
      });
      const one = await ask(`/tribe_events/${event.id}`);
      expect([one.statusCode, one.body]).toEqual([
        200,
        {
          id: event.id,
          date: '2027-06-15T11:30:00',
          date_gmt: '2027-06-15T15:30:00',
          guid: { rendered: event.url },
          modified: '2027-06-15T11:30:00',
          modified_gmt: '2027-06-15T15:30:00',
          slug: event.slug,
          status: 'publish',
          type: 'tribe_events',
          link: event.url,
          title: { rendered: 'Fish &amp; Chips' },
          content: { rendered: '<p>Fried.</p>', protected: false },
          excerpt: { rendered: '<p>Short.</p>', protected: false },
          author: world.people.administrator.id,
          featured_media: image.id,
          template: '',
          meta: {
            ...emptyMeta,
            _EventTimezone: 'Europe/Paris',
            _EventStartDate: '2027-07-01 10:00:00',
            _EventEndDate: '2027-07-01 12:00:00',
            _EventStartDateUTC: '2027-07-01 08:00:00',
            _EventEndDateUTC: '2027-07-01 10:00:00',
            _EventShowMap: true,
            _EventURL: 'https://fish.example/?a=1&b=2',
            _EventCost: '5',
            _EventCurrencySymbol: '€',
            _EventCurrencyPosition: 'prefix',
            _EventOrganizerID: [event.organizer[0].id],
            _EventVenueID: [event.venue.id],
            _tribe_events_status: 'canceled',
            _tribe_events_status_reason: 'Storm',
          },
          tags: [tag.id],
          tribe_events_cat: [category.id],
          class_list: [
            ...[`post-${event.id}`, 'tribe_events', 'type-tribe_events', 'status-publish', 'has-post-thumbnail'],
            ...['hentry', `tag-${tag.slug}`, `tribe_events_cat-${category.slug}`, `cat_${category.slug}`],
          ],
          _links: {
            self: [{ href: `${here}/tribe_events/${event.id}` }],
            collection: [{ href: `${here}/tribe_events` }],
            about: [{ href: `${here}/types/tribe_events` }],
            'wp:featuredmedia': [{ embeddable: true, href: `${here}/media/${image.id}` }],
            'wp:term': [
              { taxonomy: 'post_tag', embeddable: true, href: `${here}/tags?post=${event.id}` },
              { taxonomy: 'tribe_events_cat', embeddable: true, href: `${here}/tribe_events_cat?post=${event.id}` },
            ],
          },
        },
      ]);
      expect(Object.keys(one.body)).toEqual([...keys, 'tags', 'tribe_events_cat', 'class_list', '_links']);
      expect((await ask(`/tribe_events?include=${event.id}`)).body).toEqual([one.body]);
      expect(await idsOf(`/tribe_events_cat?post=${event.id}`)).toEqual([category.id]);
    });

    test('venues and organizers have the keys of posts, and their stored values in meta', async () => {
      const venue = await world.venue({
        ...{
          address: '1 Mill & Co Rd',
          city: 'Oakton',
          country: 'France',
          province: 'Bern',
          state: 'VT',
          zip: '05001',
        },
        ...{
          phone: '555',
          website: 'https://barn.example/?a=1&b=2',
          show_map: 'false',
          geo_lat: 44.5,
          geo_lng: -73.25,
        },
      });
      const one = (await ask(`/tribe_venue/${venue.id}`)).body;
      expect(Object.keys(one)).toEqual([...keys, 'class_list', '_links']);
      const { _tribe_events_status: _, _tribe_events_status_reason: __, ...noStatus } = emptyMeta;
      expect([one.guid, one.meta]).toEqual([
        { rendered: venue.url },
        {
          ...noStatus,
          ...{ _VenueAddress: '1 Mill & Co Rd', _VenueCity: 'Oakton', _VenueCountry: 'France', _VenueProvince: 'Bern' },
          ...{ _VenueState: 'VT', _VenueZip: '05001', _VenuePhone: '555', _VenueURL: 'https://barn.example/?a=1&b=2' },
          ...{ _VenueStateProvince: venue.stateprovince, _VenueLat: '44.5', _VenueLng: '-73.25' },
          ...{ _VenueShowMap: false, _VenueShowMapLink: true },
        },
      ]);
      const given = { email: 'hello@guild.example', phone: '556', website: 'https://guild.example/' };
      const organizer = await world.organizer(given);
      const other = (await ask(`/tribe_organizer/${organizer.id}`)).body;
      expect(Object.keys(other)).toEqual([...keys, 'class_list', '_links']);
      expect(other.meta).toEqual({
        ...noStatus,
        ...{ _OrganizerEmail: given.email, _OrganizerPhone: given.phone, _OrganizerWebsite: given.website },
      });
    });

    test('meta names only the venues and organizers that the caller may read', async () => {
      const [open, hidden] = [await world.venue(), await world.venue({ status: 'draft' })];
      const [person, other] = [await world.organizer(), await world.organizer({ status: 'private' })];
      const linked = { venue: [hidden.id, open.id], organizer: [other.id, person.id] };
      const { id } = await world.event(linked);
      for (const as of ['anonymous', 'subscriber', 'author'] as const)
        for (const { meta } of [
          (await ask(`/tribe_events/${id}`, as)).body,
          (await ask(`/tribe_events?include=${id}`, as)).body[0],
        ])
          expect([meta._EventVenueID, meta._EventOrganizerID]).toEqual([[open.id], [person.id]]);
      const { meta } = (await ask(`/tribe_events/${id}`, 'editor')).body;
      expect([meta._EventVenueID, meta._EventOrganizerID]).toEqual([linked.venue, linked.organizer]);
    });

    test('meta has the cost as it was typed, without the currency', async () => {
      const costs = { '5': '5', '€5 – €12': '5 – 12', '10 EUR': '10', Donation: 'Donation', '$5 or €6': '$5 or €6' };
      for (const [cost, stored] of Object.entries({ ...costs, Free: 'Free', '5 per child': '5 per child' })) {
        const { id } = await world.event({ cost });
        expect([cost, (await ask(`/tribe_events/${id}`)).body.meta._EventCost]).toEqual([cost, stored]);
      }
    });

    test('class names of terms whose slug is a number or has no Latin letter have the ID of the term', async () => {
      const [numeric, foreign] = [await world.tag({ slug: '2027' }), await world.tag({ name: '日本' })];
      const { id } = await world.event({ tags: [numeric.id, foreign.id] });
      const { class_list: names } = (await ask(`/tribe_events/${id}`)).body;
      expect(names).toEqual(expect.arrayContaining([`tag-${numeric.id}`, `tag-${foreign.id}`]));
    });

    test('an excerpt is made from the text if there is none', async () => {
      const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
      const excerptOf = async (given: Record<string, unknown>, query = '') => {
        const { id } = await world.event(given);
        return (await ask(`/tribe_events/${id}${query}`, query ? 'editor' : 'anonymous')).body.excerpt;
      };
      const long = { description: `<p>${words(54)} &lt;b&gt;</p><p>more</p>` };
      const made = { rendered: `<p>${words(54)} &lt;b&gt; [&hellip;]</p>`, protected: false };
      expect(await excerptOf(long)).toEqual(made);
      expect(await excerptOf(long, '?context=edit')).toEqual({ raw: '', ...made });
      expect(await excerptOf({ description: '<p>Short <b>text</b></p>' })).toMatchObject({
        rendered: '<p>Short text</p>',
      });
      expect(await excerptOf({})).toEqual({ rendered: '', protected: false });
      expect(await excerptOf({ ...long, password: 'sesame' })).toEqual({ rendered: '', protected: true });
      const venue = await world.venue({ description: 'An old barn' });
      expect((await ask(`/tribe_venue/${venue.id}`)).body.excerpt.rendered).toBe('<p>An old barn</p>');
    });

    test('dates of a series have their own id and link, and the slug and guid of the series', async () => {
      const slug = word('choir');
      const master = await world.event({ slug, recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const { events } = await world.get(`/events/${master.id}/occurrences`);
      const ids: readonly number[] = events.map(({ id }: Answered) => id);
      const { body } = await ask(`/tribe_events?slug=${slug}&order=asc&orderby=id`);
      expect(body.map(({ id }: Answered) => id)).toEqual(ids);
      expect(body[1]).toMatchObject({
        ...{ slug, guid: { rendered: `${baseUrl}/event/${slug}/` }, link: `${baseUrl}/event/${slug}/2027-07-08/` },
        meta: { _EventStartDate: '2027-07-08 10:00:00' },
      });
      await world.send(`PATCH /events/${ids[1]}`, { title: 'Changed' });
      expect(await idsOf(`/tribe_events?slug=${slug}&order=asc&orderby=id`)).toEqual(ids);
      expect((await ask(`/tribe_events/${ids[1]}`)).body.slug).toBe(slug);
      await world.send(`PATCH /events/${ids[0]}`, { status: 'draft' });
      expect(await idsOf(`/tribe_events?slug=${slug}&order=asc&orderby=id`)).toEqual(ids.slice(1));
    });

    test.each(types)(
      '%s: everybody reads what is published, past and future, and people who write their own',
      async (type) => {
        const open = await made(type);
        const draft = await made(type, { status: 'draft' });
        const found = (query: string, as?: Who) => idsOf(`/${type}?include=${open.id},${draft.id}&${query}`, as);
        for (const as of everyone) {
          expect(await found('', as)).toEqual([open.id]);
          const readable = as === 'administrator' || as === 'editor';
          const reply = await ask(`/${type}/${draft.id}`, as);
          if (readable) expect(reply.body).toMatchObject({ id: draft.id, status: 'draft', date_gmt: null });
          else expectRefusal(reply, { statusCode: as === 'anonymous' ? 401 : 403, code: 'rest_forbidden' });
        }
        expect(await found('status=any&order=asc', 'editor')).toEqual([open.id, draft.id]);
        expect(await found('status=any', 'author')).toEqual([open.id]);
        expectRefusal(await ask(`/${type}?status=draft`), {
          statusCode: 400,
          code: 'rest_invalid_param',
          params: ['status'],
        });
      },
    );

    test('events of every date are listed, except those hidden from listings', async () => {
      const past = await world.event({ start_date: '2001-01-01 10:00', end_date: '2001-01-01 11:00' });
      const hidden = await world.event({ hide_from_listings: true });
      const both = `/tribe_events?include=${past.id},${hidden.id}`;
      expect(await idsOf(both)).toEqual([past.id]);
      expect(await idsOf(both, 'administrator')).toEqual([past.id]);
      expect(await idsOf(`${both}&context=edit`, 'administrator')).toEqual([hidden.id, past.id]);
      expect(await idsOf(`${both}&context=edit`, 'author')).toEqual([]);
    });

    test('a protected event is blank until its password opens it, and no filter finds hidden data', async () => {
      const [tag, other] = [await world.tag(), await world.tag()];
      const category = await world.category();
      const image = await stored(world);
      const event = await world.event({
        ...{ title: word('Guarded '), description: 'Secretword inside', excerpt: 'x', password: 'sesame' },
        ...{ tags: [tag.id], categories: [category.id], image: image.id, cost: 'Secretword', show_map: true },
        ...{ website: 'https://secretword.example/', event_status: 'postponed', event_status_note: 'Secretword' },
        ...{ venue: { venue: word('Hall ') }, organizer: { organizer: word('Guild ') }, all_day: true },
      });
      const at = `/tribe_events/${event.id}`;
      const shell = {
        ...{ featured_media: 0, tags: [], tribe_events_cat: [], title: { rendered: event.title } },
        ...{ content: { rendered: '', protected: true }, excerpt: { rendered: '', protected: true } },
        meta: {
          ...emptyMeta,
          ...{ _EventTimezone: event.timezone, _EventStartDate: event.start_date, _EventEndDate: event.end_date },
          ...{ _EventStartDateUTC: event.utc_start_date, _EventEndDateUTC: event.utc_end_date },
        },
        class_list: [
          ...[`post-${event.id}`, 'tribe_events', 'type-tribe_events', 'status-publish'],
          ...['post-password-required', 'hentry'],
        ],
      };
      for (const as of everyone) {
        const { statusCode, body, text } = await ask(at, as);
        expect([statusCode, body]).toMatchObject([200, shell]);
        expect(text).not.toMatch(/Secretword|wp:term|featuredmedia/i);
        expect((await ask(`/tribe_events?include=${event.id}`, as)).body).toMatchObject([shell]);
      }
      const opened = await ask(`${at}?password=sesame`);
      expect(opened.body).toMatchObject({
        ...{ content: { rendered: '<p>Secretword inside</p>', protected: false }, featured_media: image.id },
        ...{ tags: [tag.id], tribe_events_cat: [category.id] },
        meta: { _EventCost: 'Secretword', _EventVenueID: [event.venue.id], _tribe_events_status: 'postponed' },
        class_list: expect.arrayContaining(['post-password-protected', `tag-${tag.slug}`]),
      });
      for (const name of ['password', '%70assword']) {
        const { headers } = await ask(`${at}?${name}=sesame`);
        expect(headers.get('cache-control')).toMatch(/no-store, private/);
      }
      expectRefusal(await ask(`${at}?password=other`), { statusCode: 403, code: 'rest_post_incorrect_password' });
      expect((await ask(at)).body).toMatchObject(shell);
      expect((await ask(`${at}?context=edit`, 'editor')).body.content).toMatchObject({ raw: 'Secretword inside' });
      expectRefusal(await ask(`${at}?context=edit`, 'author'), { statusCode: 403, code: 'rest_forbidden_context' });
      for (const filter of [
        'search=secretword',
        `tags=${tag.id}`,
        `tags_exclude=${other.id}`,
        `tribe_events_cat=${category.id}`,
        `tribe_events_cat_exclude=999999`,
      ]) {
        const asked = `/tribe_events?include=${event.id}&${filter}`;
        expect([filter, await idsOf(asked), await idsOf(asked, 'editor')]).toEqual([filter, [], []]);
        expect([filter, await idsOf(`${asked}&context=edit`, 'editor')]).toEqual([filter, [event.id]]);
      }
    });

    test.each(types)('%s is filtered, sorted and paged', async (type) => {
      const stem = word('Sorted');
      const { administrator, editor, author } = world.people;
      const authors = [administrator.id, editor.id, author.id];
      const list: Answered[] = [];
      for (const [day, end] of [
        ['01', 'c'],
        ['02', 'a'],
        ['03', 'b'],
      ]) {
        list.push(
          await made(type, { title: `${stem} ${end}`, date: `2027-05-${day} 12:00:00`, author: authors[list.length] }),
        );
      }
      const [a, b, c] = list.map(({ id }) => id) as [number, number, number];
      const found = (query: string) => idsOf(`/${type}?search=${stem}&${query}`);
      expect(await found('')).toEqual([c, b, a]);
      expect(await found('order=asc')).toEqual([a, b, c]);
      expect(await found('orderby=title&order=asc')).toEqual([b, c, a]);
      expect(await found('orderby=id')).toEqual([c, b, a]);
      expect(await found(`orderby=include&include=${b},${c},${a}`)).toEqual([b, c, a]);
      expect(await found(`slug=${list[1]?.slug},${list[2]?.slug}`)).toEqual([c, b]);
      expect(await found(`exclude=${b}`)).toEqual([c, a]);
      expect(await found('after=2027-05-01T12:00:00')).toEqual([c, b]);
      expect(await found('before=2027-05-03T00:00:00&after=2027-05-01T13:00:00')).toEqual([b]);
      expect(await found(`author=${editor.id}`)).toEqual([b]);
      expect(await found(`author_exclude=${editor.id}`)).toEqual([c, a]);
      expect(await found('per_page=2&offset=1')).toEqual([b, a]);
      expect(await found('offset=9')).toEqual([]);
      const page = await ask(`/${type}?search=${stem}&per_page=2&page=2`);
      expect([page.body.length, page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual([
        ...[1, '3', '2'],
      ]);
      expectRefusal(await ask(`/${type}?search=${stem}&page=2`), {
        statusCode: 400,
        code: 'rest_post_invalid_page_number',
      });
      for (const wrong of [
        'per_page=101',
        'order=up',
        'orderby=relevance',
        'sticky=true',
        'menu_order=1',
        'parent=1',
      ]) {
        const params = [wrong.split('=')[0] as string];
        expectRefusal(await ask(`/${type}?${wrong}`), { statusCode: 400, code: 'rest_invalid_param', params });
      }
      expect(await found('_embed=1&_locale=user')).toHaveLength(3);
    });

    test('records are JSON whatever the Accept header names, also those that are protected', async () => {
      const { id } = await world.event({ description: 'Secretword inside', password: 'sesame' });
      const paths = [`/tribe_events/${id}`, '/tribe_events'];
      const reads = paths.flatMap((path) => Object.values(feedTypes).map((accept) => ({ path, accept })));
      for (const { path, accept } of reads) {
        const { headers, text } = await world.ask(`GET ${prefix}${path}`, { as: 'anonymous', headers: { accept } });
        expect(headers.get('content-type')).toMatch(/^application\/json/);
        expect(text).not.toContain('Secretword');
      }
    });

    test('events are found by their terms', async () => {
      const [tag, category] = [await world.tag(), await world.category()];
      const [one, other] = [await world.event({ tags: [tag.id] }), await world.event({ categories: [category.id] })];
      const found = (query: string) => idsOf(`/tribe_events?include=${one.id},${other.id}&${query}`);
      expect(await found(`tags=${tag.id}`)).toEqual([one.id]);
      expect(await found(`tags_exclude=${tag.id}`)).toEqual([other.id]);
      expect(await found(`tribe_events_cat=${category.id},999999`)).toEqual([other.id]);
      expect(await found(`tribe_events_cat_exclude[]=${category.id}`)).toEqual([one.id]);
    });

    test.each(types)('%s is read-only', async (type) => {
      const { id } = await made(type);
      const body = { title: 'Other', status: 'draft' };
      for (const request of [
        `POST /${type}`,
        ...['POST', 'PUT', 'PATCH', 'DELETE'].map((m) => `${m} /${type}/${id}`),
      ]) {
        const [method, path] = request.split(' ');
        const reply = await world.ask(`${method} ${prefix}${path}`, { as: 'administrator', body });
        expectRefusal(reply, { statusCode: 404, code: 'rest_no_route' });
      }
      expect((await ask(`/${type}/${id}`, 'administrator')).headers.get('allow')).toBe('GET');
      for (const other of [999_999, (await world.tag()).id + 900_000]) {
        expectRefusal(await ask(`/${type}/${other}`), { statusCode: 404, code: 'rest_post_invalid_id' });
      }
      const foreign = type === 'tribe_events' ? (await world.venue()).id : (await world.event()).id;
      expectRefusal(await ask(`/${type}/${foreign}`), { statusCode: 404, code: 'rest_post_invalid_id' });
    });

    test.each(types)('%s with context=edit shows the stored texts to people who may edit', async (type) => {
      const { id } = await made(type, { title: 'Raw & ready', description: 'Plain' });
      const at = `/${type}/${id}`;
      for (const path of [`${at}?context=edit`, `/${type}?context=edit`]) {
        expectRefusal(await ask(path), { statusCode: 401, code: 'rest_forbidden_context' });
        expectRefusal(await ask(path, 'subscriber'), { statusCode: 403, code: 'rest_forbidden_context' });
      }
      expectRefusal(await ask(`${at}?context=edit`, 'contributor'), {
        statusCode: 403,
        code: 'rest_forbidden_context',
      });
      const { body } = await ask(`${at}?context=edit`, 'editor');
      expect(body.title).toEqual({ raw: 'Raw & ready', rendered: 'Raw &amp; ready' });
      expect(body.content).toEqual({ raw: 'Plain', rendered: '<p>Plain</p>', protected: false });
      expect((await ask(at, 'editor')).body.title).toEqual({ rendered: 'Raw &amp; ready' });
    });
  });

  describe('terms', () => {
    test('event categories have their parents', async () => {
      const top = await world.category({ name: word('Top ') });
      const below = await world.category({ name: word('Below '), parent: top.id });
      const one = await ask(`/tribe_events_cat/${below.id}`);
      expect(one.body).toEqual({
        ...{ id: below.id, count: 0, description: '', link: below.url, name: below.name, slug: below.slug },
        ...{ taxonomy: 'tribe_events_cat', parent: top.id, meta: [] },
        _links: {
          self: [{ href: `${here}/tribe_events_cat/${below.id}` }],
          collection: [{ href: `${here}/tribe_events_cat` }],
          about: [{ href: `${here}/taxonomies/tribe_events_cat` }],
          up: [{ embeddable: true, href: `${here}/tribe_events_cat/${top.id}` }],
          'wp:post_type': [{ href: `${here}/tribe_events?tribe_events_cat=${below.id}` }],
          curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
        },
      });
      expect(await idsOf(`/tribe_events_cat?parent=${top.id}`)).toEqual([below.id]);
      expect(await idsOf(`/tribe_events_cat?slug=${below.slug}`)).toEqual([below.id]);
      expect(await idsOf(`/tribe_events_cat?include=${below.id},${top.id}&parent=0`)).toEqual([top.id]);
      expect(await idsOf('/tribe_events_cat?page=99')).toEqual([]);
      expect(await idsOf(`/tribe_events_cat?include=${below.id},${top.id}&orderby=id&offset=1`)).toEqual([below.id]);
      expectRefusal(await ask('/tribe_events_cat/999999'), { statusCode: 404, code: 'rest_term_invalid' });
    });

    test.each(everyone)('a category created by %s', async (as) => {
      const body = { name: word('Made by ') };
      const reply = await world.ask(`POST ${prefix}/tribe_events_cat`, { as, body });
      if (!['administrator', 'editor', 'author'].includes(as)) {
        return expectRefusal(reply, { statusCode: as === 'anonymous' ? 401 : 403, code: 'rest_forbidden' });
      }
      expect([reply.statusCode, reply.headers.get('location')]).toEqual([
        201,
        `${here}/tribe_events_cat/${reply.body.id}`,
      ]);
      const again = await world.ask(`POST ${prefix}/tribe_events_cat`, { as, body });
      expectRefusal(again, { statusCode: 400, code: 'term_exists' });
      expect(again.body.data.term_id).toBe(reply.body.id);
    });

    test.each(['tags', 'tribe_events_cat'])('%s with context=edit is for people who may edit terms', async (path) => {
      expectRefusal(await ask(`/${path}?context=edit`), { statusCode: 401, code: 'rest_forbidden_context' });
      expectRefusal(await ask(`/${path}?context=edit`, 'contributor'), {
        statusCode: 403,
        code: 'rest_forbidden_context',
      });
      expect((await ask(`/${path}?context=edit`, 'editor')).statusCode).toBe(200);
      for (const wrong of ['per_page=101', 'orderby=include_slugs', 'hide_empty=perhaps']) {
        const params = [wrong.split('=')[0] as string];
        expectRefusal(await ask(`/${path}?${wrong}`), { statusCode: 400, code: 'rest_invalid_param', params });
      }
    });
  });

  describe('discovery', () => {
    test('taxonomies', async () => {
      const { body } = await ask('/taxonomies');
      expect(Object.keys(body)).toEqual(['category', 'post_tag', 'tribe_events_cat']);
      expect(body.tribe_events_cat).toEqual({
        ...{ name: 'Event Categories', slug: 'tribe_events_cat', description: '', types: ['tribe_events'] },
        ...{ hierarchical: true, rest_base: 'tribe_events_cat', rest_namespace: 'wp/v2' },
        _links: {
          collection: [{ href: `${here}/taxonomies` }],
          'wp:items': [{ href: `${here}/tribe_events_cat` }],
        },
      });
      expect(Object.keys((await ask('/taxonomies?type=tribe_events')).body)).toEqual(['post_tag', 'tribe_events_cat']);
      expect((await ask('/taxonomies/post_tag')).body).toEqual(body.post_tag);
      expectRefusal(await ask('/taxonomies/constructor'), { statusCode: 404, code: 'rest_taxonomy_invalid' });
    });

    test.each([...types, 'media', 'tags', 'tribe_events_cat'])(
      'an empty search of %s asks for everything',
      async (path) => {
        const [all, searched] = [await ask(`/${path}`, 'editor'), await ask(`/${path}?search=`, 'editor')];
        expect([searched.statusCode, searched.body]).toEqual([200, all.body]);
      },
    );

    test('every type and taxonomy has its list at the address that it names', async () => {
      const named = [(await ask('/types')).body, (await ask('/taxonomies')).body].flatMap((body) =>
        Object.values(body),
      );
      for (const { rest_namespace, rest_base } of named as Record<string, string>[]) {
        const reply = await world.ask(`GET //wp-json/${rest_namespace}/${rest_base}`);
        expect([rest_base, reply.statusCode, Array.isArray(reply.body)]).toEqual([rest_base, 200, true]);
        expect(reply.headers.get('x-wp-total')).toMatch(/^\d+$/);
      }
    });

    test('statuses: published for everybody, the others for people who write', async () => {
      expect((await ask('/statuses')).body).toEqual({
        publish: {
          ...{ name: 'Published', public: true, queryable: true, slug: 'publish', date_floating: false },
          _links: { archives: [{ href: `${here}/posts` }] },
        },
      });
      expect(Object.keys((await ask('/statuses', 'contributor')).body)).toEqual([
        ...['publish', 'future', 'draft', 'pending', 'private', 'trash'],
      ]);
      expect((await ask('/statuses/draft', 'editor')).body.name).toBe('Draft');
      expectRefusal(await ask('/statuses/draft'), { statusCode: 404, code: 'rest_status_invalid' });
    });

    test.each([
      ['posts', 'rest_post_invalid_id'],
      ['pages', 'rest_post_invalid_id'],
      ['categories', 'rest_term_invalid'],
      ['comments', 'rest_comment_invalid_id'],
    ])('%s is an empty list', async (path, code) => {
      const event = await world.event();
      const { statusCode, body, headers } = await ask(`/${path}?per_page=5`);
      expect([statusCode, body, headers.get('x-wp-total'), headers.get('x-wp-totalpages')]).toEqual([
        200,
        [],
        '0',
        '0',
      ]);
      expectRefusal(await ask(`/${path}/${event.id}`), { statusCode: 404, code });
      expectRefusal(await ask(`/${path}?context=edit`), { statusCode: 401, code: 'rest_forbidden_context' });
      const written = await world.ask(`POST ${prefix}/${path}`, { as: 'administrator', body: { title: 'x' } });
      expectRefusal(written, { statusCode: 404, code: 'rest_no_route' });
    });

    test('the list of users reveals no name', async () => {
      await world.event();
      for (const as of everyone) expect((await ask('/users', as)).body).toEqual([]);
      expectRefusal(await ask('/users?context=edit'), { statusCode: 401, code: 'rest_forbidden_context' });
    });

    test('the index has time zone, help and authentication, equal for every caller', async () => {
      const [index, editors] = [await world.ask('GET //wp-json/'), await world.ask('GET //wp-json/', { as: 'editor' })];
      expect(index.body).toMatchObject({
        ...{ gmt_offset: -4, timezone_string: 'America/New_York' },
        authentication: { 'application-passwords': { endpoints: { authorization: `${baseUrl}/admin/account` } } },
        _links: { help: [{ href: `${baseUrl}/docs` }] },
      });
      expect(Object.keys(editors.body)).toEqual(Object.keys(index.body));
    });

    test('OPTIONS returns the schema here, and not on the mount', async () => {
      const { body } = await world.ask(`OPTIONS ${prefix}/tribe_events`);
      expect([body.methods, body.schema.title, Object.keys(body.schema.properties)]).toEqual([
        ['GET'],
        'event',
        expect.arrayContaining(['id', 'content', 'tribe_events_cat', '_links']),
      ]);
      expect((await world.ask('OPTIONS /events', { on: 'dropin' })).body).not.toHaveProperty('schema');
    });
  });
});
