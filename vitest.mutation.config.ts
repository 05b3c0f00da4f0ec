// The tests that mutation testing runs: fast ones that need neither a database nor a browser.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/cache/**/*.test.ts',
      'src/core/**/*.test.ts',
      'src/http/cache-key.property.test.ts',
      'src/net/**/*.test.ts',
      'tests/fetch-guard.test.ts',
    ],
    testTimeout: 120_000,
  },
});
