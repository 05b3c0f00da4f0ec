// How visitors find an event: chips above the list, several categories, related events, past and next dates, and the page
// that does not exist.
import { describe, expect, test } from 'vitest';
import { forEachEngine, onOneEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, type World, word } from './harness/world.js';

/** The clock of the world shows Tuesday, 15 June 2027. */
const on = (day: string, from = '19:00', to = '21:00'): Body => ({
  start_date: `2027-06-${day} ${from}:00`,
  end_date: `2027-06-${day} ${to}:00`,
});

const html = async (world: World, path: string): Promise<string> =>
  (await world.ask(`GET /${path}`, { headers: { accept: 'text/html' } })).text;

/** The part of a page from one mark to the next. */
const between = (page: string, from: string, to: string): string => {
  const start = page.indexOf(from);
  return start < 0 ? '' : page.slice(start, page.indexOf(to, start));
};
const related = (page: string): string => between(page, '<div class="related">', '</article>');
const agenda = (page: string): string => between(page, '<div class="column">', '<aside');

forEachEngine((engine) => {
  const world = useWorld(engine);

  describe('the filter for free events', () => {
    const titles = async (query: string): Promise<readonly string[]> => {
      const { events } = await world.get(`/events?${query}`);
      return (events as readonly Answered[]).map(({ title }) => title).sort();
    };

    test('takes a cost of zero or none, and no ticket with a price', async () => {
      const { id: tag } = await world.tag({ name: word('free') });
      const add = (title: string, given: Body) => world.event({ title, tags: [tag], ...on('18'), ...given });
      await add('none', {});
      await add('zero', { cost: 0 });
      await add('word', { cost: 'Eintritt frei' });
      await add('priced', { cost: '12' });
      await add('donation', { cost: 'Donation' });
      await add('free ticket', { tickets: [{ name: 'Seat', price: 0 }] });
      await add('paid ticket', { tickets: [{ name: 'Seat', price: 4 }] });
      await add('protected', { password: 'secret' });
      expect(await titles(`tags=${tag}&free=true`)).toEqual(['free ticket', 'none', 'word', 'zero']);
      expect(await titles(`tags=${tag}&free=false`)).toEqual(['donation', 'paid ticket', 'priced']);
    });

    test('dates of a series follow it, a date with a cost of its own does not, and no cached list is stale', async () => {
      const { id: tag } = await world.tag({ name: word('series') });
      const series = await world.event({
        title: 'Choir',
        tags: [tag],
        ...on('22'),
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      });
      const starts = async (query: string) =>
        ((await world.get(`/events?tags=${tag}&${query}`)).events as readonly Answered[]).map(({ start_date }) =>
          String(start_date).slice(0, 10),
        );
      expect(await starts('free=true')).toEqual(['2027-06-22', '2027-06-29', '2027-07-06']);
      const [, second] = (await world.get(`/events/${series.id}/occurrences`)).events as readonly Answered[];
      await world.send(`PATCH /events/${second?.id}`, { cost: '5' });
      expect(await starts('free=true')).toEqual(['2027-06-22', '2027-07-06']);
      await world.send(`PATCH /events/${series.id}`, { cost: '5' });
      expect(await starts('free=true')).toEqual([]);
      expect(await starts('free=false')).toHaveLength(3);
    });
  });
});

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('chips above the list', () => {
    test('show the events of today, of the weekend and of the week', async () => {
      await world.event({ title: 'Later today', ...on('15') });
      await world.event({ title: 'On Friday', ...on('18') });
      await world.event({ title: 'On Saturday', ...on('19') });
      await world.event({ title: 'Next Monday', ...on('21') });
      const shown = async (query: string) => {
        const list = agenda(await html(world, `/calendar/list?${query}`));
        return ['Later today', 'On Friday', 'On Saturday', 'Next Monday'].filter((title) => list.includes(title));
      };
      expect(await shown('when=today')).toEqual(['Later today']);
      expect(await shown('when=weekend')).toEqual(['On Saturday']);
      expect(await shown('when=week')).toEqual(['Later today', 'On Friday', 'On Saturday']);
      expect((await world.ask('GET //calendar/list?when=soon')).statusCode).toBe(400);
    });

    test('combine with each other and are taken off again', async () => {
      await world.event({ title: 'Free and online', ...on('19'), attendance: 'online' });
      await world.event({ title: 'Paid and online', ...on('19'), attendance: 'mixed', cost: '9' });
      const page = await html(world, '/calendar/list?when=weekend&online=1');
      expect(agenda(page)).toContain('Paid and online');
      expect(page).toContain('href="/calendar/list?free=1&amp;online=1&amp;when=weekend">Free</a>');
      expect(page).toContain('href="/calendar/list?when=weekend" aria-current="true">Online</a>');
      const free = agenda(await html(world, '/calendar/list?free=1&online=1&when=weekend'));
      expect([free.includes('Free and online'), free.includes('Paid and online')]).toEqual([true, false]);
    });

    test('keep their filters in the other views, but not the days', async () => {
      const page = await html(world, '/calendar/list?free=1&when=today');
      expect(page).toMatch(/href="\/calendar\/month\/2027-06\?free=1"/);
      expect(await html(world, '/calendar/month/2027-06?free=1')).toContain('Remove filter: Free');
    });

    test('take several categories, also from the checkboxes of the form', async () => {
      const [film, jazz] = [await world.category({ name: word('Film') }), await world.category({ name: word('Jazz') })];
      await world.event({ title: 'A film', ...on('18'), categories: [film.id] });
      await world.event({ title: 'A concert', ...on('18'), categories: [jazz.id] });
      const { statusCode, headers } = await world.ask(
        `GET //calendar/list?search=&category[]=${film.slug}&category[]=${jazz.slug}`,
      );
      expect([statusCode, headers.get('location')]).toEqual([
        302,
        `/calendar/list?category=${film.slug}%2C${jazz.slug}`,
      ]);
      const page = await html(world, `/calendar/list?category=${film.slug},${jazz.slug}`);
      expect([agenda(page).includes('A film'), agenda(page).includes('A concert')]).toEqual([true, true]);
      const one = await html(world, `/calendar/list?category=${film.slug}`);
      expect(agenda(one)).not.toContain('A concert');
      expect(one).toContain(`/calendar/list?category=${encodeURIComponent(`${film.slug},${jazz.slug}`)}"`);
    });
  });

  describe('the page of an event', () => {
    test('names other events at its venue and in its category that the visitor may see, and is never stale', async () => {
      const [venue, category] = [await world.venue({ venue: 'Town Barn' }), await world.category({ name: 'Dance' })];
      const at = (title: string, given: Body = {}) => world.event({ title, venue: venue.id, ...on('18'), ...given });
      const { url } = await at('The ball', { categories: [category.id] });
      const path = new URL(String(url)).pathname;
      await at('Also here');
      await at('A draft', { status: 'draft' });
      await at('Only for editors', { status: 'private' });
      await at('Hidden', { hide_from_listings: true });
      await at('Protected', { password: 'secret' });
      await at('Long ago', { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00' });
      await world.event({ title: 'Same kind', categories: [category.id], ...on('20') });
      const shown = related(await html(world, path));
      expect(shown).toContain('More at Town Barn');
      expect(shown).toContain('More in Dance');
      for (const title of ['Also here', 'Same kind']) expect(shown).toContain(title);
      for (const title of ['The ball', 'A draft', 'Only for editors', 'Hidden', 'Protected', 'Long ago'])
        expect(shown).not.toContain(title);
      const added = await at('Added later');
      expect(related(await html(world, path))).toContain('Added later');
      await world.send(`PATCH /events/${added.id}`, { status: 'draft' });
      expect(related(await html(world, path))).not.toContain('Added later');
    });

    test('of a date in a series names no other date of it', async () => {
      const [venue, category] = [await world.venue(), await world.category()];
      const kind = { venue: venue.id, categories: [category.id] };
      await world.event({ title: 'Beside the series', ...kind, ...on('19') });
      const { id } = await world.event({
        title: 'Weekly walk',
        ...kind,
        ...on('18'),
        recurrence: 'FREQ=WEEKLY;COUNT=4',
      });
      for (const { url } of (await world.get(`/events/${id}/occurrences`)).events) {
        const shown = related(await html(world, new URL(String(url)).pathname));
        expect(shown).toContain('Beside the series');
        expect(shown).not.toContain('Weekly walk');
      }
    });

    test('lists at most four of each, and a series once', async () => {
      const venue = await world.venue({ venue: 'Small Hall' });
      const { url } = await world.event({ title: 'First', venue: venue.id, ...on('18') });
      await world.event({ title: 'Weekly', venue: venue.id, ...on('18'), recurrence: 'FREQ=WEEKLY;COUNT=8' });
      for (const day of ['20', '21', '22', '23'])
        await world.event({ title: `On ${day}`, venue: venue.id, ...on(day) });
      const shown = related(await html(world, new URL(String(url)).pathname));
      expect(shown.match(/<li>/g)).toHaveLength(4);
      expect(shown.match(/Weekly/g)).toHaveLength(1);
    });

    test('says date, time and place in its head, also across midnight, and that an event without a venue has a time of its own zone', async () => {
      const venue = await world.venue({ venue: 'Cellar', city: 'Porto' });
      const night = await world.event({
        title: 'Long night',
        start_date: '2027-06-18 22:00:00',
        end_date: '2027-06-19 03:00:00',
        venue: venue.id,
      });
      const head = between(
        await html(world, new URL(String(night.url)).pathname),
        '<header class="record-head">',
        '</header>',
      );
      expect(head).toContain('Friday, 18 June 2027');
      expect(head).toContain('22:00 – 03:00 (Sat)');
      expect(head).toMatch(/Cellar<\/a>, Porto/);
      const nowhere = await html(world, new URL(String((await world.event({ ...on('18') })).url)).pathname);
      expect(nowhere).not.toContain('class="zone"');
      expect(nowhere).not.toContain('data-yours="show"');
    });
  });

  test('a night goes on at midnight of the next day, in week and day', async () => {
    await world.event({ title: 'Until three', start_date: '2027-06-25 22:00:00', end_date: '2027-06-26 03:00:00' });
    const day = await html(world, '/calendar/day/2027-06-26');
    expect(day).toMatch(
      /class="card [^"]*\bh-0\b[^"]*\beh-3\b[^"]*\bfrom-midnight\b[^"]*">[\s\S]{0,200}22:00 – 03:00 \(Sat\)/,
    );
    const week = await html(world, '/calendar/week/2027-06-26');
    expect(week.match(/Until three<\/a>/g)).toHaveLength(2);
    expect(week).toContain('only-grid h-0 eh-3');
  });

  test('the embedded next event is the next to start; one that runs already only without another', async () => {
    const { id: tag, slug } = await world.tag({ name: word('embed') });
    await world.event({
      title: 'Exhibition',
      tags: [tag],
      start_date: '2027-06-01',
      end_date: '2027-06-30',
      all_day: true,
    });
    expect(await html(world, `/embed?view=next&tag=${slug}`)).toMatch(/On now<\/time>[\s\S]*Exhibition/);
    await world.event({ title: 'Opening', tags: [tag], ...on('17') });
    const next = await html(world, `/embed?view=next&tag=${slug}`);
    expect([next.includes('Opening'), next.includes('Exhibition')]).toEqual([true, false]);
  });

  test('a page that does not exist offers the search and the next events', async () => {
    await world.event({ title: 'Something else', ...on('15') });
    const page = await html(world, '/no-such-page');
    expect(page).toContain('action="/calendar/list" role="search"');
    expect(page).toContain('Something else');
  });
});
