import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { repetitions } from './tests/harness/repetitions.js';
import { LongestFirst } from './tests/harness/sequencer.js';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: './tests/harness/global-setup.ts',
    env: { ALMANAC_TEST_COSTS: 'low' },
    reporters: ['default', './tools/summary-reporter.ts'],
    // For machines that are busy with other work: tests wait for conditions, so a fast one never waits for long.
    testTimeout: repetitions(300_000),
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One process for each core, which reads the sources once for all its test files.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // Only the tests' own processes are measured, not the programs that they start.
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
