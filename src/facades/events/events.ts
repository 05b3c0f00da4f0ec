// The events facade in two variants: native (endpoints/native.ts), and drop-in for existing clients, which keep their URLs
// and behaviour.

import type { Facade, Switches } from '../../core/facade.js';
import type { ListPage, Shape } from '../../core/shape.js';
import { strictDates } from '../../core/time/date-text.js';
import { documentEndpoint, recordEndpoints, rootEndpoint } from '../endpoints.js';
import { openapiOf } from '../openapi/document.js';
import { categoryShape, withoutColor } from './category.js';
import { withoutCity } from './city.js';
import { errorBody } from './errors.js';
import { eventShape } from './event.js';
import { costDetails, dateDetails } from './event-body.js';
import { dropinEventShape } from './event-dropin.js';
import { withoutExternalIds } from './external.js';
import { imageSchema, imageSizeSchema } from './image.js';
import { lenientDates } from './lenient-dates.js';
import { mediaShape } from './media.js';
import { organizerShape } from './organizer.js';
import { plainShape } from './series.js';
import { tagShape } from './tag.js';
import { termSchema, termUrlsSchema } from './term-body.js';
import { ticketInputSchema, ticketSchema } from './tickets.js';
import { userShape } from './user.js';
import { venueShape } from './venue.js';

export const nativeSwitches: Switches = {
  unknownIsMissing: true,
  trashIsGone: true,
  reportsWrongMethod: true,
  emptyTermPages: false,
  maxPerPage: 100,
  dates: strictDates,
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
  dates: lenientDates,
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

export const schemas = {
  DateDetails: dateDetails,
  CostDetails: costDetails,
  Image: imageSchema,
  ImageSize: imageSizeSchema,
  Term: termSchema,
  TermUrls: termUrlsSchema,
  Ticket: ticketSchema,
  TicketInput: ticketInputSchema,
};

/** `apiNamespace`: first part of the path, `cal` in /cal/events/v1. */
export const nativePrefix = ({ apiNamespace }: { readonly apiNamespace: string }): string =>
  `/${apiNamespace}/events/v1`;

export const commonParts = { schemas, errorBody, listHeaders, document: openapiOf };

export const withoutSeries = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.map((shape) => (shape.schema === eventShape.schema ? plainShape(shape) : shape));

/** Existing clients get JSON only. */
export const withoutFeeds = ({ feed: _, ...shape }: Shape): Shape => shape;

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
    ...commonParts,
    name: 'dropin',
    prefix: '/wp-json/tribe/events/v1',
    namespace: 'tribe/events/v1',
    index: '/wp-json/',
    shapes,
    endpoints: [rootEndpoint, documentEndpoint, ...shapes.flatMap((shape) => recordEndpoints(shape))],
  };
}
