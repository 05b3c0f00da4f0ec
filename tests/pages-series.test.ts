// Pages of recurring events: one per date, the redirect to the next date, and the list of all dates.
import { describe, expect, test } from 'vitest';
import { changePassword } from '../src/auth/accounts.js';
import { onOneEngine } from './harness/engines.js';
import {
  type Answered,
  type Body,
  baseUrl,
  startOfWorld,
  startWorld,
  useWorld,
  type World,
  word,
} from './harness/world.js';

/** The clock of the world shows 15 June 2027: two Tuesdays are past, three are ahead. */
const tuesdays = {
  start_date: '2027-06-01 19:00:00',
  end_date: '2027-06-01 21:00:00',
  recurrence: 'FREQ=WEEKLY;COUNT=5',
};
const days = ['2027-06-01', '2027-06-08', '2027-06-15', '2027-06-22', '2027-06-29'];
const twiceADay = {
  ...tuesdays,
  recurrence: 'FREQ=WEEKLY;COUNT=4;BYHOUR=15,19;BYMINUTE=0',
  start_date: '2027-06-22 15:00:00',
  end_date: '2027-06-22 16:00:00',
};

const page = (world: World, path: string) => world.ask(`GET /${path}`, { headers: { accept: 'text/html' } });
const hrefsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<a\b[^>]*?href="([^"]*)"/g)].map(([, url = '']) => url);
const canonicalOf = (text: string): string | undefined => /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];
const relOf = (text: string, rel: 'prev' | 'next'): string | undefined =>
  new RegExp(`<a rel="${rel}" href="([^"]*)">`).exec(text)?.[1];
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
const dataIn = (text: string): any =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null');
const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

async function leadsTo(world: World, path: string, to: string, by: 301 | 302 = 302): Promise<void> {
  const { statusCode, headers } = await page(world, path);
  expect([path, statusCode, headers.get('location')]).toEqual([path, by, to]);
}

async function datesOf(world: World, { id }: Answered): Promise<readonly Answered[]> {
  return (await world.get(`/events/${id}/occurrences?per_page=100&context=edit`, { as: 'editor' })).events;
}

async function dateOn(world: World, series: Answered, day: string): Promise<Answered> {
  const found = (await datesOf(world, series)).find(({ start_date }) => start_date.startsWith(day));
  if (!found) throw new TypeError(`there is no date on ${day}`);
  return found;
}

