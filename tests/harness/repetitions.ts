// Number of repetitions of randomized tests. `npm run test:soak` runs the same cases with a higher factor.

/** `ALMANAC_TEST_SOAK=20` repeats twenty times as often. */
const factor = Math.max(1, Number(process.env.ALMANAC_TEST_SOAK ?? 1));

export const repetitions = (usual: number): number => usual * factor;

/** Seeds that are played every time, and in a soak test as many more as the factor says. */
export const furtherSeeds = (fresh: number): readonly number[] =>
  Array.from({ length: factor - 1 }, (_, at) => fresh + 1 + at);
