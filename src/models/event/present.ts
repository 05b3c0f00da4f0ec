// The body of an event. What a password protects is blank in a list for those who do not have it.
import { present } from '../../core/present.js';
import type { Body, Output, View } from '../../core/resource.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import type { Row } from '../../core/store.js';
import { paragraphs, plainText } from '../../core/text/html.js';
import { abbreviation, iso } from '../../core/time/zone.js';
import { categoryPlace } from '../category/category.js';
import { imageBody } from '../families/image.js';
import { address, clock, globals, integer, number, out, pageUrl, restUrl, stamps, text } from '../families/present.js';
import { embeddedTerm } from '../families/term-body.js';
import { organizerBody, organizerPerson } from '../organizer/present.js';
import { tagPlace } from '../tag/tag.js';
import { venueBody, venuePlace } from '../venue/present.js';
import { currencyOf } from './currency.js';
import type { EventRow } from './event.js';
import { distanceTo } from './nearby.js';
import { offersOf, providersOf } from './tickets.js';

export const page = { segment: 'event', type: 'tribe_events' };
const url = (row: EventRow, view: View) => pageUrl(row, view, page);

const shut = (row: Row, view: View): boolean => row.password !== '' && !view.opens(row);

/** Blank while the event is shut. */
const guarded = (schema: Schema, blank: unknown, of: (row: EventRow, view: View) => unknown): Output =>
  out<EventRow>(schema, (row, view) => (shut(row, view) ? blank : of(row, view)));

const flagOf = (column: keyof EventRow & string): Output =>
  guarded(
    { type: ['boolean', 'null'], description: 'null in a list while the event is protected' },
    null,
    (row) => row[column],
  );

/** Only where the ticket extension is switched on. */
const ticketing = (schema: Schema, blank: unknown, of: (row: EventRow) => unknown): Output => {
  const { of: shown } = guarded(schema, blank, of);
  return { schema, of: (row, view) => (view.site.tickets ? shown(row, view) : undefined) };
};

const details = (column: keyof EventRow & string): Output =>
  out<EventRow>(reference('DateDetails'), (row) => {
    const wall = String(row[column]);
    return {
      year: wall.slice(0, 4),
      month: wall.slice(5, 7),
      day: wall.slice(8, 10),
      hour: wall.slice(11, 13),
      minutes: wall.slice(14, 16),
      seconds: wall.slice(17, 19),
    };
  });

const clockOf = (column: keyof EventRow & string): Output => out<EventRow>(clock, (row) => row[column]);

export const dateDetails: Schema = {
  type: 'object',
  description: 'The parts of a date as text, each with its leading zeros',
  required: ['year', 'month', 'day', 'hour', 'minutes', 'seconds'],
  properties: { year: text, month: text, day: text, hour: text, minutes: text, seconds: text },
};

export const costDetails: Schema = {
  type: 'object',
  description: 'The cost in parts; the values are numbers as text, the lowest first',
  required: ['currency_symbol', 'currency_code', 'currency_position', 'values'],
  properties: {
    currency_symbol: text,
    currency_code: text,
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: listOf(text),
  },
};

const noDetails = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };
const [categoryTerm, tagTerm] = [embeddedTerm(categoryPlace), embeddedTerm(tagPlace)];

const venues: Schema = {
  description: 'One venue is the object itself, several are a list, none is an empty list',
  anyOf: [reference('Venue'), listOf(reference('Venue'))],
};

/** Several venues are a list, one is itself, none is an empty list. */
const oneOrMany = (items: readonly unknown[]): unknown => (items.length === 1 ? items[0] : items);

