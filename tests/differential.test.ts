// Differential test: one random stream of valid and invalid requests gets equal responses from both engines.
import fc from 'fast-check';
import { afterAll, describe, test } from 'vitest';
import { play } from './harness/differential/play.js';
import { regressions } from './harness/differential/regressions.js';
import { languages, step, translatedStep } from './harness/differential/steps.js';
import { engines } from './harness/engines.js';
import { repetitions, seeds } from './harness/repetitions.js';

/** Looking for the shortest stream of a disagreement takes long. */
const timeout = repetitions(600_000);

/** Requests in one stream, at most. */
const longest = 100;

let played = 0;

async function agree(seed: number, translations: readonly string[] = []): Promise<void> {
  const one = translations.length ? translatedStep : step;
  const stream = fc.limitShrink(fc.noBias(fc.array(one, { maxLength: longest, size: 'max' })), 150);
  const property = fc.asyncProperty(stream, async (steps) => {
    played += await play(steps, translations);
  });
  await fc.assert(property, { seed, numRuns: 1 });
}

describe.runIf(engines.length > 1)('both engines give equal responses', () => {
  afterAll(() => console.info(`differential: ${played} requests on each engine`));

  test.each(Object.entries(regressions))('to %s', async (_, steps) => {
    played += await play(steps);
  });

  // The shortest stream of a disagreement is added to the regressions.
  test.each(seeds)('to the stream of seed %i', (seed) => agree(seed), timeout);

  test.each(seeds)('to the stream of seed %i in several languages', (seed) => agree(seed, languages), timeout);
});
