// A webhook with a receiver: every committed change of an event must be received under one ID, and nothing else.
import { setTimeout as sleep } from 'node:timers/promises';
import { openReceiver, status, verify } from '../../tests/harness/open-receiver.js';
import type { Client } from './client.js';
import type { Site } from './site.js';
import type { Tally } from './tally.js';

export interface Webhook {
  /** Messages with different IDs. */
  readonly received: () => number;
  /** Call it when nothing is written any more: waits for the messages that are left. */
  readonly finish: (site: Site, tally: Tally) => Promise<void>;
}

export const webhookSettings = { ALMANAC_WEBHOOK_HTTP: 'on', ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8' };

const deliverMs = 180_000;

export async function openWebhook(client: Client, tally: Tally): Promise<Webhook> {
  const receiver = openReceiver();
  /** IDs of the messages about each event. */
  const got = new Map<number, Set<string>>();
  let secret = '';
  receiver.answer((response, one) => {
    receiver.received.length = 0;
    try {
      verify(secret, one);
    } catch {
      tally.violated('messages', `a message with a wrong signature: ${one.text.slice(0, 200)}`);
    }
    const { resource, id } = one.body.data;
    if (resource === 'event') got.set(id, (got.get(id) ?? new Set()).add(String(one.headers['webhook-id'])));
    status(204)(response, one);
  });
  const made = await client.request({
    method: 'POST',
    path: '/webhooks',
    key: 'webhook of this run',
    body: { url: await receiver.url() },
    expected: [201],
  });
  if (!made) throw new Error('no webhook could be created');
  secret = made.body.secret;

  /** Nobody waits for the times of the retries. */
  async function deliverRest({ sql }: Site): Promise<void> {
    for (const until = performance.now() + deliverMs; performance.now() < until; await sleep(2_000)) {
      await sql("update webhook_deliveries set next_attempt_utc = '2000-01-01 00:00:00' where state = 'queued'");
      await sql("update webhooks set paused_until = ''");
      const [row] = await sql<{ left: string }>(
        "select (select count(*) from webhook_messages) + count(*) as left from webhook_deliveries where state = 'queued'",
      );
      if (Number(row?.left) === 0) return;
    }
  }

  return {
    received: () => [...got.values()].reduce((sum, ids) => sum + ids.size, 0),
    finish: async (site, tally) => {
      await deliverRest(site);
      receiver.close();
      const rows = await site.sql<{ record_id: string; changes: string }>(
        "select record_id, count(*) as changes from revisions where resource = 'event' group by record_id",
      );
      const committed = new Map(rows.map(({ record_id, changes }) => [Number(record_id), Number(changes)]));
      for (const id of new Set([...committed.keys(), ...got.keys()])) {
        const [changes, messages] = [committed.get(id) ?? 0, got.get(id)?.size ?? 0];
        if (changes !== messages) tally.violated('messages', `event ${id}: ${changes} changes, ${messages} messages`);
      }
    },
  };
}
