// Samples of each resource for the contract tests: complete new records, and for every field another value,
// the response with it, and the effect of an empty text.
import { expect } from 'vitest';
import type { Answered, Body, World } from './world.js';
import { baseUrl } from './world.js';

export const rest = `${baseUrl}/cal/events/v1`;

/** Stamps of a record made when the world begins. */
const stamps = {
  status: 'publish',
  date: '2027-06-15 11:30:00',
  date_utc: '2027-06-15 15:30:00',
  modified: '2027-06-15 11:30:00',
  modified_utc: '2027-06-15 15:30:00',
};
const globals = (id: number) => ({
  global_id: `calendar.example?id=${id}`,
  global_id_lineage: [`calendar.example?id=${id}`],
});

export const details = (wall: string) => {
  const [year, month, day, hour, minutes, seconds] = wall.split(/[- :]/);
  return { year, month, day, hour, minutes, seconds };
};

/** Start and end as in a response, from local time and UTC. */
export const times = (start: string, end: string, utcStart: string, utcEnd: string) => ({
  start_date: start,
  start_date_details: details(start),
  end_date: end,
  end_date_details: details(end),
  utc_start_date: utcStart,
  utc_start_date_details: details(utcStart),
  utc_end_date: utcEnd,
  utc_end_date_details: details(utcEnd),
});

export interface Change {
  readonly value: unknown;
  /** Keys of the response that differ afterwards. */
  readonly changes: Body;
}

export interface Sample {
  readonly path: string;
  /** Required fields only. */
  readonly least: Body;
  /** The complete response. */
  readonly leastBody: (id: number, author: number) => Body;
  /** A value for every field that can hold one. */
  readonly most: Body;
  /** The complete response. */
  readonly mostBody: (answer: Answered, world: World) => Promise<Body>;
  /** For every field another value, applied to the record with all of them. */
  readonly others: (world: World, full: Answered) => Promise<Readonly<Record<string, Change>>>;
  /** For every field the effect of an empty text, or that it is rejected. */
  readonly empty: (full: Answered) => Readonly<Record<string, Body | 'refused'>>;
  /** A value of the wrong type for every field that minds, beside the right value of the others. */
  readonly wrong: Readonly<Record<string, unknown>>;
}

const without = ({ json_ld: _, ...body }: Answered): Body => body;

const eventFlags = { show_map: false, show_map_link: false, hide_from_listings: false, sticky: false, featured: false };
const asAnnounced = {
  event_status: 'scheduled',
  event_status_note: '',
  attendance: 'in_person',
  online_url: '',
  online_url_from: '',
};
const fairTimes = {
  ...times('2027-10-09 10:00:00', '2027-10-09 18:00:00', '2027-10-09 08:00:00', '2027-10-09 16:00:00'),
  timezone: 'Europe/Paris',
  timezone_abbr: 'CEST',
  start: '2027-10-09T10:00:00+02:00',
  end: '2027-10-09T18:00:00+02:00',
};
const noCost = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };

