// Rows in every table of webhooks.
import { blankValues } from '../../src/core/column.js';
import type { Writer } from '../../src/core/store.js';
import { webhookDeliveries, webhookMessages, webhooks, webhookTries } from '../../src/core/webhook.js';

/** Its secret was encrypted with a key that no copy has. */
export async function addWebhook(writer: Writer, owner: number, now: string): Promise<void> {
  const secret = 'v1.c2VjcmV0';
  const webhook_id = await writer.insert(webhooks, {
    ...blankValues(webhooks.columns),
    ...{ owner, url: 'https://hooks.example/zoë', state: 'ok', secret, created_utc: now },
  });
  await writer.append(webhookMessages, [{ ...blankValues(webhookMessages.columns), resource: 'event', at_utc: now }]);
  const delivery_id = await writer.insert(webhookDeliveries, {
    ...blankValues(webhookDeliveries.columns),
    ...{ webhook_id, message_id: 'msg_1', content: '{"type":"event.created"}', created_utc: now },
  });
  await writer.append(webhookTries, [{ ...blankValues(webhookTries.columns), delivery_id, at_utc: now }]);
}
