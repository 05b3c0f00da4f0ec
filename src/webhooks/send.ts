// Sends deliveries: reserves some of one webhook by moving their next try forward, sends them outside any transaction, and
// stores the results in a short one. A process that dies in between leaves them to be sent again, with the same ID.
import { all, is, isSet, oneOf, until } from '../core/condition.js';
import type { Vault } from '../core/context.js';
import type { Site } from '../core/site.js';
import { lockRecord, type Store, type Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import {
  type DeliveryRow,
  testType,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
  webhookTries,
} from '../core/webhook.js';
import type { GuardedClient } from '../net/fetch.js';
import { Unfetchable } from '../net/unfetchable.js';
import { disable, failQueued, mailOwner, ownersOf } from './owners.js';
import type { WebhookParts } from './parts.js';
import { hostPause, isAccepted, isDown, nextDelay, retryAfterOf, stateAfter, type TryResult } from './retries.js';
import { signaturesOf } from './sign.js';

export interface SendContext extends WebhookParts {
  readonly store: Store;
  readonly now: () => string;
  readonly site: () => Site;
  readonly signal: AbortSignal;
}

const timeoutSeconds = 15;
/** No try begins later than this after the reservation, so that it ends before another process may send it again. */
const maxSendingMs = 40_000;
export const leaseSeconds = 60;
const batchSize = 20;
const maxInFlight = 2;
/** Kept of a response. */
const maxResponseBytes = 2_048;

interface Reserved {
  readonly webhook: WebhookRow;
  readonly deliveries: readonly DeliveryRow[];
}

export type Sent = 'sent' | 'nothing' | 'stopped';

/** Sends what is due of a webhook, or one delivery of it in any state. `stopped`: it should not be sent more now. */
export async function sendDue(context: SendContext, webhookId: number, only?: number): Promise<Sent> {
  const reserved = await reserve(context, webhookId, only);
  if (!reserved) return 'nothing';
  const { webhook } = reserved;
  const secrets = await secretsOf(webhook, context.vault, context.now());
  if (!secrets) {
    await inWebhook(context.store, webhookId, (writer, row) =>
      disable(writer, row, 'key', mailsOf(context), context.now()),
    );
    return 'stopped';
  }
  const results = await sendAll(context, reserved, secrets);
  await save(context, reserved, results);
  return results.some(({ result }) => isDown(result)) || results.length < reserved.deliveries.length
    ? 'stopped'
    : 'sent';
}

const mailsOf = ({ site, sendsMail }: SendContext) => ({ site: site(), sendsMail });

/** Under the lock of the webhook, if it still exists. */
const inWebhook = <Result>(
  store: Store,
  id: number,
  work: (writer: Writer, row: WebhookRow) => Promise<Result>,
): Promise<Result | undefined> =>
  store.transact(async (writer) => {
    await lockRecord(writer, webhooks, id);
    const row = await writer.read({ table: webhooks, where: is('id', id) });
    return row && work(writer, row);
  });

async function reserve(context: SendContext, webhookId: number, only?: number): Promise<Reserved | undefined> {
  const { store, now } = context;
  const due = only === undefined ? until('next_attempt_utc', now()) : is('id', only);
  const plan = {
    table: webhookDeliveries,
    where: all(is('webhook_id', webhookId), due),
    order: [{ column: 'next_attempt_utc' }, { column: 'id' }],
  };
  if ((await store.ids({ ...plan, limit: 1 })).length === 0) return undefined;
  return inWebhook(store, webhookId, async (writer, webhook) => {
    const isOff = webhook.state === 'disabled' || webhook.paused_until > now();
    if (isOff && only === undefined) return undefined;
    if (!(await ownersOf(writer, [webhook])).has(webhook.owner)) {
      await disable(writer, webhook, 'owner', mailsOf(context), now());
      return undefined;
    }
    // One at a time finds out whether an endpoint that failed works again.
    const deliveries = await writer.list({ ...plan, limit: webhook.failing_since === '' ? batchSize : 1 });
    const next_attempt_utc = plusSeconds(now(), leaseSeconds);
    await writer.updateWhere(
      webhookDeliveries,
      oneOf(
        'id',
        deliveries.map(({ id }) => id),
      ),
      { next_attempt_utc },
    );
    return { webhook, deliveries };
  });
}

/** The newest first; undefined if they were encrypted with another key. */
async function secretsOf(row: WebhookRow, vault: Vault, now: string): Promise<readonly string[] | undefined> {
  const newest = await vault.decrypt(row.secret);
  if (newest === undefined) return undefined;
  const old = row.old_secret_until > now ? await vault.decrypt(row.old_secret) : undefined;
  return old === undefined ? [newest] : [newest, old];
}

interface Tried {
  readonly delivery: DeliveryRow;
  readonly sentAt: number;
  readonly signature: string;
  readonly result: TryResult;
}

/** A few at a time. The first one that shows that the endpoint is down is the last. */
async function sendAll(
  context: SendContext,
  { webhook, deliveries }: Reserved,
  secrets: readonly string[],
): Promise<readonly Tried[]> {
  const begun = performance.now();
  const waiting = [...deliveries];
  const tried: Tried[] = [];
  const client = context.openClient(maxInFlight);
  let isOver = false;
  async function worker(): Promise<void> {
    for (;;) {
      isOver ||= context.signal.aborted || performance.now() - begun > maxSendingMs;
      const delivery = isOver ? undefined : waiting.shift();
      if (!delivery) return;
      const sentAt = Math.floor(Date.now() / 1_000);
      const signature = signaturesOf(secrets, delivery.message_id, sentAt, delivery.content);
      const result = await send(client, context.isTarget, webhook, delivery, sentAt, signature);
      tried.push({ delivery, sentAt, signature, result });
      isOver ||= isDown(result) || result.statusCode === 410;
    }
  }
  try {
    await Promise.all(Array.from({ length: maxInFlight }, worker));
    return tried;
  } finally {
    await client.close();
  }
}

async function send(
  { request }: GuardedClient,
  isTarget: WebhookParts['isTarget'],
  { url }: WebhookRow,
  { message_id, content }: DeliveryRow,
  sentAt: number,
  signature: string,
): Promise<TryResult> {
  const begun = performance.now();
  const ended = () => Math.round(performance.now() - begun);
  const none = { statusCode: 0, response: '', retryAfter: 0 };
  if (!isTarget(url)) return { ...none, error: 'address', durationMs: 0 };
  try {
    const { status, headers, bytes } = await request(url, {
      post: content,
      isPartial: true,
      maxBytes: maxResponseBytes,
      seconds: timeoutSeconds,
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Almanac-Webhooks',
        'webhook-id': message_id,
        'webhook-timestamp': String(sentAt),
        'webhook-signature': signature,
      },
    });
    const isSuccess = status >= 200 && status < 300;
    return {
      statusCode: status,
      error: isSuccess ? '' : 'status',
      durationMs: ended(),
      response: readableText(bytes),
      retryAfter: isSuccess ? 0 : retryAfterOf(headers['retry-after'], sentAt),
    };
  } catch (error) {
    if (!(error instanceof Unfetchable)) throw error;
    return { ...none, error: error.reason, durationMs: ended() };
  }
}

