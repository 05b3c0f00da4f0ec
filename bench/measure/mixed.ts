// The mixed load: 95 % reads and 5 % writes. Of the reads 60 % are single records, 30 % narrow lists and 10 % the list
// without filters; 500 URLs with a Zipf distribution.
import { now as currentTime } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { DAY, secondsOf, textOf } from '../../src/core/time/clock.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { seededRandom } from '../calendar/random.js';
import { type Group, requestOf } from '../client/load-job.js';
import { sizes } from '../data.js';
import { type FilterValues, findFilterValues } from '../filters.js';
import { mount } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { draftOf } from './drafts.js';
import { contextFor } from './in-process.js';

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

export async function mixedGroups(fixture: Fixture): Promise<readonly Group[]> {
  const engine = fixture.open();
  try {
    const store = openStore(engine, registry);
    const now = currentTime();
    const known = await findFilterValues(engine, now);
    const password = await addApplicationPassword(store, 'editor', 'load', now);
    const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
    return groupsFor(known, authorization, contextFor(store).call);
  } finally {
    await engine.close();
  }
}

function groupsFor(
  { ids, now }: FilterValues,
  authorization: string,
  call: Parameters<typeof draftOf>[1],
): readonly Group[] {
  const events = `${mount}/events`;
  const random = seededRandom(11);
  const popularIds = ids.slice(0, counts.records);
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const writeRequest = (at: number): string => {
    const { input } = draftOf(random, call, at);
    if (at % 5 < 2) return requestOf(events, { method: 'POST', headers, body: JSON.stringify(input) });
    const change = { title: input.title, description: input.description };
    return requestOf(`${events}/${random.pick(popularIds)}`, { method: 'PUT', headers, body: JSON.stringify(change) });
  };
  const repeat = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));
  return [
    { name: 'records', share: 0.57, skewed: true, requests: popularIds.map((id) => requestOf(`${events}/${id}`)) },
    {
      name: 'narrow lists',
      share: 0.285,
      skewed: true,
      requests: repeat(counts.narrow, (at) => requestOf(`${events}?${narrowPath(at, now)}`)),
    },
    { name: 'default list', share: 0.095, requests: [requestOf(events)] },
    { name: 'writes', share: 0.05, requests: repeat(counts.writes, writeRequest) },
  ];
}
