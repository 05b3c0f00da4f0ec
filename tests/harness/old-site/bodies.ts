// The JSON of the `tribe/events/v1` routes.
import { abbreviation, toWall } from '../../../src/core/time/zone.js';
import type { OldData, OldEvent, OldFile, OldMedia, OldOrganizer, OldPost, OldTerm, OldVenue } from './records.js';

/** Parts that not every site has. */
export interface Parts {
  /** `tec/v1`. */
  readonly hasTecV1: boolean;
  /** The parts for the block editor, which show stored values in `meta` of `wp/v2`. */
  readonly hasMeta: boolean;
  /** The paid edition: series, online events, and a row with a high ID for every event. */
  readonly hasPro: boolean;
}

export interface Site extends Parts {
  readonly url: string;
  readonly data: OldData;
  /** In UTC. */
  readonly now: string;
  /** Published events by term; computed once per request. */
  counts?: ReadonlyMap<number, number>;
}

export const apiPath = '/wp-json/tribe/events/v1';
export const rest = ({ url }: Site, path: string): string => `${url}${apiPath}/${path}`;

/** As the site writes text into HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const stampsOf = ({ status, dateUtc, modifiedUtc }: OldPost, { data }: Site) => ({
  status,
  date: toWall(dateUtc, data.zone),
  date_utc: status === 'draft' || status === 'pending' ? '0000-00-00 00:00:00' : dateUtc,
  modified: toWall(modifiedUtc, data.zone),
  modified_utc: modifiedUtc,
});

const globalsOf = ({ id }: OldPost, { url }: Site) => {
  const global = `${new URL(url).hostname}?id=${id}`;
  return { global_id: global, global_id_lineage: [global] };
};

/** Only published and private records have an address with their slug. */
export const pageOf = (post: OldPost, { url }: Site, segment: string, type: string, path = post.slug): string =>
  post.status === 'publish' || post.status === 'private'
    ? `${url}/${segment}/${path}/`
    : `${url}/?post_type=${type}&p=${post.id}`;

export const eventUrl = (event: OldEvent, site: Site): string =>
  pageOf(event, site, 'event', 'tribe_events', event.date ? `${event.slug}/${event.date}` : event.slug);

/** Of the series for its dates. */
export const datelessUrl = (event: OldEvent, site: Site): string => pageOf(event, site, 'event', 'tribe_events');

export const fileUrl = ({ path }: OldFile, { url }: Site): string => `${url}/wp-content/uploads/${path}`;

function imageOf(id: number, site: Site) {
  const media = site.data.media.find((one) => one.id === id);
  return media && mediaImage(media, site);
}

function mediaImage({ id, file, sizes, type }: OldMedia, site: Site) {
  const shown = Object.entries(sizes).map(([name, size]) => [
    name,
    {
      width: size.width,
      height: size.height,
      'mime-type': type,
      filesize: size.bytes.length,
      url: fileUrl(size, site),
    },
  ]);
  return {
    url: fileUrl(file, site),
    id,
    extension: file.path.split('.').at(-1),
    width: file.width,
    height: file.height,
    filesize: file.bytes.length,
    ...(shown.length && { sizes: Object.fromEntries(shown) }),
  };
}

const detailsOf = (wall: string) => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});

const unlessEmpty = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));

/** Only published events count for a term. */
export function countOf(id: number, site: Site): number {
  site.counts ??= countsOf(site.data);
  return site.counts.get(id) ?? 0;
}