/** PostgreSQL stores no NUL. */
const readableText = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '');

/** Deliveries that were not tried are due again at once, and none is if the webhook was disabled meanwhile. */
async function save(context: SendContext, { webhook, deliveries }: Reserved, results: readonly Tried[]): Promise<void> {
  const { store } = context;
  const now = context.now();
  await store.transact(async (writer) => {
    await lockRecord(writer, webhooks, webhook.id);
    const before = await writer.read({ table: webhooks, where: is('id', webhook.id) });
    if (!before) return;
    let state = before;
    for (const { delivery, result } of results) {
      const attempts = delivery.attempts + 1;
      // What a webhook has sent before it was disabled does not enable it again.
      if (before.state !== 'disabled') state = { ...state, ...stateAfter(state, result, attempts, now) };
      await writer.update(webhookDeliveries, delivery.id, afterTry(delivery, result, attempts, now));
    }
    const tried = new Set(results.map(({ delivery }) => delivery.id));
    const untried = deliveries.filter(({ id }) => !tried.has(id)).map(({ id }) => id);
    if (untried.length > 0)
      await writer.updateWhere(webhookDeliveries, all(oneOf('id', untried), isSet('next_attempt_utc')), {
        next_attempt_utc: now,
      });
    if (results.length > 0)
      await writer.append(
        webhookTries,
        results.map(({ delivery, sentAt, signature, result }) => ({
          delivery_id: delivery.id,
          at_utc: now,
          sent_at: sentAt,
          signature,
          status_code: result.statusCode,
          duration_ms: result.durationMs,
          error: result.error,
          response: result.response,
        })),
      );
    if (before.state === 'disabled') await failQueued(writer, webhook.id, now);
    await saveState(context, writer, before, state, results.find(({ result }) => !isAccepted(result))?.result, now);
  });
}

/** A test is tried once, and nothing is tried again at an endpoint that is gone. */
function afterTry({ type }: DeliveryRow, result: TryResult, attempts: number, now: string) {
  const common = { attempts, status_code: result.statusCode, error: result.error };
  if (isAccepted(result)) return { ...common, state: 'sent', next_attempt_utc: '', finished_utc: now } as const;
  const isLast = type === testType || result.statusCode === 410;
  const delay = isLast ? undefined : nextDelay(attempts, result.retryAfter);
  return delay === undefined
    ? ({ ...common, state: 'failed', next_attempt_utc: '', finished_utc: now } as const)
    : ({ ...common, state: 'queued', next_attempt_utc: plusSeconds(now, delay), finished_utc: '' } as const);
}

const minSuccessSeconds = 60;

/** A row per try would invalidate every cached list of webhooks: an unchanged state is stored once a minute. */
async function saveState(
  context: SendContext,
  writer: Writer,
  before: WebhookRow,
  after: WebhookRow,
  failure: TryResult | undefined,
  now: string,
): Promise<void> {
  const isSame = before.state === 'ok' && after.state === 'ok' && before.failing_since === after.failing_since;
  if (isSame && !failure && before.last_success > plusSeconds(now, -minSuccessSeconds)) return;
  const { state, reason, failing_since, failed_messages, unreachable, paused_until, last_success, last_failure } =
    after;
  const values = {
    state,
    reason,
    failing_since,
    failed_messages,
    unreachable,
    paused_until,
    last_success,
    last_failure,
  };
  await writer.update(webhooks, before.id, values);
  // Others on the same host would only wait for the same timeout.
  const pause = hostPause(after, now);
  if (pause !== undefined)
    await writer.updateWhere(webhooks, all(is('host', before.host), until('paused_until', pause)), {
      paused_until: pause,
    });
  if (state === before.state || state === 'ok') return;
  if (state === 'disabled') await failQueued(writer, before.id, now);
  await mailOwner(writer, before, state, mailsOf(context), now, failure ? wordsOf(failure) : '');
}

const wordsOf = ({ statusCode, error }: TryResult): string => (statusCode > 0 ? `HTTP ${statusCode}` : error);
