// Sends the messages of webhooks, and removes old ones from the log.
import { plusSeconds } from '../core/time/clock.js';
import { refreshPosition } from '../webhooks/fan-out.js';
import type { WebhookParts } from '../webhooks/parts.js';
import { removeOldDeliveries, runWebhooks } from '../webhooks/run.js';
import type { Job } from './job.js';

const removalSeconds = 3_600;

export function webhooksJob(parts: WebhookParts): Job {
  let removedAt = '';
  return {
    name: 'webhooks',
    intervalSeconds: 1,
    run: async ({ call, signal, ...context }) => {
      const now = () => call().now;
      const idleUntil = await runWebhooks(
        { ...context, call: call() },
        { ...parts, store: context.store, now, site: () => call().site, signal },
      );
      if (removedAt > plusSeconds(now(), -removalSeconds)) return idleUntil;
      removedAt = now();
      await refreshPosition(context.store);
      await removeOldDeliveries(context.store, now());
      return idleUntil;
    },
  };
}
