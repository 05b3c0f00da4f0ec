// The body of an event. Password-protected values are blank in lists unless the caller may open the event.
import { presentLinked } from '../../core/present.js';
import { listOf, reference, type Schema } from '../../core/schema.js';
import type { Body, Output } from '../../core/shape.js';
import { storedBody } from '../../core/stored.js';
import { paragraphs } from '../../core/text/html.js';
import { abbreviation, iso } from '../../core/time/zone.js';
import { type EventRow, eventFields } from '../../models/event/columns.js';
import { shownSlug } from '../../models/event/series/slugs.js';
import { eventUrl } from './event-url.js';
import { guarded, guardedOrNull } from './guarded.js';
import { imageBody } from './image.js';
import { eventData } from './json-ld.js';
import { distanceTo } from './nearby.js';
import { address, clock, flagSchema, globals, integer, number, out, restUrl, stamps, text } from './outputs.js';
import { seriesBody } from './series-body.js';
import { withSeriesData } from './series-data.js';
import { nativeBody } from './status.js';
import { providersOf } from './tickets.js';
import { unlessPlain } from './undocumented.js';

/** Present only while the tickets extension is on. */
const ticketing = (schema: Schema, blank: unknown, of: (row: EventRow) => unknown): Output<EventRow> => {
  const { of: shown } = guarded(schema, blank, of);
  return { schema, of: (row: EventRow, view) => (view.site.tickets ? shown(row, view) : undefined) };
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
  description: 'Parts of a date as strings with leading zeros.',
  required: ['year', 'month', 'day', 'hour', 'minutes', 'seconds'],
  properties: { year: text, month: text, day: text, hour: text, minutes: text, seconds: text },
};

export const costDetails: Schema = {
  type: 'object',
  description: 'Parts of the cost. The values are numbers as strings, lowest first.',
  required: ['currency_symbol', 'currency_code', 'currency_position', 'values'],
  properties: {
    currency_symbol: text,
    currency_code: text,
    currency_position: { type: 'string', enum: ['prefix', 'postfix', ''] },
    values: listOf(text),
  },
};

const noDetails = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };
const venues: Schema = {
  description: 'One venue as an object, several as an array, none as an empty array.',
  anyOf: [reference('Venue'), listOf(reference('Venue'))],
};

/** One item as itself, none or several as an array. */
const oneOrMany = (items: readonly unknown[]): unknown => (items.length === 1 ? items[0] : items);

export const eventBody: Body = {
  id: out(integer, (row) => row.id),
  ...globals,
  author: out<EventRow>(text, (row) => String(row.author)),
  ...stamps,
  url: out(address, eventUrl),
  rest_url: out(address, (row, view) => restUrl(view, `events/${row.id}`)),
  title: out<EventRow>(text, (row) => row.title),
  description: guarded(text, '', (row) => paragraphs(row.description)),
  excerpt: guarded(text, '', (row) => paragraphs(row.excerpt)),
  slug: out<EventRow>(text, shownSlug),
  image: guarded(
    { description: 'False if there is no image.', anyOf: [reference('Image'), { const: false }] },
    false,
    (row, view) => imageBody(row, view) ?? false,
  ),
  all_day: guardedOrNull(out(flagSchema, (row) => row.all_day)),
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
  website: guarded(text, '', (row, view) => row.website || eventUrl(row, view)),
  ...storedBody(eventFields, guardedOrNull),
  ...nativeBody,
  parent: unlessPlain(guarded(integer, 0, (row) => row.parent)),
  categories: guarded(listOf(reference('Term')), [], (row, view) => presentLinked('category', row.categories, view)),
  tags: guarded(listOf(reference('Term')), [], (row, view) => presentLinked('tag', row.tags, view)),
  venue: guarded(venues, [], (row, view) => oneOrMany(presentLinked('venue', row.venue, view))),
  distance: guarded(
    { ...number, description: 'Distance to the nearest venue in km. Only in lists filtered by coordinates.' },
    undefined,
    (row, view) => distanceTo(row.venue, view.found, view),
  ),
  organizer: guarded(listOf(reference('Organizer')), [], (row, view) =>
    presentLinked('organizer', row.organizer, view),
  ),
  tickets: ticketing(listOf(reference('Ticket')), [], (row) => row.tickets),
  ticketed: ticketing(
    {
      description:
        'Ticket providers, false if there are no tickets, null in lists while the event is password-protected.',
      anyOf: [{ const: false }, { ...listOf(text), minItems: 1 }, { type: 'null' }],
    },
    null,
    (row) => row.ticketed && providersOf(row.tickets),
  ),
  custom_fields: out({ type: 'array', items: text, maxItems: 0 }, () => []),
  ...seriesBody,
  json_ld: out<EventRow>({ type: 'object' }, (row, view) =>
    view.occasion === 'read' && row.password === ''
      ? withSeriesData(row, view, eventData(row, view, eventUrl(row, view)))
      : undefined,
  ),
};