export const eventBody: Body = {
  id: out(integer, (row) => row.id),
  ...globals,
  author: out<EventRow>(text, (row) => String(row.author)),
  ...stamps,
  url: out(address, url),
  rest_url: out(address, (row, view) => restUrl(view, `events/${row.id}`)),
  title: out<EventRow>(text, (row) => row.title),
  description: guarded(text, '', (row) => paragraphs(row.description)),
  excerpt: guarded(text, '', (row) => paragraphs(row.excerpt)),
  slug: out<EventRow>(text, (row) => row.slug),
  image: guarded(
    { description: 'false without one', anyOf: [reference('Image'), { const: false }] },
    false,
    (row, view) => imageBody(row, view) ?? false,
  ),
  all_day: flagOf('all_day'),
  start_date: clockOf('start_date'),
  start_date_details: details('start_date'),
  end_date: clockOf('end_date'),
  end_date_details: details('end_date'),
  utc_start_date: clockOf('utc_start_date'),
  utc_start_date_details: details('utc_start_date'),
  utc_end_date: clockOf('utc_end_date'),
  utc_end_date_details: details('utc_end_date'),
  timezone: out<EventRow>(text, (row) => row.timezone),
  timezone_abbr: out<EventRow>(text, (row) => abbreviation(row.utc_start_date, row.timezone)),
  start: out<EventRow>({ type: 'string', format: 'date-time' }, (row) => iso(row.utc_start_date, row.timezone)),
  end: out<EventRow>({ type: 'string', format: 'date-time' }, (row) => iso(row.utc_end_date, row.timezone)),
  cost: guarded(text, '', (row) => row.cost.text),
  cost_details: guarded(reference('CostDetails'), noDetails, ({ cost }) => ({
    currency_symbol: cost.symbol,
    currency_code: '',
    currency_position: cost.position,
    values: cost.values,
  })),
  website: guarded(text, '', (row, view) => row.website || url(row, view)),
  show_map: flagOf('show_map'),
  show_map_link: flagOf('show_map_link'),
  hide_from_listings: flagOf('hide_from_listings'),
  sticky: flagOf('sticky'),
  featured: flagOf('featured'),
  parent: guarded(integer, 0, (row) => row.parent),
  categories: guarded(listOf(reference('Term')), [], (row, view) =>
    row.categories.map((term) => present(categoryTerm, term, view)),
  ),
  tags: guarded(listOf(reference('Term')), [], (row, view) => row.tags.map((term) => present(tagTerm, term, view))),
  venue: guarded(venues, [], (row, view) => oneOrMany(row.venue.map((venue) => present(venueBody, venue, view)))),
  distance: guarded(
    { ...number, description: 'Kilometres to the nearest venue, in a list filtered by coordinates' },
    undefined,
    (row, view) => distanceTo(row.venue, view.found, view),
  ),
  organizer: guarded(listOf(reference('Organizer')), [], (row, view) =>
    row.organizer.map((organizer) => present(organizerBody, organizer, view)),
  ),
  tickets: ticketing(listOf(reference('Ticket')), [], (row) => row.tickets),
  ticketed: ticketing(
    {
      description: 'The providers of its tickets, false without any; null in a list while the event is protected',
      anyOf: [{ const: false }, { ...listOf(text), minItems: 1 }, { type: 'null' }],
    },
    null,
    (row) => row.ticketed && providersOf(row.tickets),
  ),
  custom_fields: out({ type: 'array', items: text, maxItems: 0 }, () => []),
  json_ld: out<EventRow>({ type: 'object' }, (row, view) =>
    view.occasion === 'read' && row.password === '' ? jsonLd(row, view) : undefined,
  ),
};

function jsonLd(row: EventRow, view: View) {
  const [venue, organizer] = [row.venue[0], row.organizer[0]];
  const image = imageBody(row, view);
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    description: plainText(row.description),
    ...(image && { image: image.url }),
    url: url(row, view),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: iso(row.utc_start_date, row.timezone),
    endDate: iso(row.utc_end_date, row.timezone),
    ...(venue && { location: venuePlace(venue, view) }),
    ...(organizer && { organizer: organizerPerson(organizer) }),
    ...offers(row, view),
    performer: 'Organization',
  };
}

/** Its tickets, or what it costs. */
function offers(row: EventRow, view: View) {
  if (view.site.tickets && row.ticketed)
    return { offers: offersOf(row.tickets, url(row, view), iso(row.date_utc, 'UTC')) };
  return row.cost.text ? { offers: offer(row, view) } : {};
}

/** The price without its currency; what costs nothing is 0. */
function offer(row: EventRow, view: View) {
  const { values } = row.cost;
  const prices = [...new Set([values[0], values.at(-1)])].filter((value) => value !== undefined);
  const price = prices.map((value) => (value === 'free' ? '0' : value)).join(' – ');
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currencyOf(row.cost.symbol),
    url: row.website || url(row, view),
    category: 'primary',
    availability: 'inStock',
    validFrom: iso(row.date_utc, 'UTC'),
  };
}
