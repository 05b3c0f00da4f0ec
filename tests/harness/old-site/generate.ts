// Generates the records of an old site: the same ones for the same options.
import { slugify } from '../../../src/core/text/slug.js';
import { DAY, plusSeconds, wallOf } from '../../../src/core/time/clock.js';
import { utcOf } from './moments.js';
import { drawMedia } from './pictures.js';
import { type Random, randomFrom } from './random.js';
import type { OldData, OldEvent, OldOrganizer, OldPost, OldStatus, OldTerm, OldVenue } from './records.js';
import { seriesWithDates } from './series.js';
import { cities, costs, description, oddTitles, plainTitle, unsafeDescription } from './texts.js';

export interface Sizes {
  readonly events: number;
  readonly venues: number;
  readonly organizers: number;
  readonly categories: number;
  readonly tags: number;
  readonly media: number;
}

/** For `events` alone, the others in proportion. */
export const sizesFor = (events: number): Sizes => ({
  events,
  venues: Math.max(3, Math.round(events / 10)),
  organizers: Math.max(3, Math.round((events * 3) / 100)),
  categories: Math.max(6, Math.round(events / 50)),
  tags: Math.max(5, Math.round(events / 25)),
  media: Math.max(4, Math.min(40, Math.round(events / 25))),
});

/** The first moment of all records; events are up to five years around 2026. */
const firstDay = '2024-01-01 00:00:00';
const zones = ['Europe/Paris', 'Europe/Paris', 'America/New_York', 'UTC', 'UTC+1', 'UTC-3:30', 'Asia/Kolkata'];
const rareStatuses: readonly OldStatus[] = ['draft', 'pending', 'private', 'future', 'trash'];
export const users = [
  { id: 1, name: 'Ada Byron', slug: 'ada' },
  { id: 2, name: 'Ben Okri', slug: 'ben' },
  { id: 3, name: 'Chloé Dubois', slug: 'chloe' },
];

export async function generateData(sizes: Sizes, seed: number, hasPro: boolean): Promise<OldData> {
  const random = randomFrom(seed);
  const termIds = counter(2);
  const categories = termsOf(sizes.categories, 'Category', termIds, random, true);
  const tags = termsOf(sizes.tags, 'Tag', termIds, random, false);
  const postIds = counter(20);
  const media = await drawMedia(sizes.media, (title) => postOf(postIds(), title, random));
  const imageIds = media.map(({ id }) => id);
  const venues = Array.from({ length: sizes.venues }, (_, at) => venueOf(at, postIds(), imageIds, random));
  const organizers = Array.from({ length: sizes.organizers }, (_, at) => organizerOf(at, postIds(), random));
  const data: OldData = {
    ...{ zone: 'Europe/Paris', events: [], series: [], venues, organizers, categories, tags, media, users },
  };
  // About an eighth are dates of series. Their posts come first, so that wrong IDs of series meet those of events.
  const { series, dates } = seriesWithDates(hasPro ? Math.floor(sizes.events / 8) : 0, postIds, (title) =>
    eventOf(0, 0, title, data, random),
  );
  data.series.push(...series);
  for (let at = 0; at < sizes.events - dates.length; at++) {
    const [shown] = at % 11 === 0 ? (oddTitles[(at / 11) % oddTitles.length] ?? []) : [];
    data.events.push(eventOf(at, postIds(), shown ?? plainTitle(at), data, random));
  }
  data.events.push(...dates);
  return data;
}

const counter = (first: number) => {
  let next = first;
  return () => next++;
};

export const postOf = (id: number, title: string, random: Random): OldPost => {
  const dateUtc = wallOf(Date.UTC(2024, 0, 1) / 1_000 + random.below(900 * DAY));
  return {
    id,
    status: 'publish',
    author: random.pick(users).id,
    dateUtc,
    modifiedUtc: plusSeconds(dateUtc, random.below(20 * DAY)),
    slug: `${slugify(title)}-${id}`,
    title,
    description: '',
    image: 0,
  };
};

function termsOf(count: number, name: string, nextId: () => number, random: Random, isTree: boolean): OldTerm[] {
  const terms: OldTerm[] = [];
  for (let at = 0; at < count; at++) {
    const shown = at === 1 ? `${name} &amp; Friends` : at === 2 ? `${name} Été` : `${name} ${at}`;
    terms.push({
      id: nextId(),
      name: shown,
      slug: at === 1 ? `${slugify(name)}-friends` : slugify(shown),
      description: at % 5 === 0 ? `About ${name} ${at}.` : '',
      parent: isTree && at > 3 && random.chance(0.6) ? random.pick(terms).id : 0,
    });
  }
  // Lists are sorted by name, so that a child can come before its parent.
  const [first, , , last] = terms;
  if (isTree && first && last) first.parent = last.id;
  return terms;
}

