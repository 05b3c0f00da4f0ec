// Makes deliveries of messages: one for each webhook that wants the change.
import { randomBytes } from 'node:crypto';
import { all, type Condition, everything, is, isSet, oneOf } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { webhookMessagesLock } from '../core/locks.js';
import { metBefore } from '../core/met-before.js';
import { Invalid, Problem } from '../core/problem.js';
import { lockRecord, type Position, type Store } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import {
  isActive,
  type MessageRow,
  type NewDelivery,
  newDelivery,
  typesOfMessage,
  type WebhookReason,
  type WebhookRow,
  webhookDeliveries,
  webhookMessages,
  webhooks,
} from '../core/webhook.js';
import { effectiveFilters, lookUpFilters, matchingFilters } from '../facades/events/webhook-filters.js';
import { requestedLanguage } from '../facades/language.js';
import { disable, type MailParts, ownersOf } from './owners.js';
import type { WebhookParts } from './parts.js';
import { contentOf, type Subject, subjectOf } from './payload.js';

/** A process that dies while it makes deliveries leaves all of a batch to be made again. */
const batchSize = 50;
/** More than can be created. */
export const maxWebhooks = 1_000;
/** Deliveries of one webhook that wait. A receiver that was away for longer reads the changes instead. */
const maxQueued = 100_000;
const positionName = 'webhook_position';
/** Until then one process makes deliveries. */
const leaseName = 'webhook_lease';
/** Longer than a batch takes; a process that dies keeps the others waiting for so long. */
const leaseSeconds = 20;

/** 27 characters after the prefix, like those of other services; deliveries are made once, so that it can be random. */
export const newMessageId = (): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  // 248 is the largest multiple of 62 in a byte.
  const letters = [...randomBytes(64)].flatMap((byte) => (byte < 248 ? [alphabet[byte % 62]] : []));
  return letters.length < 27 ? newMessageId() : `msg_${letters.slice(0, 27).join('')}`;
};

export const activeWebhooks = (store: Context['store']): Promise<readonly WebhookRow[]> =>
  store.list({ table: webhooks, where: isActive, order: [{ column: 'id' }], limit: maxWebhooks });

/** A webhook with what it wants, and the rights of its owner. */
interface Receiver {
  readonly webhook: WebhookRow;
  readonly context: Context;
  /** The values of its filters; `undefined` if they refer to a record that no longer exists. */
  readonly filters: Given | undefined;
  readonly changeToken: string;
}

/** Returns the number of messages. The batch is computed outside the transaction, which only stores it. */
export async function fanOut(given: Context & { readonly store: Store }, parts: WebhookParts): Promise<number> {
  // As in requests that name no language.
  const call = { ...given.call, ...requestedLanguage(given.call.site, {}) };
  const context = { ...given, call };
  const { store } = given;
  const order = [{ column: 'id' }];
  const waiting = { table: webhookMessages, where: everything, order };
  if ((await store.ids({ ...waiting, limit: 1 })).length === 0) return 0;
  const begun = await begin(store, call.now);
  if (!begun) return 0;
  // Before the messages are read: those that come later are about changes after it.
  const position = await store.positions.current();
  const messages = await store.list({ ...waiting, limit: batchSize });
  const active = await activeWebhooks(store);
  const owners = await ownersOf(store, active);
  const receivers: Receiver[] = [];
  for (const webhook of active) {
    const actor = owners.get(webhook.owner);
    if (!actor) continue;
    const own = { ...context, call: { ...call, actor } };
    const [filters, effective] = await filtersOf(webhook, own);
    const changeToken = await parts.changeToken(begun.since ?? position, own.call, effective);
    receivers.push({ webhook, context: own, filters, changeToken });
  }
  const made = new Map<number, readonly NewDelivery[]>();
  const subjectFor = readOnce(
    context,
    active.some(({ payload }) => payload === 'full'),
  );
  for (const message of messages) made.set(message.id, await deliveriesOf(context, message, receivers, subjectFor));
  await store.transact(async (writer) => {
    await writer.lock(webhookMessagesLock);
    // Another process may have been faster.
    const left = await writer.ids({
      table: webhookMessages,
      where: oneOf('id', [...made.keys()]),
      order,
      limit: batchSize,
    });
    const rows = left.flatMap((id) => made.get(id) ?? []);
    if (rows.length > 0) await writer.append(webhookDeliveries, rows);
    await writer.remove(webhookMessages, oneOf('id', left));
    if (messages.length < batchSize) await writer.setMeta(positionName, position);
    await writer.setMeta(leaseName, '');
  });
  const mails = { site: call.site, sendsMail: parts.sendsMail };
  for (const { webhook } of receivers)
    if (await hasOverflow(store, webhook)) await disableFor(store, webhook.id, 'overflow', mails, call.now);
  return messages.length;
}

