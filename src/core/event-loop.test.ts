import { expect, test } from 'vitest';
import { yieldToRequests } from './event-loop.js';

const busyFor = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

test('long work lets others run after each of its slices', async () => {
  let isDone = false;
  let others = 0;
  const request = (): void => {
    others++;
    busyFor(0.5);
    if (!isDone) setImmediate(request);
  };
  setImmediate(request);
  const slices = 20;
  for (let slice = 0; slice < slices; slice++) {
    await yieldToRequests();
    busyFor(1.1);
  }
  isDone = true;
  expect(others).toBeGreaterThanOrEqual(slices - 1);
});

test('long work goes on when nobody else has work', async () => {
  for (let slice = 0; slice < 20; slice++) {
    busyFor(1.1);
    await yieldToRequests();
  }
});
