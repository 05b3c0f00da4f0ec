// Several workers on one port: writes are visible on all at once, a crashed one is replaced, and all stop together.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachEngine, type Place } from './harness/engines.js';
import { untilBody } from './harness/health.js';
import { countRequests } from './harness/metrics.js';
import { freePort } from './harness/postgres/server.js';
import { addEvent, basic, cleanUp, eventsOf, newFolder, type Served, serve } from './harness/program.js';

forEachEngine((engine) => {
  describe('two workers', () => {
    const data = newFolder();
    let place: Place;
    let served: Served;
    let healthPort: number;
    let headers: Record<string, string>;
    let environment: Record<string, string>;
    beforeAll(async () => {
      place = await engine.prepare('users');
      environment = { ...place.settings, ALMANAC_RATE_LIMIT: 'off' };
      healthPort = await freePort();
      if (!place.people) throw new TypeError('the template has no users');
      const { name, password } = place.people.editor;
      headers = basic(name, password);
      served = await serve(['--workers', '2'], {
        data,
        environment: { ...environment, ALMANAC_HEALTH_PORT: String(healthPort) },
      });
    });
    afterAll(async () => {
      await cleanUp();
      await place.clean();
    });

    /** A new connection per request, so that every worker gets some. */
    const fresh = { ...{ connection: 'close' } };

    test('show a write to its author on every worker', async () => {
      for (let round = 0; round < 12; round++) {
        const made = await addEvent(served.url, { ...headers, ...fresh }, `Seen at once ${round}`);
        expect(made.status).toBe(201);
        const { id } = (await made.json()) as { id: number };
        for (let again = 0; again < 6; again++) {
          const read = await fetch(`${eventsOf(served.url)}/${id}`, { headers: { ...headers, ...fresh } });
          expect(read.status).toBe(200);
        }
      }
    });

    test('accept parallel writes without losing or rejecting one', async () => {
      const titles = Array.from({ length: 40 }, () => 'All at once');
      const made = await Promise.all(titles.map((title) => addEvent(served.url, { ...headers, ...fresh }, title)));
      expect(made.map(({ status }) => status)).toEqual(titles.map(() => 201));
      const bodies = (await Promise.all(made.map((answer) => answer.json()))) as { slug: string }[];
      expect(new Set(bodies.map(({ slug }) => slug)).size).toBe(titles.length);
    });

    test('add up their metrics', async () => {
      const read = () => countRequests(served.url, { route: '/healthz' });
      const before = await read();
      for (let round = 0; round < 12; round++) await fetch(`${served.url}/healthz`, { headers: fresh });
      expect(await read()).toBe(before + 12);
    });

    test('report to one health port, each with a report of its own', async () => {
      const url = `http://127.0.0.1:${healthPort}`;
      await untilBody(`${url}/readyz`, { status: 'ready' });
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    });

    test.runIf(process.platform === 'linux')(
      'start with fewer arenas of memory, unless the variable is set',
      async () => {
        const arenasOf = (pid: number): readonly string[] =>
          readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
            .trim()
            .split(' ')
            .map((child) => readFileSync(`/proc/${child}/environ`, 'latin1'))
            .map((variables) => /\0MALLOC_ARENA_MAX=(\d+)\0/.exec(`\0${variables}`)?.[1] ?? '');
        expect(arenasOf(served.pid)).toEqual(['2', '2']);
        const chosen = await serve(['--workers', '2'], {
          data,
          environment: { ...environment, MALLOC_ARENA_MAX: '4' },
        });
        expect(arenasOf(chosen.pid)).toEqual(['4', '4']);
        expect((await chosen.stop()).code).toBe(0);
      },
    );

    test('count failed sign-ins together, including parallel ones', async () => {
      const guarded = await serve(['--workers', '2'], {
        data,
        environment: { ...environment, ALMANAC_RATE_LIMIT: 'on' },
      });
      const begun = Date.now();
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const headers = { ...basic('world-editor', `wrong ${n}`), ...fresh };
          return (await fetch(eventsOf(guarded.url), { headers })).status;
        }),
      );
      // Each worker by itself would let ten pass; together they do, and one more for every six seconds.
      const refilled = Math.ceil((Date.now() - begun) / 6_000);
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10 + refilled);
      expect((await guarded.stop()).code).toBe(0);
    });

    test('stop together', async () => {
      const { code, stdout } = await served.stop();
      expect(code).toBe(0);
      expect(stdout.trim().split('\n')).toHaveLength(1);
    });
  });
});
