import { describe, expect, test } from 'vitest';
import { standard } from '../../core/site.js';
import { readForm } from '../../http/input.js';
import { feedQueryFor } from './feed-query.js';
import { pageFor } from './page.js';
import { hasOldNames, readOldAddress } from './parse.js';

const parse = (url: string) => {
  const [path = '', query = ''] = url.split('?');
  return readOldAddress(path, readForm(query));
};

function page(url: string): string | undefined {
  const address = parse(url);
  const target = address && !address.feed ? pageFor(address, standard) : undefined;
  const query = target?.pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return target && target.path + (query && `?${query}`);
}

describe('a page', () => {
  test.each([
    ['/events/', '/'],
    ['/events', '/'],
    ['/EVENTS/List', '/'],
    ['/events/list/', '/'],
    ['/events/upcoming/', '/'],
    ['/events/photo/', '/'],
    ['/events/summary/', '/'],
    ['/events/past/', '/calendar/list?past=1'],
    ['/events/?eventDisplay=past', '/calendar/list?past=1'],
    ['/events/list/page/1/', '/'],
    ['/events/list/page/2/', '/'],
    ['/events/page/3/', '/calendar/list?page=2'],
    ['/events/list/page/5/?eventDisplay=past', '/calendar/list?past=1&page=3'],
    ['/events/map/', '/calendar/places'],
    ['/events/month/', '/calendar/month'],
    ['/events/month/2027-05/', '/calendar/month/2027-05'],
    ['/events/2027-05/', '/calendar/month/2027-05'],
    ['/events/month/?tribe-bar-date=2027-05-04', '/calendar/month/2027-05'],
    ['/events/month/?eventDate=2027-05', '/calendar/month/2027-05'],
    ['/events/week/', '/calendar/week'],
    ['/events/week/2027-05-04/', '/calendar/week/2027-05-04'],
    ['/events/today/', '/calendar/day'],
    ['/events/day/', '/calendar/day'],
    ['/events/day/2027-05-04/', '/calendar/day/2027-05-04'],
    ['/events/2027-05-04/', '/calendar/day/2027-05-04'],
    ['/events/featured/', '/calendar/list?featured=1'],
    ['/events/list/featured/', '/calendar/list?featured=1'],
    ['/events/month/2027-05/featured/', '/calendar/month/2027-05?featured=1'],
    ['/events/?tribe-bar-search=choir+night', '/calendar/list?search=choir%20night'],
    ['/events/list/?tribe-bar-date=2027-05-04', '/calendar/list?date=2027-05-04'],
    ['/events/list/?tribe-bar-date=2027-05', '/calendar/list?date=2027-05-01'],
    ['/events/list/?tribe-bar-date=soon', '/calendar/list?date=soon'],
    ['/events/?tribe-bar-date=', '/'],
    ['/events/category/music/', '/events/category/music/'],
    ['/events/category/music/choir/list/', '/events/category/music/choir/'],
    ['/events/category/music/page/3/', '/events/category/music/?page=2'],
    ['/events/category/music/choir/month/2027-05/', '/calendar/month/2027-05?category=choir'],
    ['/events/category/music/2027-05-04/', '/calendar/day/2027-05-04?category=music'],
    ['/events/category/music/?tribe-bar-date=2027-05-04', '/calendar/list?category=music&date=2027-05-04'],
    ['/events/category/list/', '/events/category/list/'],
    ['/events/?tribe_events_cat=music', '/calendar/list?category=music'],
    ['/?post_type=tribe_events&tribe_events_cat=music&eventDisplay=month', '/calendar/month?category=music'],
    ['/events/tag/free/', '/tag/free/'],
    ['/events/tag/free/list/', '/tag/free/'],
    ['/events/tag/free/month/2027-05/', '/calendar/month/2027-05?tag=free'],
    ['/tag/free/?eventDisplay=past', '/tag/free/?past=1'],
    ['/venue/barn/page/4/', '/venue/barn/?page=2'],
    ['/organizer/guild/?tribe-bar-search=fair', '/calendar/list?search=fair&organizer=guild'],
    ['/series/choir/', '/event/choir/all'],
    ['/event/choir/?eventDate=2027-05-04', '/event/choir/2027-05-04/'],
    ['/?tribe_events=choir', '/event/choir/'],
    ['/?tribe_venue=barn', '/venue/barn/'],
    ['/?post_type=tribe_events', '/'],
    ['/events/category/caf%C3%A9/list', '/events/category/caf%C3%A9/'],
  ])('%s leads to %s', (url, expected) => {
    expect(page(url)).toBe(expected);
  });

  test.each([
    '/events/nonsense/',
    '/events/month/2027-13/',
    '/events/2027-02-30/',
    '/events/day/2027-05/',
    '/events/week/2027-05/',
    '/events/month/?tribe-bar-date=soon',
    '/events/1969-01-01/',
    '/events/list/month/',
    '/events/2027-05-04/2027-05-05/',
    '/events/page/x/',
    '/events/page/0/',
    '/events/category/',
    '/events/tag/',
    '/events/feed/rdf/',
    '/events/feed/ical/',
    '/events/ical/more/',
    '/event/choir/feed/',
    '/event/choir/?feed=rss2',
    '/events/?feed=rdf',
    '/event/choir/2027-05-04/2/3/',
    '/event/',
    '/series/',
    '/venue/',
    '/?post_type=post',
    '/?feed=rdf',
    '/?post_type=tribe_events&p=12',
    '/comments/feed/',
    '/calendar/list?ical=1',
    '/events/constructor/',
    '/constructor',
    '/__proto__/',
  ])('%s is unknown', (url) => {
    expect(page(url)).toBeUndefined();
    expect(parse(url)?.feed).toBeUndefined();
  });

  test.each([
    '//evil.example/events/',
    '/events/category/https:%2F%2Fevil.example/list/',
    '/events/tag/%2F%2Fevil.example/',
    '/events/tag/..%2F..%2Fadmin/',
    '/series/%0d%0aSet-Cookie:a=b/',
    '/venue/%5Cevil.example/page/3/',
    '/events/?tribe-bar-search=%0d%0aX:1&tribe_events_cat=//evil.example',
  ])('%s stays on the site', (url) => {
    const target = page(url) ?? '/';
    expect(target).toMatch(/^\/(?:$|(?:calendar|events|event|tag|venue)\/)[\w/?=&.:%-]*$/);
    expect(new URL(target, 'https://calendar.example').origin).toBe('https://calendar.example');
  });
});

