// Owners of webhooks: a webhook has the rights of its owner as of now, and its owner gets a mail when it fails.
import { type Actor, may } from '../core/actor.js';
import { all, is, oneOf } from '../core/condition.js';
import { mailUrl } from '../core/mail.js';
import type { Site } from '../core/site.js';
import type { Reader, Writer } from '../core/store.js';
import { type WebhookReason, type WebhookRow, webhookDeliveries, webhooks } from '../core/webhook.js';
import { composeMail, inline } from '../i18n/mail/compose.js';
import { users } from '../models/account/account.js';
import { recipientOf } from '../models/account/profile.js';
import { disabledFor, webhook as model } from '../models/webhook/webhook.js';
import { queueNotice } from '../operations/mail.js';

/** The owners of these webhooks who may have them, by id. */
export async function ownersOf(store: Reader, rows: readonly WebhookRow[]): Promise<ReadonlyMap<number, Actor>> {
  const ids = [...new Set(rows.map(({ owner }) => owner))];
  const found = await store.list({ table: users, where: oneOf('id', ids), order: [], limit: ids.length });
  const actors = found.map(({ id, name, role }): Actor => ({ id, name, role }));
  return new Map(actors.filter((actor) => may(actor, model.policy.change)).map((actor) => [actor.id, actor]));
}

/** Deliveries that wait become failed ones, so that they can be replayed. */
export async function failQueued(store: Writer, webhookId: number, now: string): Promise<void> {
  const where = all(is('webhook_id', webhookId), is('state', 'queued'));
  await store.updateWhere(webhookDeliveries, where, {
    state: 'failed',
    error: 'disabled',
    next_attempt_utc: '',
    finished_utc: now,
  });
}

/** Under the lock of the webhook. */
export async function disable(
  store: Writer,
  row: WebhookRow,
  reason: WebhookReason,
  mails: MailParts,
  now: string,
): Promise<void> {
  await store.update(webhooks, row.id, { ...disabledFor(reason), last_failure: row.last_failure });
  await failQueued(store, row.id, now);
  await mailOwner(store, row, 'disabled', mails, now);
}

export interface MailParts {
  readonly site: Site;
  readonly sendsMail: () => boolean;
}

/** Without mail, or without an address, the console shows it alone. */
export async function mailOwner(
  store: Writer,
  { owner, url }: WebhookRow,
  state: 'failing' | 'disabled',
  { site, sendsMail }: MailParts,
  now: string,
  lastError = '',
): Promise<void> {
  const page = mailUrl(site, '/admin/webhooks');
  const user = await store.read({ table: users, where: is('id', owner) });
  if (!sendsMail() || !page || !user || user.email === '') return;
  const shown = shownUrl(url);
  const mail = composeMail(recipientOf(user), site, ({ webhooks }) => webhooks[state](shown, inline(lastError), page));
  await queueNotice(store, mail, now);
}

/** Paths and queries of such URLs are often secrets. */
const shownUrl = (url: string): string => inline(new URL(url).origin);
