// A client that keeps a copy of all events by `/changes`. At the end the copy must equal the stored events.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.js';
import { revisionIn } from './ledger.js';
import type { Site } from './site.js';
import type { Tally } from './tally.js';

export interface Follower {
  readonly name: string;
  /** Responses 410, after each of which it read everything again. */
  readonly expired: () => number;
  readonly received: () => number;
  /** Call it when nothing is written any more. */
  readonly finish: (site: Site, tally: Tally) => Promise<void>;
}

const waitSeconds = 5;
const catchUpMs = 30_000;

interface Followed {
  readonly resource: string;
  readonly id: number;
  readonly change: 'updated' | 'removed';
  readonly event?: { readonly title: string; readonly description: string };
}

const lineOf = (id: number, title: string, description: string): string => `${id} ${title} ${revisionIn(description)}`;

async function storedLines({ sql }: Site): Promise<readonly string[]> {
  const rows = await sql<{ id: string; title: string; description: string }>(
    "select id, title, description from events where status = 'publish'",
  );
  return rows.map(({ id, title, description }) => lineOf(Number(id), title, description));
}

export function follow(name: string, client: Client, isOver: () => boolean): Follower {
  const copy = new Map<number, string>();
  let since: string | undefined;
  let [expired, received] = [0, 0];

  async function step(wait: number): Promise<void> {
    const query = new URLSearchParams({
      resources: 'events',
      limit: '200',
      wait: String(wait),
      ...(since && { since }),
    });
    const reply = await client.request({ method: 'GET', path: `/changes?${query}`, expected: [200, 410] });
    if (!reply) return;
    if (reply.statusCode === 410) {
      expired++;
      since = undefined;
      copy.clear();
      return;
    }
    for (const { id, change, event } of reply.body.changes as readonly Followed[]) {
      received++;
      if (change === 'removed' || !event) copy.delete(id);
      else copy.set(id, lineOf(id, event.title, event.description));
    }
    since = reply.body.next;
  }

  const following = (async () => {
    while (!isOver()) await step(waitSeconds);
  })();

  return {
    name,
    expired: () => expired,
    received: () => received,
    finish: async (site, tally) => {
      await following;
      let differing: readonly string[] = [];
      for (const until = performance.now() + catchUpMs; performance.now() < until; await sleep(500)) {
        await step(0);
        const [stored, copied] = [new Set(await storedLines(site)), new Set(copy.values())];
        differing = [
          ...[...stored].filter((line) => !copied.has(line)).map((line) => `lacks ${line}`),
          ...[...copied].filter((line) => !stored.has(line)).map((line) => `still has ${line}`),
        ];
        if (differing.length === 0) return;
      }
      for (const line of differing) tally.violated('followed', `${name} ${line}`);
    },
  };
}
