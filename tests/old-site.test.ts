// The server that plays a site with The Events Calendar: what the tests of takeovers and comparisons rely on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OldSite, oldCredentials, oldSiteNow, startOldSite } from './harness/old-site/server.js';

let site: OldSite;
beforeAll(async () => {
  site = await startOldSite({ events: 200 });
});
afterAll(() => site.stop());

const api = '/wp-json/tribe/events/v1';
const all = 'start_date=1971-01-01&end_date=2100-12-31&per_page=50';

async function get(path: string, as?: keyof typeof oldCredentials, more: Readonly<Record<string, string>> = {}) {
  const { user, password } = as ? oldCredentials[as] : { user: '', password: '' };
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const response = await fetch(site.url + path, { headers: { ...more, ...(as && { authorization }) } });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

async function everyEvent(
  query: string,
  as?: keyof typeof oldCredentials,
): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const { body } = await get(`${api}/events?${all}&${query}&page=${page}`, as);
    found.push(...body.events);
    if (page >= body.total_pages) return found;
  }
}

test('generates the same records every time, in the sizes of the full site', async () => {
  const [one, two] = await Promise.all([startOldSite(), startOldSite()]);
  await Promise.all([one.stop(), two.stop()]);
  const { events, venues, organizers, categories, tags, media } = one.data;
  const sizes = [events, venues, organizers, categories, tags, media].map(({ length }) => length);
  expect(sizes).toEqual([2_000, 200, 60, 40, 80, 40]);
  expect(JSON.stringify(two.data)).toBe(JSON.stringify(one.data));
});

