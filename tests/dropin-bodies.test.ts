// Bodies of the drop-in API as its existing clients know them, and of the native API beside them.
import { describe, expect, test } from 'vitest';
import { type Mount, prefixes } from './harness/client.js';
import { engines } from './harness/engines.js';
import { baseUrl, useWorld, word } from './harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const dropin = { on: 'dropin' } as const;
const weekly = {
  start_date: '2027-07-06 19:00:00',
  end_date: '2027-07-06 21:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=3',
};

describe('an event', () => {
  const world = useWorld(engine);

  test('shows its parent natively and to editors, but not to existing clients', async () => {
    const parent = await world.event();
    const { id } = await world.event({ parent: parent.id });
    expect((await world.get(`/events/${id}`)).parent).toBe(parent.id);
    expect(await world.get(`/events/${id}`, dropin)).not.toHaveProperty('parent');
    const { events } = await world.get(`/events?include=${id}`, dropin);
    expect(events[0]).not.toHaveProperty('parent');
    const edited = await world.get(`/events/${id}?context=edit`, { on: 'dropin', as: 'editor' });
    expect(edited.parent).toBe(parent.id);
    expect(await world.send('POST /events', { title: word(), ...weekly, recurrence: '' }, dropin)).not.toHaveProperty(
      'parent',
    );
    const { components } = await world.get('/doc', dropin);
    expect(components.schemas.Event.properties).not.toHaveProperty('parent');
    expect((await world.get('/doc')).components.schemas.Event.properties).toHaveProperty('parent');
  });

  test('has offers in JSON-LD that lead to its own page and hold from the day of its publication', async () => {
    const given = { cost: '5', website: 'https://tickets.example/', date: '2027-06-14 23:30:00' };
    const { id, url } = await world.event(given);
    const { json_ld: known } = await world.get(`/events/${id}`, dropin);
    expect(known.offers).toMatchObject({ url, validFrom: '2027-06-14T00:00:00+00:00' });
    const { json_ld: native } = await world.get(`/events/${id}`);
    expect(native.offers).toMatchObject({ url: 'https://tickets.example/', validFrom: '2027-06-15T03:30:00+00:00' });
  });

  test('describes itself in JSON-LD by its excerpt, or by the first 55 words of its text', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
    const described = async (given: object, on: Mount): Promise<string> => {
      const { id } = await world.event({ ...given });
      return (await world.get(`/events/${id}`, { on })).json_ld.description;
    };
    const long = { description: `<p>${words(55)}</p><p>Fish &amp; chips</p>` };
    expect(await described(long, 'dropin')).toBe(`${words(55)} […]`);
    expect(await described(long, 'native')).toBe(`${words(55)} Fish & chips`);
    expect(await described({ description: `<p>${words(55)}</p>` }, 'dropin')).toBe(words(55));
    expect(await described({ ...long, excerpt: '<b>Short</b> &lt;b&gt;' }, 'dropin')).toBe('Short <b>');
    expect(await described({ ...long, excerpt: 'Short' }, 'native')).toBe(`${words(55)} Fish & chips`);
    const venue = await world.venue({ description: `<p>${words(60)}</p>` });
    expect((await world.get(`/venues/${venue.id}`, dropin)).json_ld.description).toBe(`${words(55)} […]`);
    const organizer = await world.organizer({ description: `<p>${words(60)}</p>` });
    expect((await world.get(`/organizers/${organizer.id}`, dropin)).json_ld.description).toBe(`${words(55)} […]`);
  });
});

describe('a date of a series', () => {
  const world = useWorld(engine);
  const slugsOf = async (on: Mount, id: number): Promise<readonly string[]> =>
    (await world.get(`/events?include=${id}`, { on })).events.map(({ slug }: { slug: string }) => slug);

  test('has the slug of its series in the drop-in API, and one of its own natively', async () => {
    const slug = word('choir');
    const master = await world.event({ ...weekly, slug });
    const { events } = await world.get(`/events?include=${master.id}`, dropin);
    const [first, second] = events;
    expect(await slugsOf('dropin', master.id)).toEqual([slug, slug, slug]);
    expect(await slugsOf('native', master.id)).toEqual(['06', '13', '20'].map((day) => `${slug}-2027-07-${day}`));
    expect((await world.get(`/events/${second.id}`, dropin)).slug).toBe(slug);
    expect(second.url).toBe(`${baseUrl}/event/${slug}/2027-07-13/`);
    expect((await world.get(`/events/by-slug/${slug}`, dropin)).id).toBe(master.id);
    expect(await world.get(`/events/by-slug/${slug}-2027-07-13`, dropin)).toMatchObject({ id: second.id, slug });
    const changed = await world.send(`PATCH /events/${first.id}`, { title: 'Changed' }, dropin);
    expect(changed).toMatchObject({ slug, url: first.url });
    const named = await world.send(`PATCH /events/${first.id}`, { slug: `${slug}-gala` }, dropin);
    expect(named).toMatchObject({ slug: `${slug}-gala`, url: `${baseUrl}/event/${slug}-gala/` });
  });

  test('keeps following its series when a client sends the whole record back', async () => {
    const slug = word('choir');
    const master = await world.event({ ...weekly, slug });
    const [first] = (await world.get(`/events?include=${master.id}`, dropin)).events;
    const { title, description, start_date, end_date } = first;
    const sent = await world.send(
      `PUT /events/${first.id}`,
      { title, description, slug, start_date, end_date },
      dropin,
    );
    expect(sent).toMatchObject({ slug, url: first.url });
    const native = await world.get(`/events/${first.id}?context=edit`, { as: 'editor' });
    expect([native.slug, native.changed]).toEqual([`${slug}-2027-07-06`, []]);
    for (const scope of ['this', 'all']) {
      await world.send(`PUT /events/${first.id}`, { title: word(), slug, scope }, dropin);
      expect((await world.get(`/events/by-slug/${slug}`, dropin)).id).toBe(master.id);
    }
  });
});

