// The events facade in two variants: native, and drop-in for existing clients, which keep their URLs and behaviour.

import type { Endpoint, Facade, Switches } from '../../core/facade.js';
import { linkInputSchema } from '../../core/kinds/site.js';
import type { ListPage, Shape } from '../../core/shape.js';
import { accountEndpoints } from '../account-endpoints.js';
import { batchEndpoint } from '../batch-endpoint.js';
import {
  documentEndpoint,
  externalEndpoint,
  feedEndpoints,
  ownedEndpoint,
  recordEndpoints,
  rootEndpoint,
} from '../endpoints.js';
import { importEndpoints } from '../import-endpoints.js';
import { mailEndpoints } from '../mail-endpoints.js';
import { ndjsonEndpoints } from '../ndjson-endpoints.js';
import { openapiOf } from '../openapi/document.js';
import { passwordLinkEndpoints } from '../password-link-endpoints.js';
import { preferenceEndpoint } from '../preference-endpoints.js';
import { reviewEndpoints } from '../review-endpoints.js';
import { revisionEndpoints } from '../revision-endpoints.js';
import { secondFactorEndpoints } from '../second-factor-endpoints.js';
import { sessionEndpoints } from '../session-endpoints.js';
import { settingsEndpoints } from '../settings-endpoints.js';
import { setupEndpoints } from '../setup-endpoints.js';
import { statisticsEndpoints } from '../statistics.js';
import { categoryBody, categoryShape, withoutColor } from './category.js';
import { changesEndpoint } from './changes.js';
import { withoutCity } from './city.js';
import { errorBody } from './errors.js';
import { eventShape } from './event.js';
import { costDetails, dateDetails } from './event-body.js';
import { dropinEventShape } from './event-dropin.js';
import { hasExternalIds, withoutExternalIds } from './external.js';
import { imageSchema, imageSizeSchema } from './image.js';
import { mediaShape } from './media.js';
import { organizerShape } from './organizer.js';
import { recordActionEndpoints } from './record-actions.js';
import { recurrencePreviewEndpoint } from './recurrence-preview.js';
import { occurrenceEndpoints, plainShape } from './series.js';
import { recurrenceSchema } from './series-body.js';
import { settingsShape } from './settings.js';
import { sourceEndpoints, sourceShape } from './source.js';
import { tagShape } from './tag.js';
import { termSchema, termSchemaWith, termUrlsSchema } from './term-body.js';
import { ticketInputSchema, ticketSchema } from './tickets.js';
import { userShape } from './user.js';
import { venueShape } from './venue.js';

export const nativeSwitches: Switches = {
  unknownIsMissing: true,
  trashIsGone: true,
  reportsWrongMethod: true,
  emptyTermPages: false,
  maxPerPage: 100,
  lenientDates: false,
  offsets: 'honour',
  strictZone: 'site',
  windowFollowsStart: true,
  linksNameDefaults: false,
  searchesLinks: true,
  listsRunning: true,
  reusesExisting: false,
  refusesUnknownTerms: true,
  decodesEntities: false,
  ignoresUnknownTokens: false,
  jsonp: false,
  describesSchema: false,
  console: true,
};

export const dropinSwitches: Switches = {
  unknownIsMissing: false,
  trashIsGone: false,
  reportsWrongMethod: false,
  emptyTermPages: true,
  maxPerPage: 50,
  lenientDates: true,
  offsets: 'ignore',
  strictZone: 'UTC',
  windowFollowsStart: false,
  linksNameDefaults: true,
  searchesLinks: false,
  listsRunning: false,
  reusesExisting: true,
  refusesUnknownTerms: false,
  decodesEntities: true,
  ignoresUnknownTokens: true,
  jsonp: true,
  describesSchema: false,
  console: false,
};

export const listHeaders = ({ total, pages, next, previous }: ListPage): Readonly<Record<string, string>> => {
  const links = [previous && `<${previous}>; rel="prev"`, next && `<${next}>; rel="next"`].filter(Boolean);
  return {
    'X-TEC-Total': String(total),
    'X-TEC-TotalPages': String(pages),
    'X-WP-Total': String(total),
    'X-WP-TotalPages': String(pages),
    ...(links.length && { Link: links.join(', ') }),
  };
};

