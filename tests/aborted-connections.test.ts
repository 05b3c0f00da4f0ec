// Aborted connections end no process, and no client gets the response of another request.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abortMany } from './harness/aborts.js';
import { onOneEngine, type Place } from './harness/engines.js';
import { cleanUp, eventsOf, newFolder, type Served, serve } from './harness/program.js';
import { repetitions } from './harness/repetitions.js';

const perRound = 30;
const rounds = repetitions(12);
const total = rounds * perRound;

onOneEngine((engine) => {
  describe.each([1, 2])(`${total} aborted connections, %i serving`, (workers) => {
    let place: Place;
    let served: Served;
    beforeAll(async () => {
      place = await engine.prepare('schema');
      const environment = { ...place.settings, ALMANAC_RATE_LIMIT: 'off' };
      served = await serve(['--workers', String(workers)], { data: newFolder(), environment });
    });
    afterAll(async () => {
      await cleanUp();
      await place.clean();
    });

    test('leave the service running and send nothing to silent connections', async () => {
      const { statuses, broken, unasked } = await abortMany(eventsOf(served.url), rounds, perRound, 5);
      expect(unasked).toEqual([]);
      expect(served.output.stderr).not.toMatch(/ended|unhandled|TypeError|assert/i);
      expect(served.isRunning()).toBe(true);
      expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
      expect({ statuses, broken }).toEqual({ statuses: { 'HTTP/1.1 200 OK': 2 * total }, broken: 0 });
      expect((await served.stop()).code).toBe(0);
    });
  });
});
