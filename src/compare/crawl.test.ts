import { describe, expect, it } from 'vitest';
import { crawlSource } from './crawl.js';
import { routeOf } from './path.js';

const events = '/wp-json/tribe/events/v1/events';
const media = '/wp-json/wp/v2/media';

type Answer = (path: string) => { readonly body: unknown; readonly headers?: Record<string, string> };

/** All paths of a crawl over a site that answers so. */
async function crawled(limit: number, answer: Answer): Promise<readonly string[]> {
  const source = crawlSource(limit);
  const paths: string[] = [];
  for (let path = await source.next(); path !== undefined; path = await source.next()) {
    paths.push(path);
    const { body, headers = {} } = answer(path);
    source.read?.(path, body, headers);
  }
  return paths;
}

const pageOf = (path: string) => Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
const record = (id: number) => ({ id, slug: `event-${id}`, title: `Concert ${id}`, start_date: '2027-05-01 19:00:00' });
const isList = (path: string) => path.startsWith(`${events}?`) || path === events;

describe('a crawl', () => {
  it('ends at the last page of a list', async () => {
    const paths = await crawled(1_000, (path) =>
      path.startsWith(`${media}?`) || path === media
        ? { body: [{ id: pageOf(path) }], headers: { 'x-wp-totalpages': '3' } }
        : { body: {} },
    );
    const pages = paths.filter((path) => path.startsWith(`${media}?`)).map(pageOf);
    expect(pages).toEqual([2, 3]);
    expect(paths).toContain(`${media}/3`);
  });

  it('reads no page twice, whatever the site links to', async () => {
    const paths = await crawled(1_000, (path) => ({
      body: { events: [], next_rest_url: `https://old.example${path}` },
    }));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('covers every route with a small limit, however many records the first lists have', async () => {
    const many = Array.from({ length: 50 }, (_, index) => record(index + 1));
    const paths = await crawled(100, (path) => {
      if (isList(path)) return { body: { events: many } };
      return path.startsWith('/wp-json/wp/v2/') ? { body: [{ id: 7 }] } : { body: {} };
    });
    expect(paths).toHaveLength(100);
    const routes = new Set(paths.map(routeOf));
    for (const route of [`${events}/{id}`, `${events}/by-slug/{slug}`, `${media}/{id}`])
      expect(routes).toContain(route);
  });

  it('reads past events in the API of WordPress, too, whose list has upcoming ones only', async () => {
    const paths = await crawled(100, (path) => {
      if (isList(path)) return { body: { events: [record(41), record(42)] } };
      return { body: path.endsWith('/tribe_events') ? [{ id: 42 }] : {} };
    });
    expect(paths).toContain('/wp-json/wp/v2/tribe_events/41');
  });

  it('takes a quarter of its paths from single events', async () => {
    const many = Array.from({ length: 50 }, (_, index) => record(index + 1));
    const paths = await crawled(100, (path) => ({ body: isList(path) ? { events: many } : {} }));
    const single = paths.filter((path) => /\/v1\/events\/\d+$/.test(path));
    expect(single.length).toBeGreaterThanOrEqual(24);
  });

  it('takes records from the beginning and the end of lists', async () => {
    const many = Array.from({ length: 50 }, (_, index) => record(index + 1));
    const paths = await crawled(100, (path) => ({ body: isList(path) ? { events: many } : {} }));
    const ids = paths.flatMap((path) => /\/events\/(\d+)$/.exec(path)?.[1] ?? []).map(Number);
    expect(ids.some((id) => id < 10) && ids.some((id) => id > 40 && id <= 50)).toBe(true);
  });
});