const event: Sample = {
  path: 'events',
  least: { title: 'Plain Event', start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' },
  leastBody: (id, author) => ({
    id,
    ...globals(id),
    author: String(author),
    ...stamps,
    url: `${baseUrl}/event/plain-event/`,
    rest_url: `${rest}/events/${id}`,
    title: 'Plain Event',
    description: '',
    excerpt: '',
    slug: 'plain-event',
    image: false,
    all_day: false,
    ...times('2027-07-01 10:00:00', '2027-07-01 12:00:00', '2027-07-01 14:00:00', '2027-07-01 16:00:00'),
    timezone: 'America/New_York',
    timezone_abbr: 'EDT',
    start: '2027-07-01T10:00:00-04:00',
    end: '2027-07-01T12:00:00-04:00',
    cost: '',
    cost_details: noCost,
    website: `${baseUrl}/event/plain-event/`,
    ...eventFlags,
    ...asAnnounced,
    parent: 0,
    categories: [],
    tags: [],
    venue: [],
    organizer: [],
    tickets: [],
    ticketed: false,
    custom_fields: [],
  }),
  most: {
    title: 'Harvest Fair',
    start_date: '2027-10-09 10:00:00',
    end_date: '2027-10-09 18:00:00',
    author: 1,
    date: '2026-09-01 08:15:00',
    date_utc: '2026-09-01 12:15:00',
    description: '<p>Stalls and music.</p>',
    status: 'publish',
    slug: 'harvest-fair',
    excerpt: 'Come along.',
    timezone: 'Europe/Paris',
    all_day: false,
    image: '',
    cost: '€5 – €12',
    website: 'https://fair.example/',
    show_map: true,
    show_map_link: true,
    hide_from_listings: false,
    sticky: false,
    featured: true,
    event_status: 'postponed',
    event_status_note: 'Until the rain stops',
    attendance: 'mixed',
    online_url: 'https://meet.example/fair',
    online_url_from: '2027-06-01 09:30',
    categories: ['Music'],
    tags: ['free'],
    venue: { venue: 'Town Barn', city: 'Oakton' },
    organizer: [{ organizer: 'Mill Guild' }],
    tickets: [{ name: 'Adults', price: '12.50', url: 'https://fair.example/t', capacity: '200' }],
    recurrence: '',
    parent: 0,
    password: '',
  },
  mostBody: async ({ id, venue, organizer, categories, tags, slug }, world) => ({
    id,
    ...globals(id),
    author: '1',
    ...stamps,
    date: '2026-09-01 08:15:00',
    date_utc: '2026-09-01 12:15:00',
    url: `${baseUrl}/event/${slug}/`,
    rest_url: `${rest}/events/${id}`,
    title: 'Harvest Fair',
    description: '<p>Stalls and music.</p>',
    excerpt: '<p>Come along.</p>',
    slug: expect.stringMatching(/^harvest-fair(-\d+)?$/),
    image: false,
    all_day: false,
    ...fairTimes,
    cost: '€5 – €12',
    cost_details: { currency_symbol: '€', currency_code: '', currency_position: 'prefix', values: ['5', '12'] },
    website: 'https://fair.example/',
    ...eventFlags,
    show_map: true,
    show_map_link: true,
    featured: true,
    event_status: 'postponed',
    event_status_note: 'Until the rain stops',
    attendance: 'mixed',
    online_url: 'https://meet.example/fair',
    online_url_from: '2027-06-01 09:30:00',
    parent: 0,
    categories: [embedded(await world.get(`/categories/${categories[0].id}`))],
    tags: [embedded(await world.get(`/tags/${tags[0].id}`))],
    venue: without(await world.get(`/venues/${venue.id}`)),
    organizer: [without(await world.get(`/organizers/${organizer[0].id}`))],
    tickets: [
      { name: 'Adults', price: 12.5, currency: 'EUR', url: 'https://fair.example/t', capacity: 200, provider: 'link' },
    ],
    ticketed: ['link'],
    custom_fields: [],
  }),
  others: async (world, { id, slug, categories, tags }) => {
    const [venue, organizer] = [await world.venue(), await world.organizer()];
    const [category, tag, parent] = [await world.category(), await world.tag(), await world.event()];
    const counted = (term: Answered) => ({ ...embedded(term), count: 1 });
    const uncounted = (terms: readonly Answered[]) => terms.map((term) => ({ ...term, count: term.count - 1 }));
    return {
      title: { value: 'Spring Fair', changes: { title: 'Spring Fair' } },
      start_date: {
        value: '2027-10-09 09:00',
        changes: {
          ...times('2027-10-09 09:00:00', '2027-10-09 18:00:00', '2027-10-09 07:00:00', '2027-10-09 16:00:00'),
          start: '2027-10-09T09:00:00+02:00',
        },
      },
      end_date: {
        value: '2027-12-09 18:00',
        changes: {
          ...times('2027-10-09 10:00:00', '2027-12-09 18:00:00', '2027-10-09 08:00:00', '2027-12-09 17:00:00'),
          end: '2027-12-09T18:00:00+01:00',
        },
      },
      author: { value: world.people.author.id, changes: { author: String(world.people.author.id) } },
      date: { value: '2026-01-01 00:00', changes: { date: '2026-01-01 00:00:00', date_utc: '2026-01-01 05:00:00' } },
      date_utc: { value: '2026-01-02', changes: { date: '2026-01-01 19:00:00', date_utc: '2026-01-02 00:00:00' } },
      description: { value: '<p>Other</p>', changes: { description: '<p>Other</p>' } },
      slug: { value: `${slug}-other`, changes: { slug: `${slug}-other`, url: `${baseUrl}/event/${slug}-other/` } },
      excerpt: { value: 'Two\n\nparts', changes: { excerpt: '<p>Two</p>\n<p>parts</p>' } },
      status: {
        value: 'private',
        changes: { status: 'private', categories: expect.any(Array), tags: expect.any(Array) },
      },
      timezone: {
        value: 'Asia/Tokyo',
        changes: {
          ...times('2027-10-09 10:00:00', '2027-10-09 18:00:00', '2027-10-09 01:00:00', '2027-10-09 09:00:00'),
          timezone: 'Asia/Tokyo',
          timezone_abbr: 'JST',
          start: '2027-10-09T10:00:00+09:00',
          end: '2027-10-09T18:00:00+09:00',
        },
      },
      all_day: {
        value: true,
        changes: {
          all_day: true,
          ...times('2027-10-09 00:00:00', '2027-10-09 23:59:59', '2027-10-08 22:00:00', '2027-10-09 21:59:59'),
          start: '2027-10-09T00:00:00+02:00',
          end: '2027-10-09T23:59:59+02:00',
        },
      },
      image: { value: '', changes: {} },
      cost: { value: '7', changes: { cost: '$7', cost_details: { ...noCost, values: ['7'] } } },
      website: { value: 'https://other.example/a?b=1&c=2', changes: { website: 'https://other.example/a?b=1&c=2' } },
      show_map: { value: 'false', changes: { show_map: false } },
      show_map_link: { value: 0, changes: { show_map_link: false } },
      hide_from_listings: { value: true, changes: { hide_from_listings: true } },
      sticky: { value: '1', changes: { sticky: true } },
      featured: { value: false, changes: { featured: false } },
      event_status: { value: 'cancelled', changes: { event_status: 'cancelled' } },
      event_status_note: { value: '<b>Storm</b>', changes: { event_status_note: 'Storm' } },
      attendance: { value: 'online', changes: { attendance: 'online' } },
      online_url: { value: ' https://meet.example/b ', changes: { online_url: 'https://meet.example/b' } },
      online_url_from: { value: '2027-06-02T12:00:00Z', changes: { online_url_from: '2027-06-02 14:00:00' } },
      categories: { value: [category.id], changes: { categories: [counted(category)] } },
      tags: { value: String(tag.id), changes: { tags: [counted(tag)] } },
      venue: { value: venue.id, changes: { venue } },
      organizer: { value: [organizer.id], changes: { organizer: [organizer] } },
      tickets: {
        value: { name: 'All', provider: 'rsvp' },
        changes: { tickets: [{ name: 'All', currency: 'EUR', provider: 'rsvp' }], ticketed: ['rsvp'] },
      },
      recurrence: { value: '', changes: {} },
      parent: { value: parent.id, changes: { parent: parent.id } },
      // A protected event does not count for its terms.
      password: { value: `secret ${id}`, changes: { categories: uncounted(categories), tags: uncounted(tags) } },
    };
  },
  empty: () => ({
    title: 'refused',
    start_date: 'refused',
    end_date: 'refused',
    author: 'refused',
    date: 'refused',
    date_utc: 'refused',
    description: { description: '' },
    slug: { slug: expect.stringMatching(/^harvest-fair(-\d+)?$/), url: expect.any(String) },
    excerpt: { excerpt: '' },
    status: 'refused',
    timezone: {
      ...times('2027-10-09 10:00:00', '2027-10-09 18:00:00', '2027-10-09 14:00:00', '2027-10-09 22:00:00'),
      timezone: 'America/New_York',
      timezone_abbr: 'EDT',
      start: '2027-10-09T10:00:00-04:00',
      end: '2027-10-09T18:00:00-04:00',
    },
    all_day: 'refused',
    image: {},
    cost: { cost: '', cost_details: noCost },
    website: { website: expect.stringMatching(/\/event\/harvest-fair(-\d+)?\/$/) },
    show_map: 'refused',
    show_map_link: 'refused',
    hide_from_listings: 'refused',
    sticky: 'refused',
    featured: 'refused',
    event_status: 'refused',
    event_status_note: { event_status_note: '' },
    attendance: 'refused',
    online_url: { online_url: '' },
    online_url_from: { online_url_from: '' },
    categories: { categories: [] },
    tags: { tags: [] },
    venue: { venue: [] },
    organizer: { organizer: [] },
    tickets: { tickets: [], ticketed: false },
    recurrence: {},
    parent: 'refused',
    password: {},
  }),
  wrong: { all_day: 'yes', show_map: 2, show_map_link: 'on', hide_from_listings: [], sticky: {}, featured: 'maybe' },
};

/** A term inside an event. */
export const embedded = ({
  id,
  name,
  slug,
  taxonomy,
  description,
  parent = 0,
  count,
  urls,
  color,
}: Answered): Body => ({
  name,
  slug,
  term_group: 0,
  term_taxonomy_id: id,
  taxonomy,
  description,
  parent,
  count,
  filter: 'raw',
  id,
  urls,
  ...(color !== undefined && { color }),
});

const venue: Sample = {
  path: 'venues',
  least: { venue: 'Plain Venue' },
  leastBody: (id, author) => ({
    id,
    author: String(author),
    ...stamps,
    url: `${baseUrl}/venue/plain-venue/`,
    venue: 'Plain Venue',
    slug: 'plain-venue',
    show_map: true,
    show_map_link: true,
    ...globals(id),
  }),
  most: {
    venue: 'Town Barn',
    author: 1,
    date: '2026-09-01 08:15:00',
    date_utc: '2026-09-01 12:15:00',
    description: '<p>Stalls and music.</p>',
    status: 'publish',
    show_map: 'true',
    show_map_link: 'true',
    address: '1 Mill Rd',
    city: 'Oakton',
    country: 'United States',
    province: '',
    state: 'VT',
    zip: '05001',
    phone: '555-0100',
    stateprovince: 'VT',
    website: 'https://barn.example/',
    geo_lat: 44.4759,
    geo_lng: '-73.2121',
    image: '',
  },
  mostBody: async ({ id, slug }) => ({
    id,
    author: '1',
    ...stamps,
    date: '2026-09-01 08:15:00',
    date_utc: '2026-09-01 12:15:00',
    url: `${baseUrl}/venue/${slug}/`,
    venue: 'Town Barn',
    description: '<p>Stalls and music.</p>',
    slug: expect.stringMatching(/^town-barn(-\d+)?$/),
    address: '1 Mill Rd',
    city: 'Oakton',
    country: 'United States',
    state: 'VT',
    zip: '05001',
    phone: '555-0100',
    website: 'https://barn.example/',
    stateprovince: 'VT',
    geo_lat: 44.4759,
    geo_lng: -73.2121,
    show_map: true,
    show_map_link: true,
    ...globals(id),
  }),
  others: async (world) => ({
    venue: { value: 'City Barn', changes: { venue: 'City Barn' } },
    author: { value: world.people.author.id, changes: { author: String(world.people.author.id) } },
    date: { value: '2026-01-01 00:00', changes: { date: '2026-01-01 00:00:00', date_utc: '2026-01-01 05:00:00' } },
    date_utc: { value: '2026-01-02', changes: { date: '2026-01-01 19:00:00', date_utc: '2026-01-02 00:00:00' } },
    description: { value: 'Other', changes: { description: '<p>Other</p>' } },
    status: { value: 'private', changes: { status: 'private' } },
    show_map: { value: 'no', changes: { show_map: false } },
    show_map_link: { value: false, changes: { show_map_link: false } },
    address: { value: '2 <b>Mill</b> Rd', changes: { address: '2 Mill Rd' } },
    city: { value: 'Ashton', changes: { city: 'Ashton' } },
    country: { value: 'Canada', changes: { country: 'Canada', stateprovince: undefined } },
    province: { value: 'Quebec', changes: { province: 'Quebec' } },
    state: { value: 'NH', changes: { state: 'NH', stateprovince: 'NH' } },
    zip: { value: '05002', changes: { zip: '05002' } },
    phone: { value: '555-0102', changes: { phone: '555-0102' } },
    stateprovince: { value: 'Vermont', changes: { stateprovince: 'Vermont' } },
    website: { value: 'https://b.example/?x=1&y=2', changes: { website: 'https://b.example/?x=1&y=2' } },
    geo_lat: { value: '-0.5', changes: { geo_lat: -0.5 } },
    geo_lng: { value: 0, changes: { geo_lng: 0 } },
    image: { value: '', changes: {} },
  }),
  empty: () => ({
    venue: 'refused',
    author: 'refused',
    date: 'refused',
    date_utc: 'refused',
    description: { description: undefined },
    status: 'refused',
    show_map: 'refused',
    show_map_link: 'refused',
    address: { address: undefined },
    city: { city: undefined },
    country: { country: undefined },
    province: {},
    state: { state: undefined, stateprovince: undefined },
    zip: { zip: undefined },
    phone: { phone: undefined },
    stateprovince: {},
    website: { website: undefined },
    geo_lat: 'refused',
    geo_lng: 'refused',
    image: {},
  }),
  wrong: {},
};

const organizer: Sample = {
  path: 'organizers',
  least: { organizer: 'Plain Organizer' },
  leastBody: (id, author) => ({
    id,
    author: String(author),
    ...stamps,
    url: `${baseUrl}/organizer/plain-organizer/`,
    organizer: 'Plain Organizer',
    slug: 'plain-organizer',
    ...globals(id),
  }),
  most: {
    organizer: 'Mill Guild',
    author: 1,
    date: '2026-09-01 08:15:00',
    date_utc: '2026-09-01 12:15:00',
    description: '<p>Stalls and music.</p>',
    status: 'publish',
    phone: '555-0101',
    website: 'https://guild.example/',
    email: 'hello@guild.example',
    image: '',
  },
  mostBody: async ({ id, slug }) => ({
    id,
    author: '1',
    ...stamps,
    date: '2026-09-01 08:15:00',
    date_utc: '2026-09-01 12:15:00',
    url: `${baseUrl}/organizer/${slug}/`,
    organizer: 'Mill Guild',
    description: '<p>Stalls and music.</p>',
    slug: expect.stringMatching(/^mill-guild(-\d+)?$/),
    phone: '555-0101',
    website: 'https://guild.example/',
    email: 'hello@guild.example',
    ...globals(id),
  }),
  others: async (world) => ({
    organizer: { value: 'City Guild', changes: { organizer: 'City Guild' } },
    author: { value: world.people.author.id, changes: { author: String(world.people.author.id) } },
    date: { value: '2026-01-01 00:00', changes: { date: '2026-01-01 00:00:00', date_utc: '2026-01-01 05:00:00' } },
    date_utc: { value: '2026-01-02', changes: { date: '2026-01-01 19:00:00', date_utc: '2026-01-02 00:00:00' } },
    description: { value: 'Other', changes: { description: '<p>Other</p>' } },
    status: { value: 'private', changes: { status: 'private' } },
    phone: { value: '555-0102', changes: { phone: '555-0102' } },
    website: { value: 'https://g.example/?x=1&y=2', changes: { website: 'https://g.example/?x=1&y=2' } },
    email: { value: 'you@guild.example', changes: { email: 'you@guild.example' } },
    image: { value: '', changes: {} },
  }),
  empty: () => ({
    organizer: 'refused',
    author: 'refused',
    date: 'refused',
    date_utc: 'refused',
    description: { description: undefined },
    status: 'refused',
    phone: { phone: undefined },
    website: { website: undefined },
    email: { email: undefined },
    image: {},
  }),
  wrong: {},
};

const term = (path: string, taxonomy: string, page: string) => ({
  bodyOf: (id: number, name: string, slug: string, parent?: Answered): Body => ({
    id,
    count: 0,
    description: '',
    name,
    slug,
    taxonomy,
    ...(path === 'categories' && { parent: parent?.id ?? 0, color: '' }),
    meta: [],
    url: `${baseUrl}${page}${parent ? `${parent.slug}/` : ''}${slug}/`,
    urls: termUrls(path, id, parent),
    _links: Object.fromEntries(Object.entries(termUrls(path, id, parent)).map(([name, href]) => [name, [{ href }]])),
  }),
});

const termUrls = (path: string, id: number, parent?: Answered) => ({
  self: `${rest}/${path}/${id}`,
  collection: `${rest}/${path}`,
  ...(parent && { up: `${rest}/${path}/${parent.id}` }),
});

const categoryTerm = term('categories', 'tribe_events_cat', '/events/category/');
const tagTerm = term('tags', 'post_tag', '/tag/');

const category: Sample = {
  path: 'categories',
  least: { name: 'Plain Category' },
  leastBody: (id) => categoryTerm.bodyOf(id, 'Plain Category', 'plain-category'),
  most: { name: 'Music', description: 'Concerts and sessions', slug: 'music', parent: 0, color: '#1A6B3C' },
  mostBody: async ({ id, slug, parent }, world) => ({
    ...categoryTerm.bodyOf(id, 'Music', slug, await world.get(`/categories/${parent}`)),
    description: 'Concerts and sessions',
    color: '#1a6b3c',
  }),
  others: async (world, { id }) => {
    const above = await world.category();
    const { parent, urls, _links } = categoryTerm.bodyOf(id, 'Music', 'music', above);
    return {
      name: { value: 'Sound', changes: { name: 'Sound' } },
      description: { value: 'Other', changes: { description: 'Other' } },
      slug: { value: 'sound', changes: { slug: 'sound', url: expect.stringMatching(/\/sound\/$/) } },
      color: { value: '#c02040', changes: { color: '#c02040' } },
      parent: { value: above.id, changes: { parent, urls, _links, url: expect.stringContaining(`/${above.slug}/`) } },
    };
  },
  empty: () => ({
    name: 'refused',
    description: { description: '' },
    slug: { slug: expect.stringMatching(/^music/), url: expect.any(String) },
    parent: 'refused',
    color: { color: '' },
  }),
  wrong: {},
};

const tag: Sample = {
  path: 'tags',
  least: { name: 'Plain Tag' },
  leastBody: (id) => tagTerm.bodyOf(id, 'Plain Tag', 'plain-tag'),
  most: { name: 'Music', description: 'Concerts and sessions', slug: 'music' },
  mostBody: async ({ id, slug }) => ({
    ...tagTerm.bodyOf(id, 'Music', slug),
    description: 'Concerts and sessions',
  }),
  others: async () => ({
    name: { value: 'Sound', changes: { name: 'Sound' } },
    description: { value: 'Other', changes: { description: 'Other' } },
    slug: { value: 'sound', changes: { slug: 'sound', url: `${baseUrl}/tag/sound/` } },
  }),
  empty: () => ({
    name: 'refused',
    description: { description: '' },
    slug: { slug: 'music', url: `${baseUrl}/tag/music/` },
  }),
  wrong: {},
};

export const samples: Readonly<Record<string, Sample>> = { event, venue, organizer, category, tag };
