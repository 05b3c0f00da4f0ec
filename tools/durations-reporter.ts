// Records how long the test files take in tests/durations.json, from which the next runs take their order.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** The order of shorter files matters little. */
const minSeconds = 5;

export default class DurationsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const durations = modules
      .map((module) => [module.relativeModuleId, Math.round(module.diagnostic().duration / 1_000)] as const)
      .filter(([, seconds]) => seconds >= minSeconds)
      .sort(([, a], [, b]) => b - a);
    const file = new URL('../tests/durations.json', import.meta.url);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(durations), undefined, 2)}\n`);
  }
}
