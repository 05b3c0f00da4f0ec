// The review queue: pending events of visitors and contributors, and trusted senders.

import { notifyReviewed } from '../auth/notices.js';
import type { WriteContext } from '../core/context.js';
import type { Endpoint, PathPart } from '../core/facade.js';
import { type Given, optional, required } from '../core/field.js';
import type { Kind } from '../core/kind.js';
import { flag } from '../core/kinds/flag.js';
import { readText } from '../core/kinds/text.js';
import { itemsKey, key, listOutput, maybe, output } from '../core/output.js';
import { Invalid, Problem, problemWith } from '../core/problem.js';
import { described, flagSchema, integer, listOf, objectOf, type Schema, text } from '../core/schema.js';
import type { Row } from '../core/store.js';
import { change, isDryRun } from '../http/change.js';
import { endpoint, type Handler, operation } from '../http/handler.js';
import { pageFields, pageOf } from '../http/paging.js';
import { type ApiRequest, idOf } from '../http/request.js';
import { refuseStale } from '../http/response.js';
import { authorizeChange } from '../imports/mirrored.js';
import { event } from '../models/event/event.js';
import type { TrustedSenderRow } from '../models/submission/submission.js';
import { versionOf } from '../operations/version.js';
import { approve, type Decided, type DecideOptions, reject } from '../submissions/decide.js';
import { heldPictureOf, withPicture } from '../submissions/picture.js';
import { type ReviewItem, reviewedModel, reviewItems, reviewPage } from '../submissions/review.js';
import { listTrustedSenders, removeTrust } from '../submissions/trusted-senders.js';

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

const nullable = (schema: Schema, description: string): Schema => ({ anyOf: [schema, { type: 'null' }], description });

const eventSchema: Schema = {
  ...objectOf(
    {
      id: integer,
      title: text,
      status: text,
      url: text,
      start_date: text,
      end_date: text,
      all_day: { type: ['boolean', 'null'] },
      description: { type: ['string', 'null'] },
      website: { type: ['string', 'null'] },
      venue: {},
      organizer: {},
      categories: {},
    },
    { optional: ['all_day', 'description', 'website', 'venue', 'organizer', 'categories'] },
  ),
  description: 'The event, with the keys of `GET /events/{id}`.',
  additionalProperties: true,
};

const senderSchema = objectOf({
  name: text,
  email: text,
  is_confirmed: described(flagSchema, 'The sender has confirmed the email address.'),
  is_trusted: described(flagSchema, 'Later events of the sender are published without review.'),
});
const duplicateSchema = objectOf({ id: integer, title: text, status: text, start_date: text, url: text });

const exampleEvent = {
  id: 41,
  title: 'Harvest Fair',
  status: 'pending',
  url: 'https://calendar.example/event/harvest-fair/',
  start_date: '2027-10-09 10:00:00',
  end_date: '2027-10-09 18:00:00',
};

const item = output<Given>('ReviewItem', 'An event and what its reviewer needs to know.', {
  event: key(eventSchema, exampleEvent),
  submitted_utc: key(described(text, 'When the event was sent or created, in UTC.'), '2027-06-15 15:30:00'),
  sender: key(nullable(senderSchema, 'The visitor who sent the event in the public form.'), {
    name: 'Ana Miller',
    email: 'ana@example.org',
    is_confirmed: true,
    is_trusted: false,
  }),
  author: key(nullable(objectOf({ id: integer, name: text }), 'The user who created the event.'), null),
  message: key(described(text, 'Message of the sender to the editors.'), 'We have confirmed the barn.'),
  picture: key(
    nullable(
      objectOf({
        url: described(text, 'A `data:` URL: the picture is not public before the event is approved.'),
        alt_text: text,
      }),
      'The picture of the sender. It becomes the image of the event when the event is approved.',
    ),
    null,
  ),
  duplicates: key(described(listOf(duplicateSchema), 'Other events on the same day with a similar title.'), []),
  version: key(described(text, 'Send it as `If-Match` to decide about exactly this version.'), '"1-review"'),
  is_notified: maybe(described(flagSchema, 'After a decision: a mail to the sender or the author is queued.')),
});

/** `If-Match` accepts the version of an item, so that an editor approves the record that was shown. */
const shownItem = ({ row, body }: ReviewItem, { call }: ApiRequest): Given => ({
  ...body,
  version: `"${versionOf(row, reviewedModel(call))}-review"`,
});

const common = {
  right: 'edit-others',
  tag: { name: 'Review', description: 'Events that wait for review, and trusted senders.' },
} as const;

interface Waiting {
  readonly items: readonly Given[];
  readonly total: number;
  readonly total_pages: number;
  readonly sends_mail: boolean;
}

