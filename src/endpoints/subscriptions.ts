// Reads a subscription at the request of an editor, and takes decisions about its vanished events.
import { is } from '../core/condition.js';
import { type Endpoint, type Operation, shapeOf } from '../core/facade.js';
import { bodyLike } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { integer, reference } from '../core/schema.js';
import type { Row } from '../core/store.js';
import { subscriptionShape } from '../facades/events/subscription.js';
import { endpoint, type Handler, operation } from '../http/handler.js';
import { recordResponse } from '../http/record.js';
import { type ApiRequest, idOf } from '../http/request.js';
import type { Service } from '../http/service.js';
import { confirmRemoval, keepEvents } from '../imports/removal.js';
import { readReserved, reserve } from '../imports/subscription.js';

const example = {
  id: 3,
  name: 'Town council',
  url: 'https://town.example/calendar.ics',
  every: 60,
  default_status: 'pending',
  paused: false,
  default_venue: 0,
  default_category: 0,
  last_result: 'imported',
  message: '',
  removal: null,
  failures: 0,
  checked_utc: '2026-11-16 09:30:00',
  next_utc: '2026-11-16 10:30:00',
  import: 12,
  event_count: 24,
  modified_utc: '2026-11-15 08:00:00',
};

const unknown = new Problem('not-found', { resource: 'subscription' });

async function readSubscription({ store }: Service, { call, params }: ApiRequest): Promise<Row> {
  const { model } = shapeOf(call.facade, 'subscription');
  const row = await store.read({ table: model, where: is('id', idOf(params.id ?? '')) });
  if (!row) throw new Problem('not-found', { resource: model.name });
  return row;
}

const common = {
  right: 'edit-others',
  dryRun: 'refused',
  tag: { name: 'Subscriptions', description: subscriptionShape.about },
} as const;

const run = operation({
  ...common,
  operationId: 'runSubscription',
  summary: 'Read a subscription now',
  otherStatusCodes: [202],
  description:
    'Reads the calendar and imports what changed, also if the subscription is paused. If it is being read already, nothing happens. After 10 seconds the response is 202, and reading goes on: read the subscription again for its result.',
  output: bodyLike('RunSubscription', reference('Subscription'), example),
  problems: [unknown],
  handler: async (service, request) => {
    const { call, context } = request;
    const { store } = service;
    const { id } = await readSubscription(service, request);
    const parts = { context: { ...context, store }, store, request: service.request, now: service.now };
    const work = async (signal: AbortSignal) => {
      const reserved = await reserve(store, id, service.now(), false);
      if (reserved) await readReserved(reserved, { ...parts, signal });
      return true;
    };
    const { finished } = await service.background.answer(`reading subscription ${id}`, work, service.timeouts.answerMs);
    const row = await readSubscription(service, request);
    const response = recordResponse(shapeOf(call.facade, 'subscription'), row, request, 'read');
    return finished ? response : { ...response, statusCode: 202 };
  },
});

const decide =
  (decision: typeof confirmRemoval): Handler =>
  async (service, request) => {
    const { call, context, params } = request;
    await decision({ ...context, store: service.store }, service.store, idOf(params.id ?? ''));
    return recordResponse(
      shapeOf(call.facade, 'subscription'),
      await readSubscription(service, request),
      request,
      'read',
    );
  };

const decision = {
  ...common,
  output: bodyLike('DecideRemoval', reference('Subscription'), example),
  problems: [unknown, new Problem('no-removal')],
};

const confirm = operation({
  ...decision,
  operationId: 'confirmRemoval',
  summary: 'Move the missing events of a subscription to the trash',
  description:
    'Confirms `removal` of the subscription. Past events and past dates of series stay. Events that return are restored with their former status. If there are many, the rest is moved by the next read.',
  handler: decide(confirmRemoval),
});

const keep = operation({
  ...decision,
  operationId: 'keepEvents',
  summary: 'Keep the missing events of a subscription',
  description:
    'Rejects `removal` of the subscription. The events stay as they are until the calendar lists them again.',
  handler: decide(keepEvents),
});

const actionOn = (name: string, POST: Operation): Endpoint =>
  endpoint(
    `/subscriptions/:id(^\\d+$)/${name}`,
    { POST },
    { parts: { id: { description: 'ID of the subscription.', schema: integer, example: 3 } } },
  );

export const subscriptionEndpoints: readonly Endpoint[] = [
  actionOn('confirm-removal', confirm),
  actionOn('keep-events', keep),
  actionOn('run', run),
];
