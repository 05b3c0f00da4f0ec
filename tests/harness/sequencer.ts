// The order of test files: those that take longest start first, so that no worker is left with a long one at the end.
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of each file that takes long; `npm run test:durations` records them. */
const durations: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('../durations.json', import.meta.url), 'utf8'),
);

const secondsOf = (file: string): number => durations[file] ?? 0;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const seconds = ({ moduleId }: TestSpecification) => secondsOf(moduleId.slice(root.length + 1));
    return (await super.sort(files)).sort((a, b) => seconds(b) - seconds(a));
  }
}