describe('a feed', () => {
  const flat = { series: 'flat', download: '1' };
  const monday = 1;
  const feed = (url: string) => {
    const address = parse(url);
    return address?.feed && [address.feed, feedQueryFor(address, '2027-03-10', monday)];
  };

  test.each([
    ['/events/?ical=1', {}],
    ['/events/?ical', {}],
    ['/events/?ical=0', {}],
    ['/events/?ical=true', {}],
    ['/events/ical/', {}],
    ['/events/list/?ical=1', {}],
    ['/?ical=1', {}],
    ['/?post_type=tribe_events&ical=1&eventDisplay=list', {}],
    ['/events/?outlook-ical=1', { html: '1' }],
    ['/events/month/2027-05/?ical=1', { ends_after: '2027-04-30', starts_before: '2027-05-31' }],
    ['/events/2027-05/?ical=1', { ends_after: '2027-04-30', starts_before: '2027-05-31' }],
    ['/events/month/?ical=1', { ends_after: '2027-02-28', starts_before: '2027-03-31' }],
    ['/events/2027-05-04/ical/', { ends_after: '2027-05-03', starts_before: '2027-05-04' }],
    ['/events/day/2027-05-04/?ical=1', { ends_after: '2027-05-03', starts_before: '2027-05-04' }],
    ['/events/today/?ical=1', { ends_after: '2027-03-09', starts_before: '2027-03-10' }],
    ['/events/week/2027-05-04/?ical=1', { ends_after: '2027-05-02', starts_before: '2027-05-09' }],
    ['/events/featured/?ical=1', { featured: 'true' }],
    ['/events/featured/ical/', { featured: 'true' }],
    ['/events/?ical=1&tribe-bar-date=2026-01-01', { ends_after: '2025-12-31' }],
    ['/events/?ical=1&tribe-bar-date=soon', { start_date: 'soon' }],
    ['/events/?ical=1&tribe-bar-search=choir', { search: 'choir' }],
    ['/events/?ical=1&eventDisplay=past', { start_date: '0001-01-01', end_date: '2027-03-09' }],
    ['/events/?ical=1&event_ids=89,78', { include: '89,78' }],
    ['/events/category/music/?ical=1', {}],
    ['/events/category/music/ical/', {}],
    ['/venue/barn/?ical=1', {}],
  ])('%s has the events %j', (url, query) => {
    expect(feed(url)).toEqual(['ics', { ...query, ...flat }]);
  });

  test.each([
    ['/feed/', 'rss'],
    ['/events/feed/', 'rss'],
    ['/events/feed/rss2/', 'rss'],
    ['/event/feed/', 'rss'],
    ['/feed/?post_type=tribe_events', 'rss'],
    ['/?feed=rss2&post_type=tribe_events', 'rss'],
    ['/events/category/music/feed/', 'rss'],
    ['/events/tag/free/feed/', 'rss'],
    ['/tag/free/feed/', 'rss'],
    ['/events/feed/atom/', 'atom'],
    ['/feed/atom', 'atom'],
    ['/venue/barn/?feed=rss2', 'rss'],
    ['/events/?feed=atom', 'atom'],
  ])('%s is %s by start', (url, format) => {
    expect(feed(url)).toEqual([format, { order: 'start', ends_after: '2027-03-09' }]);
  });

  test('names its records', () => {
    expect(parse('/events/category/music/choir/ical/')).toMatchObject({
      categoryPath: 'music/choir',
      category: 'choir',
    });
    expect(parse('/events/tag/free/?ical=1')?.tag).toBe('free');
    expect(parse('/event/choir/2027-05-04/2/ical/')).toMatchObject({ event: 'choir', date: '2027-05-04', number: '2' });
    expect(parse('/event/choir/ical/')).toMatchObject({ event: 'choir', feed: 'ics' });
    expect(parse('/series/choir/?ical=1')).toMatchObject({ series: 'choir', feed: 'ics' });
  });

  test('has no events of an impossible month or day', () => {
    expect(feed('/events/month/2027-13/?ical=1')).toEqual(['ics', undefined]);
    expect(feed('/events/2027-02-30/?ical=1')).toEqual(['ics', undefined]);
  });
});

test('only the names of old URLs mark a query', () => {
  expect(hasOldNames({ ical: '' })).toBe(true);
  expect(hasOldNames({ 'tribe-bar-date': '2027-05-04' })).toBe(true);
  expect(hasOldNames({ search: 'x', lang: 'fr', page: '2', date: '2027-05-04' })).toBe(false);
});