const venueOf = (at: number, id: number, images: readonly number[], random: Random): OldVenue => ({
  ...postOf(id, at % 17 === 0 ? `St John&#8217;s Hall ${at}` : `Hall ${at}`, random),
  status: at % 29 === 28 ? 'draft' : 'publish',
  description: at % 3 === 0 ? `<p>Room ${at} under the roof.</p>` : '',
  image: at % 10 === 0 ? random.pick(images) : 0,
  address: `${at + 1} Mill Road`,
  ...random.pick(cities),
  phone: at % 4 === 0 ? '+33 1 99 00 12 34' : '',
  website: at % 2 === 0 ? `https://hall-${at}.example/` : '',
  ...(at % 5 === 1 && { coordinates: { lat: String(48 + at / 1_000), lng: String(-at / 1_000) } }),
  hidesMap: at % 7 === 3,
});

const organizerOf = (at: number, id: number, random: Random): OldOrganizer => ({
  ...postOf(id, at % 13 === 0 ? `Smith &amp; Sons ${at}` : `Guild ${at}`, random),
  description: at % 2 === 0 ? `<p>Guild number ${at}.</p>` : '',
  phone: at % 3 === 0 ? '555-0101' : '',
  website: at % 2 === 0 ? `https://guild-${at}.example/` : '',
  email: `guild-${at}@example.org`,
});

/** Statuses of events that no list of the API shows, by their number. */
const hiddenStatuses: Readonly<Record<number, OldStatus>> = {
  2: 'publish',
  3: 'publish',
  5: 'draft',
  6: 'draft',
  9: 'private',
  15: 'publish',
  16: 'trash',
};

/** Hidden and protected: no answer shows it. */
const unreadableAt = 15;

const statusOf = (at: number): OldStatus =>
  hiddenStatuses[at] ??
  (at % 13 === 7 ? (rareStatuses[Math.floor(at / 13) % rareStatuses.length] ?? 'draft') : 'publish');

/** `at` decides about the oddities, so that each occurs in every size of site. */
export function eventOf(at: number, id: number, title: string, data: OldData, random: Random): OldEvent {
  const zone = random.pick(zones);
  const allDay = at % 9 === 4;
  const drawn = Math.floor(random.below(5 * 365));
  // Those with hidden statuses are past and upcoming in turn.
  const day = (at in hiddenStatuses ? (at % 2 ? 300 : 1_300) + at : drawn) * DAY;
  const start = plusSeconds(firstDay, allDay ? day : day + (8 + random.below(12)) * 3_600);
  const end = plusSeconds(start, allDay ? DAY * (1 + random.below(3)) - 1 : 3_600 * (1 + random.below(30)));
  const status = statusOf(at);
  const post = postOf(id, title, random);
  const isUnreleased = status === 'draft' || status === 'pending';
  return {
    ...post,
    status,
    slug: isUnreleased ? '' : status === 'trash' ? `${post.slug}__trashed` : post.slug,
    dateUtc: status === 'future' ? `2031-0${1 + (at % 9)}-01 08:00:00` : post.dateUtc,
    description: at % 50 === 49 ? unsafeDescription(at) : description(at),
    excerpt: at % 4 === 0 ? `<p>In short: number ${at}.</p>` : '',
    image: data.media.length && random.chance(0.25) ? random.pick(data.media).id : 0,
    start,
    end,
    ...utcOf(start, end, zone, at % 61 === 60),
    zone,
    allDay,
    cost: random.pick(costs),
    website: random.chance(0.3) ? `https://event-${id}.example/${at % 2 ? `?id=${id}&lang=en&copy=1` : ''}` : '',
    showMap: random.chance(0.8),
    hidden: at % 23 === 22 || at in hiddenStatuses,
    sticky: at % 31 === 30,
    featured: at % 19 === 18,
    password: at % 37 === 36 || at === unreadableAt ? 'open sesame' : '',
    categories: random.some(data.categories, 3).map((term) => term.id),
    tags: random.some(data.tags, 3).map((term) => term.id),
    venues: random
      .some(
        data.venues.filter((venue) => venue.status === 'publish'),
        at % 41 === 40 ? 2 : 1,
      )
      .map((venue) => venue.id),
    organizers: random.some(data.organizers, 2).map((organizer) => organizer.id),
    ticketed: at % 43 === 42,
  };
}