/** In the order of the documentation. */
export const eventShapes: readonly Shape[] = [
  eventShape,
  venueShape,
  organizerShape,
  categoryShape,
  tagShape,
  mediaShape,
  userShape,
];

const schemas = {
  DateDetails: dateDetails,
  CostDetails: costDetails,
  Image: imageSchema,
  ImageSize: imageSizeSchema,
  Term: termSchema,
  TermUrls: termUrlsSchema,
  Ticket: ticketSchema,
  TicketInput: ticketInputSchema,
};

const common = { schemas, errorBody, listHeaders, document: openapiOf };

export interface NativeOptions {
  /** First part of the path, `cal` in /cal/events/v1. */
  readonly apiNamespace: string;
  readonly maxPerPage: number;
  readonly recurrence: boolean;
}

const withoutSeries = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.map((shape) => (shape.schema === eventShape.schema ? plainShape(shape) : shape));

/** The filter of events by a record of another shape. */
const ownerFilters: Readonly<Record<string, string>> = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'categories',
  tags: 'tags',
};

const ownedEvents = (events: Shape, shapes: readonly Shape[]): readonly Endpoint[] =>
  shapes.flatMap((owner) => {
    const filter = ownerFilters[owner.path];
    return filter === undefined ? [] : [ownedEndpoint(events, owner, filter)];
  });

/** Existing clients get JSON only. */
const withoutFeeds = ({ feed: _, ...shape }: Shape): Shape => shape;

export function nativeFacade({ apiNamespace, maxPerPage, recurrence }: NativeOptions, all = eventShapes): Facade {
  const shapes = [...(recurrence ? all : withoutSeries(all)), sourceShape, settingsShape];
  const namespace = `${apiNamespace}/events/v1`;
  const events = shapes.filter(({ schema }) => schema === eventShape.schema);
  const lists = [...events.flatMap(occurrenceEndpoints), ...events.flatMap((shape) => ownedEvents(shape, shapes))];
  const records = shapes.flatMap((shape) => recordEndpoints(shape));
  return {
    ...nativeSwitches,
    ...common,
    name: 'native',
    prefix: `/${namespace}`,
    namespace,
    index: '',
    maxPerPage,
    schemas: {
      ...schemas,
      Term: termSchemaWith(categoryBody),
      Recurrence: recurrenceSchema,
      SiteLinkInput: linkInputSchema,
    },
    shapes,
    endpoints: [
      rootEndpoint,
      documentEndpoint,
      ...records,
      ...shapes.filter(hasExternalIds).map(externalEndpoint),
      batchEndpoint(shapes.filter(hasExternalIds)),
      ...lists,
      ...feedEndpoints([...records, ...lists]),
      recurrencePreviewEndpoint,
      changesEndpoint(shapes),
      ...recordActionEndpoints,
      ...accountEndpoints,
      ...settingsEndpoints,
      ...mailEndpoints,
      ...ndjsonEndpoints,
      ...setupEndpoints,
      ...revisionEndpoints(shapes),
      ...importEndpoints,
      ...statisticsEndpoints,
      preferenceEndpoint,
      ...secondFactorEndpoints,
      ...sessionEndpoints,
      ...reviewEndpoints,
      ...passwordLinkEndpoints,
      ...sourceEndpoints,
    ],
  };
}

/** Without users: only the native facade manages accounts. */
export function dropinFacade(all = eventShapes): Facade {
  const shapes = withoutSeries(all.filter((shape) => shape.schema !== userShape.schema))
    .map((shape) => (shape.schema === eventShape.schema ? dropinEventShape(shape) : shape))
    .map((shape) => (shape.schema === categoryShape.schema ? withoutColor(shape) : shape))
    .map(withoutCity)
    .map(withoutExternalIds)
    .map(withoutFeeds);
  return {
    ...dropinSwitches,
    ...common,
    name: 'dropin',
    prefix: '/wp-json/tribe/events/v1',
    namespace: 'tribe/events/v1',
    index: '/wp-json/',
    shapes,
    endpoints: [rootEndpoint, documentEndpoint, ...shapes.flatMap((shape) => recordEndpoints(shape))],
  };
}