test('has every oddity, in the small site too', () => {
  const { events, categories } = site.data;
  const has = (isOdd: (event: (typeof events)[number]) => boolean) => events.some(isOdd);
  expect(new Set(events.map(({ status }) => status)).size).toBe(6);
  const isPast = ({ utcEnd }: (typeof events)[number]) => utcEnd < oldSiteNow;
  for (const status of ['publish', 'draft']) {
    expect(has((one) => one.hidden && one.status === status && isPast(one))).toBe(true);
    expect(has((one) => one.hidden && one.status === status && !isPast(one))).toBe(true);
  }
  expect(has(({ website }) => website.includes('&'))).toBe(true);
  expect(has(({ password }) => password !== '')).toBe(true);
  expect(has(({ title }) => title.includes('&eacute;'))).toBe(true);
  expect(has(({ zone }) => zone === 'UTC+1')).toBe(true);
  expect(has(({ id, date }) => id >= 10_000_000 && date !== undefined)).toBe(true);
  expect(has(({ date }) => date?.endsWith('/2') ?? false)).toBe(true);
  expect(has(({ ticketed }) => ticketed) && has(({ venues }) => venues.length > 1)).toBe(true);
  expect(has(({ allDay }) => allDay) && has(({ sticky }) => sticky) && has(({ featured }) => featured)).toBe(true);
  expect(categories.some(({ parent }, at) => categories.slice(at + 1).some(({ id }) => id === parent))).toBe(true);
  const ids = events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe('lists', () => {
  test('show the default window from today on, and everything if asked for', async () => {
    const shown = (await get(`${api}/events`)).body;
    const every = (await get(`${api}/events?${all}`)).body;
    expect(shown.events).toHaveLength(10);
    expect(shown.total).toBeLessThan(every.total);
    expect(every.total).toBe(site.data.events.filter(({ status, hidden }) => status === 'publish' && !hidden).length);
  });

  test('have totals in headers and at most 50 records per page', async () => {
    const { body, headers } = await get(`${api}/events?${all.replace('50', '500')}`);
    expect(body.events).toHaveLength(50);
    expect(headers.get('x-tec-total')).toBe(String(body.total));
    expect(headers.get('x-tec-totalpages')).toBe(String(Math.ceil(body.total / 50)));
  });

  test('are 404 past the end, 400 for the first day of 1970 and for statuses without rights', async () => {
    expect((await get(`${api}/events?${all}&page=99`)).status).toBe(404);
    expect((await get(`${api}/events?start_date=1970-01-01`)).status).toBe(400);
    expect((await get(`${api}/events?status=draft`)).status).toBe(400);
    expect((await get(`${api}/events?status=private`, 'contributor')).status).toBe(400);
    expect((await get(`${api}/events?status=publish,draft,trash`, 'administrator')).status).toBe(200);
    expect((await get(`${api}/categories?page=99`)).body.categories).toEqual([]);
  });

  test('show shells of protected events, and whole ones to an administrator', async () => {
    const { id } =
      site.data.events.find(({ password, status, hidden }) => password && status === 'publish' && !hidden) ?? {};
    const shell = (await everyEvent('')).find((event) => event.id === id);
    const whole = (await everyEvent('', 'administrator')).find((event) => event.id === id);
    expect(shell).toMatchObject({ description: '', all_day: null, venue: [] });
    expect(whole?.description).not.toBe('');
    expect((await get(`${api}/events/${id}`)).status).toBe(403);
    expect((await get(`${api}/events/${id}?password=open+sesame`)).status).toBe(200);
  });
});

describe('series', () => {
  test('have one slug and dated addresses, and their post is found by its slug and ID', async () => {
    for (const { id, groupId, slug } of site.data.series) {
      const dates = site.data.events.filter((one) => one.date && one.slug === slug);
      const { body } = await get(`${api}/events/by-slug/${slug}`);
      expect([body.id, body.start_date]).toEqual([id, dates.map(({ start }) => start).sort()[0]]);
      const included = (await get(`${api}/events?include=${id}&per_page=50`)).body.events;
      expect(included.map((one: { id: number }) => one.id)).toEqual(dates.map((one) => one.id));
      expect(new Set(included.map((one: { slug: string }) => one.slug))).toEqual(new Set([slug]));
      const posts = (await get(`/wp-json/wp/v2/tribe_events?slug=${slug}&per_page=100`)).body;
      for (const post of posts) expect(post.id).toBeGreaterThanOrEqual(10_000_000);
      expect((await get(`${api}/events/${id}`)).status).toBe(200);
      expect((await get(`${api}/events/${groupId}`)).body.code).toBe('rest-invalid-event-id');
    }
  });
});

describe('the lists of WordPress and of the newer interface', () => {
  const acknowledged = {
    'x-tec-eea':
      'I understand that this endpoint is experimental and may change in a future release without maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.',
  };
  const totalOf = async (path: string, as?: keyof typeof oldCredentials) =>
    Number((await get(path, as, acknowledged)).headers.get('x-wp-total'));

  test('wp/v2 shows upcoming events only, hidden ones too, and every event by its ID', async () => {
    const upcoming = (status: string) =>
      site.data.events.filter((one) => one.status === status && one.utcEnd >= oldSiteNow);
    expect(await totalOf('/wp-json/wp/v2/tribe_events')).toBe(upcoming('publish').length);
    const drafts = '/wp-json/wp/v2/tribe_events?status=draft';
    expect((await get(drafts)).status).toBe(400);
    expect(await totalOf(drafts, 'administrator')).toBe(upcoming('draft').length);
    const past = site.data.events.find((one) => one.hidden && one.status === 'draft' && one.utcEnd < oldSiteNow);
    expect((await get(`/wp-json/wp/v2/tribe_events/${past?.id}`, 'administrator')).body.id).toBe(past?.id);
    expect((await get(`/wp-json/wp/v2/tribe_events/${past?.id}`)).status).toBe(401);
  });

  test('wp/v2 has stored values in meta, and neither comment_status nor ping_status', async () => {
    const old = site.data.events.find((one) => one.website.includes('&') && one.status === 'publish' && !one.password);
    const post = (await get(`/wp-json/wp/v2/tribe_events/${old?.id}`)).body;
    expect(post.meta).toMatchObject({ _EventURL: old?.website, _EventCost: old?.cost.typed, _VenueAddress: '' });
    expect((await get(`${api}/events/${old?.id}`)).body.website).toBe(old?.website.replaceAll('&', '&amp;'));
    expect(['comment_status', 'ping_status'].filter((name) => name in post)).toEqual([]);
    expect(post.guid.rendered).toBe(`${site.url}/event/${old?.slug}/`);
  });

  test('tec/v1 needs its header, and lists every event of a status', async () => {
    const path = '/wp-json/tec/v1/events';
    expect((await get(path)).body.code).toBe('missing_experimental_endpoint_acknowledgement');
    const count = (status: string) => site.data.events.filter((one) => one.status === status).length;
    expect(await totalOf(path)).toBe(count('publish'));
    expect(await totalOf(`${path}?status=draft`, 'administrator')).toBe(count('draft'));
    expect(await totalOf(`${path}?status=draft`)).toBe(count('publish'));
  });
});

test('names the default window in the addresses of lists', async () => {
  const { body } = await get(`${api}/events?per_page=2`);
  const window = 'start_date=2026-11-16 00:00:00&end_date=2028-11-16 23:59:59&status=publish';
  expect(body.rest_url).toBe(`${site.url}${api}/events/?page=1&per_page=2&${window}`);
  const encoded = window.replaceAll(' ', '+').replaceAll(':', '%3A');
  expect(body.next_rest_url).toBe(`${site.url}${api}/events/?per_page=2&${encoded}&page=2`);
});

test('answers by ID and slug with the rights of the caller', async () => {
  const by = (status: string) => site.data.events.find((event) => event.status === status);
  expect((await get(`${api}/events/${by('publish')?.id}`)).body.slug).toBe(by('publish')?.slug);
  expect((await get(`${api}/events/by-slug/${by('publish')?.slug}`)).body.id).toBe(by('publish')?.id);
  expect((await get(`${api}/events/${by('trash')?.id}`)).status).toBe(403);
  expect((await get(`${api}/events/${by('draft')?.id}`)).status).toBe(403);
  expect((await get(`${api}/events/${by('draft')?.id}`, 'administrator')).status).toBe(200);
  expect((await get(`${api}/events/999999`)).status).toBe(404);
  const wrong = await fetch(`${site.url}${api}/events`, { headers: { authorization: 'Basic YTpi' } });
  expect(wrong.status).toBe(401);
});

test('serves its media as real files, and pages of events', async () => {
  const { body } = await get('/wp-json/wp/v2/media?per_page=100');
  expect(body).toHaveLength(site.data.media.length);
  const file = await fetch(body[0].source_url);
  const bytes = Buffer.from(await file.arrayBuffer());
  expect([bytes.length, bytes.subarray(0, 2).toString('hex')]).toEqual([body[0].media_details.filesize, 'ffd8']);
  const [event] = (await get(`${api}/events`)).body.events;
  expect((await get(new URL(event.url).pathname)).text).toContain(event.title);
});

test('makes every kind of change', async () => {
  const changed = await startOldSite({ events: 200 });
  await changed.stop();
  const before = changed.data.events.length;
  const { id } = changed.edit('create');
  expect(changed.data.events).toHaveLength(before + 1);
  expect(changed.data.events.filter((event) => event.id === id)).toHaveLength(1);
  const trashed = changed.edit('trash');
  expect(changed.data.events.find((event) => event.id === trashed.id)?.status).toBe('trash');
  expect(changed.edit('delete').kind).toBe('delete');
  expect(changed.data.events).toHaveLength(before);
  for (const kind of ['move', 'retitle', 'restore', 'rename', 'protect', 'cost', 'venue', 'organizer'] as const)
    expect(changed.edit(kind).kind).toBe(kind);
});
