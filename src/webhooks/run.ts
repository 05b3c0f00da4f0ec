// One run of sending: makes deliveries of new messages and sends what is due, each webhook by itself, so that a slow one
// delays no other.
import { setTimeout as sleep } from 'node:timers/promises';
import { all, before, type Condition, everything, is, isSet, not, until } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { messageOf } from '../core/error.js';
import { isUnavailable } from '../core/problem.js';
import type { Store } from '../core/store.js';
import { DAY, plusSeconds } from '../core/time/clock.js';
import { isActive, type WebhookRow, webhookDeliveries, webhooks } from '../core/webhook.js';
import { removeDeliveries } from '../models/webhook/webhook.js';
import { activeWebhooks, disableOwnerless, fanOut, maxWebhooks } from './fan-out.js';
import { failQueued } from './owners.js';
import { type SendContext, sendDue } from './send.js';

/** Webhooks that are sent at a time by one process; of those that failed, only a few. */
const [maxLanes, maxFailingLanes] = [16, 4];
const pollMs = 500;

/** Ends when nothing is due. While something is sent, new messages are looked for. */
export async function runWebhooks(context: Context & { readonly store: Store }, send: SendContext): Promise<void> {
  const { store } = send;
  const lanes = new Map<number, { readonly hasFailed: boolean; readonly sending: Promise<void> }>();
  // Of this run: those that are down now are not tried at every look.
  const stopped = new Set<number>();
  const faults: unknown[] = [];
  function open({ id, failing_since }: WebhookRow): void {
    const hasFailed = failing_since !== '';
    const failing = [...lanes.values()].filter((lane) => lane.hasFailed).length;
    if (lanes.has(id) || stopped.has(id) || lanes.size >= maxLanes || (hasFailed && failing >= maxFailingLanes)) return;
    const sending = drain(id)
      .catch((error: unknown) => {
        stopped.add(id);
        faults.push(isUnavailable(error) ? error : new Error(`webhook ${id}: ${messageOf(error)}`, { cause: error }));
      })
      .finally(() => lanes.delete(id));
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
    const active = await activeWebhooks(store);
    await disableOwnerless(store, active, { site: send.site(), sendsMail: send.sendsMail }, now);
    const made = await fanOut({ ...context, call: { ...context.call, now } }, send);
    for (const webhook of await dueAmong(active, store, now)) open(webhook);
    if (send.signal.aborted || (lanes.size === 0 && made === 0)) break;
    if (lanes.size > 0) await Promise.race([...[...lanes.values()].map(({ sending }) => sending), sleep(pollMs)]);
  }
  await Promise.all([...lanes.values()].map(({ sending }) => sending));
  if (faults.length > 0) throw faults[0];
}

async function dueAmong(active: readonly WebhookRow[], store: Store, now: string): Promise<readonly WebhookRow[]> {
  const due: WebhookRow[] = [];
  for (const webhook of active) {
    if (webhook.paused_until > now) continue;
    const where = all(is('webhook_id', webhook.id), until('next_attempt_utc', now));
    if ((await store.ids({ table: webhookDeliveries, where, order: [], limit: 1 })).length > 0) due.push(webhook);
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
