import { expect, test } from 'vitest';
import { openSemaphore } from './semaphore.js';

/** Work that ends when `end` is called. */
function waiting() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end };
}

test('runs two, queues two and rejects the next', async () => {
  const semaphore = openSemaphore(2, 2);
  const pieces = [waiting(), waiting(), waiting(), waiting()];
  const started: number[] = [];
  const running = pieces.map(({ done }, number) =>
    semaphore(async () => {
      started.push(number);
      await done;
      return number;
    }),
  );
  await expect(semaphore(async () => 4)).rejects.toMatchObject({ problem: 'overloaded' });
  expect(started).toEqual([0, 1]);
  pieces[1]?.end();
  expect(await running[1]).toBe(1);
  expect(started).toEqual([0, 1, 2]);
  for (const { end } of pieces) end();
  expect(await Promise.all(running)).toEqual([0, 1, 2, 3]);
  expect(await semaphore(async () => 5)).toBe(5);
});

test('releases the slot after a failure', async () => {
  const semaphore = openSemaphore(1, 0);
  await expect(
    semaphore(async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await semaphore(async () => 'next')).toBe('next');
});