onOneEngine((engine) => {
  const world = useWorld(engine);
  const choir = (given: Body = {}) =>
    world.event({ title: word('Choir '), slug: word('choir'), ...tuesdays, ...given });

  describe('the URL of a series', () => {
    test('leads to the next date as time passes, and to the last one when all are past', async () => {
      const { slug } = await choir();
      try {
        await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-15/`);
        // 19:00 in New York is 23:00 UTC.
        world.clock.now = '2027-06-15 23:00:00';
        await leadsTo(world, `/event/${slug}`, `/event/${slug}/2027-06-15/`);
        world.clock.now = '2027-06-15 23:00:01';
        await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-22/`);
        world.clock.now = '2027-12-01 00:00:00';
        await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-29/`);
      } finally {
        world.clock.now = startOfWorld;
      }
    });

    test('leads to the list of dates if there is none', async () => {
      const series = await choir();
      for (const { id } of await datesOf(world, series)) await world.send(`DELETE /events/${id}`, {});
      await leadsTo(world, `/event/${series.slug}/`, `/event/${series.slug}/all/`);
      const { statusCode, text } = await page(world, `/event/${series.slug}/all/`);
      expect([statusCode, text.includes('No dates')]).toEqual([200, true]);
      expect(hrefsIn(text)).not.toContain(`/event/${series.slug}/`);
    });

    test('leads to the next date from the id of the series, and to the page of a date from its id', async () => {
      const series = await choir();
      const date = await dateOn(world, series, '2027-06-22');
      for (const [type, by] of [['', 301] as const, ['post_type=tribe_events&', 302] as const]) {
        await leadsTo(world, `/?${type}p=${series.id}`, `/event/${series.slug}/`, by);
        await leadsTo(world, `/?${type}p=${date.id}`, `/event/${series.slug}/2027-06-22/`, by);
      }
    });

    test('works with letters of any script', async () => {
      const { slug } = await choir({ title: '合唱団', slug: '' });
      expect(slug).toMatch(/^%e5/);
      await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-15/`);
      await leadsTo(world, '/event/合唱団/2030-01-01/', `/event/${slug}/`);
      for (const path of ['2027-06-15/', 'all/']) {
        const { statusCode, text } = await page(world, `/event/合唱団/${path}`);
        expect([statusCode, canonicalOf(text)]).toEqual([200, `${baseUrl}/event/${slug}/${path}`]);
      }
    });

    test('is 404 for an unpublished series and 410 for a trashed one, with and without a date', async () => {
      const draft = await choir({ status: 'draft', slug: word('choir') });
      const trashed = await choir();
      await world.send(`DELETE /events/${trashed.id}`, {});
      const nothing = await page(world, '/event/no-such-event/');
      for (const path of ['', '2027-06-22/', '2027-06-23/', '2027-06-22/1/', 'all/'])
        for (const { slug } of [draft, trashed]) {
          const { statusCode, text } = await page(world, `/event/${slug}/${path}`);
          expect([path, statusCode, text]).toEqual([path, 404, nothing.text]);
        }
      for (const path of ['', '2027-06-22/', 'all/'])
        expect((await page(world, `/event/${trashed.slug}__trashed/${path}`)).statusCode).toBe(410);
    });
  });

  describe('the page of a date', () => {
    test('is the canonical URL of every date, with the dates around it', async () => {
      const { slug, title } = await choir();
      for (const [at, day] of days.entries()) {
        const { statusCode, text } = await page(world, `/event/${slug}/${day}/`);
        expect([statusCode, canonicalOf(text)]).toEqual([200, `${baseUrl}/event/${slug}/${day}/`]);
        expect(text).toContain(`<h1>${title}</h1>`);
        const [before, after] = [days[at - 1], days[at + 1]].map((other) => other && `/event/${slug}/${other}/`);
        expect([relOf(text, 'prev'), relOf(text, 'next')]).toEqual([before, after]);
        const links = hrefsIn(text);
        for (const href of [before, after, `/event/${slug}/all/`]) if (href) expect(links).toContain(href);
      }
    });

    test('shows the rule in words, and the day of the previous and the next date', async () => {
      const { slug } = await choir();
      const text = textOf((await page(world, `/event/${slug}/2027-06-15/`)).text);
      expect(text).toContain('Every Tuesday, 5 times');
      expect(text).toContain('Previous date: 8 June 2027');
      expect(text).toContain('Next date: 22 June 2027');
      expect(text).toContain('All dates');
    });

    test('is numbered on a day with several dates; without a number it is the first', async () => {
      const { slug } = await choir(twiceADay);
      const first = await page(world, `/event/${slug}/2027-06-22/`);
      expect([first.statusCode, canonicalOf(first.text)]).toEqual([200, `${baseUrl}/event/${slug}/2027-06-22/1/`]);
      expect(first.text).toBe((await page(world, `/event/${slug}/2027-06-22/1/`)).text);
      const second = await page(world, `/event/${slug}/2027-06-22/2/`);
      expect(canonicalOf(second.text)).toBe(`${baseUrl}/event/${slug}/2027-06-22/2/`);
      expect(textOf(second.text)).toContain('Previous date: 22 June 2027, 15:00');
      expect([relOf(second.text, 'prev'), relOf(second.text, 'next')]).toEqual([
        `/event/${slug}/2027-06-22/1/`,
        `/event/${slug}/2027-06-29/1/`,
      ]);
      await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-22/1/`);
      await leadsTo(world, `/event/${slug}/2027-06-22/3/`, `/event/${slug}/`);
    });

    test('leads to the URL of the series for an unknown date, and to the plain URL of the only date of a day', async () => {
      const { slug } = await choir();
      for (const path of ['2027-06-16/', '2027-02-31/', '9999-99-99/', '2027-06-22/2/', '2027-06-22/999/'])
        await leadsTo(world, `/event/${slug}/${path}`, `/event/${slug}/`);
      await leadsTo(world, `/event/${slug}/2027-06-22/1/`, `/event/${slug}/2027-06-22/`);
      for (const path of ['2027-06-22/0/', '2027-06-22/x/', '2027-6-22/', 'x/', '1/', '2027-06-22/1/1/'])
        expect((await page(world, `/event/${slug}/${path}`)).statusCode, path).toBe(404);
    });

    test('follows a date that was moved', async () => {
      const series = await choir();
      const { id } = await dateOn(world, series, '2027-06-22');
      await world.send(`PATCH /events/${id}`, { start_date: '2027-06-24 18:00:00', end_date: '2027-06-24 20:00:00' });
      await leadsTo(world, `/event/${series.slug}/2027-06-22/`, `/event/${series.slug}/`);
      const { statusCode, text } = await page(world, `/event/${series.slug}/2027-06-24/`);
      expect([statusCode, relOf(text, 'prev'), relOf(text, 'next')]).toEqual([
        200,
        `/event/${series.slug}/2027-06-15/`,
        `/event/${series.slug}/2027-06-29/`,
      ]);
    });

    test('shows the texts of its own; with a slug of its own it has another URL', async () => {
      const series = await choir();
      const { id } = await dateOn(world, series, '2027-06-22');
      await world.send(`PATCH /events/${id}`, { title: 'Open rehearsal' });
      const titled = await page(world, `/event/${series.slug}/2027-06-22/`);
      expect(titled.text).toContain('<h1>Open rehearsal</h1>');
      expect(dataIn(titled.text).superEvent).toMatchObject({ name: series.title });
      const slug = word('open-rehearsal');
      await world.send(`PATCH /events/${id}`, { slug });
      await leadsTo(world, `/event/${series.slug}/2027-06-22/`, `/event/${slug}/`);
      const own = await page(world, `/event/${slug}/`);
      expect([own.statusCode, canonicalOf(own.text)]).toEqual([200, `${baseUrl}/event/${slug}/`]);
      expect(relOf(own.text, 'next')).toBe(`/event/${series.slug}/2027-06-29/`);
    });

    test('is reached by the slug of the date', async () => {
      const { slug } = await choir();
      await leadsTo(world, `/event/${slug}-2027-06-22/`, `/event/${slug}/2027-06-22/`);
    });

    test('is linked from every view', async () => {
      const venue = await world.venue({ geo_lat: 10, geo_lng: 10, city: word('City') });
      const organizer = await world.organizer();
      const category = await world.category();
      const tag = await world.tag();
      const linked = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
      const { slug } = await choir(linked);
      const href = `/event/${slug}/2027-06-22/`;
      for (const path of [
        `/calendar/list?tag=${tag.slug}`,
        `/calendar/month/2027-06?tag=${tag.slug}`,
        `/calendar/week/2027-06-22?tag=${tag.slug}`,
        `/calendar/day/2027-06-22?tag=${tag.slug}`,
        `/calendar/places?city=${venue.city}`,
        `/embed?tag=${tag.slug}`,
        `/embed?view=month&date=2027-06-22&tag=${tag.slug}`,
        `/venue/${venue.slug}/`,
        `/organizer/${organizer.slug}/`,
        `/events/category/${category.slug}/`,
        `/tag/${tag.slug}/`,
      ])
        expect(hrefsIn((await page(world, path)).text), path).toContain(href);
    });
  });

  describe('a date that is not public', () => {
    test('is like an unknown one, and the dates around it leave it out', async () => {
      const series = await choir();
      const [draft, trashed] = [await dateOn(world, series, '2027-06-15'), await dateOn(world, series, '2027-06-22')];
      await world.send(`PATCH /events/${draft.id}`, { status: 'draft', title: 'Secretword' });
      await world.send(`DELETE /events/${trashed.id}`, {});
      await leadsTo(world, `/event/${series.slug}/`, `/event/${series.slug}/2027-06-29/`);
      for (const day of ['2027-06-15', '2027-06-22'])
        await leadsTo(world, `/event/${series.slug}/${day}/`, `/event/${series.slug}/`);
      const { text } = await page(world, `/event/${series.slug}/2027-06-29/`);
      expect(relOf(text, 'prev')).toBe(`/event/${series.slug}/2027-06-08/`);
      const all = await page(world, `/event/${series.slug}/all/`);
      expect(all.text).not.toMatch(/Secretword|2027-06-(15|22)\//);
    });

    test('does not hide the public date of an unpublished series', async () => {
      const series = await choir({ status: 'draft', slug: word('choir') });
      const { id } = await dateOn(world, series, '2027-06-22');
      await world.send(`PATCH /events/${id}`, { status: 'publish' });
      const path = `/event/${series.slug}/2027-06-22/`;
      const { statusCode, text } = await page(world, path);
      expect([statusCode, canonicalOf(text)]).toEqual([200, baseUrl + path]);
      expect(text).not.toMatch(/Every Tuesday|superEvent|\/all\//);
      await leadsTo(world, `/event/${series.slug}/`, path);
      expect((await page(world, `/event/${series.slug}/all/`)).statusCode).toBe(404);
    });

    test('opens by its URL if it is only hidden from lists', async () => {
      const series = await choir();
      const { id } = await dateOn(world, series, '2027-06-15');
      await world.send(`PATCH /events/${id}`, { hide_from_listings: true });
      expect((await page(world, `/event/${series.slug}/2027-06-15/`)).statusCode).toBe(200);
      await leadsTo(world, `/event/${series.slug}/`, `/event/${series.slug}/2027-06-22/`);
      expect((await page(world, `/event/${series.slug}/all/`)).text).not.toContain('2027-06-15/');
      const { text } = await page(world, `/event/${series.slug}/2027-06-22/`);
      expect(relOf(text, 'prev')).toBe(`/event/${series.slug}/2027-06-08/`);
    });

    test('keeps the pages of a hidden series together', async () => {
      const { slug } = await choir({ hide_from_listings: true });
      await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-15/`);
      const { text } = await page(world, `/event/${slug}/2027-06-15/`);
      expect(relOf(text, 'next')).toBe(`/event/${slug}/2027-06-22/`);
      expect(hrefsIn((await page(world, `/event/${slug}/all/`)).text)).toContain(`/event/${slug}/2027-06-22/`);
      expect((await page(world, '/calendar/month/2027-06')).text).not.toContain(slug);
    });
  });

  test('a date of a protected series opens with the password, and its list of dates reveals nothing', async () => {
    const { slug, title } = await choir({ password: 'open sesame', description: 'hiddenword', tags: ['hiddenword'] });
    const path = `/event/${slug}/2027-06-22/`;
    await leadsTo(world, `/event/${slug}/`, `/event/${slug}/2027-06-15/`);
    const locked = await page(world, path);
    expect(locked.text).toContain(`<form method="post" action="${path}">`);
    const all = await page(world, `/event/${slug}/all/`);
    expect(all.text).toContain(title);
    expect(all.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    for (const { text } of [locked, all]) expect(text).not.toMatch(/hiddenword|ld\+json/);
    const form = (password: string) =>
      world.ask(`POST /${path}`, { raw: new URLSearchParams({ password }).toString() });
    expect((await form('wrong')).statusCode).toBe(403);
    const opened = await form('open sesame');
    expect([opened.statusCode, opened.text.includes('hiddenword')]).toEqual([200, true]);
    expect(opened.headers.get('cache-control')).toBe('private, no-store');
  });

  test('a single event leads from a date or `all` to its own URL, unless it is not public', async () => {
    const { slug } = await world.event({ slug: word('fair') });
    for (const path of ['2027-07-01/', '2027-07-01/1/', '2027-07-02/', 'all/'])
      await leadsTo(world, `/event/${slug}/${path}`, `/event/${slug}/`);
    const draft = await world.event({ slug: word('fair'), status: 'draft' });
    for (const path of ['2027-07-01/', 'all/'])
      expect((await page(world, `/event/${draft.slug}/${path}`)).statusCode).toBe(404);
  });

  describe('the list of all dates', () => {
    const daily = {
      start_date: '2027-06-01 19:00:00',
      end_date: '2027-06-01 21:00:00',
      recurrence: 'FREQ=DAILY;COUNT=60',
    };

    test('has the upcoming dates in order, then the past ones, in pages', async () => {
      const { slug } = await choir(daily);
      const listed: string[] = [];
      for (const at of [1, 2, 3]) {
        const path = `/event/${slug}/all/${at > 1 ? `?page=${at}` : ''}`;
        const { statusCode, text } = await page(world, path);
        expect([statusCode, canonicalOf(text)]).toEqual([200, baseUrl + path]);
        expect(text).toContain(`Page ${at} of 3`);
        listed.push(...hrefsIn(text).filter((href) => /\/2027-\d\d-\d\d\/$/.test(href)));
      }
      const dayAt = (n: number) => new Date(Date.UTC(2027, 5, 1 + n)).toISOString().slice(0, 10);
      const all = Array.from({ length: 60 }, (_, n) => `/event/${slug}/${dayAt(n)}/`);
      expect(listed).toEqual([...all.slice(14), ...all.slice(0, 14).reverse()]);
      expect((await page(world, `/event/${slug}/all/?page=4`)).statusCode).toBe(404);
      expect((await page(world, `/event/${slug}/all/?page=x`)).statusCode).toBe(400);
    });

    test.each([
      // It is 15:30 UTC on the 15th.
      ['Asia/Tokyo', '20:00:00', '21:00:00', ['16', '17', '15', '14']],
      ['America/New_York', '12:00:00', '13:00:00', ['15', '16', '17', '14']],
    ])('separates them by the clock of %s', async (timezone, start, end, order) => {
      const [start_date, end_date] = [`2027-06-14 ${start}`, `2027-06-14 ${end}`];
      const { slug } = await choir({ timezone, start_date, end_date, recurrence: 'FREQ=DAILY;COUNT=4' });
      const { text } = await page(world, `/event/${slug}/all/`);
      const listed = hrefsIn(text).flatMap((href) => /\/2027-06-(\d\d)\/$/.exec(href)?.[1] ?? []);
      expect(listed.slice(-4)).toEqual(order);
    });

    test('links to the last date when all are past', async () => {
      const { slug } = await choir({ start_date: '2027-05-04 19:00:00', end_date: '2027-05-04 21:00:00' });
      const { text } = await page(world, `/event/${slug}/all/`);
      expect(textOf(text)).toContain('Go to the last date');
      expect(text).not.toContain('Upcoming dates');
    });

    test('has the text once, and a line per date with what differs', async () => {
      const barn = await world.venue({ venue: word('Barn ') });
      const series = await choir({ description: '<p>Songs in four parts.</p>', venue: barn.id });
      const other = await world.venue({ venue: word('Chapel ') });
      const [moved, cancelled] = [await dateOn(world, series, '2027-06-22'), await dateOn(world, series, '2027-06-29')];
      await world.send(`PATCH /events/${moved.id}`, { venue: other.id, title: 'Open rehearsal' });
      await world.send(`PATCH /events/${cancelled.id}`, { event_status: 'cancelled' });
      const { text } = await page(world, `/event/${series.slug}/all/`);
      const main = text.slice(text.indexOf('<main'));
      expect(main.match(/Songs in four parts/g)).toHaveLength(1);
      expect(main.match(new RegExp(String(barn.venue), 'g'))).toHaveLength(1);
      const lines = [...main.matchAll(/<li[^>]*><a href="[^"]*">[^<]*2027<\/a>.*?<\/li>/g)].map(([line]) =>
        textOf(line).trim(),
      );
      expect(lines).toEqual([
        expect.stringMatching(/^Tuesday, 15 June 2027 +19:00 – 21:00$/),
        expect.stringMatching(new RegExp(`^Tuesday, 22 June 2027 19:00 – 21:00 Open rehearsal ${other.venue}`)),
        'Tuesday, 29 June 2027 19:00 – 21:00 Cancelled',
        expect.stringContaining('8 June'),
        expect.stringContaining('1 June'),
      ]);
    });

    test('shows title and rule, links to the next date, and names the same list in the API', async () => {
      const series = await choir();
      const { text } = await page(world, `/event/${series.slug}/all/`);
      expect(text).toContain(`<h1>${series.title}</h1>`);
      expect(textOf(text)).toContain(`${series.title} Every Tuesday, 5 times`);
      expect(textOf(text)).toContain('Go to the next date');
      expect(hrefsIn(text)).toContain(`/event/${series.slug}/`);
      const [, json = ''] = /<link rel="alternate" type="application\/json" href="([^"]*)">/.exec(text) ?? [];
      expect((await world.ask(`GET /${json.slice(baseUrl.length)}`)).body.total).toBe(5);
      const [, route = ''] = /<link rel="alternate" href="([^"]*)">/.exec(text) ?? [];
      expect((await world.ask(`GET /${route.slice(baseUrl.length)}`)).body.total).toBe(5);
    });
  });

  describe('JSON-LD', () => {
    test('of a date names its series, on the page and in the native API only', async () => {
      const series = await choir();
      const { id } = await dateOn(world, series, '2027-06-22');
      const superEvent = { '@type': 'EventSeries', name: series.title, url: `${baseUrl}/event/${series.slug}/all/` };
      const shown = dataIn((await page(world, `/event/${series.slug}/2027-06-22/`)).text);
      expect(shown).toMatchObject({ '@type': 'Event', startDate: '2027-06-22T19:00:00-04:00', superEvent });
      expect((await world.get(`/events/${id}`)).json_ld).toEqual(shown);
      for (const one of [id, series.id]) {
        const { json_ld } = await world.get(`/events/${one}`, { on: 'dropin' });
        expect(json_ld['@type']).toBe('Event');
        expect(json_ld).not.toHaveProperty('superEvent');
        expect(json_ld).not.toHaveProperty('eventSchedule');
      }
    });

    test('of a date names no series that is not public, even for editors', async () => {
      const series = await choir({ status: 'draft' });
      const { id } = await dateOn(world, series, '2027-06-22');
      expect((await world.get(`/events/${id}`, { as: 'editor' })).json_ld).not.toHaveProperty('superEvent');
    });

    test('of a series has its schedule without skipped and moved dates, and the dates of the page', async () => {
      const series = await choir({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=6', dates: [], except: ['2027-06-08'] } });
      const [trashed, moved] = [await dateOn(world, series, '2027-06-15'), await dateOn(world, series, '2027-06-22')];
      await world.send(`DELETE /events/${trashed.id}`, {});
      await world.send(`PATCH /events/${moved.id}`, {
        start_date: '2027-06-23 19:00:00',
        end_date: '2027-06-23 21:00:00',
      });
      const data = dataIn((await page(world, `/event/${series.slug}/all/`)).text);
      expect(data).toMatchObject({
        '@type': 'EventSeries',
        name: series.title,
        url: `${baseUrl}/event/${series.slug}/all/`,
        startDate: '2027-06-01T19:00:00-04:00',
        endDate: '2027-07-06T21:00:00-04:00',
      });
      expect(data.eventSchedule).toEqual({
        '@type': 'Schedule',
        repeatFrequency: 'P1W',
        byDay: ['https://schema.org/Tuesday'],
        startDate: '2027-06-01',
        repeatCount: 6,
        startTime: '19:00:00',
        endTime: '21:00:00',
        duration: 'PT120M',
        scheduleTimezone: 'America/New_York',
        exceptDate: ['2027-06-08', '2027-06-15T19:00:00-04:00', '2027-06-22T19:00:00-04:00'],
      });
      expect(data.subEvent.map(({ url }: Answered) => url.slice(-11))).toEqual([
        '2027-06-23/',
        '2027-06-29/',
        '2027-07-06/',
        '2027-06-01/',
      ]);
      const { subEvent: _, ...own } = data;
      expect((await world.get(`/events/${series.id}`)).json_ld).toEqual(own);
    });
  });

  test('a cached page shows changes of its series and of the dates around it', async () => {
    const series = await choir();
    const path = `/event/${series.slug}/2027-06-15/`;
    expect(textOf((await page(world, path)).text)).toContain('Every Tuesday, 5 times');
    await page(world, `/event/${series.slug}/all/`);
    await world.send(`PATCH /events/${series.id}`, { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    expect(textOf((await page(world, path)).text)).toContain('Every Tuesday, 4 times');
    expect((await page(world, `/event/${series.slug}/all/`)).text).not.toContain('2027-06-29');
    await world.send(`DELETE /events/${(await dateOn(world, series, '2027-06-22')).id}`, {});
    expect(relOf((await page(world, path)).text, 'next')).toBeUndefined();
    await world.send(`PATCH /events/${series.id}`, { title: 'Renamed choir' });
    expect(dataIn((await page(world, path)).text).superEvent.name).toBe('Renamed choir');
  });

  test('signed-in editors preview an unpublished series and its dates', async () => {
    const password = 'correct horse battery';
    await changePassword(world.store, 'world-editor', password);
    const { headers } = await world.ask('POST /session', { body: { user: 'world-editor', password } });
    const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const series = await choir({ status: 'draft' });
    const { id } = await dateOn(world, series, '2027-06-15');
    for (const one of [series.id, id]) {
      const { statusCode, text } = await world.ask(`GET //?post_type=tribe_events&p=${one}`, { headers: { cookie } });
      expect([statusCode, text.includes(series.title), text.includes('Every Tuesday')]).toEqual([200, true, true]);
      expect(text).not.toContain('/all/');
    }
  });

  test('user texts of a series never become markup', async () => {
    const title = `<img src=x onerror=alert(1)>"'&${word()}`;
    const { slug } = await choir({ title });
    for (const path of ['2027-06-15/', 'all/']) {
      const { text } = await page(world, `/event/${slug}/${path}`);
      expect(text).not.toMatch(/<img src=x|"'&/);
    }
  });

  describe('with languages', () => {
    const french = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });

    test('the pages use the slug, the texts and the words of their language', async () => {
      const series = await french.event({ title: 'Choir', slug: 'choir', ...tuesdays });
      await french.send(`POST /events/${series.id}?i18n_language=fr`, { title: 'Chorale', slug: 'chorale' });
      await leadsTo(french, '/event/choir/?lang=fr', '/event/chorale/2027-06-15/?lang=fr');
      await leadsTo(french, '/event/chorale/?lang=en', '/event/choir/2027-06-15/?lang=en');
      const { text } = await page(french, '/event/chorale/2027-06-15/?lang=fr');
      expect(canonicalOf(text)).toBe(`${baseUrl}/event/chorale/2027-06-15/?lang=fr`);
      expect(text).toContain(`hreflang="en" href="${baseUrl}/event/choir/2027-06-15/"`);
      expect(textOf(text)).toContain('Tous les mardis, 5 fois');
      expect(textOf(text)).toContain('Date suivante : 22 juin 2027');
      expect(relOf(text, 'next')).toBe('/event/chorale/2027-06-22/?lang=fr');
      expect(dataIn(text).superEvent).toEqual({
        '@type': 'EventSeries',
        name: 'Chorale',
        url: `${baseUrl}/event/chorale/all/`,
      });
      const all = await page(french, '/event/chorale/all/?lang=fr');
      expect(canonicalOf(all.text)).toBe(`${baseUrl}/event/chorale/all/?lang=fr`);
      expect(all.text).toContain(`hreflang="en" href="${baseUrl}/event/choir/all/"`);
      expect(textOf(all.text)).toContain('Toutes les dates Chorale');
      expect(textOf(all.text)).toContain('Dates à venir');
      await leadsTo(french, '/event/chorale/2030-01-01/?lang=fr', '/event/chorale/?lang=fr');
    });
  });

  test('without recurrence the dates keep their pages, as plain events', async () => {
    const plain = await startWorld(engine);
    try {
      const { slug } = await plain.event({ slug: 'choir', title: 'Choir', ...tuesdays });
      const empty = await plain.event({ slug: 'empty', ...tuesdays });
      for (const { id } of await datesOf(plain, empty)) await plain.send(`DELETE /events/${id}`, {});
      await plain.restart({ ALMANAC_RECURRENCE: 'off' });
      await leadsTo(plain, `/event/${slug}/`, `/event/${slug}/2027-06-15/`);
      await leadsTo(plain, `/event/${slug}/all/`, `/event/${slug}/`);
      const { statusCode, text } = await page(plain, `/event/${slug}/2027-06-15/`);
      expect(statusCode).toBe(200);
      expect(text).not.toMatch(/Every Tuesday|superEvent|\/all\/|rel="next"/);
      expect((await page(plain, '/event/empty/')).statusCode).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
