// Webhooks: endpoints of other programs that get messages about changes. A change is written as a message in its own transaction,
// a job makes a delivery of it for each webhook that wants it, and every request of a delivery is a try.
import {
  choiceColumn,
  derived,
  integerColumn,
  jsonColumn,
  secret,
  sparseTextColumn,
  textColumn,
  type ValuesOf,
} from './column.js';
import { is, not } from './condition.js';
import type { Milestones, Model } from './model.js';
import { plainTable, type Row, type RowIn, type Table } from './store.js';

/** `failing`: the last tries failed. `disabled`: nothing is recorded for it and nothing sent. */
export const webhookStates = ['ok', 'failing', 'disabled'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** Why a webhook is disabled. `paused`: by a user. `owner`: its owner may no longer have one. `key`: its secret cannot be
 * decrypted. `overflow`: too many deliveries wait. */
export const webhookReasons = ['', 'paused', 'gone', 'failing', 'owner', 'key', 'overflow'] as const;
export type WebhookReason = (typeof webhookReasons)[number];

export const webhookPayloads = ['thin', 'full'] as const;

export const webhookColumns = {
  /** The user who gets mails about failures, and whose rights it has. */
  owner: integerColumn,
  url: textColumn,
  host: derived(textColumn),
  /** Empty for all. */
  types: jsonColumn<readonly string[]>([]),
  /** Filters of a list as a query string. */
  filters: textColumn,
  payload: choiceColumn(webhookPayloads, 'thin'),
  description: textColumn,
  /** Encrypted, like the former one below. */
  secret: secret(textColumn),
  /** Also signs until this time, while receivers change over to the new one. */
  old_secret: secret(textColumn),
  old_secret_until: derived(textColumn),
  state: derived(choiceColumn(webhookStates, 'disabled')),
  reason: derived(choiceColumn(webhookReasons, '')),
  /** Of the first failure without a success since; empty if the last try succeeded. */
  failing_since: derived(textColumn),
  /** Messages whose first try failed since then. */
  failed_messages: derived(integerColumn),
  /** Tries in a row without any response. */
  unreachable: derived(integerColumn),
  /** Nothing is sent before this time. */
  paused_until: derived(textColumn),
  last_success: derived(textColumn),
  last_failure: derived(textColumn),
  created_utc: derived(textColumn),
  modified_utc: derived(textColumn),
};
/** Tracked, because lists show the state, which the job that sends changes. */
export const webhooks: Table<typeof webhookColumns> = {
  ...plainTable('webhooks', webhookColumns),
  trackedColumns: ['owner', 'url'],
};
export type WebhookRow = RowIn<typeof webhookColumns>;

/** Those that get messages. */
export const isActive = not(is('state', 'disabled'));

/** As in revisions; erased records are `removed`. */
export const changeActions = ['created', 'updated', 'trashed', 'restored', 'removed'] as const;
export type ChangeAction = (typeof changeActions)[number];

const messageColumns = {
  /** Name of the model. */
  resource: textColumn,
  record_id: integerColumn,
  /** UID of an imported record; empty if it is derived from the id. */
  uid: textColumn,
  action: choiceColumn(changeActions, 'updated'),
  milestones: jsonColumn<readonly string[]>([]),
  /** Names of the columns and links. */
  changed: jsonColumn<readonly string[]>([]),
  at_utc: textColumn,
};
/** Deleted when their deliveries are made. */
export const webhookMessages = { ...plainTable('webhook_messages', messageColumns), sequence: 'webhook_message' };
export type MessageRow = RowIn<typeof messageColumns>;
export type NewMessage = ValuesOf<typeof messageColumns>;

export const deliveryStates = ['queued', 'sent', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const deliveryColumns = {
  webhook_id: integerColumn,
  /** The header `webhook-id`, the same in every try. */
  message_id: textColumn,
  type: textColumn,
  resource: textColumn,
  record_id: integerColumn,
  change_token: textColumn,
  /** The body as it is sent. */
  content: textColumn,
  state: choiceColumn(deliveryStates, 'failed'),
  attempts: integerColumn,
  /** Never empty while it is queued. */
  next_attempt_utc: sparseTextColumn,
  created_utc: textColumn,
  finished_utc: sparseTextColumn,
  /** Of the last try; 0 without a response. */
  status_code: integerColumn,
  /** Of the last try; empty if it succeeded. */
  error: textColumn,
};
export const webhookDeliveries = { ...plainTable('webhook_deliveries', deliveryColumns), sequence: 'webhook_delivery' };
export type DeliveryRow = RowIn<typeof deliveryColumns>;
export type NewDelivery = ValuesOf<typeof deliveryColumns>;

/** What is to be sent, due now unless said otherwise. */
export const newDelivery = (
  given: Pick<
    NewDelivery,
    'webhook_id' | 'message_id' | 'type' | 'resource' | 'record_id' | 'change_token' | 'content'
  >,
  now: string,
  dueUtc = now,
): NewDelivery => ({
  ...given,
  state: 'queued',
  attempts: 0,
  next_attempt_utc: dueUtc,
  created_utc: now,
  finished_utc: '',
  status_code: 0,
  error: '',
});

const tryColumns = {
  delivery_id: integerColumn,
  at_utc: textColumn,
  /** The header `webhook-timestamp`, in seconds. */
  sent_at: integerColumn,
  signature: textColumn,
  /** 0 without a response. */
  status_code: integerColumn,
  duration_ms: integerColumn,
  error: textColumn,
  /** The beginning of the body of the response. */
  response: textColumn,
};
export const webhookTries = { ...plainTable('webhook_tries', tryColumns), sequence: 'webhook_try' };
export type TryRow = RowIn<typeof tryColumns>;

/** Type of the message that a test sends. */
export const testType = 'webhook.test';

/** Types of messages about records of this model, as `event.created`. */
export const typesOf = ({ name, milestones = {} }: Pick<Model, 'name' | 'milestones'>): readonly string[] =>
  [...changeActions, ...Object.keys(milestones)].map((word) => `${name}.${word}`);

/** Types that a message has, the most particular first. */
export const typesOfMessage = ({ resource, action, milestones }: NewMessage): readonly string[] =>
  [...milestones, action].map((word) => `${resource}.${word}`);

/** The message about a change. */
export function messageOf(
  { name, milestones = {} }: Model,
  id: number,
  action: ChangeAction,
  change: {
    readonly before: Row | undefined;
    readonly after: Row | undefined;
    readonly changed: readonly string[];
    /** Columns that changed with those. */
    readonly derived: readonly string[];
  },
  now: string,
): NewMessage {
  const row: Partial<Row> = change.after ?? change.before ?? {};
  const reached = Object.entries<Milestones[string]>(milestones).filter(([, isReached]) => isReached(change));
  return {
    resource: name,
    record_id: id,
    uid: typeof row.uid === 'string' ? row.uid : '',
    action,
    milestones: reached.map(([word]) => word),
    changed: [...new Set([...change.changed, ...change.derived])],
    at_utc: now,
  };
}
