// Every known deviation explains its own difference, and no fault beside it.
import { describe, expect, it } from 'vitest';
import { compareResponses } from './compare-responses.js';
import { knownDeviations } from './deviations.js';
import type { SideResponse } from './response.js';
import { siteUrls } from './site-url.js';

const sites = { old: siteUrls(['https://old.example']), new: siteUrls(['https://new.example']) };
const events = '/wp-json/tribe/events/v1/events';

interface Pair {
  readonly path?: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly status?: number;
  readonly headers?: { readonly old: Record<string, string>; readonly new: Record<string, string> };
}

const found = ({ path = `${events}/1`, old, new: now, status = 200, headers }: Pair) => {
  const response = (body: unknown, given: Record<string, string> = {}): SideResponse => ({
    status,
    headers: given,
    body,
  });
  const responses = { old: response(old, headers?.old), new: response(now, headers?.new) };
  return compareResponses(path, responses, { ...sites, authors: new Map() }).differences;
};

const media = 'https://new.example/media/abc.jpg';
const upload = 'https://old.example/wp-content/uploads/a.jpg';
const times = { start_date: '2027-07-01 19:00:00', timezone: 'Europe/Paris' };
const right = { ...times, utc_start_date: '2027-07-01 17:00:00' };
const wrong = { ...times, utc_start_date: '2027-07-01 18:00:00' };
const error = (message: string, more = {}) => ({ code: 'x', message, data: { status: 400, ...more } });
const wp = '/wp-json/wp/v2';

