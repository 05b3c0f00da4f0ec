// Search on the pages: number of results, past events where there are few, and the heading of current events.
import { beforeAll, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine);
  const read = async (address: string): Promise<string> => {
    const { statusCode, text } = await world.ask(`GET /${address}`, { headers: { accept: 'text/html' } });
    expect(statusCode, address).toBe(200);
    return text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  };
  const countIn = (text: string): string | undefined => /<p class="result-count">(.*?)<\/p>/.exec(text)?.[1];
  const day = (title: string, date: string) =>
    world.event({ title, start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00` });

  beforeAll(async () => {
    for (const date of ['2027-07-01', '2027-07-02', '2027-07-03', '2027-07-04', '2027-07-05'])
      await day('Choir rehearsal', date);
    await day('Kite day', '2027-07-06');
    await day('Kite day', '2027-05-06');
    await day('Kite day', '2026-05-06');
    await day('Lantern walk', '2027-05-07');
  });

  test('the list shows the number of search results', async () => {
    const text = await read('/calendar/list?search=choir');
    expect(countIn(text)).toBe('<span role="status">5 events for “choir”</span>');
    expect(countIn(await read('/calendar/places?search=choir'))).toContain('5 events for “choir”');
    expect(countIn(await read('/calendar/list?search=%22kite+day%22'))).toContain('1 event for “&quot;kite day&quot;”');
    expect(countIn(await read('/calendar/list'))).toBeUndefined();
  });

  test('offers past events with their number and the same filters when there are few results', async () => {
    const few = await read('/calendar/list?search=kite&date=2027-06-20');
    const [, href = ''] = /<a href="([^"]*)">Search past events too \(2\)<\/a>/.exec(countIn(few) ?? '') ?? [];
    expect(href).toBe('/calendar/list?search=kite&amp;past=1');
    const past = await read(href.replaceAll('&amp;', '&'));
    expect(countIn(past)).toBe('<span role="status">2 past events for “kite”</span>');
    const none = await read('/calendar/list?search=lantern');
    expect(countIn(none)).toMatch(/No upcoming events for “lantern”.*Search past events too \(1\)/);
    expect(none).toContain('No events found');
  });

  test('offers nothing when no past event matches either', async () => {
    expect(countIn(await read('/calendar/list?search=zeppelin'))).toBe(
      '<span role="status">No upcoming events for “zeppelin”</span>',
    );
  });

  test('a month, week or day without a match links to the search of all upcoming events', async () => {
    for (const view of ['month/2027-09', 'week/2027-W36', 'day/2027-09-09'])
      expect(await read(`/calendar/${view}?search=choir`)).toContain(
        '<a class="button" href="/calendar/list?search=choir">Search all upcoming events</a>',
      );
  });

  test('only current events are under “On now”', async () => {
    await world.event({ title: 'Exhibition', start_date: '2027-06-01 10:00:00', end_date: '2027-06-30 18:00:00' });
    await world.event({ title: 'Summer camp', start_date: '2027-07-20 10:00:00', end_date: '2027-07-30 18:00:00' });
    // 03:00 in New York is 21:00 of the day before in Honolulu: dated yesterday, but still in the future.
    await world.event({
      title: 'Luau',
      start_date: '2027-06-15 22:00:00',
      end_date: '2027-06-15 23:00:00',
      timezone: 'Pacific/Honolulu',
    });
    world.clock.now = '2027-06-16 07:00:00';
    const headings = (text: string) =>
      [...text.matchAll(/<h2 class="agenda-date">(.*?)<\/h2>[\s\S]*?<h3 class="card-title">.*?>([^<]*)<\/a>/g)].map(
        ([, heading = '', title]) => [
          heading
            .replace(/<[^>]*>/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
          title,
        ],
      );
    expect(headings(await read('/calendar/list')).slice(0, 3)).toEqual([
      ['On now', 'Exhibition'],
      ['15 Tuesday June 2027', 'Luau'],
      ['1 Thursday July 2027', 'Choir rehearsal'],
    ]);
    expect(headings(await read('/calendar/list?date=2027-07-25'))[0]).toEqual(['Already started', 'Summer camp']);
    expect(headings(await read('/embed?date=2027-07-25'))[0]).toEqual(['Already started', 'Summer camp']);
  });
});
