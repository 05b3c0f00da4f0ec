// Ends the test run with the plain line that machines read: `N passed, N failed`.
import type { Reporter, TestModule } from 'vitest/node';

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const statesOf = (module: TestModule) => [...module.children.allTests()].map((test) => test.result().state);
    const states = modules.flatMap(statesOf);
    const count = (state: string) => states.filter((known) => known === state).length;
    // A file that failed outside its tests, and an error outside any file, count as failures.
    const broken =
      modules.filter((module) => module.state() === 'failed' && !statesOf(module).includes('failed')).length +
      errors.length;
    const skipped = count('skipped');
    console.log(
      `${count('passed')} passed, ${count('failed') + broken} failed${skipped ? `, ${skipped} skipped` : ''}`,
    );
  }
}