/** Differences that are explained, and faults at the same place that are not. */
const cases: Readonly<Record<string, { readonly known: readonly Pair[]; readonly faults: readonly Pair[] }>> = {
  'totals-in-headers': {
    known: [
      { old: {}, new: {}, headers: { old: { 'x-tec-total': '5' }, new: { 'x-tec-total': '5', 'x-wp-total': '5' } } },
    ],
    faults: [
      { old: {}, new: {}, headers: { old: { 'x-tec-total': '5' }, new: { 'x-tec-total': '5', 'x-wp-total': '6' } } },
      { old: {}, new: {}, headers: { old: { 'x-tec-total': '5', 'x-wp-total': '5' }, new: { 'x-tec-total': '5' } } },
    ],
  },
  'error-messages': {
    known: [{ status: 400, old: error('Falsch'), new: error('Wrong') }],
    faults: [
      { status: 400, old: error('Falsch'), new: error('') },
      { old: { message: 'a' }, new: { message: 'b' } },
      { status: 400, old: error('Falsch'), new: { ...error('Wrong'), code: 'y' } },
    ],
  },
  'error-details': {
    known: [{ status: 400, old: error('a', { details: {} }), new: error('a') }],
    faults: [{ old: { data: { details: {} } }, new: { data: {} } }],
  },
  'image-files': {
    known: [
      {
        old: { image: { url: upload, filesize: 5, extension: 'jpeg', sizes: { medium: { url: upload }, tiny: {} } } },
        new: { image: { url: media, filesize: 7, extension: 'jpg', sizes: { medium: { url: media } } } },
      },
      { old: { json_ld: { image: upload } }, new: { json_ld: { image: media } } },
      { old: { image: { url: upload } }, new: { image: { url: media, filesize: 3, sizes: { full: { url: media } } } } },
    ],
    faults: [
      { old: { image: { url: upload } }, new: { image: { url: 'https://other.example/media/a.jpg' } } },
      { old: { image: { url: upload } }, new: { image: { url: '' } } },
      { old: { image: { url: upload } }, new: { image: false } },
      { old: { image: { filesize: 5 } }, new: { image: { filesize: 0 } } },
      { old: { image: { width: 5 } }, new: { image: { width: 6 } } },
      {
        old: { image: { sizes: { medium: { url: upload } } } },
        new: { image: { sizes: { medium: { url: upload } } } },
      },
    ],
  },
  'wordpress-image-files': {
    known: [
      {
        path: `${wp}/media/7`,
        old: { source_url: upload, guid: { rendered: upload }, media_details: { file: 'a.jpg', image_meta: {} } },
        new: { source_url: media, guid: { rendered: media }, media_details: { file: 'b.jpg' } },
      },
    ],
    faults: [{ path: `${wp}/media/7`, old: { source_url: upload }, new: { source_url: upload } }],
  },
  'wordpress-image-record': {
    known: [
      {
        path: `${wp}/media/7`,
        old: { id: 7, post: 3, link: 'https://old.example/a/', description: { rendered: '<p>a</p>' } },
        new: { id: 7, post: null, link: 'https://new.example/?attachment_id=7', description: { rendered: '' } },
      },
    ],
    faults: [{ path: `${wp}/media/7`, old: { id: 7, post: 3 }, new: { id: 7, post: 4 } }],
  },
  'utc-from-local-time': {
    known: [
      { old: wrong, new: right },
      { old: { ...times, start: '2027-07-01T18:00:00+00:00' }, new: { ...times, start: '2027-07-01T19:00:00+02:00' } },
      {
        path: events,
        old: { events: [{ id: 1 }, { id: 2, ...wrong, utc_start_date_details: { hour: '18' } }] },
        new: { events: [{ id: 1 }, { id: 2, ...right, utc_start_date_details: { hour: '17' } }] },
      },
      {
        old: { ...times, json_ld: { startDate: '2027-07-01T20:00:00+02:00' } },
        new: { ...times, json_ld: { startDate: '2027-07-01T19:00:00+02:00' } },
      },
    ],
    faults: [
      {
        old: { ...times, json_ld: { startDate: '2027-07-01T19:00:00+02:00' } },
        new: { ...times, json_ld: { startDate: '2027-07-01T20:00:00+02:00' } },
      },
      { old: right, new: wrong },
      { old: { ...wrong, timezone: 'UTC' }, new: right },
      { old: { ...times, start: '2027-07-01T19:00:00+02:00' }, new: { ...times, start: '2027-07-01T19:00:00+01:00' } },
      {
        old: { ...right, utc_start_date_details: { hour: '17' } },
        new: { ...right, utc_start_date_details: { hour: '18' } },
      },
    ],
  },
  'series-slugs': {
    known: [
      { old: { ...times, slug: 'choir' }, new: { ...times, slug: 'choir-2027-07-01' } },
      { old: { ...times, slug: 'choir' }, new: { ...times, slug: 'choir-2027-07-01-2' } },
      {
        old: { ...times, slug: 'choir', url: 'https://old.example/event/choir/2027-06-30/' },
        new: { ...times, slug: 'choir-2027-06-30', url: 'https://new.example/event/choir/2027-06-30/' },
      },
    ],
    faults: [
      { old: { ...times, slug: 'choir' }, new: { ...times, slug: 'choir-2027-07-02' } },
      { old: { ...times, slug: 'choir' }, new: { ...times, slug: 'choir-2' } },
      { old: { ...times, slug: 'choir-2027-07-01' }, new: { ...times, slug: 'choir' } },
    ],
  },
  'series-by-slug': {
    known: [
      {
        path: `${events}/by-slug/choir`,
        old: { id: 10, slug: 'choir', url: 'https://old.example/event/choir/2027-07-01/', title: 'Choir', ...times },
        new: { id: 1, slug: 'choir', url: 'https://new.example/event/choir/2027-07-01/', title: 'Choir', ...times },
      },
    ],
    faults: [
      {
        path: `${events}/by-slug/choir`,
        old: { id: 10, slug: 'choir', url: 'https://old.example/event/choir/', title: 'Choir', ...times },
        new: { id: 1, slug: 'choir', url: 'https://new.example/event/choir/', title: 'Choir', ...times },
      },
      {
        path: `${events}/10`,
        old: { id: 10, slug: 'choir', url: 'https://old.example/event/choir/2027-07-01/', title: 'Choir', ...times },
        new: { id: 1, slug: 'choir', url: 'https://new.example/event/choir/2027-07-01/', title: 'Choir', ...times },
      },
    ],
  },
  'time-zone-abbreviation': {
    known: [{ old: { ...right, timezone_abbr: 'CET' }, new: { ...right, timezone_abbr: 'CEST' } }],
    faults: [{ old: { ...right, timezone_abbr: 'CEST' }, new: { ...right, timezone_abbr: 'CET' } }],
  },
  'cleaned-texts': {
    known: [
      { old: { description: '<p style="color:red">a</p><script>x()</script>' }, new: { description: '<p>a</p>' } },
      {
        old: { description: '<p><a href="https://old.example/about">a</a></p>' },
        new: { description: '<p><a href="https://old.example/about">a</a></p>' },
      },
    ],
    faults: [
      { old: { description: '<p style="color:red">a</p>' }, new: { description: '<p>b</p>' } },
      { old: { description: '<p>a</p>' }, new: { description: '' } },
      { old: { description: '<p>a &amp; b</p>' }, new: { description: '<p>a &amp;amp; b</p>' } },
      { old: { description: '&lt;b&gt;' }, new: { description: '<b>' } },
    ],
  },
  'json-ld-description': {
    known: [
      { old: { json_ld: { description: '&lt;p&gt;a b&lt;/p&gt;\n' } }, new: { json_ld: { description: 'a b' } } },
    ],
    faults: [{ old: { json_ld: { description: '&lt;p&gt;a b&lt;/p&gt;' } }, new: { json_ld: { description: 'a' } } }],
  },
  'plain-names': {
    known: [{ old: { title: '<em>Night</em> &amp; day' }, new: { title: 'Night & day' } }],
    faults: [
      { old: { title: '<em>Night</em>' }, new: { title: 'Nigh' } },
      { old: { title: 'Night' }, new: { title: '<em>Night</em>' } },
    ],
  },
  'page-addresses': {
    known: [
      { old: { url: 'https://old.example/termine/a/' }, new: { url: 'https://new.example/event/a/' } },
      {
        old: { url: 'https://old.example/event/a/2027-05-01/' },
        new: { url: 'https://new.example/event/a/2027-05-01/1/' },
      },
    ],
    faults: [
      {
        old: { url: 'https://old.example/event/a/2027-05-01/' },
        new: { url: 'https://new.example/event/a/2027-05-02/' },
      },
      { old: { url: 'https://old.example/event/a/2027-05-01/' }, new: { url: 'https://new.example/event/a/' } },
      { old: { url: 'https://old.example/event/a/' }, new: { url: 'https://new.example/event/b/' } },
      { old: { url: 'https://old.example/event/a/' }, new: { url: 'https://old.example/event/a/' } },
      { old: { website: 'https://band.example/' }, new: { website: 'https://new.example/event/a/' } },
    ],
  },
  'global-id-lineage': {
    known: [
      {
        old: { global_id_lineage: ['old.example?id=1', 'first.example?id=9'] },
        new: { global_id_lineage: ['new.example?id=1'] },
      },
    ],
    faults: [
      { old: { global_id_lineage: ['old.example?id=1'] }, new: { global_id_lineage: ['new.example?id=2'] } },
      { old: { global_id_lineage: ['old.example?id=1'] }, new: { global_id_lineage: [] } },
    ],
  },
  'custom-fields': {
    known: [{ old: { custom_fields: { a: 1 } }, new: { custom_fields: [] } }],
    faults: [{ old: { custom_fields: [] }, new: { custom_fields: ['a'] } }],
  },
  tickets: {
    known: [
      { old: {}, new: { tickets: [], ticketed: false } },
      { old: { tickets: [{ id: 1 }], ticketed: ['rsvp'] }, new: { tickets: [], ticketed: false } },
    ],
    faults: [
      { old: {}, new: { tickets: [{}] } },
      { old: { tickets: [{ id: 1 }], ticketed: ['a'] }, new: { tickets: [{ id: 1 }], ticketed: false } },
      { old: { tickets: [{ id: 1 }, { id: 2 }], ticketed: ['a'] }, new: { tickets: [{ id: 1 }], ticketed: ['a'] } },
    ],
  },
  'add-on-keys': {
    known: [{ old: { is_virtual: true, yoast_head_json: {} }, new: {} }],
    faults: [
      { old: { is_visible: true }, new: {} },
      { old: {}, new: { yoast_head: '' } },
    ],
  },
  'links-between-records': {
    known: [{ path: `${wp}/tribe_events/1`, old: { _links: { curies: [], author: [] } }, new: { _links: {} } }],
    faults: [{ path: `${wp}/tribe_events/1`, old: { _links: { self: [] } }, new: { _links: {} } }],
  },
  authors: {
    known: [
      {
        old: [{ author: '7' }, { author: '7' }, { author: '8' }],
        new: [{ author: '2' }, { author: '2' }, { author: '2' }],
      },
    ],
    faults: [
      { old: [{ author: '7' }, { author: '7' }], new: [{ author: '2' }, { author: '3' }] },
      { old: { author: '7' }, new: { author: '0' } },
      { old: { author: '7' }, new: { author: 7 } },
    ],
  },
  'later-change': {
    known: [{ old: { modified: '2026-01-01 10:00:00' }, new: { modified: '2026-01-02 10:00:00' } }],
    faults: [
      { old: { modified: '2026-01-02 10:00:00' }, new: { modified: '2026-01-01 10:00:00' } },
      { old: { modified: '2026-01-02 10:00:00' }, new: { modified: 'now' } },
    ],
  },
  'term-counts': {
    known: [{ old: { count: 5 }, new: { count: 3 } }],
    faults: [
      { old: { count: 3 }, new: { count: 5 } },
      { old: { count: 3 }, new: { count: -1 } },
    ],
  },
  'other-content': {
    known: [{ path: `${wp}/posts`, old: [{ id: 1 }, { id: 2 }], new: [] }],
    faults: [
      { path: `${wp}/posts`, old: [{ id: 1 }, { id: 2 }], new: [{ id: 1 }] },
      { path: `${wp}/tags`, old: [{ id: 1 }], new: [] },
    ],
  },
  documentation: {
    known: [{ path: '/wp-json/tribe/events/v1/doc', old: { swagger: '2.0' }, new: { openapi: '3.1.0' } }],
    faults: [{ path: '/wp-json/tribe/events/v1/doc', old: { swagger: '2.0' }, new: { swagger: '2.1' } }],
  },
  index: {
    known: [
      {
        path: '/wp-json/tribe/events/v1',
        old: { namespace: 'tribe/events/v1', routes: { a: {} } },
        new: { namespace: 'tribe/events/v1', routes: {} },
      },
    ],
    faults: [{ path: '/wp-json/tribe/events/v1', old: { namespace: 'a', routes: { a: {} } }, new: { routes: {} } }],
  },
};

