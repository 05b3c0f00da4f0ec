// An example facade: another API over the same events and venues, with its own field
// names, bare arrays, error format and OpenAPI document.
import { after, oneOf } from '../../src/core/condition.js';
import type { Facade } from '../../src/core/facade.js';
import { optional, required } from '../../src/core/field.js';
import { filter } from '../../src/core/filter.js';
import { records } from '../../src/core/kinds/linked.js';
import { moment } from '../../src/core/kinds/moment.js';
import { ids } from '../../src/core/kinds/number.js';
import { nameText } from '../../src/core/kinds/text.js';
import { presentLinked } from '../../src/core/present.js';
import { Problem } from '../../src/core/problem.js';
import type { ListShape, Shape } from '../../src/core/shape.js';
import { recordEndpoints } from '../../src/facades/endpoints.js';
import { nativeSwitches } from '../../src/facades/events/events.js';
import { linkedRecords } from '../../src/facades/events/lookup.js';
import { out } from '../../src/facades/events/outputs.js';
import type { EventRow } from '../../src/models/event/columns.js';
import { event } from '../../src/models/event/event.js';
import type { VenueRow } from '../../src/models/venue/columns.js';
import { venue } from '../../src/models/venue/venue.js';

const text = { type: 'string' } as const;
const listOfIds = filter(ids, 'Only these', (found) => oneOf('id', found));

const list = (column: string): ListShape => ({
  filters: { only: listOfIds },
  defaultScope: () => after('id', 0),
  order: () => [{ column }, { column: 'id' }],
  selfQuery: () => [],
  body: ({ items }) => items,
});

const common = {
  lookedUpBy: ['id'],
  readParams: {},
  notFound: () => new Problem('not-found', { resource: 'entry' }),
} as const;

const place: Shape = {
  ...common,
  model: venue,
  path: 'places',
  schema: 'Place',
  about: 'Where things happen.',
  fields: {
    label: required(nameText(100), 'What it is called', { sets: 'name' }),
    town: optional(nameText(100), 'Town', { sets: 'city' }),
  },
  list: list('name_key'),
  body: {
    key: out(text, (row) => `place-${row.id}`),
    label: out<VenueRow>(text, (row) => row.name),
    town: out<VenueRow>(text, (row) => row.city),
  },
};

const entry: Shape = {
  ...common,
  model: event,
  path: 'entries',
  schema: 'Entry',
  about: 'What happens.',
  fields: {
    headline: required(nameText(100), 'Title', { sets: 'title' }),
    from: required(moment, 'Start', { sets: 'start_date' }),
    to: required(moment, 'End', { sets: 'end_date' }),
    places: optional(records(place.fields, 'Place'), 'Where', { sets: 'venue', lookUp: linkedRecords(place) }),
  },
  list: list('start_date'),
  body: {
    key: out(text, (row) => `entry-${row.id}`),
    headline: out<EventRow>(text, (row) => row.title),
    from: out<EventRow>(text, (row) => row.start_date),
    to: out<EventRow>(text, (row) => row.end_date),
    places: out<EventRow>({ type: 'array' }, (row, view) => presentLinked('venue', row.venue, view)),
  },
};

const shapes = [entry, place];

export const agendaFacade: Facade = {
  ...nativeSwitches,
  console: false,
  name: 'agenda',
  prefix: '/agenda',
  namespace: 'agenda',
  index: '',
  shapes,
  endpoints: [
    { path: '/about', pattern: '/about', actions: { GET: 'doc' } },
    ...shapes.flatMap((shape) => recordEndpoints(shape)),
  ],
  schemas: {},
  errorBody: ({ problem, message, details: { faults = {} } }) => ({
    error: problem,
    message,
    wrong: Object.keys(faults),
  }),
  listHeaders: ({ total }) => ({ 'X-Count': String(total) }),
  document: ({ site }) => ({ agenda: site.baseUrl, entries: Object.keys(entry.body) }),
};
