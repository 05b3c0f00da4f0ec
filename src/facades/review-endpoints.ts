// Endpoints of the review queue: pending events of visitors and contributors, and trusted senders.
import type { CustomOperation, Endpoint, PathPart } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import type { Kind } from '../core/kind.js';
import { flag } from '../core/kinds/flag.js';
import { positive } from '../core/kinds/number.js';
import { readText } from '../core/kinds/text.js';
import { Invalid, Problem, problemWith } from '../core/problem.js';
import { listOf, reference, type Schema } from '../core/schema.js';
import { event } from '../models/event/event.js';

const maxReason = 2_000;

/** Plain text of several lines. */
const reasonText: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1, maxLength: maxReason },
  read: (input) => {
    const text = readText(input, maxReason).trim();
    if (text === '') throw new Invalid('Must not be empty.');
    return text;
  },
  input: { widget: 'text' },
};

const tag = { name: 'Review', description: 'Events that wait for review, and trusted senders.' };
const right = 'edit-others';

const string: Schema = { type: 'string' };
const flagSchema: Schema = { type: 'boolean' };
const object = (properties: Readonly<Record<string, Schema>>, optionalNames: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optionalNames.includes(name)),
});
const orNull = (schema: Schema, description: string): Schema => ({ anyOf: [schema, { type: 'null' }], description });

const eventSchema: Schema = {
  ...object(
    {
      id: { type: 'integer' },
      title: string,
      status: string,
      url: string,
      start_date: string,
      end_date: string,
      all_day: { type: ['boolean', 'null'] },
      description: { type: ['string', 'null'] },
      website: { type: ['string', 'null'] },
      venue: {},
      organizer: {},
      categories: {},
    },
    ['all_day', 'description', 'website', 'venue', 'organizer', 'categories'],
  ),
  description: 'The event, with the keys of `GET /events/{id}`.',
  additionalProperties: true,
};

const itemSchema: Schema = {
  ...object(
    {
      event: eventSchema,
      submitted_utc: { ...string, description: 'When the event was sent or created, in UTC.' },
      sender: orNull(
        object({
          name: string,
          email: string,
          is_confirmed: { ...flagSchema, description: 'The sender has confirmed the email address.' },
          is_trusted: { ...flagSchema, description: 'Later events of the sender are published without review.' },
        }),
        'The visitor who sent the event in the public form.',
      ),
      author: orNull(object({ id: { type: 'integer' }, name: string }), 'The user who created the event.'),
      message: { ...string, description: 'Message of the sender to the editors.' },
      duplicates: {
        ...listOf(object({ id: { type: 'integer' }, title: string, status: string, start_date: string, url: string })),
        description: 'Other events on the same day with a similar title.',
      },
      version: { ...string, description: 'Send it as `If-Match` to decide about exactly this version.' },
      is_notified: { ...flagSchema, description: 'After a decision: a mail to the sender or the author is queued.' },
    },
    ['is_notified'],
  ),
  description: 'An event and what its reviewer needs to know.',
};

const itemExample = {
  event: {
    id: 41,
    title: 'Harvest Fair',
    status: 'pending',
    url: 'https://calendar.example/event/harvest-fair/',
    start_date: '2027-10-09 10:00:00',
    end_date: '2027-10-09 18:00:00',
  },
  submitted_utc: '2027-06-15 15:30:00',
  sender: { name: 'Ana Miller', email: 'ana@example.org', is_confirmed: true, is_trusted: false },
  author: null,
  message: 'We have confirmed the barn.',
  duplicates: [],
  version: '"1-review"',
};

const notFound = new Problem('not-found', problemWith(event));
const reviewed = new Problem('already-reviewed', problemWith(event));

const decision: Pick<CustomOperation, 'right' | 'tag' | 'schemaName' | 'schema' | 'problems'> = {
  right,
  tag,
  schemaName: 'ReviewItem',
  schema: itemSchema,
  problems: [notFound, reviewed, new Problem('stale')],
};