/** Undefined while another process makes deliveries, so that not all of them compute the same ones. `since`: a position before all
 * messages that wait, that of the last time when there were none left. */
const begin = (store: Store, now: string): Promise<{ readonly since: Position | undefined } | undefined> =>
  store.transact(async (writer) => {
    await writer.lock(webhookMessagesLock);
    if (((await writer.getMeta(leaseName)) ?? '') > now) return undefined;
    await writer.setMeta(leaseName, plusSeconds(now, leaseSeconds));
    return { since: await writer.getMeta(positionName) };
  });

/** With nothing waiting, the position may move on: tokens must not expire because nothing happened for long. */
export async function refreshPosition(store: Store): Promise<void> {
  if ((await activeWebhooks(store)).length === 0) return;
  const position = await store.positions.current();
  const isIdle = (await store.count({ table: webhookMessages, where: everything })) === 0;
  if (isIdle) await store.transact((writer) => writer.setMeta(positionName, position));
}

/** Webhooks whose owners may no longer have them. */
export async function disableOwnerless(
  store: Store,
  active: readonly WebhookRow[],
  mails: MailParts,
  now: string,
): Promise<void> {
  if (active.length === 0) return;
  const owners = await ownersOf(store, active);
  for (const { id, owner } of active) if (!owners.has(owner)) await disableFor(store, id, 'owner', mails, now);
}

const disableFor = (store: Store, id: number, reason: WebhookReason, mails: MailParts, now: string): Promise<void> =>
  store.transact(async (writer) => {
    await lockRecord(writer, webhooks, id);
    const row = await writer.read({ table: webhooks, where: all(is('id', id), isActive) });
    if (row) await disable(writer, row, reason, mails, now);
  });

async function hasOverflow(store: Store, { id }: WebhookRow): Promise<boolean> {
  const where = all(is('webhook_id', id), isSet('next_attempt_utc'));
  return (await store.ids({ table: webhookDeliveries, where, order: [], limit: 1, offset: maxQueued })).length > 0;
}

async function filtersOf({ filters }: WebhookRow, context: Context): Promise<readonly [Given | undefined, Given]> {
  try {
    return [await lookUpFilters(filters, context), effectiveFilters(filters, context.call)];
  } catch (error) {
    if (error instanceof Invalid || (error instanceof Problem && error.statusCode < 500)) return [undefined, {}];
    throw error;
  }
}

/** Of a batch: a record that was changed several times is read once, after all its messages. */
function readOnce(context: Context, isWhole: boolean): (message: MessageRow) => Promise<Subject> {
  const known = new Map<string, Promise<Subject>>();
  return (message) => {
    const key = `${message.resource} ${message.record_id}`;
    const subject = known.get(key) ?? subjectOf(context, message, isWhole);
    known.set(key, subject);
    return subject;
  };
}

async function deliveriesOf(
  context: Context,
  message: MessageRow,
  receivers: readonly Receiver[],
  subjectFor: (message: MessageRow) => Promise<Subject>,
): Promise<readonly NewDelivery[]> {
  const types = typesOfMessage(message);
  const made: NewDelivery[] = [];
  for (const { webhook, context: own, filters, changeToken } of receivers) {
    const type = webhook.types.length === 0 ? types[0] : types.find((one) => webhook.types.includes(one));
    if (type === undefined) continue;
    const match = await matchOf(own, message, webhook, filters);
    if (!match) continue;
    const matches = match === 'matches';
    const subject = await subjectFor(message);
    const { resource, record_id } = message;
    const content = contentOf(message, subject, { type, payload: webhook.payload, changeToken, matches }, own.call);
    const identified = { webhook_id: webhook.id, message_id: newMessageId(), change_token: changeToken };
    made.push(newDelivery({ ...identified, type, resource, record_id, content }, context.call.now));
  }
  return made;
}

/** Filters are those of events. A record that no longer exists cannot be judged, so that messages about removals are always
 * made. `left`: the record may have matched before the change, so that the receiver must learn that it does not any more. */
async function matchOf(
  context: Context,
  { resource, record_id, action, changed }: MessageRow,
  webhook: WebhookRow,
  found: Given | undefined,
): Promise<'matches' | 'left' | undefined> {
  const { call, store } = context;
  const [first] = call.facade.shapes;
  if (webhook.filters === '' || resource !== first?.model.name || action === 'removed') return 'matches';
  if (!found) return undefined;
  const { model } = shapeOf(call.facade, resource);
  const meets = async (condition: Condition) =>
    (await store.count({ table: model, where: all(is('id', record_id), condition) })) > 0;
  const condition = matchingFilters(found, context);
  if (await meets(condition)) return 'matches';
  const isNew = action === 'created';
  return !isNew && (await meets(metBefore(condition, { ...model, changed }))) ? 'left' : undefined;
}
