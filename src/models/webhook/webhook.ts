// Webhooks: administrators have all of them, editors their own. URLs may contain secrets, so that nobody else sees them.
import { type Actor, may } from '../../core/actor.js';
import { type Condition, everything, is, nothing, oneOf } from '../../core/condition.js';
import { webhooksLock } from '../../core/locks.js';
import type { Model, SettleInput, Writes } from '../../core/model.js';
import { Problem } from '../../core/problem.js';
import type { Writer } from '../../core/store.js';
import { parseUrl } from '../../core/text/parse-url.js';
import {
  type WebhookReason,
  type WebhookRow,
  type webhookColumns,
  webhookDeliveries,
  type webhookPayloads,
  webhookReasons,
  webhooks,
  webhookTries,
} from '../../core/webhook.js';

type WebhookGiven = {
  readonly url?: string;
  readonly types?: readonly string[];
  readonly filters?: string;
  readonly payload?: (typeof webhookPayloads)[number];
  readonly description?: string;
  readonly active?: boolean;
  /** Encrypted. */
  readonly secret?: string;
};

const noReason = webhookReasons[0];

/** The values of a webhook that has not failed. */
export const untroubled = {
  state: 'ok',
  reason: noReason,
  failing_since: '',
  failed_messages: 0,
  unreachable: 0,
  paused_until: '',
} as const;

/** The values of a disabled one. */
export const disabledFor = (reason: WebhookReason) => ({ ...untroubled, state: 'disabled', reason }) as const;

const fresh = {
  ...untroubled,
  types: [],
  filters: '',
  payload: 'thin',
  description: '',
  secret: '',
  old_secret: '',
  old_secret_until: '',
  last_success: '',
  last_failure: '',
} as const;

function settleWebhook({ given, stored, call }: SettleInput<WebhookRow, WebhookGiven>) {
  const { id: _, ...before } = stored ?? {
    id: 0,
    ...fresh,
    url: '',
    owner: call.actor.id,
    created_utc: call.now,
  };
  // By name: a request may have parameters that are no columns, such as its language.
  const { active } = given;
  const { url, types, filters, payload, description, secret } = { ...before, ...given };
  // Another URL has not failed yet.
  const isOther = before.state === 'failing' && url !== before.url;
  const isEnabled = active === true && before.state === 'disabled';
  return {
    values: {
      ...before,
      url,
      types,
      filters,
      payload,
      description,
      secret,
      host: parseUrl(url)?.host ?? '',
      ...((isOther || isEnabled) && untroubled),
      ...(active === false && before.state !== 'disabled' && disabledFor('paused')),
      modified_utc: call.now,
    },
  };
}

const maxOfOwner = 20;
const maxWebhooks = 200;

const limited =
  (next: Writes['create']): Writes['create'] =>
  async (context, model, given) => {
    const { store, call } = context;
    await store.lock(webhooksLock);
    const owned = await store.count({ table: webhooks, where: is('owner', call.actor.id) });
    const total = await store.count({ table: webhooks, where: everything });
    if (owned >= maxOfOwner || total >= maxWebhooks)
      throw new Problem('too-many-webhooks', { limit: String(owned >= maxOfOwner ? maxOfOwner : maxWebhooks) });
    return next(context, model, given);
  };

const deliveriesAtOnce = 1_000;

/** The deliveries of a webhook, or those among them that match, with their tries. */
export async function removeDeliveries(store: Writer, ids: readonly number[]): Promise<void> {
  await store.remove(webhookTries, oneOf('delivery_id', ids));
  await store.remove(webhookDeliveries, oneOf('id', ids));
}

const withDeliveries =
  (next: Writes['erase']): Writes['erase'] =>
  async (context, model, stored) => {
    const { store } = context;
    const plan = { table: webhookDeliveries, where: is('webhook_id', stored.id), order: [{ column: 'id' }] };
    for (;;) {
      const ids = await store.ids({ ...plan, limit: deliveriesAtOnce });
      if (ids.length === 0) return next(context, model, stored);
      await removeDeliveries(store, ids);
    }
  };

const owned = (actor: Actor): Condition =>
  may(actor, 'administer') ? everything : may(actor, 'edit-others') ? is('owner', actor.id) : nothing;

export const webhook: Model<typeof webhookColumns> = {
  ...webhooks,
  name: 'webhook',
  noun: { one: 'webhook', a: 'a webhook', many: 'webhooks' },
  policy: {
    read: 'edit-others',
    change: 'edit-others',
    visible: owned,
    changeable: owned,
  },
  stored: {},
  settle: settleWebhook,
  translated: [],
  keys: () => ({}),
  texts: () => ({}),
  searched: [],
  removal: 'erase',
  overrides: { create: limited, erase: withDeliveries },
};
