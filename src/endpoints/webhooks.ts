// Actions of webhooks: rotating the secret, enabling, a test, and the log of deliveries with replays.
import { all, type Condition, everything, is, isSet, since, until } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { type Endpoint, shapeOf } from '../core/facade.js';
import { type Given, optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { positive, wholeBetween } from '../core/kinds/number.js';
import { filterText } from '../core/kinds/text.js';
import { bodyLike, itemsKey, key, maybe, output } from '../core/output.js';
import { invalidParam, Problem } from '../core/problem.js';
import { described, flagSchema, integer, listOf, objectOf, orNull, reference, text } from '../core/schema.js';
import type { Reader, Writer } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import {
  type DeliveryRow,
  deliveryStates,
  newDelivery,
  type TryRow,
  testType,
  type WebhookRow,
  webhookDeliveries,
  webhookReasons,
  webhooks,
  webhookTries,
} from '../core/webhook.js';
import { webhookShape } from '../facades/events/webhook.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { findChangeable, recordResponse } from '../http/record.js';
import { type ApiRequest, idOf } from '../http/request.js';
import type { Service } from '../http/service.js';
import { untroubled } from '../models/webhook/webhook.js';
import { newMessageId } from '../webhooks/fan-out.js';
import { testContent } from '../webhooks/payload.js';
import { leaseSeconds, sendDue } from '../webhooks/send.js';

const unknown = new Problem('not-found', { resource: 'webhook' });
const unknownDelivery = new Problem('not-found', { resource: 'delivery' });
const disabled = new Problem('webhook-disabled');

const common = {
  right: 'edit-others',
  tag: { name: 'Webhooks', description: webhookShape.about },
} as const;

const example = {
  id: 3,
  url: 'https://hooks.example/almanac',
  types: ['event.published', 'event.moved'],
  filters: '',
  payload: 'thin',
  description: 'Newsletter',
  active: true,
  state: 'ok',
  reason: webhookReasons[0],
  failing_since: '',
  last_success: '2026-11-16 09:30:00',
  last_failure: '',
  owner: 1,
  created_utc: '2026-11-15 08:00:00',
  modified_utc: '2026-11-15 08:00:00',
};

const webhookOutput = (name: string) => bodyLike(name, reference('Webhook'), example);

/** The webhook under its lock, if the caller may change it. */
async function changeable(context: WriteContext, request: ApiRequest): Promise<WebhookRow> {
  const { call, params } = request;
  const shape = shapeOf(call.facade, webhookShape.model.name);
  const { id } = await findChangeable(context, shape, request, 'update', { id: idOf(params.id) });
  const row = await context.store.read({ table: webhooks, where: is('id', id) });
  if (!row) throw unknown;
  return row;
}

/** The webhook, if the caller may see it. */
async function readWebhook(request: ApiRequest): Promise<WebhookRow> {
  const { call, context, params } = request;
  const shape = shapeOf(call.facade, webhookShape.model.name);
  const visible = all(is('id', idOf(params.id)), shape.model.policy.visible(call.actor, false));
  const row = await context.store.read({ table: webhooks, where: visible });
  if (!row) throw unknown;
  return row;
}

const updated = (request: ApiRequest, row: WebhookRow) =>
  recordResponse(shapeOf(request.call.facade, webhookShape.model.name), row, request, 'changed');

async function update(store: Writer, row: WebhookRow, values: Partial<WebhookRow>, now: string): Promise<WebhookRow> {
  const changed = { ...values, modified_utc: now };
  await store.update(webhooks, row.id, changed);
  return { ...row, ...changed };
}

const rotate = operation({
  ...common,
  operationId: 'rotateWebhook',
  summary: 'Create a new secret of a webhook',
  description: 'For 24 hours messages are signed with both secrets, so that receivers can change over.',
  result: 'The webhook with its new secret, which is not shown again.',
  output: webhookOutput('RotatedWebhook'),
  example: { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  problems: [unknown, new Problem('no-secret-key')],
  handler: async (service, request) => {
    const { vault, now } = service;
    const made = vault.makeSecret();
    const secret = await vault.encrypt(made);
    return change(service, request, async (context) => {
      const before = await changeable(context, request);
      // The former secret is of no use if it cannot be read.
      const isLost = before.reason === 'key';
      const old = isLost
        ? { old_secret: '', old_secret_until: '', ...untroubled }
        : { old_secret: before.secret, old_secret_until: plusSeconds(now(), DAY) };
      const row = await update(context.store, before, { secret, ...old }, now());
      return { ...updated(request, row), oneTimeSecrets: { secret: made } };
    });
  },
});

const enable = operation({
  ...common,
  operationId: 'enableWebhook',
  summary: 'Enable a webhook',
  description:
    'What changed while it was disabled is not sent. Replay failed deliveries, or read the changes since then.',
  output: webhookOutput('EnabledWebhook'),
  problems: [unknown],
  handler: (service, request) =>
    change(service, request, async (context) => {
      const before = await changeable(context, request);
      return updated(request, await update(context.store, before, untroubled, service.now()));
    }),
});

const tryOutput = output<TryRow>('WebhookTry', 'One request of a delivery.', {
  at: key(described(text, 'Time of the result in UTC.'), '2026-11-16 09:30:00', (row) => row.at_utc),
  headers: key(
    described(
      objectOf({ 'webhook-timestamp': text, 'webhook-signature': text }),
      'Headers of the request that differ from try to try.',
    ),
    { 'webhook-timestamp': '1794821400', 'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
    (row) => ({ 'webhook-timestamp': String(row.sent_at), 'webhook-signature': row.signature }),
  ),
  status_code: key(orNull(integer, 'Null without a response.'), 200, (row) => row.status_code || null),
  duration_ms: key(integer, 84),
  error: key(
    orNull(
      text,
      'Null if the message was accepted. `status`: another status than 2xx. `address`: the URL leads to an address that is not public. `network`, `time`: no response.',
    ),
    null,
    (row) => row.error || null,
  ),
  response: key(described(text, 'The first 2 kB of the body of the response.'), 'ok'),
});

interface Shown {
  readonly row: DeliveryRow;
  readonly tries?: readonly TryRow[];
}

const delivery = output<Shown>('WebhookDelivery', 'A message for a webhook, which is sent until it is accepted.', {
  id: key(integer, 41, ({ row }) => row.id),
  message_id: key(
    described(text, 'The header `webhook-id`, the same in every try.'),
    'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    ({ row }) => row.message_id,
  ),
  type: key(text, 'event.published', ({ row }) => row.type),
  resource: key(text, 'event', ({ row }) => row.resource),
  record: key(integer, 1017, ({ row }) => row.record_id),
  state: key({ ...text, enum: deliveryStates }, 'sent', ({ row }) => row.state),
  attempts: key(integer, 1, ({ row }) => row.attempts),
  next_attempt_utc: key(orNull(text, 'Null unless queued.'), null, ({ row }) => row.next_attempt_utc || null),
  status_code: key(orNull(integer, 'Of the last try.'), 200, ({ row }) => row.status_code || null),
  error: key(
    orNull(text, 'Of the last try; `disabled` if the webhook was disabled before it.'),
    null,
    ({ row }) => row.error || null,
  ),
  created_utc: key(text, '2026-11-16 09:30:00', ({ row }) => row.created_utc),
  finished_utc: key(orNull(text), '2026-11-16 09:30:00', ({ row }) => row.finished_utc || null),
  body: maybe(described(text, 'The body of the request, of a single delivery.'), ({ row, tries }) =>
    tries ? row.content : undefined,
  ),
  tries: maybe(
    described(listOf(reference('WebhookTry')), 'The newest tries of a single delivery, newest first.'),
    ({ tries }) => tries?.map((one) => tryOutput.of(one)),
  ),
});
const withTry = { ...delivery, parts: { WebhookTry: tryOutput.schema } };

const maxTries = 50;

async function shownDelivery(store: Reader, id: number): Promise<Shown | undefined> {
  const row = await store.read({ table: webhookDeliveries, where: is('id', id) });
  const order = [{ column: 'id', descending: true }];
  const where = is('delivery_id', id);
  return row && { row, tries: await store.list({ table: webhookTries, where, order, limit: maxTries }) };
}

interface Listed {
  readonly rows: readonly DeliveryRow[];
  readonly total: number;
  readonly hasMore: boolean;
}

const deliveryList = output<Listed>('WebhookDeliveryList', 'Deliveries of a webhook, newest first.', {
  deliveries: itemsKey(delivery, ({ rows }: Listed) => rows.map((row) => ({ row }))),
  total: key(integer, 1),
  more: key(described(flagSchema, 'Whether there are older ones.'), false, ({ hasMore }) => hasMore),
});

const stateField = (about: string) => optional(choice(deliveryStates), about, { example: 'failed' });
const maxPerPage = 100;

const list = operation({
  ...common,
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries of a webhook',
  description: 'Finished deliveries are listed for 30 days, at most 20,000 of a webhook.',
  input: {
    status: stateField('Only deliveries in this state.'),
    before: optional(positive, 'Only deliveries with a smaller ID, for the next page.', { example: 41 }),
    per_page: optional(wholeBetween(1, maxPerPage), 'Deliveries per response.', { documentedDefault: 20, example: 20 }),
  },
  output: deliveryList,
  problems: [unknown],
  handler: async (service, request, { status, before: older, per_page = 20 }, reply) => {
    const { id } = await readWebhook(request);
    const listed = all(is('webhook_id', id), status ? is('state', status) : everything);
    const where = all(listed, older ? until('id', Number(older) - 1) : everything);
    const limit = Number(per_page);
    const order = [{ column: 'id', descending: true }];
    const { store } = service;
    const rows = await store.list({ table: webhookDeliveries, where, order, limit: limit + 1 });
    const total = await store.count({ table: webhookDeliveries, where: listed });
    return reply({ rows: rows.slice(0, limit), total, hasMore: rows.length > limit });
  },
});

/** Of this webhook, which the caller may see. */
async function deliveryOf(service: Service, request: ApiRequest): Promise<DeliveryRow> {
  const { id } = await readWebhook(request);
  const where = all(is('id', idOf(request.params.delivery)), is('webhook_id', id));
  const row = await service.store.read({ table: webhookDeliveries, where });
  if (!row) throw unknownDelivery;
  return row;
}

const read = operation({
  ...common,
  operationId: 'readWebhookDelivery',
  summary: 'Get a delivery of a webhook with its tries',
  output: withTry,
  problems: [unknown, unknownDelivery],
  handler: async (service, request, _, reply) => {
    const { id } = await deliveryOf(service, request);
    const shown = await shownDelivery(service.store, id);
    if (!shown) throw unknownDelivery;
    return reply(shown);
  },
});

const requeued = (now: string) =>
  ({ state: 'queued', attempts: 0, next_attempt_utc: now, finished_utc: '', error: '' }) as const;

/** Deliveries are not in the change log, which ends the sleep of idle jobs; webhooks are. */
const wakeJob = (store: Writer, { id, state }: WebhookRow): Promise<void> => store.update(webhooks, id, { state });

const replayOne = operation({
  ...common,
  operationId: 'replayWebhookDelivery',
  summary: 'Send a delivery again',
  description: 'Also one that was accepted. It keeps its `webhook-id`, so that the receiver recognizes it.',
  output: delivery,
  problems: [unknown, unknownDelivery, disabled],
  handler: async (service, request, _, reply) => {
    const row = await deliveryOf(service, request);
    return change(service, request, async (context) => {
      const webhook = await changeable(context, request);
      if (webhook.state === 'disabled') throw disabled;
      const values = requeued(service.now());
      await context.store.update(webhookDeliveries, row.id, values);
      await wakeJob(context.store, webhook);
      return reply({ row: { ...row, ...values } });
    });
  },
});

/** A time, or the token of a message. */
async function fromCondition(store: Reader, webhookId: number, from: string): Promise<Condition> {
  const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(from);
  if (time) return since('created_utc', instantOf('from', from));
  const where = all(is('webhook_id', webhookId), is('change_token', from));
  const [first] = await store.ids({ table: webhookDeliveries, where, order: [{ column: 'id' }], limit: 1 });
  if (first === undefined)
    throw invalidParam('from', 'Must be a time, or the change_token of a message that is still listed.');
  return since('id', first);
}

/** Without an offset it is in UTC. */
function instantOf(name: string, given: string): string {
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/.test(given) && given.includes(':');
  const at = new Date(hasOffset ? given : `${given.replace(' ', 'T')}${given.length > 10 ? 'Z' : 'T00:00:00Z'}`);
  if (Number.isNaN(at.getTime())) throw invalidParam(name, 'Must be a time such as 2026-11-16T09:30:00Z.');
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

const replayed = output<{ readonly replayed: number }>('ReplayedDeliveries', '', {
  replayed: key(described(integer, 'Number of deliveries that are sent again.'), 12),
});

const replay = operation({
  ...common,
  operationId: 'replayWebhook',
  summary: 'Send deliveries of a webhook again',
  description:
    'By default those that failed. They keep their `webhook-id`. With the `change_token` of the last message that a receiver has processed, everything since then is sent again.',
  input: {
    from: optional(filterText, 'Only deliveries since this time, or since the message with this `change_token`.', {
      example: '2026-11-16T09:30:00Z',
    }),
    to: optional(filterText, 'Only deliveries until this time.', { example: '2026-11-17T09:30:00Z' }),
    status: optional(choice(['failed', 'sent', 'any']), 'State of the deliveries.', {
      documentedDefault: 'failed',
      example: 'failed',
    }),
  },
  output: replayed,
  problems: [unknown, disabled],
  handler: (service, request, { from, to, status = 'failed' }: Given, reply) =>
    change(service, request, async (context) => {
      const { store } = context;
      const webhook = await changeable(context, request);
      if (webhook.state === 'disabled') throw disabled;
      const where = all(
        is('webhook_id', webhook.id),
        status === 'any' ? isSet('finished_utc') : is('state', status),
        from === undefined ? everything : await fromCondition(store, webhook.id, String(from)),
        to === undefined ? everything : until('created_utc', instantOf('to', String(to))),
      );
      const count = await store.updateWhere(webhookDeliveries, where, requeued(service.now()));
      await wakeJob(store, webhook);
      return reply({ replayed: count });
    }),
});

const test = operation({
  ...common,
  operationId: 'testWebhook',
  summary: 'Send a test message to a webhook',
  description:
    'The message of type `webhook.test` is sent at once, also to a disabled webhook, and listed like others.',
  dryRun: 'refused',
  result: 'The delivery with its first try.',
  output: withTry,
  problems: [unknown],
  handler: async (service, request, _, reply) => {
    const { store, now, webhooks: parts, liveSite, background, timeouts } = service;
    const id = await store.transact(async (writer) => {
      const { id: webhook_id } = await changeable({ ...request.context, store: writer }, request);
      const subject = { type: testType, resource: 'webhook', record_id: webhook_id };
      const content = testContent(webhook_id, now());
      const given = { webhook_id, message_id: newMessageId(), change_token: '', ...subject, content };
      // The job sends it if this process dies before it has.
      return writer.insert(webhookDeliveries, newDelivery(given, now(), plusSeconds(now(), leaseSeconds)));
    });
    const work = async (signal: AbortSignal) => {
      await sendDue({ ...parts, store, now, site: liveSite.current, signal }, idOf(request.params.id), id);
      return true;
    };
    await background.answer(`testing webhook ${request.params.id}`, work, timeouts.answerMs);
    const shown = await shownDelivery(store, id);
    if (!shown) throw unknownDelivery;
    return reply(shown);
  },
});

const part = { id: { description: 'ID of the webhook.', schema: integer, example: 3 } };
const deliveryPart = { delivery: { description: 'ID of the delivery.', schema: integer, example: 41 } };
const path = '/webhooks/:id(^\\d+$)';
const deliveryPath = `${path}/deliveries/:delivery(^\\d+$)`;

export const webhookEndpoints: readonly Endpoint[] = [
  endpoint(`${path}/rotate`, { POST: rotate }, { parts: part }),
  endpoint(`${path}/enable`, { POST: enable }, { parts: part }),
  endpoint(`${path}/test`, { POST: test }, { parts: part }),
  endpoint(`${path}/replay`, { POST: replay }, { parts: part }),
  endpoint(`${path}/deliveries`, { GET: list }, { parts: part }),
  endpoint(deliveryPath, { GET: read }, { parts: { ...part, ...deliveryPart } }),
  endpoint(`${deliveryPath}/replay`, { POST: replayOne }, { parts: { ...part, ...deliveryPart } }),
];