/** Categories and tags have IDs of one sequence. */
function countsOf({ events }: OldData): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { status, categories, tags } of events) {
    if (status !== 'publish') continue;
    for (const id of [...categories, ...tags]) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

const taxonomies = {
  categories: { name: 'tribe_events_cat', page: 'events/category' },
  tags: { name: 'post_tag', page: 'tag' },
} as const;
export type TermKey = keyof typeof taxonomies;

const urlsOf = (key: TermKey, { id, parent }: OldTerm, site: Site) => ({
  self: rest(site, `${key}/${id}`),
  collection: rest(site, key),
  ...(parent ? { up: rest(site, `${key}/${parent}`) } : {}),
});

/** Slugs from the root; a loop of parents ends it. */
function pathOf(term: OldTerm, terms: readonly OldTerm[]): string {
  const slugs: string[] = [];
  for (let at: OldTerm | undefined = term; at && slugs.length < 10; ) {
    slugs.unshift(at.slug);
    const parent: number = at.parent;
    at = parent ? terms.find(({ id }) => id === parent) : undefined;
  }
  return slugs.join('/');
}

export const termUrl = (key: TermKey, term: OldTerm, { url, data }: Site): string =>
  `${url}/${taxonomies[key].page}/${pathOf(term, data[key])}/`;

export const termBody = (key: TermKey, term: OldTerm, site: Site) => ({
  id: term.id,
  count: countOf(term.id, site),
  description: term.description,
  name: term.name,
  slug: term.slug,
  taxonomy: taxonomies[key].name,
  ...(key === 'categories' && { parent: term.parent }),
  meta: [],
  url: termUrl(key, term, site),
  urls: urlsOf(key, term, site),
});

const embeddedTerm = (key: TermKey, term: OldTerm, site: Site) => ({
  name: term.name,
  slug: term.slug,
  term_group: 0,
  term_taxonomy_id: term.id,
  taxonomy: taxonomies[key].name,
  description: term.description,
  parent: term.parent,
  count: countOf(term.id, site),
  filter: 'raw',
  id: term.id,
  urls: urlsOf(key, term, site),
});

export const venueBody = (venue: OldVenue, site: Site) => ({
  id: venue.id,
  author: String(venue.author),
  ...stampsOf(venue, site),
  url: pageOf(venue, site, 'venue', 'tribe_venue'),
  // The name of a protected venue is an empty list.
  venue: venue.password ? [] : venue.title,
  ...(venue.password ? { slug: venue.slug, city: '' } : venueDetails(venue, site)),
  ...(!venue.hasNoFlags && { show_map: !venue.hidesMap, show_map_link: true }),
  ...globalsOf(venue, site),
});

const venueDetails = (venue: OldVenue, site: Site) =>
  unlessEmpty({
    description: venue.description,
    slug: venue.slug,
    image: imageOf(venue.image, site),
    address: venue.address,
    city: venue.city,
    country: venue.country,
    province: venue.province,
    state: venue.state,
    zip: venue.zip,
    phone: venue.phone,
    website: venue.website,
    stateprovince: venue.country === 'United States' ? venue.state : venue.province,
  });

export const organizerBody = (organizer: OldOrganizer, site: Site) => ({
  id: organizer.id,
  author: String(organizer.author),
  ...stampsOf(organizer, site),
  url: pageOf(organizer, site, 'organizer', 'tribe_organizer'),
  organizer: organizer.title,
  ...unlessEmpty({
    description: organizer.description,
    slug: organizer.slug,
    image: imageOf(organizer.image, site),
    phone: organizer.phone,
    website: organizer.website,
    email: organizer.email,
  }),
  ...globalsOf(organizer, site),
});

const noCost = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };

/** With `isLocked`, the values that a password hides are blank. */
export function eventBody(event: OldEvent, site: Site, isLocked: boolean) {
  const { data } = site;
  const open = <Value, Blank>(value: Value, blank: Blank): Value | Blank => (isLocked ? blank : value);
  const byId = <Item extends { readonly id: number }>(items: readonly Item[], ids: readonly number[]) =>
    ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const terms = (key: TermKey) =>
    byId(data[key], event[key])
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((term) => embeddedTerm(key, term, site));
  const venues = byId(data.venues, event.venues).map((venue) => venueBody(venue, site));
  const url = eventUrl(event, site);
  return {
    id: event.id,
    ...globalsOf(event, site),
    author: String(event.author),
    ...stampsOf(event, site),
    url,
    rest_url: rest(site, `events/${event.id}`),
    title: event.title,
    description: open(event.description, ''),
    excerpt: open(event.excerpt, ''),
    slug: event.slug,
    image: open(imageOf(event.image, site) ?? false, false),
    all_day: open(event.allDay, null),
    start_date: event.start,
    start_date_details: detailsOf(event.start),
    end_date: event.end,
    end_date_details: detailsOf(event.end),
    utc_start_date: event.utcStart,
    utc_start_date_details: detailsOf(event.utcStart),
    utc_end_date: event.utcEnd,
    utc_end_date_details: detailsOf(event.utcEnd),
    timezone: event.zone,
    timezone_abbr: abbreviation(event.utcStart, event.zone),
    cost: open(escaped(event.cost.text), ''),
    cost_details: open(
      {
        currency_symbol: event.cost.symbol,
        currency_code: '',
        currency_position: event.cost.position,
        values: event.cost.values,
      },
      noCost,
    ),
    website: open(escaped(event.website) || url, ''),
    show_map: open(event.showMap, null),
    show_map_link: open(event.showMap, null),
    hide_from_listings: open(event.hidden, null),
    sticky: open(event.sticky, null),
    featured: open(event.featured, null),
    categories: open(terms('categories'), []),
    tags: open(terms('tags'), []),
    venue: open(venues.length === 1 ? venues[0] : venues, []),
    organizer: open(
      byId(data.organizers, event.organizers).map((organizer) => organizerBody(organizer, site)),
      [],
    ),
    custom_fields: [],
    ticketed: open(event.ticketed ? ['tec_tc'] : false, null),
    ...(event.isDateless && { start_date: null, end_date: null, utc_start_date: null, utc_end_date: null }),
    ...(site.hasPro && {
      is_virtual: open(event.isVirtual ?? false, null),
      virtual_url: open(event.virtualUrl ?? null, ''),
      virtual_video_source: '',
    }),
  };
}