describe('the pages of a list', () => {
  const world = useWorld(engine);
  const queryOf = (url: string) => [...new URL(url).searchParams];
  const window = [
    ['start_date', '2027-06-15 00:00:00'],
    ['end_date', '2029-06-15 23:59:59'],
  ];

  test('of events name the default window, page size and status in the drop-in API', async () => {
    const tag = await world.tag();
    for (const day of ['01', '02', '03'])
      await world.event({ start_date: `2027-07-${day} 10:00`, end_date: `2027-07-${day} 11:00`, tags: [tag.id] });
    const path = `/events?per_page=1&tags=${tag.id}&featured=false`;
    const asked = ['tags', String(tag.id)];
    const list = await world.get(path, dropin);
    const common = [['per_page', '1'], ...window, ['status', 'publish'], asked, ['featured', 'false']];
    expect(queryOf(list.next_rest_url)).toEqual([...common, ['page', '2']]);
    expect(list.next_rest_url).toMatch(/^[!-~]+$/);
    const second = await world.ask(`GET /${list.next_rest_url.slice(baseUrl.length)}`);
    expect(queryOf(second.body.previous_rest_url)).toEqual(common);
    expect(second.headers.get('link')).toContain(`<${second.body.next_rest_url}>; rel="next"`);
    const third = await world.ask(`GET /${second.body.next_rest_url.slice(baseUrl.length)}`);
    expect(third.body.events.map(({ start_date }: { start_date: string }) => start_date)).toEqual([
      '2027-07-03 10:00:00',
    ]);
    expect(third.body).not.toHaveProperty('next_rest_url');
    const native = await world.get(path);
    expect(queryOf(native.next_rest_url)).toEqual([
      ...[['per_page', '1'], asked, ['featured', 'false']],
      ...[['page', '2']],
    ]);
  });

  test('of venues carry every filter, and those of terms no defaults', async () => {
    const stem = word('hall');
    for (const end of ['a', 'b']) await world.venue({ venue: `${stem} ${end}` });
    const venues = await world.get(`/venues?per_page=1&search=${stem}`, dropin);
    expect(queryOf(venues.next_rest_url)).toEqual([
      ...[
        ['per_page', '1'],
        ['status', 'publish'],
        ['search', stem],
      ],
      ...[['page', '2']],
    ]);
    for (const end of ['a', 'b']) await world.category({ name: `${stem} ${end}` });
    const categories = await world.get(`/categories?per_page=1&search=${stem}&hide_empty=0`, dropin);
    expect(queryOf(categories.next_rest_url).map(([name]) => name)).toEqual([
      'per_page',
      'search',
      'hide_empty',
      'page',
    ]);
    expect((await world.ask('GET //wp-json/wp/v2/tribe_venue?per_page=1')).headers.get('link')).toContain(
      `<${baseUrl}/wp-json/wp/v2/tribe_venue/?per_page=1&page=2>; rel="next"`,
    );
  });
});

describe('terms', () => {
  const world = useWorld(engine);
  const core = `${baseUrl}/wp-json/wp/v2`;
  const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

  test('link to the WordPress API in the drop-in API', async () => {
    const above = await world.category();
    const { id } = await world.category({ parent: above.id });
    expect((await world.get(`/categories/${id}`, dropin))._links).toEqual({
      self: [{ href: `${core}/tribe_events_cat/${id}` }],
      collection: [{ href: `${core}/tribe_events_cat` }],
      about: [{ href: `${core}/taxonomies/tribe_events_cat` }],
      up: [{ embeddable: true, href: `${core}/tribe_events_cat/${above.id}` }],
      'wp:post_type': [{ href: `${core}/tribe_events?tribe_events_cat=${id}` }],
      curies,
    });
    const tag = await world.send('POST /tags', { name: word('Tag ') }, dropin);
    expect(tag._links).toEqual({
      self: [{ href: `${core}/tags/${tag.id}` }],
      collection: [{ href: `${core}/tags` }],
      about: [{ href: `${core}/taxonomies/post_tag` }],
      'wp:post_type': [{ href: `${core}/posts?tags=${tag.id}` }, { href: `${core}/tribe_events?tags=${tag.id}` }],
      curies,
    });
    expect((await world.ask(`GET //wp-json/wp/v2/tags/${tag.id}`)).body._links).toEqual(tag._links);
    const own = `${baseUrl}${prefixes.native}/tags`;
    expect((await world.get(`/tags/${tag.id}`))._links).toEqual({
      self: [{ href: `${own}/${tag.id}` }],
      collection: [{ href: own }],
    });
  });
});
