// The shape of events.

import { optional, required } from '../../core/field.js';
import { mayChange } from '../../core/form.js';
import { holds } from '../../core/judge.js';
import { flag } from '../../core/kinds/flag.js';
import { records, terms } from '../../core/kinds/linked.js';
import { moment, zone } from '../../core/kinds/moment.js';
import { idOrNone } from '../../core/kinds/number.js';
import { credentialText, filterText, htmlText, nameText, secretText, slugText } from '../../core/kinds/text.js';
import { price, website } from '../../core/kinds/web.js';
import { Problem } from '../../core/problem.js';
import type { AuthorizeRead, Shape } from '../../core/shape.js';
import { category } from '../../models/category/category.js';
import { type EventRow, eventFields } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { shownSlug } from '../../models/event/series/slugs.js';
import { tag } from '../../models/tag/tag.js';
import { eventBody } from './event-body.js';
import { defaultEvents, eventFilters, eventOrder, eventSelfQuery, horizonHeader } from './event-filters.js';
import { preparedDigest, preparePassword } from './event-password.js';
import { withExternalIds } from './external.js';
import { eventFeed } from './feed.js';
import { imageField } from './image.js';
import { existingOrNone, linkedRecords, linkedTerms, preparedRecords } from './lookup.js';
import { areaParams } from './nearby.js';
import { organizerShape } from './organizer.js';
import { authorizePost, listBody, postFields, recordNotFound } from './post.js';
import { onePerSeries, seriesFields, seriesRemoveParams, seriesWriteParams } from './series.js';
import { formDates, hydrateSeries, hydrateSeriesList, seriesValidUntil } from './series-summary.js';
import { nativeEventFields, onlineUrlSince } from './status.js';
import { ticketsField } from './tickets.js';
import { venueShape } from './venue.js';

const nullDefault = { documentedDefault: null } as const;

/** Requires the password, except with `context=edit` from callers who may edit the event. */
const authorizeWithPassword = (generic: AuthorizeRead): AuthorizeRead => {
  const authorize = authorizePost(false)(generic);
  return async (context, model, row, given) => {
    await authorize(context, model, row, given);
    if (row.password === '') return;
    if (given.context === 'edit' && holds(model.policy.changeable(context.call.actor), row)) return;
    const { password } = given;
    const right =
      context.secrets !== undefined &&
      typeof password === 'string' &&
      (await context.secrets.verify(String(row.password), password, `event ${row.content_id}`));
    if (!right) throw new Problem('protected', { resource: model.name });
  };
};

const firstMoment = (...moments: readonly (string | undefined)[]): string | undefined =>
  moments.filter((moment) => moment !== undefined).sort()[0];

const linkedField = (shape: Shape, input: string, many: string, example: unknown) =>
  optional(records(shape.fields, input), `IDs of ${many}, or objects with the fields of new ones.`, {
    ...nullDefault,
    prepare: preparedRecords(shape),
    lookUp: linkedRecords(shape),
    example,
  });

export const eventShape: Shape = withExternalIds({
  model: event,
  path: 'events',
  schema: 'Event',
  about: 'Events with their dates, venues, organizers, categories and tags.',
  lookedUpBy: ['id', 'slug'],
  fields: {
    title: required(nameText(1_000), 'Title of the event.', { example: 'Harvest Fair' }),
    start_date: required(moment, 'Start, in the time zone of the event.', {
      toInput: (row) => formDates(row).start_date,
      example: '2027-10-09 10:00:00',
    }),
    end_date: required(moment, 'End, in the time zone of the event.', {
      toInput: (row) => formDates(row).end_date,
      example: '2027-10-09 18:00:00',
    }),
    ...postFields(),
    slug: optional(slugText, 'Slug. Default: generated from the title.', {
      inForm: { help: 'Last part of the web address. Leave empty to use the title.' },
      toInput: shownSlug,
      example: 'harvest-fair',
    }),
    excerpt: optional(htmlText, 'Excerpt as HTML.', {
      inForm: { help: 'A short summary, shown in lists.' },
      example: 'Come along.',
    }),
    timezone: optional(zone, 'Time zone of the event. Default: the time zone of the site.', {
      example: 'Europe/Paris',
    }),
    all_day: optional(flag, 'True for an all-day event.', { documentedDefault: false, example: false }),
    image: imageField(),
    cost: optional(price, 'Cost: a price, several prices or text.', {
      toInput: ({ cost }: EventRow) => cost.text,
      example: '€5 – €12',
    }),
    website: optional({ ...website, declared: {} }, 'URL of the event website.', {
      ...nullDefault,
      example: 'https://fair.example/',
    }),
    ...eventFields,
    ...nativeEventFields,
    categories: optional(terms, 'IDs, slugs or names of categories. Unknown names create categories.', {
      ...nullDefault,
      lookUp: linkedTerms(category),
      example: ['Music'],
    }),
    tags: optional(terms, 'IDs, slugs or names of tags. Unknown names create tags.', {
      ...nullDefault,
      lookUp: linkedTerms(tag),
      example: ['free'],
    }),
    venue: linkedField(venueShape, 'VenueInput', 'venues', { venue: 'Town Barn', city: 'Oakton' }),
    organizer: linkedField(organizerShape, 'OrganizerInput', 'organizers', [{ organizer: 'Mill Guild' }]),
    tickets: ticketsField,
    ...seriesFields,
    parent: optional(idOrNone, 'ID of the parent event, 0 for none.', {
      lookUp: existingOrNone(event),
      pickFrom: 'event',
      inForm: { help: 'The event that this one belongs to.' },
      example: 0,
    }),
    password: optional(secretText, 'Password required to read the event. An empty string removes it.', {
      bodyOnly: true,
      prepare: preparePassword,
      lookUp: preparedDigest,
      inForm: { help: 'Visitors must enter it to see the event.' },
      example: '',
    }),
  },
  readParams: {
    password: optional(credentialText, 'Password of a password-protected event.', { example: 'open sesame' }),
    context: optional(filterText, '`edit` returns a password-protected event to callers who may edit it.', {
      example: 'view',
    }),
  },
  list: {
    filters: eventFilters,
    defaultScope: defaultEvents,
    order: eventOrder,
    headers: horizonHeader,
    narrow: onePerSeries,
    hydrate: hydrateSeriesList,
    itemParams: [...areaParams, 'occurrences'],
    validUntil: (row, call) => onlineUrlSince(row as EventRow, call),
    selfQuery: eventSelfQuery,
    body: listBody('events'),
  },
  feed: eventFeed,
  writeParams: seriesWriteParams,
  removeParams: seriesRemoveParams,
  body: eventBody,
  hydrate: hydrateSeries,
  validUntil: (row, call) => firstMoment(seriesValidUntil(row), onlineUrlSince(row as EventRow, call)),
  notFound: (lookup) =>
    lookup.by === 'slug' && lookup.to !== 'update'
      ? recordNotFound(lookup)
      : new Problem(lookup.otherKind ? 'other-kind' : 'not-found', { resource: 'event' }),
  authorizeRead: authorizeWithPassword,
  blanksProtected: true,
  copy: {
    omits: (row, call) => [
      ...['slug', 'status', 'author', 'date'],
      // The public does not see the online URL yet.
      ...(onlineUrlSince(row as EventRow, call) && !mayChange(event, row, call)
        ? ['online_url', 'online_url_from']
        : []),
    ],
    asStored: ({ cost }) => ({ cost }),
  },
  errors: { read: ['trashed', 'gone', 'protected'] },
});