describe('known deviations', () => {
  it('all have a case here', () => {
    expect(Object.keys(cases)).toEqual(knownDeviations.map(({ id }) => id));
  });

  it.each(Object.keys(cases))('%s explains all its differences', (id) => {
    for (const pair of cases[id]?.known ?? []) {
      const differences = found(pair);
      expect(differences.length, JSON.stringify(pair)).toBeGreaterThan(0);
      expect(differences.map(({ deviation }) => deviation)).toEqual(differences.map(() => id));
    }
  });

  it.each(Object.keys(cases))('%s explains no fault at the same place', (id) => {
    for (const pair of cases[id]?.faults ?? []) {
      const unexplained = found(pair).filter(({ deviation }) => deviation === undefined);
      expect(unexplained.length, JSON.stringify(pair)).toBeGreaterThan(0);
    }
  });
});

describe('differences that are none', () => {
  it.each([
    [{ title: 'Bread &#038; Roses&#8217; Fair' }, { title: 'Bread &amp; Roses’ Fair' }],
    [{ description: '<p>a &#8211; b &#038; c</p>' }, { description: '<p>a – b &amp; c</p>' }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ rest_url: 'https://old.example/wp-json/x?a=1&b=2' }, { rest_url: 'http://new.example/wp-json/x?b=2&a=1' }],
    [{ rest_url: 'https://old.example/?rest_route=/x&a=1' }, { rest_url: 'https://new.example/wp-json/x?a=1' }],
  ])('%j and %j', (old, now) => {
    expect(found({ old, new: now })).toEqual([]);
  });
});

