// The id of a date of a series never passes to another date, whatever happens to the series.
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { forEachEngine } from './harness/engines.js';
import { repetitions } from './harness/repetitions.js';
import { Lineage } from './harness/series/identity.js';
import { seriesStep, startOfSeries } from './harness/series/steps.js';
import { startOfWorld, useWorld } from './harness/world.js';

/** `ALMANAC_TEST_SEED=…` plays the fresh sequences of an earlier run again. */
const fresh = Number(process.env.ALMANAC_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

const sequences = repetitions(8);
const sequence = fc.tuple(startOfSeries, fc.noBias(fc.array(seriesStep, { minLength: 4, maxLength: 14, size: 'max' })));

forEachEngine((engine) => {
  describe('an id of a date', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RECURRENCE_MONTHS: '25' } });

    test(`means the same date after ${sequences} random sequences of changes, from seed ${fresh}`, async () => {
      for (let at = 0; at < sequences; at++) {
        const [[start, steps] = []] = fc.sample(sequence, { seed: fresh + at, numRuns: 1 });
        if (!start || !steps) throw new TypeError('no sequence');
        world.clock.now = startOfWorld;
        const lineage = new Lineage(world);
        try {
          await lineage.start(start);
          for (const step of steps) await lineage.step(step);
          await lineage.checkHorizon();
          await lineage.checkAnswers();
          await lineage.finish();
        } catch (error) {
          const message = `seed ${fresh + at}\n${lineage.script.join('\n')}\n${(error as Error).message}`;
          throw new Error(message, { cause: error });
        }
      }
    });
  });
});
