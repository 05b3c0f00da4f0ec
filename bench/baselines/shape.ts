// Rows → response bodies with the same keys and lengths as those of the service, as cheap as hand-written code gets: no
// look-ups, no sanitising, no checks.

type Cell = string | number | null;
type Cells = readonly Cell[];

const text = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));
const linked = (cell: Cell | undefined): readonly Cells[] => JSON.parse(text(cell)) as Cells[];

const details = (at: string) => ({
  year: at.slice(0, 4),
  month: at.slice(5, 7),
  day: at.slice(8, 10),
  hour: at.slice(11, 13),
  minutes: at.slice(14, 16),
  seconds: at.slice(17, 19),
});

const abbreviations = new Map<string, string>();
const minutesOf = (at: string): number => Date.parse(`${at.replace(' ', 'T')}Z`) / 60_000;

function offsetOf(wall: string, instant: string): string {
  if (wall === instant) return '+00:00';
  const minutes = minutesOf(wall) - minutesOf(instant);
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function abbreviationOf(zone: string, offset: string, instant: string): string {
  const known = abbreviations.get(zone + offset);
  if (known) return known;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    new Date(`${instant.replace(' ', 'T')}Z`),
  );
  const found = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  abbreviations.set(zone + offset, found);
  return found;
}

const globals = (id: Cell | undefined) => ({
  global_id: `127.0.0.1?id=${id}`,
  global_id_lineage: [`127.0.0.1?id=${id}`],
});

const stamps = ([, author, status, made, changed]: Cells) => ({
  author: text(author),
  status,
  date: made,
  date_utc: made,
  modified: changed,
  modified_utc: changed,
});

const placeOf = (base: string, segment: 'venue' | 'organizer', cells: Cells) => ({
  id: cells[0],
  ...stamps(cells),
  url: `${base}/${segment}/${cells[5]}/`,
  [segment]: cells[7],
  description: `${cells[6]}\n`,
  slug: cells[5],
});

const venueOf = (base: string, cells: Cells) => ({
  ...placeOf(base, 'venue', cells),
  address: cells[10],
  city: cells[11],
  country: cells[12],
  province: cells[13],
  state: cells[14],
  zip: cells[15],
  phone: cells[8],
  website: cells[9] || undefined,
  stateprovince: cells[16],
  show_map: cells[17] === 1,
  show_map_link: cells[18] === 1,
  ...globals(cells[0]),
});

const organizerOf = (base: string, cells: Cells) => ({
  ...placeOf(base, 'organizer', cells),
  phone: cells[8],
  website: cells[9],
  email: cells[10],
  ...globals(cells[0]),
});

const termOf = (base: string, path: string, taxonomy: string, [id, name, slug, description, count, parent]: Cells) => ({
  name,
  slug,
  term_group: 0,
  term_taxonomy_id: id,
  taxonomy,
  description,
  parent: parent ?? 0,
  count,
  filter: 'raw',
  id,
  urls: {
    self: `${base}/cal/events/v1/${path}/${id}`,
    collection: `${base}/cal/events/v1/${path}`,
    ...(parent ? { up: `${base}/cal/events/v1/${path}/${parent}` } : {}),
  },
});

const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ').trim();

const placeLd = (venue: Cells) => ({
  '@type': 'Place',
  name: venue[7],
  description: plain(text(venue[6])),
  url: '',
  address: {
    '@type': 'PostalAddress',
    streetAddress: venue[10],
    addressLocality: venue[11],
    addressRegion: venue[16],
    postalCode: venue[15],
    addressCountry: venue[12],
  },
  telephone: venue[8],
  sameAs: venue[9],
});

const personLd = (organizer: Cells) => ({
  '@type': 'Person',
  name: organizer[7],
  description: plain(text(organizer[6])),
  url: organizer[9],
  telephone: organizer[8],
  email: organizer[10],
  sameAs: organizer[9],
});

export function eventBody(cells: Cells, base: string, isSingle: boolean) {
  const [start, end, utcStart, utcEnd, zone] = [10, 11, 12, 13, 14].map((at) => text(cells[at])) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const cost = JSON.parse(text(cells[15]) || '{}') as { text?: string; symbol?: string; values?: readonly string[] };
  const url = `${base}/event/${cells[5]}/`;
  const [from, to] = [offsetOf(start, utcStart), offsetOf(end, utcEnd)];
  const [startIso, endIso] = [`${start.replace(' ', 'T')}${from}`, `${end.replace(' ', 'T')}${to}`];
  const [venues, organizers] = [linked(cells[23]), linked(cells[24])];
  const placed = venues.map((venue) => venueOf(base, venue));
  return {
    id: cells[0],
    ...globals(cells[0]),
    ...stamps(cells),
    url,
    rest_url: `${base}/cal/events/v1/events/${cells[0]}`,
    title: cells[7],
    description: `${cells[6]}\n`,
    excerpt: cells[8],
    slug: cells[5],
    image: false,
    all_day: cells[9] === 1,
    start_date: start,
    start_date_details: details(start),
    end_date: end,
    end_date_details: details(end),
    utc_start_date: utcStart,
    utc_start_date_details: details(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: details(utcEnd),
    timezone: zone,
    timezone_abbr: abbreviationOf(zone, from, utcStart),
    start: startIso,
    end: endIso,
    cost: cost.text ?? '',
    cost_details: {
      currency_symbol: cost.symbol ?? '',
      currency_code: '',
      currency_position: '',
      values: cost.values ?? [],
    },
    website: cells[16],
    show_map: cells[17] === 1,
    show_map_link: cells[18] === 1,
    hide_from_listings: cells[19] === 1,
    sticky: cells[20] === 1,
    featured: cells[21] === 1,
    categories: linked(cells[25]).map((term) => termOf(base, 'categories', 'tribe_events_cat', term)),
    tags: linked(cells[26]).map((term) => termOf(base, 'tags', 'post_tag', term)),
    venue: placed.length === 1 ? placed[0] : placed,
    organizer: organizers.map((organizer) => organizerOf(base, organizer)),
    custom_fields: [],
    json_ld: isSingle
      ? {
          '@context': 'http://schema.org',
          '@type': 'Event',
          name: cells[7],
          description: plain(text(cells[6])),
          url,
          eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
          eventStatus: 'https://schema.org/EventScheduled',
          startDate: startIso,
          endDate: endIso,
          ...(venues[0] && { location: placeLd(venues[0]) }),
          ...(organizers[0] && { organizer: personLd(organizers[0]) }),
          performer: 'Organization',
        }
      : undefined,
  };
}

/** The last cell of a row, after its links, is the total. */
export function listBody(rows: readonly Cells[], base: string, query: string): string {
  const total = Number(rows[0]?.[27] ?? 0);
  return JSON.stringify({
    events: rows.map((row) => eventBody(row, base, false)),
    rest_url: `${base}/cal/events/v1/events/?${query}`,
    next_rest_url: `${base}/cal/events/v1/events/?${query}&page=2`,
    total,
    total_pages: Math.ceil(total / 10),
  });
}
