// Scheduled publishing with real processes on the real clock. Durations are not measured.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachEngine, type Place } from './harness/engines.js';
import { basic, cleanUp, eventsOf, newFolder, type Served, serve } from './harness/program.js';

const inUtc = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

forEachEngine((engine) => {
  describe('a service on the real clock', () => {
    const data = newFolder();
    let place: Place;
    let environment: Record<string, string>;
    let headers: Record<string, string>;
    beforeAll(async () => {
      place = await engine.prepare('users');
      environment = { ...place.settings };
      if (!place.people) throw new TypeError('the template has no users');
      const { name, password } = place.people.editor;
      headers = { ...basic(name, password), 'content-type': 'application/json' };
    });
    afterAll(async () => {
      await cleanUp();
      await place.clean();
    });

    /** Starting takes longer than any test here: the second test kills the processes of the first. */
    let served: Served;
    const start = async (workers: number): Promise<void> => {
      served = await serve(['--workers', String(workers)], { data, environment });
    };

    /** A moment ahead; further ahead where the machine is so slow that it has come before the event is made. */
    async function schedule(): Promise<{ readonly id: number; readonly due: number }> {
      for (let seconds = 2; ; seconds *= 2) {
        const due = Date.now() + seconds * 1_000;
        const body = {
          title: 'On the dot',
          start_date: '2031-05-01 10:00:00',
          end_date: '2031-05-01 12:00:00',
          date_utc: inUtc(due),
        };
        const made = await fetch(eventsOf(served.url), { method: 'POST', headers, body: JSON.stringify(body) });
        const { id, status } = (await made.json()) as { id: number; status: string };
        expect(made.status).toBe(201);
        if (status === 'future') return { id, due };
      }
    }

    /** Only the public's view counts; the version tells how often the record was changed. */
    async function publishedVersion(id: number): Promise<string | null> {
      for (;;) {
        const read = await fetch(`${eventsOf(served.url)}/${id}`, { headers: { connection: 'close' } });
        await read.text();
        if (read.status === 200) return read.headers.get('etag');
        expect(read.status).toBe(404);
        await pause(50);
      }
    }

    test('publishes an event when its time comes', async () => {
      await start(2);
      const { id } = await schedule();
      expect(await publishedVersion(id)).toMatch(/^"2-/);
      expect(served.output.stderr).not.toContain('failed');
    });

    test('publishes an event that became due while stopped, after the next start', async () => {
      const { id, due } = await schedule();
      await served.stop('SIGKILL');
      while (Date.now() <= due) await pause(50);
      await start(1);
      expect(await publishedVersion(id)).toMatch(/^"2-/);
      // Once a later one is published, the job has looked again and found nothing left to do here.
      await publishedVersion((await schedule()).id);
      expect(await publishedVersion(id)).toMatch(/^"2-/);
      const ended = await served.stop();
      expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    });
  });
});
