// Clients that write, read and probe a site until they are stopped.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, clientOf } from './client.js';
import { isCreated, type Ledger, newest } from './ledger.js';
import { newProbe, type Probe, watch } from './probe.js';
import { read } from './reader.js';
import { type Rows, seconds } from './report.js';
import type { Site } from './site.js';
import type { Tally } from './tally.js';
import { signIn, write } from './writer.js';

export interface Traffic {
  readonly ledger: Ledger;
  /** Signed in as the first user. */
  readonly prober: Client;
  readonly probes: readonly Probe[];
  readonly isOver: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface TrafficOptions {
  readonly writers: number;
  readonly readers: number;
  readonly log: (line: string) => void;
}

const progressMs = 5_000;

export async function startTraffic(site: Site, tally: Tally, options: TrafficOptions): Promise<Traffic> {
  const { address, users, nodes } = site;
  const { writers, readers, log } = options;
  const ledger: Ledger = { runId: randomBytes(4).toString('hex'), entries: new Map() };
  const clients = await Promise.all(
    Array.from({ length: writers }, (_, n) =>
      signIn(address, tally, users[n % users.length] ?? users[0], n >= writers / 2),
    ),
  );
  const prober = clientOf({ address, tally, kind: 'probes', headers: users[0].headers });
  let over = false;
  const isOver = () => over;
  const writing = clients.map((client, number) => write({ number, client, ledger, tally, isOver }));
  // Each of them at one node, because only reads of the same process never go back: another one may use the replica.
  const reading = Array.from({ length: readers }, (_, n) => {
    const node = `http://127.0.0.1:${nodes[n % nodes.length]?.port}`;
    return read({ client: clientOf({ address: node, tally, kind: 'readers' }), ledger, tally, isOver });
  });
  const [reads, changes] = [newProbe('reads'), newProbe('changes')];
  let change = 0;
  const watching = [
    watch(reads, async () => {
      const request = { method: 'GET', path: '/events?per_page=1', expected: [200] } as const;
      return (await prober.attempt(request)) !== undefined;
    }),
    watch(changes, async () => {
      // The same key until it succeeds.
      const request = { method: 'POST', path: '/tags', key: `probe ${change}`, expected: [201] } as const;
      const reply = await prober.attempt({ ...request, body: { name: `Probe ${ledger.runId} ${change}` } });
      if (reply) change++;
      return reply !== undefined;
    }),
  ];
  const progress = setInterval(() => {
    const all = Object.values(tally.traffic);
    const sum = (part: 'requests' | 'unavailable') => all.reduce((total, one) => total + one[part], 0);
    const created = [...ledger.entries.values()].filter(isCreated).length;
    log(`${sum('requests')} requests, ${created} events created, ${sum('unavailable')} responses 503`);
  }, progressMs);
  return {
    ledger,
    prober,
    probes: [reads, changes],
    isOver,
    stop: async () => {
      over = true;
      clearInterval(progress);
      await Promise.all([...writing, ...reading]);
      for (const probe of [reads, changes]) probe.stopped = true;
      await Promise.all(watching);
      // The last responses may have been followed by work in the background.
      await sleep(100);
    },
  };
}

export function acknowledgedRows(ledger: Ledger): Rows {
  const entries = [...ledger.entries.values()].filter(isCreated);
  return [
    ['acknowledged: created', entries.length],
    ['acknowledged: updated', entries.reduce((sum, entry) => sum + newest(entry), 0)],
    ['acknowledged: trashed', entries.filter(({ trashedAt }) => trashedAt !== undefined).length],
  ];
}

export const gapRows = (probes: readonly Probe[]): Rows =>
  probes.map(({ name, longestGap }) => [`longest gap in ${name}`, seconds(longestGap)]);
