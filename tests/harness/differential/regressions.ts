// Short streams that were once answered differently, or not at all.
import type { Asked, Step } from './steps.js';

const ask = (method: string, path: Asked['path'], body: Asked['body'], record?: string): Step => ({
  method,
  path,
  as: 'administrator',
  on: 'native',
  ...(body && { body }),
  ...(record && { record }),
});

/** Letters of three bytes in no order that a compression could use. */
const letters = (length: number, seed = 0): string =>
  Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + ((seed * 77 + n * n * 31 + n * 7) % 20_000))).join('');

const times = { start_date: '2027-07-01', end_date: '2027-07-02' };

const renamed = (path: 'categories' | 'tags'): readonly Step[] => [
  ask('POST', path, { name: 'A' }),
  ask('POST', path, { name: 'B' }),
  ask('PATCH', path, { name: 'A' }, '2'),
  ask('PATCH', path, { name: 'x' }, '1'),
  ask('PATCH', path, { name: 'A' }, '1'),
  ask('POST', path, { name: 'a' }),
];

export const regressions: Readonly<Record<string, readonly Step[]>> = {
  'names as long as they may be': [
    ask('POST', 'events', { title: letters(1_000), ...times }),
    ask('POST', 'venues', { venue: letters(1_000) }),
    ask('POST', 'organizers', { organizer: letters(1_000) }),
    ask('POST', 'tags', { name: letters(200) }),
  ],
  'a very deep tree of categories': Array.from({ length: 40 }, (_, n) =>
    ask('POST', 'categories', { name: letters(199, n), parent: n }),
  ),
  'a slug that is none': [
    { method: 'GET', path: 'tags', query: { hide_empty: '0', slug: '%' }, as: 'anonymous', on: 'native' },
    { method: 'GET', path: 'categories', query: { hide_empty: '0', slug: '%' }, as: 'anonymous', on: 'dropin' },
    { method: 'GET', path: 'events', record: 'by-slug/%25', as: 'anonymous', on: 'native' },
  ],
  'places at the ends of the globe': [
    ...[
      [0, 180],
      [0, -180],
      [90, 7],
      [-90, 0],
      [0, 0],
    ].map(([geo_lat, geo_lng]) =>
      ask('POST', 'events', {
        title: 'There',
        ...times,
        venue: { venue: `At ${geo_lat} ${geo_lng}`, geo_lat, geo_lng },
      }),
    ),
    ...['0', '90', '-90'].map((geoloc_lat): Step => {
      const query = { geoloc_lat, geoloc_lng: '0', geoloc_radius: '20040', orderby: 'distance' };
      return { method: 'GET', path: 'events', query, as: 'anonymous', on: 'native' };
    }),
  ],
  'two categories that came to have one name': renamed('categories'),
  'two tags that came to have one name': renamed('tags'),
};
