// Bodies of the old API as records: what is decoded, trusted, left out and reported.
import { describe, expect, test } from 'vitest';
import { mapEvent } from './event.js';
import { type MapContext, mapCategory, mapOrganizer, mapVenue } from './mapping.js';
import { mapImages, mapMedia } from './media.js';
import type { Body } from './values.js';

const context: MapContext = {
  base: new URL('https://old.example/'),
  options: { ids: 'keep', series: 'dates' },
  place: 'list',
  now: '2026-04-01 12:00:00',
};

const fair: Body = {
  id: 41,
  author: '3',
  status: 'publish',
  date_utc: '2026-01-01 10:00:00',
  modified_utc: '2026-02-01 10:00:00',
  url: 'https://old.example/event/fair/',
  title: 'Tea &#038; <em>Talk</em>',
  description: '<p>Hello</p>',
  excerpt: '',
  slug: 'fair',
  all_day: false,
  featured: true,
  start_date: '2026-07-01 10:00:00',
  end_date: '2026-07-01 12:00:00',
  utc_start_date: '2026-07-01 08:00:00',
  utc_end_date: '2026-07-01 10:00:00',
  timezone: 'Europe/Paris',
  cost: '&euro;5',
  website: 'https://old.example/event/fair/',
  categories: [{ id: 4 }, { id: '5' }, { id: 'x' }, null],
  tags: [],
  venue: { id: 7 },
  organizer: [{ id: 8 }, { id: 9 }],
  image: { id: 12, url: 'https://old.example/wp-content/uploads/a.jpg' },
  parent: 40,
};

/** In a list, while a password protects it. */
const shell: Body = {
  ...{ description: '', excerpt: '', cost: '', website: '', image: false, all_day: null, featured: null },
  ...{ cost_details: { currency_symbol: '', currency_position: '', values: [] } },
  ...{ categories: [], tags: [], venue: [], organizer: [], parent: 0 },
};

const event = (changes: Body = {}) => mapEvent({ ...fair, ...changes }, context);
const kinds = (changes: Body) => event(changes)?.warnings.map(({ kind }) => kind);

test('an event has its fields, references, author, image and old path', () => {
  expect(event()).toEqual({
    record: {
      resource: 'event',
      externalId: 'event:41',
      id: 41,
      place: 'https://old.example/event/fair/',
      author: 'user:3',
      image: 'media:12',
      paths: ['/event/fair/'],
      stored: { modified_utc: '2026-02-01 10:00:00' },
      revision: '2.',
      references: {
        categories: ['category:4', 'category:5'],
        tags: [],
        venue: ['venue:7'],
        organizer: ['organizer:8', 'organizer:9'],
        parent: ['event:40'],
      },
      fields: {
        status: 'publish',
        date_utc: '2026-01-01 10:00:00',
        title: 'Tea & Talk',
        slug: 'fair',
        description: '<p>Hello</p>',
        excerpt: '',
        start_date: '2026-07-01 10:00:00',
        end_date: '2026-07-01 12:00:00',
        timezone: 'Europe/Paris',
        all_day: false,
        featured: true,
        cost: '€5',
        website: '',
      },
    },
    warnings: [],
  });
});

