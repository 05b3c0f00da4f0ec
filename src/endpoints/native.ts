// The native facade: the resources, and the endpoints with a handler of their own.
import type { Endpoint, Facade } from '../core/facade.js';
import { linkInputSchema } from '../core/kinds/site.js';
import type { Shape } from '../core/shape.js';
import {
  documentEndpoint,
  externalEndpoint,
  feedEndpoints,
  ownedEndpoint,
  recordEndpoints,
  rootEndpoint,
} from '../facades/endpoints.js';
import { categoryBody } from '../facades/events/category.js';
import { eventShape } from '../facades/events/event.js';
import {
  commonParts,
  eventShapes,
  nativePrefix,
  nativeSwitches,
  schemas,
  withoutSeries,
} from '../facades/events/events.js';
import { hasExternalIds } from '../facades/events/external.js';
import { occurrenceEndpoints } from '../facades/events/series.js';
import { recurrenceSchema } from '../facades/events/series-body.js';
import { settingsShape } from '../facades/events/settings.js';
import { subscriptionShape } from '../facades/events/subscription.js';
import { termSchemaWith } from '../facades/events/term-body.js';
import { webhookShape } from '../facades/events/webhook.js';
import { accountEndpoints } from './account.js';
import { batchEndpoint } from './batch.js';
import { changesEndpoint } from './changes.js';
import { entryEndpoint } from './entry.js';
import { geocodeEndpoint } from './geocode.js';
import { importEndpoints } from './imports.js';
import { mailEndpoints } from './mails.js';
import { ndjsonEndpoints } from './ndjson.js';
import { passwordLinkEndpoints } from './password-links.js';
import { preferenceEndpoint } from './preferences.js';
import { recordActionEndpoints } from './record-actions.js';
import { recurrencePreviewEndpoint } from './recurrence-preview.js';
import { reviewEndpoints } from './review.js';
import { revisionEndpoints } from './revisions.js';
import { secondFactorEndpoints } from './second-factor.js';
import { sessionEndpoint } from './session.js';
import { sessionEndpoints } from './sessions.js';
import { settingsProgressEndpoint } from './settings-progress.js';
import { setupEndpoints } from './setup.js';
import { statisticsEndpoints } from './statistics.js';
import { subscriptionEndpoints } from './subscriptions.js';
import { webhookEndpoints } from './webhooks.js';

export interface NativeOptions {
  /** First part of the path, `cal` in /cal/events/v1. */
  readonly apiNamespace: string;
  readonly maxPerPage: number;
  readonly recurrence: boolean;
}

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

export function nativeFacade({ apiNamespace, maxPerPage, recurrence }: NativeOptions, all = eventShapes): Facade {
  const shapes = [...(recurrence ? all : withoutSeries(all)), subscriptionShape, webhookShape, settingsShape];
  const namespace = nativePrefix({ apiNamespace }).slice(1);
  const events = shapes.filter(({ schema }) => schema === eventShape.schema);
  const lists = [...events.flatMap(occurrenceEndpoints), ...events.flatMap((shape) => ownedEvents(shape, shapes))];
  const records = shapes.flatMap((shape) => recordEndpoints(shape));
  return {
    ...nativeSwitches,
    ...commonParts,
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
    pathAliases: { subscriptions: 'sources' },
    endpoints: [
      rootEndpoint,
      documentEndpoint,
      ...records,
      ...shapes.filter(hasExternalIds).map(externalEndpoint),
      batchEndpoint(shapes.filter(hasExternalIds)),
      ...lists,
      ...feedEndpoints([...records, ...lists]),
      recurrencePreviewEndpoint,
      entryEndpoint,
      geocodeEndpoint,
      changesEndpoint(shapes),
      ...recordActionEndpoints,
      ...accountEndpoints,
      settingsProgressEndpoint,
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
      ...subscriptionEndpoints,
      ...webhookEndpoints,
      sessionEndpoint,
    ],
  };
}
