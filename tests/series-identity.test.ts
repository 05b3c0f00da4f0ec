// The id of a date of a series never passes to another date, whatever happens to the series.
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { forEachEngine, seedsOn } from './harness/engines.js';
import { Lineage } from './harness/series/identity.js';
import { seriesStep, startOfSeries } from './harness/series/steps.js';
import { startOfWorld, useWorld } from './harness/world.js';

/** Sequences of changes for each seed. */
const sequences = 4;
const sequence = fc.tuple(startOfSeries, fc.noBias(fc.array(seriesStep, { minLength: 4, maxLength: 14, size: 'max' })));

forEachEngine((engine) => {
  describe('an id of a date', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RECURRENCE_MONTHS: '25' } });

    test.each(seedsOn(engine))(
      `means the same date after ${sequences} random sequences of changes of seed %i`,
      async (base) => {
        for (let seed = base * sequences; seed < (base + 1) * sequences; seed++) {
          const [[start, steps] = []] = fc.sample(sequence, { seed, numRuns: 1 });
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
            const message = `seed ${seed}\n${lineage.script.join('\n')}\n${(error as Error).message}`;
            throw new Error(message, { cause: error });
          }
        }
      },
    );
  });
});
