// Load shedding: under overload some requests get 503 with Retry-After, health checks are always answered,
// and the service recovers afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onOneEngine, type Place } from './harness/engines.js';
import { countRequests } from './harness/metrics.js';
import { overload } from './harness/overload.js';
import { freePort } from './harness/postgres/server.js';
import { cleanUp, eventsOf, newFolder, type Served, serve } from './harness/program.js';

onOneEngine((engine) => {
  describe('more requests than can be served', () => {
    let place: Place;
    let served: Served;
    let healthPort: number;
    beforeAll(async () => {
      place = await engine.prepare('demo');
      healthPort = await freePort();
      const environment = {
        ...place.settings,
        ALMANAC_CACHE: 'off',
        ALMANAC_RATE_LIMIT: 'off',
        ALMANAC_HEALTH_PORT: String(healthPort),
      };
      served = await serve([], { data: newFolder(), environment });
    });
    afterAll(async () => {
      await cleanUp();
      await place.clean();
    });

    test('are partly rejected with 503, and the service recovers', async () => {
      const urls = [served.url, `http://127.0.0.1:${healthPort}`];
      const { responses, rejections, probes } = await overload(urls, eventsOf(served.url), 1_200);
      expect(Object.keys(responses).sort()).toEqual(['200', '503']);
      for (const { retryAfter, code } of rejections)
        expect({ retryAfter, code }).toEqual({ retryAfter: '1', code: 'rest_unavailable' });
      for (const statusCodes of probes) {
        expect(statusCodes.length).toBeGreaterThan(0);
        expect(new Set(statusCodes)).toEqual(new Set([200]));
      }

      // Every request is counted, rejected ones under their status.
      for (const [code, count] of Object.entries(responses)) {
        const path = code === '503' ? 'none' : new URL(eventsOf(served.url)).pathname;
        expect([code, await countRequests(served.url, { code, route: path })]).toEqual([code, count]);
      }

      const after = await fetch(eventsOf(served.url));
      expect(after.status).toBe(200);
      expect(((await after.json()) as { total: number }).total).toBeGreaterThan(0);
    });
  });
});
