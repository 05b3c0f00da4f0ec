// The order of test files: those that take longest start first, so that no worker is left with a long one at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first. Other files follow in vitest's own order. */
const slow = [
  'differential',
  'cache.property',
  'protected',
  'browser/visitor',
  'browser/console-looks',
  'browser/forms-work',
  'browser/forms-fields',
  'browser/forms-journey',
  'docs',
  'geocoding',
  'copy',
  'demo',
  'jobs-running',
  'cli',
  'workers',
].map((name) => `/tests/${name}.test.ts`);

const rank = ({ moduleId }: TestSpecification): number => {
  const at = slow.findIndex((file) => moduleId.endsWith(file));
  return at === -1 ? slow.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