describe('an event', () => {
  test('has entities decoded once only', () => {
    expect(event({ title: 'A &amp;amp; B' })?.record.fields.title).toBe('A &amp; B');
    expect(event({ title: '2 &lt; 3' })?.record.fields.title).toBe('2 < 3');
  });

  test('keeps its wall clock if the stored times in UTC are wrong', () => {
    const wrong = event({ utc_start_date: '2026-07-01 09:00:00' });
    expect(wrong?.record.fields.start_date).toBe('2026-07-01 10:00:00');
    expect(wrong?.warnings).toEqual([
      {
        kind: 'wrong UTC time',
        place: 'https://old.example/event/fair/',
        text: '2026-07-01 10:00:00 Europe/Paris is 2026-07-01 08:00:00 in UTC, not 2026-07-01 09:00:00.',
      },
    ]);
  });

  test('keeps a fixed zone and reports it, and leaves out an unknown one', () => {
    const fixed = { timezone: 'UTC+1', utc_start_date: '2026-07-01 09:00:00', utc_end_date: '2026-07-01 11:00:00' };
    expect(event(fixed)?.record.fields.timezone).toBe('UTC+1');
    expect(kinds(fixed)).toEqual(['fixed time zone']);
    expect(event({ timezone: 'Mars/Base' })?.record.fields).not.toHaveProperty('timezone');
    expect(kinds({ timezone: 'Mars/Base' })).toEqual(['time zone unknown']);
  });

  test('has markup removed that is not allowed, and is reported then only', () => {
    const unsafe = event({ description: '<p onclick="a()">Hi</p><script>b()</script>' });
    expect(unsafe?.record.fields.description).toBe('<p>Hi</p>');
    expect(unsafe?.warnings.map(({ kind }) => kind)).toEqual(['markup removed']);
    expect(kinds({ description: '<p>a &#038; b<br /></p>\n' })).toEqual([]);
  });

  test('gets another random password each time if its content is protected', () => {
    const [one, two] = [event(shell)?.record, event(shell)?.record];
    expect(one?.ifEmpty?.password).not.toBe(two?.ifEmpty?.password);
    // Not among the fields, which decide whether the record has changed.
    expect(one?.fields).toEqual(two?.fields);
    expect(event()?.record).not.toHaveProperty('ifEmpty');
  });

  test('says nothing of what its password hides', () => {
    const { fields = {}, references, stored } = event(shell)?.record ?? {};
    expect(Object.keys(fields).sort()).toEqual(
      ['date_utc', 'end_date', 'slug', 'start_date', 'status', 'timezone', 'title'].sort(),
    );
    expect([references, stored]).toEqual([undefined, { modified_utc: '2026-02-01 10:00:00' }]);
  });

  test.each([
    ['https://a.example/?id=168&amp;x=1', 'https://a.example/?id=168&x=1'],
    ['https://a.example/?a=1&#038;b=2', 'https://a.example/?a=1&b=2'],
    ['https://a.example/?a=1&amp;amp;b=2', 'https://a.example/?a=1&amp;b=2'],
    ['https://a.example/?a=1&amp;copy=2', 'https://a.example/?a=1&copy=2'],
    ['https://a.example/?a=1&copy=2', 'https://a.example/?a=1&copy=2'],
  ])('has the website %s as %s', (website, expected) => {
    expect(event({ website })?.record.fields.website).toBe(expected);
  });

  test.each([
    ['$5 – $12', '', '', ['5', '12'], { text: '$5 – $12', symbol: '', position: '', values: ['5', '12'] }],
    ['&pound;10', '', '', ['10'], { text: '£10', symbol: '', position: '', values: ['10'] }],
    ['-5', '-', 'prefix', ['5'], { text: '-5', symbol: '-', position: 'prefix', values: ['5'] }],
    ['from5', 'from', 'prefix', ['5'], { text: 'from5', symbol: 'from', position: 'prefix', values: ['5'] }],
    ['9€', '€', 'above', ['9', 7, null], { text: '9€', symbol: '€', position: '', values: ['9'] }],
  ])('with the cost %s has the details that the site has stored', (cost, symbol, position, values, stored) => {
    const details = { currency_symbol: symbol, currency_position: position, values };
    expect(event({ cost, cost_details: details })?.record.stored?.cost).toEqual(stored);
  });

  test('without details of its cost is left to its text', () => {
    for (const details of [undefined, [], { values: 'x' }])
      expect(event({ cost_details: details })?.record.stored).not.toHaveProperty('cost');
  });

  test('in the trash gets back the slug that it had', () => {
    expect(event({ status: 'trash', slug: 'fair__trashed-2' })?.record.fields).toMatchObject({
      status: 'trash',
      slug: 'fair',
    });
  });

  test('with values of wrong types is mapped as far as possible', () => {
    const odd = { title: ['x'], venue: 'x', organizer: 7, categories: { id: 4 }, image: [], author: -1, cost: {} };
    expect(event(odd)?.record).toMatchObject({ fields: { title: '' }, references: { venue: [], organizer: [] } });
    for (const id of [undefined, null, 0, -1, 1.5, 'x', {}, 2 ** 60]) expect(event({ id })).toBeUndefined();
  });

  test('has no path of another site or of an address with parameters', () => {
    expect(event({ url: 'https://evil.example/event/fair/' })?.record.paths).toEqual([]);
    expect(event({ url: 'https://old.example/?post_type=tribe_events&p=41' })?.record.paths).toEqual([]);
    expect(event({ url: 'https://www.old.example/event/fair/' })?.record.paths).toEqual(['/event/fair/']);
  });
});

test('records have no ID of their own if new ones are wanted', () => {
  expect(mapEvent(fair, { ...context, options: { ids: 'new', series: 'dates' } })?.record).not.toHaveProperty('id');
});

test('a category refers to its parent', () => {
  const jazz = { id: 5, name: 'Jazz &amp; Blues', slug: 'jazz', description: '', parent: 4, url: '' };
  expect(mapCategory(jazz, context)?.record).toMatchObject({
    externalId: 'category:5',
    fields: { name: 'Jazz & Blues', slug: 'jazz' },
    references: { parent: ['category:4'] },
    place: 'list#5',
  });
  expect(mapCategory({ ...jazz, parent: 0 }, context)?.record.references).toBeUndefined();
});

test('venues and organizers have all their texts, so that emptied ones are emptied here too', () => {
  const barn = { id: 7, venue: 'St John&#8217;s', city: 'Lyon', geo_lat: 45.7, geo_lng: '4.8', show_map: 'true' };
  expect(mapVenue(barn, context)?.record.fields).toMatchObject({
    venue: 'St John’s',
    city: 'Lyon',
    phone: '',
    geo_lat: 45.7,
    geo_lng: 4.8,
    show_map: 'true',
  });
  for (const wrong of [{ geo_lat: 95 }, { geo_lng: -181 }, { geo_lat: '45,7' }, { geo_lat: '' }, { geo_lng: '0' }])
    expect(mapVenue({ ...barn, ...wrong }, context)?.record.fields).not.toHaveProperty('geo_lat');
  expect(mapOrganizer({ id: 8, organizer: 'Guild' }, context)?.record.fields).toMatchObject({
    organizer: 'Guild',
    email: '',
  });
});

test('an image has the paths of all its sizes, and its file for a new record only', () => {
  const file = 'https://old.example/wp-content/uploads/a.jpg';
  const sizes = { medium: { source_url: file.replace('a.jpg', 'a-300.jpg') }, full: { source_url: file } };
  const body = {
    id: 12,
    media_type: 'image',
    source_url: file,
    title: { rendered: 'A &amp; B' },
    media_details: { sizes },
  };
  expect(mapMedia(body, context)?.record).toMatchObject({
    externalId: 'media:12',
    fields: { title: 'A & B', alt_text: '' },
    initial: { file },
  });
  expect(mapMedia(body, context)?.record.paths).toContain('/wp-content/uploads/a-300.jpg');
  expect(mapMedia({ ...body, media_type: 'file' }, context)).toBeUndefined();
  expect(mapImages(fair, context).map(({ record }) => record.externalId)).toEqual(['media:12']);
  expect(mapImages({ image: false }, context)).toEqual([]);
});
