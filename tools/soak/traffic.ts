// All clients of a run at once: visitors, an editor, followers of changes, aborted connections and the receiver of a webhook.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../bench/calendar/random.js';
import { openReceiver, status } from '../../tests/harness/open-receiver.js';
import { streamChanges, waitForChanges } from './followers.js';
import { api, findKnown } from './reads.js';
import type { Tally } from './tally.js';
import { abortConnections, readLongFeeds, type Visiting, visit } from './visitors.js';
import { write } from './writes.js';

export interface Traffic {
  /** Begins no long feeds and imports, and waits until those in flight have ended; `false`: as before. */
  readonly calm: (isCalm: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const trafficSettings = {
  ALMANAC_SECRET: 'a secret of at least 24 characters',
  ALMANAC_WEBHOOK_HTTP: 'on',
  ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8',
  ALMANAC_RATE_LIMIT: 'off',
};

export interface TrafficOptions {
  readonly address: string;
  /** Of an administrator. */
  readonly headers: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly tally: Tally;
}

const waiting = 3;
const streams = 2;
/** Messages that the receiver refuses once. */
const refusedShare = 0.02;

export async function startTraffic({ address, headers, seed, tally }: TrafficOptions): Promise<Traffic> {
  let [over, calm] = [false, false];
  const known = await findKnown(address);
  const long = new Set<Promise<void>>();
  let clients = 0;
  const client = (): Visiting => ({
    address,
    headers,
    known,
    tally,
    random: seededRandom(seed * 1_000 + clients++),
    isOver: () => over,
    isCalm: () => calm,
    long,
  });
  const receiver = openReceiver();
  const random = seededRandom(seed * 1_000 + 999);
  receiver.answer((response, one) => {
    receiver.received.length = 0;
    tally.note('webhook messages');
    status(random.happens(refusedShare) ? 503 : 204)(response, one);
  });
  const made = await fetch(`${address}${api}/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: await receiver.url() }),
  });
  if (made.status !== 201) throw new Error(`the webhook: ${made.status} ${await made.text()}`);
  const working = [
    visit(client()),
    readLongFeeds(client()),
    write(client()),
    abortConnections(client()),
    ...Array.from({ length: waiting }, () => waitForChanges(client())),
    ...Array.from({ length: streams }, () => streamChanges(client())),
  ];
  return {
    calm: async (isCalm) => {
      calm = isCalm;
      while (isCalm && long.size > 0) await sleep(100);
    },
    stop: async () => {
      over = true;
      await Promise.all(working);
      // The last messages.
      await sleep(2_000);
      receiver.close();
      if (!tally.others.get('webhook messages')) tally.fault('no webhook message was received');
      if (!tally.others.get('changes followed')) tally.fault('no change was followed');
    },
  };
}