const list = operation({
  ...common,
  operationId: 'listReview',
  summary: 'List events that wait for review',
  description: 'All pending events, oldest first: submitted by visitors and created by contributors.',
  input: pageFields(20, 'Events per page.'),
  output: output<Waiting>('ReviewList', 'Events that wait for review.', {
    items: itemsKey(item, ({ items }) => items),
    total: key(integer, 1),
    total_pages: key(integer, 1),
    sends_mail: key(described(flagSchema, 'Senders and authors get a mail about a decision.'), true),
  }),
  handler: async (service, request, given, reply) => {
    const { call, context } = request;
    const { page, perPage } = pageOf(request, given, 20);
    const { items, total } = await reviewPage({ ...context, store: service.store }, page, perPage);
    const pages = Math.ceil(total / perPage);
    const headers = call.facade.listHeaders({ items, restUrl: '', next: undefined, previous: undefined, total, pages });
    const shown = items.map((one) => shownItem(one, request));
    return reply({ items: shown, total, total_pages: pages, sends_mail: service.mail.isOn() }, { headers });
  },
});

/** A decision by the ID in the path. */
const decide =
  (
    work: (context: WriteContext, id: number, given: Given, options: DecideOptions) => Promise<Decided>,
    usesPicture = false,
  ): Handler<Given> =>
  async (service, request, given, reply) => {
    const model = reviewedModel(request.call);
    const { now } = request.call;
    const id = idOf(request.params.id ?? '');
    // A dry run stores no files.
    const held = usesPicture && !isDryRun(request) ? await heldPictureOf(service.store, id) : undefined;
    const options: DecideOptions = {
      authorize: (context, row) => authorizeChange(context, model, row),
      check: (row: Row) => refuseStale(request.headers['if-match'], versionOf(row, model)),
      sendsMail: service.mail.isOn(),
      notifyAuthor: (store, reviewed) => notifyReviewed(service, store, reviewed, now),
    };
    return withPicture({ ...request.context, store: service.store }, held, (picture) =>
      change(service, request, async (context) => {
        const { row, isNotified } = await work(context, id, given, { ...options, picture });
        const [decided] = await reviewItems(context, [row]);
        return reply({ ...(decided && shownItem(decided, request)), is_notified: isNotified });
      }),
    );
  };

const decision = {
  ...common,
  output: item,
  problems: [
    new Problem('not-found', problemWith(event)),
    new Problem('already-reviewed', problemWith(event)),
    new Problem('stale'),
  ],
};
const decidedExample = (status: string) => ({
  ...Object(item.example),
  event: { ...exampleEvent, status },
  is_notified: true,
});

const approveEvent = operation({
  ...decision,
  operationId: 'approveEvent',
  summary: 'Approve a pending event',
  description:
    'Publishes the event, and its venues and organizers that its author created and that are not public yet. The sender or the author gets a mail.',
  input: {
    trust: optional(flag, 'Publish later events from this sender without review.', {
      documentedDefault: false,
      example: false,
    }),
  },
  example: decidedExample('publish'),
  handler: decide((context, id, { trust }, options) => approve(context, id, trust === true, options), true),
});

const rejectEvent = operation({
  ...decision,
  operationId: 'rejectEvent',
  summary: 'Reject a pending event',
  description: 'Moves the event to the trash. The sender or the author gets a mail with the reason.',
  input: {
    reason: required(reasonText, 'Reason, which the sender or the author gets by mail.', {
      example: 'This event is not in our town.',
    }),
  },
  example: decidedExample('trash'),
  handler: decide((context, id, { reason }, options) => reject(context, id, String(reason), options)),
});

const trusted = output<TrustedSenderRow>('TrustedSender', 'A sender whose events are published without review.', {
  id: key(integer, 7),
  email: key(text, 'ana@example.org'),
  created_utc: key(text, '2027-06-15 15:30:00'),
});

const listTrusted = operation({
  ...common,
  operationId: 'listTrustedSenders',
  summary: 'List trusted senders',
  output: listOutput(
    'TrustedSenderList',
    'Senders whose events are published without review.',
    'trusted_senders',
    trusted,
  ),
  handler: async ({ store }, _, __, reply) => reply(await listTrustedSenders(store)),
});

const removeTrusted = operation({
  ...common,
  operationId: 'removeTrustedSender',
  summary: 'Remove a trusted sender',
  description: 'Later events from this address are reviewed again.',
  output: trusted,
  problems: [new Problem('not-found', { resource: 'trusted-sender', noun: 'trusted sender' })],
  handler: async (service, request, _, reply) => {
    return change(service, request, async (context) =>
      reply(await removeTrust(context, idOf(request.params.id ?? ''))),
    );
  },
});

const idPart = (description: string, example: number): { readonly id: PathPart } => ({
  id: { description, schema: integer, example },
});
const eventParts = { parts: idPart('ID of the event.', 41) };

export const reviewEndpoints: readonly Endpoint[] = [
  endpoint('/review', { GET: list }),
  endpoint('/events/:id(^\\d+$)/approve', { POST: approveEvent }, eventParts),
  endpoint('/events/:id(^\\d+$)/reject', { POST: rejectEvent }, eventParts),
  endpoint('/trusted-senders', { GET: listTrusted }),
  endpoint(
    '/trusted-senders/:id(^\\d+$)',
    { DELETE: removeTrusted },
    { parts: idPart('ID of the trusted sender.', 7) },
  ),
];
