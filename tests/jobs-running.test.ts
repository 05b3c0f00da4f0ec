// Scheduled publishing as people meet it: real processes on the real clock. Nothing is said of how long it takes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachEngine, type Place } from './harness/engines.js';
import { basic, cleanUp, eventsOf, newFolder, run, type Served, serve } from './harness/program.js';

const inUtc = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

forEachEngine((engine) => {
  describe('a service on the real clock', () => {
    const data = newFolder();
    let place: Place;
    let environment: Record<string, string>;
    let headers: Record<string, string>;
    beforeAll(async () => {
      place = await engine.prepare();
      environment = { ...place.settings };
      const added = await run(['users', 'add', 'ada', '--role', 'editor', '--json'], { data, environment });
      const { user, password } = JSON.parse(added.stdout);
      headers = { ...basic(user, password), 'content-type': 'application/json' };
    });
    afterAll(async () => {
      await cleanUp();
      await place.clean();
    });

    const start = (): Promise<Served> => serve(['--workers', '2'], { data, environment });

    async function schedule({ url }: Served, seconds: number): Promise<number> {
      const body = {
        title: 'On the dot',
        start_date: '2031-05-01 10:00:00',
        end_date: '2031-05-01 12:00:00',
        date_utc: inUtc(Date.now() + seconds * 1_000),
      };
      const made = await fetch(eventsOf(url), { method: 'POST', headers, body: JSON.stringify(body) });
      const { id, status } = (await made.json()) as { id: number; status: string };
      expect([made.status, status]).toEqual([201, 'future']);
      return id;
    }

    /** Only the public's view counts; the version tells how often the record was changed. */
    async function publishedVersion({ url }: Served, id: number): Promise<string | null> {
      for (;;) {
        const read = await fetch(`${eventsOf(url)}/${id}`, { headers: { connection: 'close' } });
        await read.text();
        if (read.status === 200) return read.headers.get('etag');
        expect(read.status).toBe(403);
        await pause(50);
      }
    }

    test('publishes an event when its time comes', async () => {
      const served = await start();
      const id = await schedule(served, 2);
      expect(await publishedVersion(served, id)).toMatch(/^"2-/);
      const ended = await served.stop();
      expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    });

    test('and one whose time came while it was down, with the next start', async () => {
      const killed = await start();
      const id = await schedule(killed, 2);
      await killed.stop('SIGKILL');
      await pause(2_500);
      const served = await start();
      expect(await publishedVersion(served, id)).toMatch(/^"2-/);
      // Several more looks find nothing left to do.
      await pause(3_500);
      expect(await publishedVersion(served, id)).toMatch(/^"2-/);
      expect((await served.stop()).code).toBe(0);
    });
  });
});
