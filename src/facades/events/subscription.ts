// The shape of subscriptions.
import { everything } from '../../core/condition.js';
import { optional, required } from '../../core/field.js';
import type { Kind } from '../../core/kind.js';
import { idOrNone } from '../../core/kinds/number.js';
import { nameText } from '../../core/kinds/text.js';
import { webPage } from '../../core/kinds/web.js';
import { Invalid } from '../../core/problem.js';
import type { Schema } from '../../core/schema.js';
import type { Shape } from '../../core/shape.js';
import { storedBody } from '../../core/stored.js';
import { translate } from '../../i18n/api/translate.js';
import { category } from '../../models/category/category.js';
import {
  type SubscriptionRow,
  subscription,
  subscriptionFields,
  subscriptionResults,
} from '../../models/subscription/subscription.js';
import { venue } from '../../models/venue/venue.js';
import { selfQuery } from '../self-query.js';
import { existingOrNone } from './lookup.js';
import { address, clock, integer, out, text } from './outputs.js';
import { listBody, recordNotFound } from './post.js';

/** `webcal:` is how links to calendars begin; the calendar itself is fetched over HTTPS. */
const calendarUrl: Kind<string> = {
  ...webPage,
  read: (input, call) => {
    const url = webPage.read(typeof input === 'string' ? input.trim().replace(/^webcals?:/i, 'https:') : input, call);
    if (url === '') throw new Invalid('Must not be empty.');
    return url;
  },
};

const moment = (description: string, of: (row: SubscriptionRow) => string) =>
  out<SubscriptionRow>({ anyOf: [{ ...clock }, { const: '' }], description }, of);

const removalSchema: Schema = {
  anyOf: [
    {
      type: 'object',
      properties: {
        events: { ...integer, description: 'Number of future events that are no longer in the calendar.' },
        since_utc: { ...clock, description: 'Since when they wait, in UTC.' },
      },
      required: ['events', 'since_utc'],
    },
    { type: 'null' },
  ],
  description:
    'Events that wait for a decision, because most events vanished at once. Null if none does. Nothing is removed until someone confirms it, and the question goes away if the events return.',
};

export const subscriptionShape: Shape = {
  model: subscription,
  path: 'subscriptions',
  schema: 'Subscription',
  about: 'Subscriptions to calendars of other sites, which are read regularly.',
  lookedUpBy: ['id'],
  fields: {
    name: required(nameText(200), 'Name of the subscription.', { example: 'Town council' }),
    url: required(calendarUrl, 'URL of the iCalendar feed. Only callers who may edit subscriptions see it.', {
      inForm: { label: 'Address', help: 'The address of an iCalendar feed, often ending in .ics.' },
      example: 'https://town.example/calendar.ics',
    }),
    ...subscriptionFields,
    default_venue: optional(idOrNone, 'ID of the venue of events without a location, 0 for none.', {
      lookUp: existingOrNone(venue),
      pickFrom: 'venue',
      inForm: { label: 'Venue', help: 'For events without a location.' },
      example: 0,
    }),
    default_category: optional(idOrNone, 'ID of a category that all events get, 0 for none.', {
      lookUp: existingOrNone(category),
      pickFrom: 'category',
      inForm: { label: 'Category', help: 'All events get it.' },
      example: 0,
    }),
  },
  readParams: {},
  list: {
    filters: {},
    defaultScope: () => everything,
    order: () => [{ column: 'name' }, { column: 'id' }],
    selfQuery: selfQuery(),
    body: listBody('subscriptions'),
  },
  body: {
    id: out(integer, (row) => row.id),
    name: out<SubscriptionRow>(text, (row) => row.name),
    url: out<SubscriptionRow>(address, (row) => row.url),
    ...storedBody(subscriptionFields),
    default_venue: out<SubscriptionRow>(integer, (row) => row.default_venue),
    default_category: out<SubscriptionRow>(integer, (row) => row.default_category),
    last_result: out<SubscriptionRow>(
      { ...text, enum: subscriptionResults, description: 'Result of the last read; empty before the first one.' },
      (row) => row.last_result,
    ),
    message: out<SubscriptionRow>(
      { ...text, description: 'Why the last read failed, or what waits for a decision.' },
      ({ message }, { language, consoleLanguage }) => translate(message, consoleLanguage ?? language),
    ),
    removal: out<SubscriptionRow>(removalSchema, ({ removal_events: events, removal_utc: since_utc }) =>
      events > 0 ? { events, since_utc } : null,
    ),
    failures: out<SubscriptionRow>(
      { ...integer, description: 'Failed reads in a row. After ten the subscription is paused.' },
      (row) => row.failures,
    ),
    checked_utc: moment('Time of the last read in UTC.', (row) => row.checked_utc),
    next_utc: moment('Time of the next read in UTC.', (row) => row.next_utc),
    import: out<SubscriptionRow>(
      { ...integer, description: 'ID of the last import, 0 for none.' },
      (row) => row.import_id,
    ),
    event_count: out<SubscriptionRow>(
      { ...integer, description: 'Number of its events outside the trash, as of the last read. A series counts once.' },
      (row) => row.event_count,
    ),
    modified_utc: out<SubscriptionRow>(clock, (row) => row.modified_utc),
  },
  notFound: recordNotFound,
};
