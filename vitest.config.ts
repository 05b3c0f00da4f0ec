import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: './tests/harness/global-setup.ts',
    reporters: ['default', './tools/closing-line.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One process for each core, which reads the sources once for all its test files.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
