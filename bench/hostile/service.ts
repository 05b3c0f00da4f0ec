// The service with one subscription to a calendar on loopback, as a child process: `guardedRequest` of a usual one refuses
// such addresses. Each message has the calendar read once, as the job of due subscriptions does.
import { contextWithSettings, now, openDatabase, startServer } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { operator } from '../../src/core/actor.js';
import { is } from '../../src/core/condition.js';
import type { RequestContext } from '../../src/core/context.js';
import { shapeOf } from '../../src/core/facade.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { readReserved, reserve } from '../../src/imports/subscription.js';
import { subscription } from '../../src/models/subscription/subscription.js';
import { createEach } from '../../src/operations/write.js';

export type Order = { readonly subscribe: string } | { readonly read: number };
export interface Ready {
  readonly port: number;
  readonly uidHost: string;
  readonly subscription: number;
}
export interface ReadResult {
  readonly result: string;
  readonly message: string;
}

const config = readConfig(process.env);

async function start() {
  const store = await openDatabase(config);
  return { store, ...(await startServer(config, store, {}, { allow: (address) => address === '127.0.0.1' })) };
}

const started = start();

async function subscribe(url: string): Promise<Ready> {
  const { store, service, listening } = await started;
  const context = await contextWithSettings(config, store, operator);
  const { fields } = shapeOf(context.call.facade, subscription.name);
  const parsed = parse(fields, { name: 'Hostile', url }, context.call, true);
  const subscribed = await store.transact(async (writer) => {
    const writing = { ...context, store: writer };
    const [created] = await createEach(writing, subscription, [await lookUpForModel(fields, parsed, writing)]);
    return created?.id ?? 0;
  });
  return {
    port: Number(new URL(listening).port),
    uidHost: service.liveSite.current().uidHost,
    subscription: subscribed,
  };
}

async function read(id: number): Promise<ReadResult> {
  const { store, service } = await started;
  const row = await reserve(store, id, now(), false);
  if (!row) throw new Error('the subscription is being read already');
  const context: RequestContext = {
    ...(await contextWithSettings(config, store, operator)),
    pictures: service.pictures,
  };
  const given = { context, store, request: service.request, now };
  const fault = await readReserved(row, given).then(
    () => '',
    (error: unknown) => String(error),
  );
  const after = await store.read({ table: subscription, where: is('id', id) });
  return { result: fault ? 'fault' : (after?.last_result ?? ''), message: fault || (after?.message ?? '') };
}

// Before anything is awaited, so that no message is lost.
process.on('message', (order: Order) => {
  const done: Promise<Ready | ReadResult> = 'read' in order ? read(order.read) : subscribe(order.subscribe);
  done.then(
    (reply) => process.send?.(reply),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
