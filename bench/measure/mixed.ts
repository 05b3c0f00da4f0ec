// What people do with a calendar: nineteen reads to one write; of the reads six in ten are single records, three narrow
// lists, one the list without filters; 500 addresses, some far more liked than others.
import { now as present } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { chanceOf } from '../calendar/chance.js';
import { type Group, requestOf } from '../client/order.js';
import { sizes } from '../data.js';
import { type Known, learn } from '../filters.js';
import { mount } from '../parties/service.js';
import type { Ground } from '../store/ground.js';
import { contextFor } from './asking.js';
import { draftOf } from './drafts.js';

const counts = { records: 349, narrow: 150, writes: 2_000 };

function narrowPath(at: number, now: string): string {
  const which = Math.floor(at / 4);
  const from = secondsOf(now) + which * 7 * DAY;
  return [
    `venue=${500 + which}`,
    `tags=${sizes.categories + 500 + which}`,
    `organizer=${sizes.venues + 500 + which}`,
    `start_date=${textOf(from).slice(0, 10)}&end_date=${textOf(from + 2 * DAY).slice(0, 10)}`,
  ][at % 4] as string;
}

export async function mixedGroups(ground: Ground): Promise<readonly Group[]> {
  const engine = ground.open();
  try {
    const store = openStore(engine, registry);
    const now = present();
    const known = await learn(engine, now);
    const password = await addApplicationPassword(store, 'editor', 'load', now);
    const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
    return groupsFor(known, authorization, contextFor(store).call);
  } finally {
    await engine.close();
  }
}

function groupsFor({ ids, now }: Known, authorization: string, call: Parameters<typeof draftOf>[1]): readonly Group[] {
  const events = `${mount}/events`;
  const chance = chanceOf(11);
  const liked = ids.slice(0, counts.records);
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const written = (at: number): string => {
    const { input } = draftOf(chance, call, at);
    if (at % 5 < 2) return requestOf(events, { method: 'POST', headers, body: JSON.stringify(input) });
    const change = { title: input.title, description: input.description };
    return requestOf(`${events}/${chance.pick(liked)}`, { method: 'PUT', headers, body: JSON.stringify(change) });
  };
  const made = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));
  return [
    { name: 'records', share: 0.57, skewed: true, requests: liked.map((id) => requestOf(`${events}/${id}`)) },
    {
      name: 'narrow lists',
      share: 0.285,
      skewed: true,
      requests: made(counts.narrow, (at) => requestOf(`${events}?${narrowPath(at, now)}`)),
    },
    { name: 'default list', share: 0.095, requests: [requestOf(events)] },
    { name: 'writes', share: 0.05, requests: made(counts.writes, written) },
  ];
}
