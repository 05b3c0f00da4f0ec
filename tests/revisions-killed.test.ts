// Two processes on one database are killed during writes: every acknowledged change has its revision, and no revision exists
// without its change.
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

const kills = repetitions(2);
const writersPerProcess = 3;
/** Acknowledged writes before the processes are killed. */
const writesPerRound = 40;

/** Acknowledged costs of an event in order, and the last one that was requested. */
interface Expected {
  readonly id: number;
  readonly acknowledged: string[];
  asked: string;
}

forEachEngine((engine) => {
  let place: Place;
  let authorization: string;
  beforeAll(async () => {
    place = await engine.prepare('schema');
    const store = await openDatabase(readConfig(place.settings));
    const { password } = await addUser(store, { name: 'writer', role: 'administrator', now: startOfWorld });
    authorization = basic({ name: 'writer', password });
    await store.close();
  });
  afterAll(() => place.clean());

  const send = async (address: string, method: string, path: string, body?: object): Promise<Answered> => {
    const response = await fetch(`${address}${prefixes.native}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // 503 says that nothing was done: two processes share an embedded database.
    if (response.status === 503) return send(address, method, path, body);
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as Answered;
  };

  /** Writes until the connection breaks. */
  async function write(address: string, records: Expected[], noted: () => void): Promise<void> {
    try {
      const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
      const { id } = await send(address, 'POST', '/events', { title: 'Written', ...times });
      const record: Expected = { id, acknowledged: [], asked: '' };
      records.push(record);
      for (let n = 1; ; n++) {
        record.asked = `$${n}`;
        await send(address, 'PATCH', `/events/${id}`, { cost: String(n) });
        record.acknowledged.push(record.asked);
        noted();
      }
    } catch (error) {
      // A broken connection is what this test is about; anything else is a fault.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  async function verify(address: string, { id, acknowledged, asked }: Expected): Promise<void> {
    const revisions: Answered[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/revisions?resource=events&record=${id}&per_page=100&page=${page}`;
      const list = await send(address, 'GET', path);
      revisions.unshift(...list.revisions.reverse());
      pages = list.total_pages;
    }
    const [created, ...updates] = revisions;
    expect(created?.action).toBe('created');
    const costs = updates.map(({ changes }) => String(changes[0].after.text));
    const { cost } = await send(address, 'GET', `/events/${id}`);
    expect(costs.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect([[], [asked]]).toContainEqual(costs.slice(acknowledged.length));
    expect(cost).toBe(costs.at(-1) ?? '');
  }

  describe('two processes killed during writes', () => {
    test(
      'leave every acknowledged change with its revision, and no revision without its change',
      async () => {
        const records: Expected[] = [];
        for (let round = 0; round < kills; round++) {
          const children = await Promise.all([startChild(place.settings), startChild(place.settings)]);
          let count = 0;
          let full: () => void = () => undefined;
          const reached = new Promise<void>((resolve) => {
            full = resolve;
          });
          const writing = children.flatMap(({ address }) =>
            Array.from({ length: writersPerProcess }, () =>
              write(address, records, () => ++count >= writesPerRound && full()),
            ),
          );
          await Promise.race([reached, Promise.all(writing)]);
          await Promise.all(children.map((child) => child.kill()));
          await Promise.all(writing);
        }
        const environment = { ...place.settings, ALMANAC_RATE_LIMIT: 'off' };
        const last = await serveHere({ data: place.settings.ALMANAC_DATA ?? '', environment });
        try {
          for (const record of records) await verify(last.url, record);
        } finally {
          await last.stop();
        }
        expect(records.length).toBeGreaterThan(kills);
      },
      repetitions(600_000),
    );
  });
});
