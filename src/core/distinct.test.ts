import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { addHash, countDistinct, emptySketch, mergeInto, type Sketch } from './distinct.js';

const sketchOf = (from: number, to: number): Sketch => {
  const sketch = emptySketch();
  for (let at = from; at < to; at++) addHash(sketch, createHash('sha256').update(`reader ${at}`).digest());
  return sketch;
};

test('an empty sketch counts nothing', () => {
  expect(countDistinct(emptySketch())).toBe(0);
});

test.each([1, 3, 10, 100, 2_000, 100_000])('counts %i different values within 10 percent', (count) => {
  const estimate = countDistinct(sketchOf(0, count));
  expect(Math.abs(estimate - count)).toBeLessThanOrEqual(count * 0.1);
});

test('counts a repeated value once', () => {
  const sketch = emptySketch();
  for (let times = 0; times < 50; times++) addHash(sketch, createHash('sha256').update('one').digest());
  expect(countDistinct(sketch)).toBe(1);
});

test('a merged sketch equals one of all values', () => {
  const merged = sketchOf(0, 600);
  mergeInto(merged, sketchOf(300, 900));
  expect(merged).toEqual(sketchOf(0, 900));
});

test('ignores a sketch of another size', () => {
  const sketch = sketchOf(0, 5);
  mergeInto(sketch, new Uint8Array([200, 200]));
  expect(countDistinct(sketch)).toBe(5);
});
