// A cache that is filled on purpose: different requests with tiny responses, long URLs and wide conditions that each show many
// records. Resident memory against what docs/operations.md promises, and a change with so many cached lists against one
// with none.
import { now as currentTime } from '../../src/app.js';
import { addApplicationPassword } from '../../src/auth/accounts.js';
import { DAY, secondsOf, wallOf } from '../../src/core/time/clock.js';
import { registry } from '../../src/models/registry.js';
import { openStore } from '../../src/storage/store.js';
import { sizes } from '../data.js';
import { findFilterValues } from '../filters.js';
import { median } from '../measure/numbers.js';
import { maxMemory } from '../measure/process.js';
import { mount, startService } from '../processes/service.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const cacheMegabytes = 64;
/** As docs/operations.md says. */
const promisedMegabytes = 300 + cacheMegabytes;
const atOnce = 8;
const changes = 30;
/** Requests that are sent before the first and the second measurement of changes. */
const counts = { full: [6_000, 50_000], quick: [2_000, 6_000] };

/** No two have the same condition; the response is only a total. */
function pathAt(at: number): string {
  const start = wallOf(Math.floor(secondsOf(currentTime()) / DAY) * DAY + (at % 20_000) * 3_600).slice(0, 13);
  const organizers = Array.from({ length: 40 }, (_, number) => sizes.venues + 1 + ((at + number * 7) % 1_900)).join();
  const filter = at % 3 === 0 ? `&organizer=${organizers}` : '';
  const query = `per_page=50&_fields=total&start_date=${start}:00:00${filter}&end_date=2031-01-01`;
  return `${mount}/events?${query}&v=${at}`.padEnd(1_900, 'x').replaceAll(' ', '%20');
}

async function sendAll(url: string, from: number, to: number): Promise<void> {
  let next = from;
  const send = async (): Promise<void> => {
    while (next < to) {
      const response = await fetch(url + pathAt(next++));
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
}

async function measure(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const password = await addApplicationPassword(openStore(engine, registry), 'editor', 'cache', currentTime());
  const { ids } = await findFilterValues(engine, currentTime());
  await engine.close();
  const authorization = `Basic ${Buffer.from(`editor:${password}`).toString('base64')}`;
  const settings = { ...fixture.settings, ALMANAC_CACHE_MB: String(cacheMegabytes), ALMANAC_RATE_LIMIT: 'off' };
  const service = await startService({ settings }, { cache: true });
  /** Milliseconds until the change and a list that is read after it are answered: the median. */
  const change = async (): Promise<number> => {
    const times: number[] = [];
    for (let at = 0; at < changes; at++) {
      const before = performance.now();
      const response = await fetch(`${service.url}${mount}/events/${ids[at % 10]}`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Changed ${at}`, website: `https://example.com/${at}` }),
      });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - before);
    }
    return median(times);
  };
  try {
    await sendAll(service.url, 0, 100);
    await change();
    const none = await change();
    let sent = 100;
    const [, memory] = await maxMemory(service.pid, async () => {
      for (const count of bench.quick ? counts.quick : counts.full) {
        await sendAll(service.url, sent, count);
        sent = count;
        const value = (await change()) / none;
        const note = `${none.toFixed(1)} ms with none`;
        bench.row({
          label: `a change with ${count} lists asked for`,
          fixture,
          unit: '÷ with none',
          value,
          goal: { max: 1.5 },
          note,
        });
      }
    });
    const value = memory.all / promisedMegabytes;
    const note = `${memory.all.toFixed(0)} MB at most, ${promisedMegabytes} promised`;
    bench.row({ label: `memory after ${sent} lists`, fixture, unit: '÷ promised', value, goal: { max: 1.3 }, note });
  } finally {
    await service.stop();
  }
}

export const fullCache: Scenario = {
  name: 'full-cache',
  about:
    'Different lists, each with a tiny response, a long URL, a wide condition and up to 50 records: resident memory, and changes ' +
    'with so many lists in the cache',
  run: async (bench) => {
    for (const engine of bench.engines) await measure(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
