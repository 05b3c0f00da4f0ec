// One run of sending: makes deliveries of new messages and sends what is due, each webhook by itself, so that a slow one
// delays no other.
import { setTimeout as sleep } from 'node:timers/promises';
import { all, before, type Condition, everything, is, isSet, not } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { messageOf } from '../core/error.js';
import { isUnavailable } from '../core/problem.js';
import type { Store } from '../core/store.js';
import { DAY, type Instant, lastInstant, plusSeconds } from '../core/time/clock.js';
import { isActive, type WebhookRow, webhookDeliveries, webhooks } from '../core/webhook.js';
import { removeDeliveries } from '../models/webhook/webhook.js';
import { activeWebhooks, disableOwnerless, fanOut, maxWebhooks } from './fan-out.js';
import { failQueued } from './owners.js';
import { type SendContext, sendDue } from './send.js';

/** Webhooks that are sent at a time by one process; of those that failed, only a few. */
const [maxLanes, maxFailingLanes] = [16, 4];
const pollMs = 500;

/** Ends when nothing is due. While something is sent, new messages are looked for. Returns when the next delivery will be due,
 * undefined if it may be at any time. */
export async function runWebhooks(
  context: Context & { readonly store: Store },
  send: SendContext,
): Promise<Instant | undefined> {
  const { store } = send;
  const lanes = new Map<number, { readonly hasFailed: boolean; readonly sending: Promise<void> }>();
  // Of this run: those that are down now are not tried at every look.
  const stopped = new Set<number>();
  const faults: unknown[] = [];
  /** Due, but not sent yet. A lane that ends opens the next one, without asking for all webhooks again. */
  let waiting: WebhookRow[] = [];
  let end = (): void => undefined;
  function openLanes(): void {
    for (const webhook of waiting) open(webhook);
    waiting = waiting.filter(({ id }) => !lanes.has(id) && !stopped.has(id));
  }
  function open({ id, failing_since }: WebhookRow): void {
    const hasFailed = failing_since !== '';
    const failing = [...lanes.values()].filter((lane) => lane.hasFailed).length;
    if (lanes.has(id) || stopped.has(id) || lanes.size >= maxLanes || (hasFailed && failing >= maxFailingLanes)) return;
    const sending = drain(id)
      .catch((error: unknown) => {
        stopped.add(id);
        faults.push(isUnavailable(error) ? error : new Error(`webhook ${id}: ${messageOf(error)}`, { cause: error }));
      })
      .finally(() => {
        lanes.delete(id);
        if (!send.signal.aborted) openLanes();
        if (lanes.size === 0) end();
      });
    lanes.set(id, { hasFailed, sending });
  }
  async function drain(id: number): Promise<void> {
    while (!send.signal.aborted) {
      const sent = await sendDue(send, id);
      if (sent === 'stopped') stopped.add(id);
      if (sent !== 'sent') return;
    }
  }
  for (;;) {
    const now = send.now();
    const isAlone = lanes.size === 0;
    const active = await activeWebhooks(store);
    await disableOwnerless(store, active, { site: send.site(), sendsMail: send.sendsMail }, now);
    const made = await fanOut({ ...context, call: { ...context.call, now } }, send);
    const due = await nextAttempts(active, store);
    waiting = active.filter(({ id }) => (due.get(id) ?? lastInstant) <= now);
    openLanes();
    if (send.signal.aborted) break;
    if (isAlone && lanes.size === 0 && made === 0) {
      if (faults.length > 0) throw faults[0];
      return [...due.values()].reduce((first, one) => (one < first ? one : first), lastInstant);
    }
    if (lanes.size > 0 && made === 0)
      await Promise.race([new Promise<void>((resolve) => (end = resolve)), sleep(pollMs)]);
  }
  await Promise.all([...lanes.values()].map(({ sending }) => sending));
  if (faults.length > 0) throw faults[0];
  return undefined;
}

/** By webhook. */
async function nextAttempts(active: readonly WebhookRow[], store: Store): Promise<ReadonlyMap<number, Instant>> {
  const due = new Map<number, Instant>();
  for (const { id, paused_until } of active) {
    const where = all(is('webhook_id', id), isSet('next_attempt_utc'));
    const order = [{ column: 'next_attempt_utc' }];
    const [first] = await store.list({ table: webhookDeliveries, where, order, limit: 1 });
    if (first) due.set(id, first.next_attempt_utc > paused_until ? first.next_attempt_utc : paused_until);
  }
  return due;
}

const keptDays = 30;
/** Finished deliveries of one webhook that are kept. */
const maxKept = 20_000;
const removedAtOnce = 1_000;

/** Removes old deliveries with their tries, and the oldest of a webhook that has too many. Those that were made while their webhook was
 * being disabled have failed, as all others of it. */
export async function removeOldDeliveries(store: Store, now: string): Promise<void> {
  const disabled = { table: webhooks, where: not(isActive), order: [], limit: maxWebhooks };
  for (const id of await store.ids(disabled)) await store.transact((writer) => failQueued(writer, id, now));
  await removeWhere(store, before('finished_utc', plusSeconds(now, -keptDays * DAY)), 0);
  const webhookIds = await store.ids({ table: webhooks, where: everything, order: [], limit: maxWebhooks });
  for (const id of webhookIds) await removeWhere(store, all(is('webhook_id', id), isSet('finished_utc')), maxKept);
}

/** All that match but the newest. */
async function removeWhere(store: Store, where: Condition, keptNewest: number): Promise<void> {
  const order = [{ column: 'id', descending: true }];
  for (;;) {
    const plan = { table: webhookDeliveries, where, order, limit: removedAtOnce, offset: keptNewest };
    const ids = await store.ids(plan);
    if (ids.length > 0) await store.transact((writer) => removeDeliveries(writer, ids));
    if (ids.length < removedAtOnce) return;
  }
}
