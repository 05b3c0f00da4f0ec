// Number of repetitions and seeds of randomized tests. `npm run test:soak` runs the same cases with a higher factor.

/** `ALMANAC_TEST_SOAK=20` repeats twenty times as often. */
const factor = Math.max(1, Number(process.env.ALMANAC_TEST_SOAK ?? 1));

export const repetitions = (usual: number): number => usual * factor;

/** `ALMANAC_TEST_SEED=…` plays the fresh seeds of an earlier run again. */
const given = process.env.ALMANAC_TEST_SEED;
const fresh = Number(given ?? Math.floor(Math.random() * 2 ** 31));
const freshCount = factor > 1 || given !== undefined ? factor : 0;

/** Whether there is time for everything. */
export const isSoakTest = freshCount > 0;

/** Two fixed seeds in every run, so that a failure can be repeated; a soak test adds as many fresh ones as its factor. */
export const seeds: readonly number[] = [1, 2, ...Array.from({ length: freshCount }, (_, at) => fresh + at)];