describe('differences of lists', () => {
  const list = (...ids: readonly number[]) => ids.map((id) => ({ id, title: `Event ${id}` }));
  const placesOf = (old: unknown, now: unknown) =>
    found({ old, new: now }).map(({ kind, pointer }) => `${kind} ${pointer}`);

  it('name the record that is missing, and no other', () => {
    expect(placesOf({ events: list(1, 2, 3) }, { events: list(1, 3) })).toEqual(['missing /events/1']);
  });

  it('name the order once', () => {
    expect(placesOf({ events: list(1, 2, 3) }, { events: list(3, 1, 2) })).toEqual(['order /events']);
  });

  it('name a record that appears twice', () => {
    expect(placesOf({ events: list(1, 2) }, { events: list(1, 1) })).not.toEqual([]);
  });

  it('are limited for a response that differs everywhere', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 1]));
    expect(found({ old: many, new: {} })).toHaveLength(200);
  });

  it('name a fault behind any number of known deviations', () => {
    const records = (cost: string, word: string) =>
      Array.from({ length: 300 }, (_, index) => ({
        id: index + 1,
        url: `https://${word}.example/${word}/a/`,
        cost: index === 299 ? cost : '$5',
      }));
    const unexplained = found({ old: records('$5', 'old'), new: records('$6', 'new') }).filter(
      ({ deviation }) => deviation === undefined,
    );
    expect(unexplained.map(({ pointer }) => pointer)).toEqual(['/299/cost']);
  });

  it('say so if there are more than can be compared', () => {
    const list = (item: object) => Array.from({ length: 30_000 }, () => item);
    const differences = found({ old: list({ is_virtual: true }), new: list({}) });
    expect(differences).toHaveLength(20_001);
    expect(differences.at(-1)).toMatchObject({ kind: 'too-many' });
    expect(differences.at(-1)).not.toHaveProperty('deviation');
  });

  it('treat names of object prototypes as plain keys', () => {
    const old: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}');
    expect(placesOf(old, {})).toEqual(['missing /__proto__', 'missing /constructor']);
  });
});
