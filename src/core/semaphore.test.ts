import { expect, test } from 'vitest';
import { openSemaphore } from './semaphore.js';

/** Work that ends when it is told to. */
function waiting() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end };
}

test('lets two in, two wait, and sends the next away', async () => {
  const gate = openSemaphore(2, 2);
  const pieces = [waiting(), waiting(), waiting(), waiting()];
  const begun: number[] = [];
  const running = pieces.map(({ done }, number) =>
    gate(async () => {
      begun.push(number);
      await done;
      return number;
    }),
  );
  await expect(gate(async () => 4)).rejects.toMatchObject({ problem: 'overloaded' });
  expect(begun).toEqual([0, 1]);
  pieces[1]?.end();
  expect(await running[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of pieces) end();
  expect(await Promise.all(running)).toEqual([0, 1, 2, 3]);
  expect(await gate(async () => 5)).toBe(5);
});

test('a failure frees its place', async () => {
  const gate = openSemaphore(1, 0);
  await expect(
    gate(async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await gate(async () => 'next')).toBe('next');
});