const decisionEndpoint = (name: 'approve' | 'reject', fields: Fields, operation: CustomOperation): Endpoint => ({
  path: `/events/:id(^\\d+$)/${name}`,
  pattern: `/events/(?P<id>\\d+)/${name}`,
  actions: { POST: 'custom' },
  custom: name,
  takes: { POST: fields },
  operations: { POST: operation },
  parts: { id: idPart('ID of the event.', 41) },
});

const idPart = (description: string, example: number): PathPart => ({
  description,
  schema: { type: 'integer' },
  example,
});

const trustedSchema: Schema = {
  ...object({ id: { type: 'integer' }, email: string, created_utc: string }),
  description: 'A sender whose events are published without review.',
};
const trustedExample = { id: 7, email: 'ana@example.org', created_utc: '2027-06-15 15:30:00' };

export const reviewEndpoints: readonly Endpoint[] = [
  {
    path: '/review',
    pattern: '/review',
    actions: { GET: 'custom' },
    custom: 'review',
    takes: {
      GET: {
        page: optional(positive, 'Page number.', { documentedDefault: 1, example: 1 }),
        per_page: optional(positive, 'Events per page.', { documentedDefault: 20, example: 20 }),
      },
    },
    operations: {
      GET: {
        right,
        tag,
        operationId: 'listReview',
        summary: 'List events that wait for review',
        description: 'All pending events, oldest first: submitted by visitors and created by contributors.',
        schemaName: 'ReviewList',
        schema: {
          ...object({
            items: listOf(reference('ReviewItem')),
            total: { type: 'integer' },
            total_pages: { type: 'integer' },
          }),
          description: 'Events that wait for review.',
        },
        example: { items: [itemExample], total: 1, total_pages: 1 },
      },
    },
  },
  decisionEndpoint(
    'approve',
    {
      trust: optional(flag, 'Publish later events from this sender without review.', {
        documentedDefault: false,
        example: false,
      }),
    },
    {
      ...decision,
      operationId: 'approveEvent',
      summary: 'Approve a pending event',
      description:
        'Publishes the event, and its venues and organizers that its author created and that are not public yet. The sender or the author gets a mail.',
      example: { ...itemExample, event: { ...itemExample.event, status: 'publish' }, is_notified: true },
    },
  ),
  decisionEndpoint(
    'reject',
    {
      reason: required(reasonText, 'Reason, which the sender or the author gets by mail.', {
        example: 'This event is not in our town.',
      }),
    },
    {
      ...decision,
      operationId: 'rejectEvent',
      summary: 'Reject a pending event',
      description: 'Moves the event to the trash. The sender or the author gets a mail with the reason.',
      example: { ...itemExample, event: { ...itemExample.event, status: 'trash' }, is_notified: true },
    },
  ),
  {
    path: '/trusted-senders',
    pattern: '/trusted-senders',
    actions: { GET: 'custom' },
    custom: 'trusted-senders',
    operations: {
      GET: {
        right,
        tag,
        operationId: 'listTrustedSenders',
        summary: 'List trusted senders',
        schemaName: 'TrustedSenderList',
        schema: {
          ...object({ trusted_senders: listOf(reference('TrustedSender')), total: { type: 'integer' } }),
          description: 'Senders whose events are published without review.',
        },
        example: { trusted_senders: [trustedExample], total: 1 },
      },
    },
  },
  {
    path: '/trusted-senders/:id(^\\d+$)',
    pattern: '/trusted-senders/(?P<id>\\d+)',
    actions: { DELETE: 'custom' },
    custom: 'trusted-sender',
    operations: {
      DELETE: {
        right,
        tag,
        operationId: 'removeTrustedSender',
        summary: 'Remove a trusted sender',
        description: 'Later events from this address are reviewed again.',
        schemaName: 'TrustedSender',
        schema: trustedSchema,
        example: trustedExample,
        problems: [new Problem('not-found', { resource: 'trusted-sender', noun: 'trusted sender' })],
      },
    },
    parts: { id: idPart('ID of the trusted sender.', 7) },
  },
];
