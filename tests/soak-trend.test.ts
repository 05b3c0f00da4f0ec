// The rule of `npm run soak`: which measured quantities count as rising.
import { describe, expect, test } from 'vitest';
import { type Point, trendOf } from '../tools/soak/trend.js';
import { randomFrom } from './harness/random.js';

const limit = { share: 0.05, floor: 0.5 };

/** Six samples in each minute. */
const samples = (minutes: number, valueAt: (minute: number) => number): readonly Point[] =>
  Array.from({ length: minutes * 6 }, (_, at) => ({ minute: at / 6, value: valueAt(at / 6) }));

describe('a quantity of a long run', () => {
  test('rises if its line ends above the share of its begin', () => {
    const trend = trendOf(
      samples(50, (minute) => 100 + minute / 5),
      limit,
    );
    expect(trend?.rises).toBe(true);
    expect(trend?.perHour).toBeCloseTo(12);
  });

  test('does not rise within the share', () => {
    expect(
      trendOf(
        samples(50, (minute) => 100 + minute / 20),
        limit,
      )?.rises,
    ).toBe(false);
  });

  test('does not rise by noise and single outliers', () => {
    const random = randomFrom(1);
    const noisy = samples(50, (minute) => 100 + 20 * random() + (minute > 45 && minute < 46 ? 500 : 0));
    expect(trendOf(noisy, limit)?.rises).toBe(false);
  });

  test('rises in eight minutes if it leaks a file for a hundred requests', () => {
    const random = randomFrom(2);
    const files = samples(8, (minute) => Math.round(40 + minute * 12 + 4 * random()));
    expect(trendOf(files, { share: 0, floor: 1 })?.rises).toBe(true);
  });

  test('has no trend in less than three minutes', () => {
    expect(
      trendOf(
        samples(2, () => 1),
        limit,
      ),
    ).toBeUndefined();
  });
});
