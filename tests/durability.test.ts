// Kills the service during writes, repeatedly: acknowledged changes survive, others are complete or absent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/app.js';
import { addUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { startChild } from './harness/child.js';
import { basic, prefixes } from './harness/client.js';
import { forEachEngine, type Place } from './harness/engines.js';
import { serveHere } from './harness/program.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, startOfWorld } from './harness/world.js';

const kills = repetitions(3);
const writers = 6;

/** The expected states of a record: the last acknowledged one, or the last requested one. */
interface Expected {
  readonly id: number;
  acknowledged: string;
  asked: string;
}

forEachEngine((engine) => {
  let place: Place;
  let authorization: string;
  beforeAll(async () => {
    place = await engine.prepare('schema');
    const store = await openDatabase(readConfig(place.settings));
    const { password } = await addUser(store, { name: 'writer', role: 'editor', now: startOfWorld });
    authorization = basic({ name: 'writer', password });
    await store.close();
  });
  afterAll(() => place.clean());

  /** Writes until the connection breaks; records requested and acknowledged states. */
  async function write(
    address: string,
    records: Expected[],
    counts: { asked: number },
    noted: () => void,
  ): Promise<void> {
    const send = async (method: string, path: string, body: object): Promise<Answered> => {
      const response = await fetch(`${address}${prefixes.native}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBeLessThan(300);
      return (await response.json()) as Answered;
    };
    try {
      for (let n = 0; ; n++) {
        counts.asked++;
        const made = await send('POST', '/events', {
          title: 'Written',
          start_date: '2027-07-01 10:00',
          end_date: '2027-07-01 12:00',
          cost: '1',
          venue: { venue: `Place of ${counts.asked}` },
          tags: ['written'],
        });
        const record: Expected = { id: made.id, acknowledged: '$1', asked: '$1' };
        records.push(record);
        noted();
        record.asked = `$${n + 2}`;
        await send('PATCH', `/events/${made.id}`, { cost: String(n + 2) });
        record.acknowledged = record.asked;
        noted();
      }
    } catch (error) {
      // A broken connection is what this test is about; anything else is a fault.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async function verify(address: string, records: readonly Expected[], asked: number): Promise<void> {
    const get = async (path: string) => {
      const response = await fetch(`${address}${prefixes.native}${path}`, { headers: { authorization } });
      expect([path, response.status]).toEqual([path, 200]);
      return (await response.json()) as Answered;
    };
    const stored = new Map<number, Answered>();
    for (let page = 1, pages = 1; page <= pages; page++) {
      const list = await get(`/events?per_page=100&start_date=2027-01-01&end_date=2028-01-01&page=${page}`);
      for (const event of list.events) stored.set(event.id, event);
      pages = list.total_pages;
    }
    for (const { id, acknowledged, asked: last } of records) {
      expect([id, [acknowledged, last].includes(stored.get(id)?.cost)]).toEqual([id, true]);
    }
    expect(stored.size).toBeGreaterThanOrEqual(records.length);
    expect(stored.size).toBeLessThanOrEqual(asked);
    for (const { venue, tags, slug } of stored.values()) {
      expect([venue.venue, tags.length, slug]).toEqual([expect.stringMatching(/^Place of/), 1, expect.any(String)]);
    }
    expect(new Set([...stored.values()].map(({ slug }) => slug)).size).toBe(stored.size);
    const found = await get('/tags?search=written');
    expect(found.tags.map(({ count }: Answered) => count)).toEqual([stored.size]);
    expect((await get('/events?search=written&start_date=2027-01-01')).total).toBe(stored.size);
    expect((await get('/venues?search=place')).total).toBe(stored.size);
  }

  describe('killed during writes', () => {
    test(
      `${kills} times, it loses nothing it acknowledged and keeps nothing half`,
      async () => {
        const records: Expected[] = [];
        const counts = { asked: 0 };
        for (let round = 0; round < kills; round++) {
          const child = await startChild(place.settings);
          if (round > 0) await verify(child.address, records, counts.asked);
          const enough = records.length + 5 + round * 3;
          let full: () => void = () => undefined;
          const reached = new Promise<void>((resolve) => {
            full = resolve;
          });
          const writing = Array.from({ length: writers }, () =>
            write(child.address, records, counts, () => records.length >= enough && full()),
          );
          await Promise.race([reached, Promise.all(writing)]);
          await child.kill();
          await Promise.all(writing);
          expect(await place.check()).toBe('ok');
        }
        const environment = { ...place.settings, ALMANAC_RATE_LIMIT: 'off' };
        const last = await serveHere({ data: place.settings.ALMANAC_DATA ?? '', environment });
        try {
          await verify(last.url, records, counts.asked);
        } finally {
          await last.stop();
        }
        expect(records.length).toBeGreaterThan(kills);
      },
      repetitions(600_000),
    );
  });
});
